package threads

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/reader"
	"daybook/widget/text"
)

// postStep is what undo needs of a post: which of the outbox it is.
type postStep struct {
	Post string `json:"post,omitempty"`
}

// dispatch puts a draft in the outbox, where it waits for its moment as a
// letter does: until then undo brings it back.
func (m *Model) dispatch(d draft) tea.Cmd {
	d.Due, d.Going = m.env.Now().Add(m.options.Moment), false
	delete(m.kept.Drafts, d.key())
	m.kept.Outbox[d.ID] = d
	if t := m.thread(); d.Kind == replying && t != nil && t.id == d.Thread {
		m.reader.add(m.waitingPost(d))
	}
	if m.options.Moment <= 0 {
		return m.post(d.ID)
	}
	return tea.Batch(m.keep(), m.await(d))
}

func (m *Model) await(d draft) tea.Cmd {
	return m.work.After(max(0, d.Due.Sub(m.env.Now())), func() tea.Cmd { return m.post(d.ID) })
}

// restore goes on with the outbox of the last run. What was on its way when
// that ended may have been posted: it becomes a draft again, and is not sent
// a second time.
func (m *Model) restore() tea.Cmd {
	m.restored = true
	var cmds []tea.Cmd
	for id, d := range maps.Clone(m.kept.Outbox) {
		if !d.Going {
			cmds = append(cmds, m.await(d))
			continue
		}
		delete(m.kept.Outbox, id)
		m.redraft(d)
		cmds = append(cmds, m.keep(), say(views.Warning, "A post was on its way when daybook stopped, and may be there: look before you send it again"))
	}
	return tea.Batch(cmds...)
}

// post hands a post of the outbox to the service. It stays kept until that
// has it.
func (m *Model) post(id string) tea.Cmd {
	d, ok := m.kept.Outbox[id]
	if !ok || d.Going {
		return nil
	}
	d.Going = true
	m.kept.Outbox[id] = d
	return tea.Sequence(m.keep(), m.hand(d))
}

// hand gives a draft to the service.
func (m *Model) hand(d draft) tea.Cmd {
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) (string, error) { return deliver(ctx, service, d) },
		func(thread string, err error) tea.Cmd { return m.onPosted(d, thread, err) })
}

// redraft makes a draft of a post that did not go. What was typed for the same
// place meanwhile stands below it.
func (m *Model) redraft(d draft) {
	d.Due, d.Going = time.Time{}, false
	if newer, ok := m.kept.Drafts[d.key()]; ok && newer.Text != "" {
		d.Text += "\n\n" + newer.Text
	}
	m.kept.Drafts[d.key()] = d
}

// withdraw takes a post off the outbox and off the screen.
func (m *Model) withdraw(d draft) {
	delete(m.kept.Outbox, d.ID)
	m.reader.drop(waitingID(d))
}

// waitingPost is a reply as it stands under the others until it has arrived.
func (m *Model) waitingPost(d draft) *reader.Message {
	p := newPost(model.Post{From: &model.Recipient{EmailAddress: m.options.Me}, Body: &model.ItemBody{ContentType: "text", Content: d.Text}, Extensions: d.Custom}, m.reader.shape())
	p.ID, p.Sending, p.Received = waitingID(d), true, m.now()
	return p
}

// waitingID is the id of a post on the screen that has not arrived.
func waitingID(d draft) string { return "sending " + d.ID }

// waitingIn are the replies that wait to go to a thread, the oldest first.
func (m *Model) waitingIn(thread string) []draft {
	var all []draft
	for _, d := range m.kept.Outbox {
		if d.Kind == replying && d.Thread == thread {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b draft) int { return a.Due.Compare(b.Due) })
	return all
}

// did tells the root what was sent and can be taken back.
func (m *Model) did(d draft, topic text.Text) tea.Cmd {
	payload, err := json.Marshal(postStep{Post: d.ID})
	if err != nil {
		return say(views.Failure, "It cannot be taken back: ", err)
	}
	done := map[string]string{replying: "Posted: ", forwarding: "Forwarded: ", beginning: "Began the conversation: "}[d.Kind]
	return m.env.Did(views.Did{Step: views.Step{Owner: views.Groups, Label: done + topic.String(), Payload: payload}})
}

// ofPost is the post that a step sent, false for another step.
func ofPost(s views.Step) (id string, ok bool) {
	var p postStep
	err := json.Unmarshal(s.Payload, &p)
	return p.Post, err == nil && p.Post != ""
}

// recall brings a post back that has not gone, open to go on with.
func (m *Model) recall(id string) tea.Cmd {
	d, ok := m.kept.Outbox[id]
	if !ok || d.Going {
		return say(views.Warning, "Too late: it has been posted")
	}
	m.withdraw(d)
	m.redraft(d)
	d = m.kept.Drafts[d.key()]
	m.compose(d)
	return m.keep()
}

// resend sends a post again that was brought back.
func (m *Model) resend(id string) tea.Cmd {
	for _, d := range m.kept.Drafts {
		if d.ID == id {
			return m.dispatch(d)
		}
	}
	return say(views.Warning, "What was posted is no longer there to be sent again")
}

// Unsent names the posts whose moment is not over, as views.Sender has it.
func (m *Model) Unsent() (n int, what string) {
	for _, d := range m.kept.Outbox {
		if !d.Going && m.env.Now().Before(d.Due) {
			n++
		}
	}
	return n, "post"
}

// Leave lets the posts go at once that wait for their moment, as views.Leaver
// has it: nobody is left to take them back.
func (m *Model) Leave(online bool) tea.Cmd {
	if len(m.kept.Outbox) == 0 || m.kept.broken {
		return nil
	}
	state := m.env.State
	left := keeper{Seen: maps.Clone(m.kept.Seen), Drafts: maps.Clone(m.kept.Drafts), Outbox: maps.Clone(m.kept.Outbox)}
	save := func() error {
		b, err := json.Marshal(left)
		if err != nil {
			return err
		}
		return state.Save(keptDocument, b)
	}
	last := map[string]tea.Cmd{}
	for id, d := range left.Outbox {
		if online && !d.Going {
			d.Going = true
			last[id] = m.hand(d)
		}
	}
	return func() tea.Msg {
		var out views.Left
		for id, hand := range last {
			d := left.Outbox[id]
			d.Going = true
			left.Outbox[id] = d
			if save() != nil { // it might be posted twice
				break
			}
			if posted, ok := hand().(views.Result); ok && posted.Err() == nil {
				delete(left.Outbox, id)
				out.Results = append(out.Results, posted)
				continue
			}
			d.Going = false
			left.Outbox[id] = d
		}
		if err := save(); err != nil || len(left.Outbox) > 0 {
			out.Kept = text.Literal("What you posted last has not gone yet. It is kept on this machine and goes when this mailbox is open again.")
		}
		return out
	}
}
