// Package account is the Account screen: who the person is, the settings of
// the mailbox, whose mail is always focused or always other, what programs are
// permitted, and the categories.
//
// Each section is a type of its own (you.go, replies.go, ...): what it shows,
// how that is read, where its cursor is, and what can be done in it.
//
// Invariants: what is shown is answered from memory; what is done is a change (change.go), which package edit shows, tells and takes back, and
// one that has no inverse is asked about first. What was read while a change was
// under way is read again, so that no old answer covers a new one. A row is
// named by its key, never by its place.
package account

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/views/identity"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	Me    model.EmailAddress // whose account
	Files Files
	// Exporter writes to files; nil for nothing that can be exported.
	Exporter Exporter
	// Downloads is the folder that exports are written to, until another is typed.
	Downloads string
	// ScopesAlone says that the service changes the scopes of a permission and
	// nothing else of it, and that permissions do not end there.
	ScopesAlone bool
	// Identities are who the person writes as; nil for a book of one.
	Identities *identity.Book
}

// Model is the screen: it routes between its sections. Make it with New.
type Model struct {
	*host
	views.StepOwners
	actions []views.Action

	settings   *settings
	you        *you
	signatures *signatures
	export     *export
	replies    *replies
	senders    *senders
	grants     *grants
	categories *categories
	language   *language
	sections   []section // from the top
	at         int       // the one chosen
	top        int       // the first one shown
	begun      bool
}

// The widths of the panes, in cells.
const (
	leastBeside = 81
	sideWidth   = 33
)

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	h := &host{env: env, service: service, options: options}
	h.frame = browser.Frame{Least: leastBeside, Split: func(int) int { return sideWidth }}
	h.dialog.Now = env.Now
	h.work = views.Work{Screen: views.Account, Random: env.Random}
	m := &Model{host: h, settings: newSettings(h)}
	h.edits = edit.New(env, edit.Options[change]{Work: &h.work, Name: "account", Show: m.show, Settled: m.onSettled,
		Reason: views.Refusals(nil).Why, Said: func(c change) bool { return m.forms.Said(c.box) },
		Had:  edit.Look(change.sets, nil),
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, env.State, c) })})
	m.StepOwners = views.StepOwners{h.edits}
	h.here = func() section { return m.sections[m.at] }
	m.you, m.replies, m.senders, m.categories = newYou(h), newReplies(h, m.settings), newSenders(h), newCategories(h)
	m.grants = newGrants(h, m.you)
	m.language, m.signatures, m.export = newLanguage(h, m.settings), newSignatures(h), newExport(h)
	m.sections = []section{m.you, m.signatures, m.replies, m.language, newHours(h, m.settings), m.senders, m.grants, m.categories, m.export}
	h.forms = persist.NewForms(persist.FormsOptions[formOf]{Env: &h.env, Work: &h.work, Boxes: &h.dialog, Prefix: formPrefix,
		Where: "in Account", Reason: views.Refusals(nil).Why, Reopen: m.reopen})
	m.actions = m.allActions()
	return m
}

// Init reads the forms that were left open, and the account where there are any; else it is read when it is first shown.
func (m *Model) Init() tea.Cmd { return m.forms.Load(m.Focus) }

// Focus reads the account, the first time.
func (m *Model) Focus() tea.Cmd {
	if m.begun {
		return nil
	}
	m.begun = true
	return m.reload()
}

// Blur implements views.Focuser.
func (m *Model) Blur() {}

// reload reads all anew; what was read stays until then.
func (m *Model) reload() tea.Cmd {
	parts := []reader{m.settings.all, m.grants.names}
	for _, s := range []section{m.you, m.signatures, m.senders, m.grants, m.categories, m.export} {
		parts = append(parts, s.facts().parts...)
	}
	return load(parts)
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.frame.SetSize(width, height) }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View: only boxes have text.
func (m *Model) Capturing() bool { return false }

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor { return nil }

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"rights", "open"}}
	if m.frame.OnRight {
		s.Hints = append(s.Hints, m.here().facts().hints...)
	}
	if m.language.reading.Busy() {
		s.Busy, s.Text = true, "Reading the time zones"
	}
	for _, one := range m.sections {
		if busy(one.facts().all()) {
			s.Busy, s.Text = true, "Reading the account"
		}
	}
	if e := m.export.running; e != nil {
		s.Busy, s.Text = true, "Writing "+text.Clean(e.Name).String()
	}
	if busy([]reader{m.grants.names}) {
		s.Busy, s.Text = true, "Reading the account"
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
	case tea.MouseMsg:
		return m.frame.Mouse(msg, m.wheel, m.click)
	}
	return m.you.drawPhoto()
}

func (m *Model) wheel(right bool, rows int) tea.Cmd {
	switch {
	case right:
		m.here().place().scroll(rows)
	case rows < 0:
		m.choose(m.at - 1)
	default:
		m.choose(m.at + 1)
	}
	return nil
}

// click chooses a section or a row; on the row that has the cursor it does
// what enter does.
func (m *Model) click(right bool, _, y int) tea.Cmd {
	switch {
	case m.you.large:
		return m.leave(0)
	case y < 0:
		return nil
	case !right:
		if i := m.top + y/m.sectionLines(m.frame.Rows()); i < len(m.sections) {
			m.choose(i)
			m.frame.OnRight = !m.frame.Beside()
		}
		return m.you.drawPhoto()
	}
	was := m.frame.OnRight
	m.frame.OnRight = true
	s, width := m.here(), m.frame.RightWidth()
	p := s.place()
	key := p.rowAt(s.rows(width), y-len(m.about(width, m.frame.Rows())))
	switch {
	case key == "":
	case was && p.key == key:
		return m.open(0)
	default:
		p.key, p.free = key, true
	}
	return nil
}
