// Package contacts is the People screen: contact folders nested to any depth
// with the contacts in them, the directory beside them, and the card of
// whoever the cursor is on.
//
// Its parts are the people that are known (people.go), the tree of them
// (listing.go), the card of one (card.go) and the form that fills one in
// (form.go). Tree and card are one browser (package browser).
//
// Invariants: what is shown is answered from memory, and a folder's contacts
// are read when it is first opened; what is done is a change (change.go),
// which package edit shows, tells and takes back. A person is named by a node,
// never by a row.
package contacts

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/views/photofile"
	"daybook/views/portrait"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	Custom extensions.Service // custom data; nil for none
	// Further reads what a contact's card says beside its fields, as pairs of a
	// label and a value; nil for nothing.
	Further func(*model.Contact) [][2]string
	Files   photofile.Files // where photos are chosen from
}

// Model is the screen: it routes between its parts. Make it with New.
type Model struct {
	views.StepOwners
	env     views.Env
	service Service
	options Options
	actions []views.Action
	work    views.Work
	edits   *edit.Edits[change]

	people *people
	tree   *listing
	card   *card
	form   *contactForm // the last that was opened, nil for none yet
	forms  *persist.Forms[formOf]
	dialog dialog.Stack
	custom *extensions.Panel
	begun  bool
}

// The widths of the panes, in cells.
const (
	leastBeside = 72
	widestTree  = 46
)

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options, people: newPeople()}
	m.dialog.Now = env.Now
	m.work = views.Work{Screen: views.People, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "contacts", IDs: "people-ids", Show: m.show, Settled: m.onSettled,
		Reason: refusals.Why, Said: func(c change) bool { return m.forms.Said(c.box) },
		Had: edit.Look(change.known, func(ctx context.Context, c change) (bool, error) {
			if c.Was == nil || c.Is != nil {
				return true, nil
			}
			_, err := service.Contact(ctx, c.ID)
			return errors.Is(err, model.ErrNotFound), gone(err)
		}),
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, c) })})
	m.tree = &listing{env: &m.env, work: &m.work, service: service, edits: m.edits, people: m.people, reading: map[string]bool{}, stale: map[string]bool{}}
	m.card = &card{env: &m.env, work: &m.work, service: service, edits: m.edits, people: m.people, tree: m.tree, further: options.Further,
		known: map[node]*about{}, photos: portrait.New(&m.env, &m.work, photosKept)}
	m.tree.Browser = browser.New(&m.env, m.tree, m.card, browser.Options{
		Work: &m.work, Title: text.Literal("People"), Least: leastBeside, Split: func(width int) int { return min(widestTree, width*2/5) },
		Placeholder: text.Literal("a name or an address"), NoneFound: text.Literal("Nobody is called so. esc shows everybody."), Open: m.tree.open,
		OpenName: "Open the folder or the card", PaneName: "Tree or card", FilterName: "Filter by name or address", FilterKeys: []string{"/"},
	})
	m.custom = extensions.New(env, options.Custom, extensions.Options{Screen: views.People, Boxes: &m.dialog, Now: m.edits.Now, Changed: m.customChanged})
	m.StepOwners = views.StepOwners{m.custom, m.edits}
	m.forms = persist.NewForms(persist.FormsOptions[formOf]{Env: &m.env, Work: &m.work, Boxes: &m.dialog, Prefix: formPrefix, Where: "in People", Reason: refusals.Why,
		Free: func() bool { return !m.Capturing() },
		Reopen: func(of formOf) (tea.Cmd, bool) {
			_, height := m.tree.Size()
			if height > 0 {
				m.openForm(of)
			}
			return nil, height > 0
		}})
	m.actions = m.custom.Around(m.allActions(), m.customTarget)
	return m
}

// refusals are what the service says with an id.
var refusals = views.Refusals{model.CodeNotFound: "it is no longer there"}

// Init reads the forms that were left open; the rest when the screen is first shown.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.edits.Init(), m.forms.Load(nil)) }

// Focus reads the folders and the directory, the first time.
func (m *Model) Focus() tea.Cmd {
	if m.begun {
		return nil
	}
	m.begun = true
	return m.reload()
}

// Blur gives up what only the card would show.
func (m *Model) Blur() { m.tree.Blur() }

func (m *Model) reload() tea.Cmd {
	m.card.forget()
	return m.tree.reload()
}

// Open goes to a person by address.
func (m *Model) Open(item any) tea.Cmd {
	show, ok := item.(views.ShowPerson)
	if !ok {
		return nil
	}
	m.begun, m.tree.wanted = true, show.Address
	m.tree.StopFiltering()
	return tea.Batch(m.reload(), m.tree.loadEverybody())
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.tree.SetSize(width, height) }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View.
func (m *Model) Capturing() bool { return m.tree.Filtering() }

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1, Selected: m.tree.Selected(), Hints: []string{"rights", "compose", "new", "filter", "edit", "find-time"}}
	if m.tree.busy() {
		s.Busy, s.Text = true, "Reading contacts"
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.update(msg)
	return tea.Batch(cmd, m.forms.Next())
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		if m.begun {
			return m.reload()
		}
	case tea.WindowSizeMsg: // SetSize was called: the photo has other cells now
		return m.card.drawPhoto()
	case tea.MouseMsg, tea.KeyPressMsg, tea.PasteMsg:
		return m.tree.Update(msg)
	}
	return nil
}

// View implements views.View.
func (m *Model) View() string {
	width, height := m.tree.Size()
	switch {
	case width < 1 || height < 1:
		return ""
	case m.card.large && m.card.about() != nil:
		return m.tree.Fit(m.card.largePhoto())
	}
	return m.tree.View()
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor { return m.tree.TextCursor() }

// customTarget is the contact whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	p := m.tree.current()
	if m.options.Custom == nil || m.tree.Filtering() || m.dialog.IsOpen() || p.contact == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Contact, ID: p.contact.ID}, text.Clean(p.name()), true
}

// customChanged names the extensions on the card of their contact.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if a := m.card.known[contactNode(item.ID)]; a != nil {
		a.custom = names
	}
}
