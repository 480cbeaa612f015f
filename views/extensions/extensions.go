// Package extensions is the panel of custom data: the open type extensions of a
// message, event, contact or post, and their typed values. It is a part that
// screens have in common: each gives it an item, and its keys while it is
// open.
//
// Invariants: what is done is a Change, which package edit shows, tells and
// takes back; values are
// kept as JSON to the letter, and cleaned where they are drawn; on an item
// that is not made yet the panel changes what will be made with it, and asks
// no service.
package extensions

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
	"daybook/widget/input"
	"daybook/widget/text"
	"daybook/widget/tree"
)

// Options are what a screen gives the panel.
type Options struct {
	// Screen owns the panel: results and undo steps are addressed to it. Boxes
	// are those of the screen, of which the panel is one while it is open.
	Screen views.Screen
	Boxes  *dialog.Stack
	// Now is the id that an item has today, where undo makes things anew; nil
	// when ids stay.
	Now func(id string) string
	// Changed hears the names of an item's extensions, once they are known or
	// have changed; nil when nobody shows them.
	Changed func(item Item, names []string)
}

// Panel is the panel of one screen. Make it with New.
type Panel struct {
	env     views.Env
	service Service
	options Options

	item  Item
	title text.Text
	data  entries
	err   error // why the extensions could not be read

	drafting bool
	history  []Change // of a draft, for its own undo
	undone   []Change // that undo took back
	finish   func([]model.OpenTypeExtension) tea.Cmd

	tree      *tree.Tree
	filter    *input.Line
	filtering bool
	prompt    *prompt // nil while nothing is asked
	edits     *edit.Edits[Change]
	stale     map[Item]bool // items that the service is to be asked about when it has been told all
	work      views.Work
	loading   views.Request
	fetching  views.Request
	drawn     theme.Theme // the theme that the rows were drawn in
	w, h      int         // of the box, in cells, as last drawn
}

// New makes a panel that is closed.
func New(env views.Env, service Service, options Options) *Panel {
	p := &Panel{env: env, service: service, options: options, drawn: *env.Theme, work: views.Work{Screen: options.Screen, Random: env.Random}, stale: map[Item]bool{}}
	p.edits = edit.New(env, edit.Options[Change]{Work: &p.work, Name: "customData", Now: options.Now, Show: p.show, Settled: p.onSettled,
		Reason: refusals.Why,
		Tell:   edit.Each(func(ctx context.Context, c Change) (Change, error) { return c, tell(ctx, service, c) })})
	p.tree = tree.New(nodes{p}, env.Theme)
	p.filter = input.New(env.Theme, text.Literal("a name or a value"))
	return p
}

// Show opens the panel on an item and reads its custom data.
func (p *Panel) Show(item Item, title text.Text) tea.Cmd {
	p.reset(item, title)
	return p.load()
}

// Draft opens the panel on the custom data of an item that is not made yet;
// finish is given what it has become when the panel is left.
func (p *Panel) Draft(title text.Text, given []model.OpenTypeExtension, finish func([]model.OpenTypeExtension) tea.Cmd) tea.Cmd {
	p.reset(Item{}, title)
	p.drafting, p.finish = true, finish
	p.data.fill(given)
	p.shown()
	return nil
}

func (p *Panel) reset(item Item, title text.Text) {
	p.loading.Cancel()
	p.fetching.Cancel()
	item.ID = p.edits.Now(item.ID)
	p.item, p.title, p.err = item, title, nil
	p.data, p.history, p.undone, p.drafting, p.finish = entries{}, nil, nil, false, nil
	p.prompt, p.filtering = nil, false
	p.filter.SetValue("")
	p.tree = tree.New(nodes{p}, p.env.Theme)
	if !p.Open() {
		p.options.Boxes.Open(p)
	}
}

// Close leaves the panel. What is on its way to the service goes on.
func (p *Panel) Close() tea.Cmd {
	if !p.Open() {
		return nil
	}
	p.options.Boxes.Close(p)
	p.prompt, p.filtering = nil, false
	p.loading.Cancel()
	p.fetching.Cancel()
	if !p.drafting {
		return nil
	}
	p.drafting = false
	return p.finish(p.data.extensions())
}

// Open says that the panel is open, and has the keys.
func (p *Panel) Open() bool { return p.options.Boxes.Has(p) }

// Capturing says that keys are text at the moment.
func (p *Panel) Capturing() bool { return p.prompt != nil || p.filtering }

// Holds says that esc leaves what is typed, and not the panel.
func (p *Panel) Holds() bool { return p.Capturing() }

// Leave closes the panel, unless something is asked in it.
func (p *Panel) Leave() dialog.Outcome {
	if p.prompt != nil {
		return dialog.Outcome{}
	}
	return dialog.Outcome{Cmd: p.Close()}
}

// Status is the screen's status while the panel is open. The keys of the
// moment stand at its own foot.
func (p *Panel) Status() views.Status {
	s := views.Status{Progress: -1}
	if p.loading.Busy() || p.fetching.Busy() {
		s.Busy, s.Text = true, "Reading custom data"
	}
	return s
}

// Update takes what no action claimed. What comes back for the panel is
// addressed to the screen, which applies it.
func (p *Panel) Update(msg tea.Msg) dialog.Outcome {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		p.mouse(mouse)
		return dialog.Outcome{}
	}
	return dialog.Outcome{Cmd: p.typed(msg)}
}

func (p *Panel) typed(msg tea.Msg) tea.Cmd {
	switch {
	case p.prompt != nil:
		return p.prompt.update(msg)
	case p.filtering:
		return p.typeFilter(msg)
	}
	return nil
}

// shown draws anew what has changed, and tells the screen.
func (p *Panel) shown() {
	p.tree.Reload()
	if p.options.Changed != nil && !p.drafting {
		p.options.Changed(p.item, Names(p.data.extensions()))
	}
}
