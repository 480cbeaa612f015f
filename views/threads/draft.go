package threads

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"reflect"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
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
	Text   string   `json:"text"`
	Title  string   `json:"title,omitempty"` // of the box
	// Place is where the text cursor was, nil for the beginning.
	Place *input.Place `json:"place,omitempty"`
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
	return strings.TrimSpace(d.Topic+d.Text) == "" && len(d.To)+len(d.Custom) == 0
}

// draftBox is the box a draft is typed in.
type draftBox struct {
	m     *Model
	draft draft
	title text.Text
	verb  string
	form  *form.Form
	to    *form.Tokens
	area  *form.Area

	completing views.Request
}

// meant is the post that keys act on: from the list of threads, the newest.
func (m *Model) meant() *reader.Message {
	if m.focus != postFocus && len(m.reader.posts) > 0 {
		return m.reader.posts[len(m.reader.posts)-1]
	}
	return m.reader.current()
}

func (m *Model) reply(int) tea.Cmd {
	g, t, p := m.group(), m.thread(), m.meant()
	if t == nil || p == nil || p.Sending {
		return nil
	}
	if no := m.outside(g); no != nil {
		return no
	}
	if no := m.refused(t); no != nil {
		return no
	}
	return m.write(draft{Kind: replying, Group: g.id, Thread: t.id, Post: p.ID, Title: "Reply to " + p.From.Short().String()})
}

func (m *Model) forward(int) tea.Cmd {
	g, t, p := m.group(), m.thread(), m.meant()
	if t == nil || p == nil || p.Sending {
		return nil
	}
	return m.write(draft{Kind: forwarding, Group: g.id, Thread: t.id, Post: p.ID, Title: "Forward the post of " + p.From.Short().String()})
}

func (m *Model) begin(int) tea.Cmd {
	g := m.group()
	if g == nil {
		return nil
	}
	if no := m.outside(g); no != nil {
		return no
	}
	return m.write(draft{Kind: beginning, Group: g.id, Title: "New conversation in " + g.name.String()})
}

// write opens the box, on what was typed before if it was not sent.
func (m *Model) write(d draft) tea.Cmd {
	cmd := tea.Cmd(nil)
	if was, ok := m.kept.Drafts[d.key()]; ok {
		was.Title = d.Title
		d = was
		cmd = say(views.Info, "Going on with what was typed before")
	}
	m.compose(d)
	return cmd
}

// compose opens the box on a draft.
func (m *Model) compose(d draft) {
	verb := map[string]string{replying: "post", forwarding: "forward", beginning: "begin"}[d.Kind]
	b, th := &draftBox{m: m, draft: d, title: text.Clean(d.Title), verb: verb}, m.env.Theme
	b.area = form.NewArea(th, d.Text, 6)
	b.area.ToEnd()
	fields := []form.Field{{Key: "text", Label: text.Literal("Text"), Control: b.area, Check: wanted("write something first", d.Kind != forwarding)}}
	switch d.Kind {
	case forwarding:
		var tokens []form.Token
		for _, to := range d.To {
			if t, err := parseToken(to); err == nil {
				tokens = append(tokens, t)
			}
		}
		b.to = form.NewTokens(th, tokens, form.TokensOptions{Placeholder: text.Literal("names or addresses"), Parse: parseToken, Complete: m.completeLater})
		fields = slices.Insert(fields, 0, form.Field{Key: "to", Label: text.Literal("To"), Control: b.to, Check: wanted("say to whom", true)})
	case beginning:
		fields = slices.Insert(fields, 0, form.Field{Key: "topic", Label: text.Literal("Topic"), Control: form.NewText(th, d.Topic, text.Literal("what it is about")),
			Check: wanted("say what it is about", true)})
	}
	b.form = form.New(th, fields...)
	if d.Place != nil {
		b.form.SetPlace(*d.Place)
	}
	m.closeDraft()
	m.writing = b
	m.dialog.Open(b)
}

// closeDraft takes the box away.
func (m *Model) closeDraft() {
	m.dialog.Close(m.writing)
	m.writing = nil
}

func wanted(words string, must bool) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		if must && strings.TrimSpace(v) == "" {
			return text.Text{}, errors.New(words)
		}
		return text.Text{}, nil
	}
}

func token(a model.EmailAddress) form.Token {
	shown := text.Address(a.Name, a.Address)
	return form.Token{Value: (&mail.Address{Name: a.Name, Address: a.Address}).String(), Label: shown.Short(), Detail: shown.Address,
		Suspect: len(shown.Warnings) > 0}
}

func parseToken(typed string) (form.Token, error) {
	a, err := mail.ParseAddress(typed)
	if err != nil {
		return form.Token{}, fmt.Errorf("%q is no address: write one such as bo@contoso.example", typed)
	}
	return token(model.EmailAddress{Name: a.Name, Address: a.Address}), nil
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
			return dialog.Outcome{Cmd: b.m.send()}
		}
	}
	cmd, _ := b.form.Update(msg)
	return dialog.Outcome{Cmd: tea.Batch(cmd, b.m.keepDraft())}
}

// Holds says that esc closes the completions of a field.
func (b *draftBox) Holds() bool { return b.form.Completing() }

// Leave closes the box; what is typed is there for the same key.
func (b *draftBox) Leave() dialog.Outcome {
	b.m.writing = nil
	if b.draft.empty() {
		return dialog.Outcome{Done: true}
	}
	return dialog.Outcome{Done: true, Cmd: say(views.Info, "Kept: the same key goes on with it")}
}

// View implements dialog.Box.
func (b *draftBox) View(width, height int) string {
	th := b.m.env.Theme
	w, h := min(76, width), min(16, height)
	b.form.SetTheme(th)
	b.area.SetRows(max(h-7, 1))
	b.form.SetSize(max(w-4, 1), max(h-3, 1))
	keys := dialog.Keys("ctrl+s", b.verb)
	if b.m.takesCustom() {
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

// keepDraft keeps what is in the box when it changed.
func (m *Model) keepDraft() tea.Cmd {
	b := m.writing
	d := b.draft
	d.Text, d.Topic = b.form.Value("text"), b.form.Value("topic")
	if place := b.form.Place(); d.Place != nil || !d.empty() {
		d.Place = &place
	}
	if b.to != nil {
		d.To = nil
		for _, t := range b.to.Tokens() {
			d.To = append(d.To, t.Value)
		}
	}
	return m.keepAs(d)
}

// keepAs keeps a draft if it is another than the one before.
func (m *Model) keepAs(d draft) tea.Cmd {
	b := m.writing
	if d.Text == b.draft.Text && d.Topic == b.draft.Topic && slices.Equal(d.To, b.draft.To) && reflect.DeepEqual(d.Place, b.draft.Place) && reflect.DeepEqual(d.Custom, b.draft.Custom) {
		return nil
	}
	b.draft = d
	if d.empty() {
		delete(m.kept.Drafts, d.key())
	} else {
		m.kept.Drafts[d.key()] = d
	}
	return m.keep()
}

// send lets the draft go in a moment. It stays kept until the service has it.
func (m *Model) send() tea.Cmd {
	b := m.writing
	if b.to != nil {
		b.to.Blur() // what is typed becomes a recipient, if it can
		b.form.Focus("to")
		if typed, err := b.to.Typed(); typed != "" {
			return say(views.Warning, typed, ": ", err)
		}
	}
	if !b.form.Validate() {
		return tea.Batch(m.keepDraft(), views.NotSaved())
	}
	keep := m.keepDraft()
	for field, over := range map[string][]model.Excess{"topic": model.Beyond(&model.Conversation{Topic: b.draft.Topic}),
		"text": model.Beyond(&model.ItemBody{Content: b.draft.Text})} {
		if len(over) > 0 {
			b.form.Refuse(field, errors.New(over[0].Words()))
			return tea.Batch(keep, views.NotSaved())
		}
	}
	d, topic := b.draft, text.Clean(strings.TrimSpace(b.draft.Topic))
	m.closeDraft()
	if g := m.groupByID(d.Group); d.Kind != beginning && g != nil {
		if t := g.thread(d.Thread); t != nil {
			if no := m.refused(t); no != nil && d.Kind == replying { // locked while it was typed
				return tea.Batch(keep, no)
			}
			topic = t.topic
		}
	}
	d.ID = m.env.NewID()
	cmds := []tea.Cmd{keep, m.dispatch(d)}
	if m.options.Moment > 0 {
		cmds = append(cmds, m.did(d, topic))
	}
	return tea.Batch(cmds...)
}

// deliver sends a draft; for a new conversation it returns the thread's id.
func deliver(ctx context.Context, service Service, d draft) (string, error) {
	p := model.Post{Body: &model.ItemBody{ContentType: "text", Content: d.Text}, Extensions: d.Custom}
	switch d.Kind {
	case beginning:
		return service.Begin(ctx, d.Group, strings.TrimSpace(d.Topic), p)
	case forwarding:
		r := model.ForwardRequest{Comment: d.Text}
		for _, to := range d.To {
			a, err := mail.ParseAddress(to)
			if err != nil {
				return "", err
			}
			r.ToRecipients = append(r.ToRecipients, model.Recipient{EmailAddress: model.EmailAddress{Name: a.Name, Address: a.Address}})
		}
		return "", service.Forward(ctx, d.Group, d.Thread, d.Post, r)
	}
	return "", service.Reply(ctx, d.Group, d.Thread, d.Post, p)
}

func (m *Model) onPosted(d draft, thread string, err error) tea.Cmd {
	if _, ok := m.kept.Outbox[d.ID]; !ok {
		return nil // its thread was deleted meanwhile
	}
	if err != nil {
		m.withdraw(d)
		m.redraft(d)
		return tea.Batch(m.keep(), say(views.Failure, "Not sent, and kept: ", err), m.groups.loadThreads())
	}
	delete(m.kept.Outbox, d.ID)
	done := tea.Cmd(nil)
	if m.options.Moment <= 0 {
		words := map[string]string{replying: "Posted", forwarding: "Forwarded", beginning: "Began the conversation"}[d.Kind]
		done = say(views.Success, words, ", which cannot be taken back")
	}
	if d.Kind == forwarding {
		return tea.Batch(m.keep(), done)
	}
	// One's own post is nothing unseen.
	if d.Kind == replying {
		thread = d.Thread
	}
	m.kept.Seen[thread] = m.env.Now().Add(time.Second)
	if d.Kind == beginning {
		m.reader.next = thread
	}
	return tea.Batch(m.keep(), done, m.groups.loadThreads())
}

// completePause is how long the hands rest before people are looked for.
const completePause = 120 * time.Millisecond

// completions is how many people are offered.
const completions = 6

func (m *Model) completeLater(query string) tea.Cmd {
	return m.work.After(completePause, func() tea.Cmd { return m.complete(query) })
}

// complete looks for people when the hands rest; a later draft has its own
// turn.
func (m *Model) complete(query string) tea.Cmd {
	if m.writing == nil || m.writing.to == nil {
		return nil
	}
	if typed, _ := m.writing.to.Typed(); strings.TrimSpace(typed) != strings.TrimSpace(query) {
		return nil // two pauses that end together come in any order
	}
	service := m.service
	return views.Load(&m.work, &m.writing.completing, func(ctx context.Context) ([]model.EmailAddress, error) {
		return service.Complete(ctx, query, completions)
	}, func(people []model.EmailAddress, err error) tea.Cmd { return m.onCompleted(query, people, err) })
}

func (m *Model) onCompleted(query string, people []model.EmailAddress, err error) tea.Cmd {
	if err != nil || m.writing == nil || m.writing.to == nil {
		return nil // nothing is offered; an address can be typed whole
	}
	var offered []form.Token
	for _, p := range people {
		offered = append(offered, token(p))
	}
	m.writing.to.SetSuggestions(query, offered)
	return nil
}
