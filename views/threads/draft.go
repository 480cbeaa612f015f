package threads

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// The kinds of draft.
const (
	replying   = "reply"
	forwarding = "forward"
	beginning  = "new"
)

// draft is what is typed, kept until the service has taken it.
type draft struct {
	Kind   string   `json:"kind"`
	Group  string   `json:"group"`
	Thread string   `json:"thread,omitempty"`
	Post   string   `json:"post,omitempty"`
	Topic  string   `json:"topic,omitempty"`
	To     []string `json:"to,omitempty"`
	Typed  string   `json:"typed,omitempty"` // in the line To, and no address yet
	Text   string   `json:"text"`
	Files  []string `json:"files,omitempty"` // paths on this machine
	Path   string   `json:"path,omitempty"`  // in the line Files, and no file yet
	Title  string   `json:"title,omitempty"` // of the box
	// Place is where the text cursor was, nil for the beginning.
	Place *input.Place `json:"place,omitempty"`
	// Open says that its box is open.
	Open bool `json:"open,omitempty"`
	// Custom is the custom data that the post will have.
	Custom []model.OpenTypeExtension `json:"custom,omitempty"`

	// Of one that was sent: its id, when it goes, and that it is on its way.
	ID    string    `json:"id,omitempty"`
	Due   time.Time `json:"due,omitzero"`
	Going bool      `json:"going,omitempty"`
}

// key names what the draft is for: there is one for each post and group.
func (d draft) key() string { return d.Kind + " " + d.Group + " " + d.Thread + " " + d.Post }

func (d draft) empty() bool {
	return strings.TrimSpace(d.Topic+d.Text+d.Typed+d.Path) == "" && len(d.To)+len(d.Custom)+len(d.Files) == 0
}

// draftBox is the box a draft is typed in.
type draftBox struct {
	w     *writer
	draft draft
	title text.Text
	verb  string
	form  *form.Form
	to    *form.Tokens // nil but of a post that is forwarded
	files *form.Tokens // nil there: it goes with its own
	area  *form.Area

	completing views.Request
}

// writer is where posts are typed: one draft at a time, in a box.
type writer struct {
	*outbox
	boxes  *dialog.Stack
	custom *extensions.Panel
	meant  func() *reader.Message // the post that keys act on

	writing *draftBox // nil while nothing is written
}

func (w *writer) reply(int) tea.Cmd {
	g, t, p := w.groups.current(), w.threads.current(), w.meant()
	if t == nil || p == nil || p.Sending {
		return nil
	}
	if no := w.outside(g); no != nil {
		return no
	}
	if no := w.refused(t); no != nil {
		return no
	}
	return w.write(draft{Kind: replying, Group: g.id, Thread: t.id, Post: p.ID, Title: "Reply to " + p.From.Short().String()})
}

func (w *writer) forward(int) tea.Cmd {
	g, t, p := w.groups.current(), w.threads.current(), w.meant()
	if t == nil || p == nil || p.Sending {
		return nil
	}
	return w.write(draft{Kind: forwarding, Group: g.id, Thread: t.id, Post: p.ID, Title: "Forward the post of " + p.From.Short().String()})
}

func (w *writer) begin(int) tea.Cmd {
	g := w.groups.current()
	if g == nil {
		return nil
	}
	if no := w.outside(g); no != nil {
		return no
	}
	return w.write(draft{Kind: beginning, Group: g.id, Title: "New conversation in " + g.name.String()})
}

// write opens the box, on what was typed before if it was not sent.
func (w *writer) write(d draft) tea.Cmd {
	cmd := tea.Cmd(nil)
	if was, ok := w.saved.Drafts[d.key()]; ok {
		was.Title = d.Title
		d = was
		cmd = views.Notice(views.Info, "Going on with what was typed before")
	}
	w.compose(d)
	return cmd
}

// compose opens the box on a draft.
func (w *writer) compose(d draft) {
	verb := map[string]string{replying: "post", forwarding: "forward", beginning: "begin"}[d.Kind]
	b, th := &draftBox{w: w, draft: d, title: text.Clean(d.Title), verb: verb}, w.env.Theme
	b.area = form.NewArea(th, d.Text, 6)
	b.area.ToEnd()
	fields := []form.Field{{Key: "text", Label: text.Literal("Text"), Control: b.area, Check: wanted("write something first", d.Kind != forwarding)}}
	if d.Kind != forwarding {
		var tokens []form.Token
		for _, file := range d.Files {
			tokens = append(tokens, form.Path(file))
		}
		b.files = form.NewTokens(th, tokens, form.TokensOptions{Placeholder: text.Literal("a path adds a file, backspace takes one off"),
			Parse: func(typed string) (form.Token, error) { return form.Path(typed), nil }})
		b.files.SetTyped(d.Path)
		fields = append(fields, form.Field{Key: "files", Label: text.Literal("Files"), Control: b.files})
	}
	switch d.Kind {
	case forwarding:
		fields[0].Label = text.Literal("Comment")
		var tokens []form.Token
		for _, to := range d.To {
			if t, err := views.ParsePerson(to); err == nil {
				tokens = append(tokens, t)
			}
		}
		b.to = form.NewTokens(th, tokens, form.TokensOptions{Placeholder: text.Literal("names or addresses"), Parse: views.ParsePerson, Complete: w.completeLater})
		b.to.SetTyped(d.Typed)
		fields = slices.Insert(fields, 0, form.Field{Key: "to", Label: text.Literal("To"), Control: b.to, Check: wanted("say to whom", true)})
	case beginning:
		fields = slices.Insert(fields, 0, form.Field{Key: "topic", Label: text.Literal("Topic"), Control: form.NewText(th, d.Topic, text.Literal("what it is about")),
			Check: wanted("say what it is about", true)})
	}
	b.form = form.New(th, fields...)
	if d.Place != nil {
		b.form.SetPlace(*d.Place)
	}
	w.closeDraft()
	w.writing = b
	w.boxes.Open(b)
}

// closeDraft takes the box away.
func (w *writer) closeDraft() {
	w.boxes.Close(w.writing)
	w.writing = nil
}

func wanted(words string, must bool) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		if must && strings.TrimSpace(v) == "" {
			return text.Text{}, errors.New(words)
		}
		return text.Text{}, nil
	}
}

// Update implements dialog.Box.
func (b *draftBox) Update(msg tea.Msg) dialog.Outcome {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		b.form.Click(msg.X-2, msg.Y-2)
		return dialog.Outcome{}
	case tea.MouseMsg:
		return dialog.Outcome{}
	case tea.KeyPressMsg:
		if key := msg.String(); key == "ctrl+s" || key == "ctrl+enter" {
			return dialog.Outcome{Cmd: b.w.send()}
		}
	}
	cmd, _ := b.form.Update(msg)
	return dialog.Outcome{Cmd: tea.Batch(cmd, b.w.saveDraft())}
}

// Holds says that esc closes the completions of a field.
func (b *draftBox) Holds() bool { return b.form.Completing() }

// Written says that something is typed.
func (b *draftBox) Written() bool { return !b.draft.empty() }

// Leave closes the box; what is typed is there for the same key.
func (b *draftBox) Leave() dialog.Outcome {
	b.w.writing = nil
	if b.draft.empty() {
		return dialog.Outcome{Done: true}
	}
	return dialog.Outcome{Done: true, Cmd: tea.Batch(b.w.putAway(b.draft), views.Notice(views.Info, "Kept: the same key goes on with it"))}
}

// putAway notes that the box of a draft is no longer open.
func (w *writer) putAway(d draft) tea.Cmd {
	if !d.Open {
		return nil
	}
	d.Open = false
	w.saved.Drafts[d.key()] = d
	return w.save()
}

// found says what was being typed when the last run ended.
func (w *writer) found() tea.Cmd {
	var cmds []tea.Cmd
	for _, d := range w.saved.Drafts {
		if d.Open {
			cmds = append(cmds, w.putAway(d), views.Notice(views.Info, "What you were writing when daybook stopped is kept: “", d.Title,
				"” in Groups. The same key there goes on with it."))
		}
	}
	return tea.Batch(cmds...)
}

// View implements dialog.Box.
func (b *draftBox) View(width, height int) string {
	th := b.w.env.Theme
	w, h := min(76, width), min(16, height)
	b.form.SetTheme(th)
	lines := 7 // beside the text
	if b.files != nil {
		lines++
	}
	b.area.SetRows(max(h-lines, 1))
	b.form.SetSize(max(w-4, 1), max(h-3, 1))
	keys := dialog.Keys("ctrl+s", b.verb)
	if b.w.takesCustom() {
		keys = append(keys, dialog.Key{Key: "alt+,", Does: b.customWords()})
	}
	body := "\n " + strings.ReplaceAll(b.form.View(), "\n", "\n ")
	return overlay.Frame(th, b.title, body, dialog.Foot(th, w-4, append(keys, dialog.Key{Key: "esc", Does: "keep for later"})...), w, h)
}

// Cursor implements dialog.Box.
func (b *draftBox) Cursor() *tea.Cursor {
	x, y, ok := b.form.Cursor()
	if !ok {
		return nil
	}
	return tea.NewCursor(x+2, y+2)
}

// saveDraft saves what is in the box when it changed.
func (w *writer) saveDraft() tea.Cmd {
	b := w.writing
	d := b.draft
	d.Text, d.Topic = b.form.Value("text"), b.form.Value("topic")
	if place := b.form.Place(); d.Place != nil || !d.empty() {
		d.Place = &place
	}
	if b.files != nil {
		d.Files = nil
		d.Path = b.files.Typed()
		for _, t := range b.files.Tokens() {
			d.Files = append(d.Files, t.Value)
		}
	}
	if b.to != nil {
		d.To = nil
		d.Typed = b.to.Typed()
		for _, t := range b.to.Tokens() {
			d.To = append(d.To, t.Value)
		}
	}
	return w.saveAs(d)
}

// saveAs saves a draft if it is another than the one before.
func (w *writer) saveAs(d draft) tea.Cmd {
	b := w.writing
	if d.Text == b.draft.Text && d.Topic == b.draft.Topic && d.Typed == b.draft.Typed && d.Path == b.draft.Path &&
		slices.Equal(d.To, b.draft.To) && slices.Equal(d.Files, b.draft.Files) && reflect.DeepEqual(d.Place, b.draft.Place) && reflect.DeepEqual(d.Custom, b.draft.Custom) {
		return nil
	}
	d.Open = true
	b.draft = d
	if d.empty() {
		delete(w.saved.Drafts, d.key())
	} else {
		w.saved.Drafts[d.key()] = d
	}
	return w.save()
}

// send looks at the draft, and lets it go if nothing is wrong. It stays kept
// until the service has it.
func (w *writer) send() tea.Cmd {
	b := w.writing
	if !b.form.Validate() {
		return tea.Batch(w.saveDraft(), views.NotSaved())
	}
	saved := w.saveDraft()
	for field, over := range map[string][]model.Excess{"topic": model.Beyond(&model.Conversation{Topic: b.draft.Topic}),
		"text": model.Beyond(&model.ItemBody{Content: b.draft.Text})} {
		if len(over) > 0 {
			b.form.Refuse(field, errors.New(over[0].Words()))
			return tea.Batch(saved, views.NotSaved())
		}
	}
	if len(b.draft.Files) == 0 {
		return tea.Batch(saved, w.post())
	}
	service, files := w.service, slices.Clone(b.draft.Files)
	return tea.Batch(saved, w.work.Tell(0, func(context.Context) error { return service.CheckFiles(files) }, func(err error) tea.Cmd {
		switch {
		case w.writing != b: // it was put away meanwhile
			return nil
		case err != nil:
			b.form.Refuse("files", err)
			return views.NotSaved()
		}
		return w.post()
	}))
}

// post closes the box, and lets what is in it go in a moment.
func (w *writer) post() tea.Cmd {
	saved := w.saveDraft()
	d, topic := w.writing.draft, text.Clean(strings.TrimSpace(w.writing.draft.Topic))
	w.closeDraft()
	if g := w.groups.find(d.Group); d.Kind != beginning && g != nil {
		if t := g.thread(d.Thread); t != nil {
			if no := w.refused(t); no != nil && d.Kind == replying { // locked while it was typed
				return tea.Batch(saved, no)
			}
			topic = t.topic
		}
	}
	d.ID = w.env.NewID()
	cmds := []tea.Cmd{saved, w.dispatch(d)}
	if w.options.Moment > 0 {
		cmds = append(cmds, w.did(d, topic))
	}
	return tea.Batch(cmds...)
}

// completePause is how long the hands rest before people are looked for.
const completePause = 120 * time.Millisecond

// completions is how many people are offered.
const completions = 6

func (w *writer) completeLater(query string) tea.Cmd {
	return w.work.After(completePause, func() tea.Cmd { return w.complete(query) })
}

// complete looks for people when the hands rest; a later draft has its own
// turn.
func (w *writer) complete(query string) tea.Cmd {
	if w.writing == nil || w.writing.to == nil {
		return nil
	}
	if !w.writing.to.Wants(strings.TrimSpace(query)) {
		return nil // two pauses that end together come in any order
	}
	service := w.service
	return views.Load(&w.work, &w.writing.completing, func(ctx context.Context) ([]model.EmailAddress, error) {
		return service.Complete(ctx, query, completions)
	}, func(people []model.EmailAddress, err error) tea.Cmd { return w.onCompleted(query, people, err) })
}

func (w *writer) onCompleted(query string, people []model.EmailAddress, err error) tea.Cmd {
	if err != nil || w.writing == nil || w.writing.to == nil {
		return nil // nothing is offered; an address can be typed whole
	}
	var offered []form.Token
	for _, p := range people {
		offered = append(offered, views.PersonToken(p))
	}
	return w.writing.to.SetSuggestions(query, offered)
}

// refused says why nothing can be posted here, nil when it can.
func (w *writer) refused(t *thread) tea.Cmd {
	if !t.locked {
		return nil
	}
	return views.Send(views.Notify{Level: views.Warning,
		Text: text.Concat(text.Literal("“"), t.topic, text.Literal("” is locked: it takes no posts. K unlocks it."))})
}

// outside says why nothing can be posted to a group whose members are known and
// of whom the person is none, nil when it can.
func (w *writer) outside(g *group) tea.Cmd {
	if !g.about.read || g.about.membersErr != nil || len(g.about.members) == 0 {
		return nil
	}
	for _, u := range g.about.members {
		if u.Mail == "" || strings.EqualFold(u.Mail, w.options.Me.Address) { // without an address it may be anybody
			return nil
		}
	}
	return views.Notice(views.Warning, "Only members post to ", g.name, ": you can read it")
}

// takesCustom says that what is typed can have custom data: a forwarded post
// keeps its own.
func (w *writer) takesCustom() bool {
	return w.options.Custom != nil && w.writing != nil && w.writing.draft.Kind != forwarding
}

// draftCustom opens the custom data that the post will have.
func (w *writer) draftCustom(int) tea.Cmd {
	return w.custom.Draft(w.writing.title, w.writing.draft.Custom, func(all []model.OpenTypeExtension) tea.Cmd {
		if w.writing == nil {
			return nil
		}
		d := w.writing.draft
		d.Custom = all
		return w.saveAs(d)
	})
}

// customWords says at the draft how much custom data it has.
func (b *draftBox) customWords() string {
	switch n := len(b.draft.Custom); n {
	case 0:
		return "custom data"
	case 1:
		return "1 extension"
	default:
		return text.Of(n, " extensions").String()
	}
}
