package threads

import (
	"context"
	"encoding/json"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/reader"
	"daybook/widget/form"
	"daybook/widget/text"
)

// postStep is what undo needs of a post: which of the outbox it is.
type postStep struct {
	Post string `json:"post,omitempty"`
}

// outbox is the posts that wait to go.
type outbox struct {
	*shared
	groups  *groupPane
	threads *threadPane
	reader  *postPane
	reopen  func(draft) // goes on with one that was taken back

	restored bool // what was kept has been read
}

// dispatch puts a draft in the outbox, where it waits for its moment as a
// letter does: until then undo brings it back.
func (o *outbox) dispatch(d draft) tea.Cmd {
	d.Due, d.Going, d.Open = o.env.Now().Add(o.options.Moment), false, false
	delete(o.saved.Drafts, d.key())
	o.saved.Outbox[d.ID] = d
	if t := o.threads.current(); d.Kind == replying && t != nil && t.id == d.Thread {
		o.reader.add(o.waitingPost(d))
	}
	if o.options.Moment <= 0 {
		return o.post(d.ID)
	}
	return tea.Batch(o.save(), o.await(d))
}

func (o *outbox) await(d draft) tea.Cmd {
	return o.work.After(max(0, d.Due.Sub(o.env.Now())), func() tea.Cmd { return o.post(d.ID) })
}

// restore goes on with the outbox of the last run. What was on its way when
// that ended may have been posted: it becomes a draft again, and is not sent
// a second time.
func (o *outbox) restore() tea.Cmd {
	o.restored = true
	var cmds []tea.Cmd
	for id, d := range maps.Clone(o.saved.Outbox) {
		if !d.Going {
			cmds = append(cmds, o.await(d))
			continue
		}
		delete(o.saved.Outbox, id)
		o.redraft(d)
		cmds = append(cmds, o.save(), views.Notice(views.Warning, "A post was on its way when daybook stopped, and may be there: look before you send it again"))
	}
	return tea.Batch(cmds...)
}

// post hands a post of the outbox to the service. It stays kept until that
// has it.
func (o *outbox) post(id string) tea.Cmd {
	d, ok := o.saved.Outbox[id]
	if !ok || d.Going {
		return nil
	}
	d.Going = true
	o.saved.Outbox[id] = d
	return tea.Sequence(o.save(), o.hand(d))
}

// hand gives a draft to the service.
func (o *outbox) hand(d draft) tea.Cmd {
	service := o.service
	return views.Call(&o.work, 0, func(ctx context.Context) (string, error) { return deliver(ctx, service, d) },
		func(thread string, err error) tea.Cmd { return o.onPosted(d, thread, err) })
}

// deliver sends a draft; for a new conversation it returns the thread's id.
func deliver(ctx context.Context, service Service, d draft) (string, error) {
	p := model.Post{Body: &model.ItemBody{ContentType: "text", Content: d.Text}, Extensions: d.Custom}
	switch d.Kind {
	case beginning:
		return service.Begin(ctx, d.Group, strings.TrimSpace(d.Topic), p, d.Files)
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
	return "", service.Reply(ctx, d.Group, d.Thread, d.Post, p, d.Files)
}

func (o *outbox) onPosted(d draft, thread string, err error) tea.Cmd {
	if _, ok := o.saved.Outbox[d.ID]; !ok {
		return nil // its thread was deleted meanwhile
	}
	if err != nil {
		o.withdraw(d)
		o.redraft(d)
		return tea.Batch(o.save(), views.Notice(views.Failure, "Not sent, and kept: ", err), o.groups.loadThreads())
	}
	delete(o.saved.Outbox, d.ID)
	done := tea.Cmd(nil)
	if o.options.Moment <= 0 {
		words := map[string]string{replying: "Posted", forwarding: "Forwarded", beginning: "Began the conversation"}[d.Kind]
		done = views.Notice(views.Success, words, ", which cannot be taken back")
	}
	if d.Kind == forwarding {
		return tea.Batch(o.save(), done)
	}
	// One's own post is nothing unseen.
	if d.Kind == replying {
		thread = d.Thread
	}
	o.saved.Seen[thread] = o.env.Now().Add(time.Second)
	if d.Kind == beginning {
		o.reader.next = thread
	}
	return tea.Batch(o.save(), done, o.groups.loadThreads())
}

// redraft makes a draft of a post that did not go. What was typed for the same
// place meanwhile stands below it.
func (o *outbox) redraft(d draft) {
	d.Due, d.Going = time.Time{}, false
	if newer, ok := o.saved.Drafts[d.key()]; ok && newer.Text != "" {
		d.Text += "\n\n" + newer.Text
	}
	o.saved.Drafts[d.key()] = d
}

// withdraw takes a post off the outbox and off the screen.
func (o *outbox) withdraw(d draft) {
	delete(o.saved.Outbox, d.ID)
	o.reader.drop(waitingID(d))
}

// waitingPost is a reply as it stands under the others until it has arrived.
func (o *outbox) waitingPost(d draft) *reader.Message {
	p := newPost(model.Post{From: &model.Recipient{EmailAddress: o.options.Me}, Body: &model.ItemBody{ContentType: "text", Content: d.Text}, Extensions: d.Custom}, o.reader.shape())
	p.ID, p.Sending, p.Received = waitingID(d), true, o.now()
	for _, file := range d.Files {
		p.Files = append(p.Files, reader.File{Name: form.Path(file).Label})
	}
	return p
}

// waitingID is the id of a post on the screen that has not arrived.
func waitingID(d draft) string { return "sending " + d.ID }

// waitingIn are the replies that wait to go to a thread, the oldest first.
func (o *outbox) waitingIn(thread string) []draft {
	var all []draft
	for _, d := range o.saved.Outbox {
		if d.Kind == replying && d.Thread == thread {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b draft) int { return a.Due.Compare(b.Due) })
	return all
}

// did tells the root what was sent and can be taken back.
func (o *outbox) did(d draft, topic text.Text) tea.Cmd {
	payload, err := json.Marshal(postStep{Post: d.ID})
	if err != nil {
		return views.Notice(views.Failure, "It cannot be taken back: ", err)
	}
	done := map[string]string{replying: "Posted: ", forwarding: "Forwarded: ", beginning: "Began the conversation: "}[d.Kind]
	return o.env.Did(views.Did{Step: views.Step{Owner: views.Groups, Label: done + topic.String(), Payload: payload}})
}

// ofPost is the post that a step sent, false for another step.
func ofPost(s views.Step) (id string, ok bool) {
	var p postStep
	err := json.Unmarshal(s.Payload, &p)
	return p.Post, err == nil && p.Post != ""
}

// Owns implements views.StepOwner.
func (o *outbox) Owns(s views.Step) bool {
	_, ok := ofPost(s)
	return ok
}

// Revert implements views.Reverter.
func (o *outbox) Revert(s views.Step) tea.Cmd {
	id, _ := ofPost(s)
	return o.recall(id)
}

// Reapply implements views.Reverter.
func (o *outbox) Reapply(s views.Step) tea.Cmd {
	id, _ := ofPost(s)
	return o.resend(id)
}

// Expired implements views.Expirer: a post that went cannot be taken back.
func (o *outbox) Expired(s views.Step) bool {
	id, _ := ofPost(s)
	d, waits := o.saved.Outbox[id]
	return o.restored && (!waits || d.Going)
}

// recall brings a post back that has not gone, open to go on with.
func (o *outbox) recall(id string) tea.Cmd {
	d, ok := o.saved.Outbox[id]
	if !ok || d.Going {
		return views.Notice(views.Warning, "Too late: it has been posted")
	}
	o.withdraw(d)
	o.redraft(d)
	d = o.saved.Drafts[d.key()]
	o.reopen(d)
	return o.save()
}

// resend sends a post again that was brought back.
func (o *outbox) resend(id string) tea.Cmd {
	for _, d := range o.saved.Drafts {
		if d.ID == id {
			return o.dispatch(d)
		}
	}
	return views.Notice(views.Warning, "What was posted is no longer there to be sent again")
}

// unsent names the posts whose moment is not over, as views.Sender has it.
func (o *outbox) unsent() (n int, what string) {
	for _, d := range o.saved.Outbox {
		if !d.Going && o.env.Now().Before(d.Due) {
			n++
		}
	}
	return n, "post"
}

// leave lets the posts go at once that wait for their moment, as views.Leaver
// has it: nobody is left to take them back.
func (o *outbox) leave(online bool) tea.Cmd {
	if len(o.saved.Outbox) == 0 || o.saved.broken {
		return nil
	}
	disk := o.env.State
	left := state{Seen: maps.Clone(o.saved.Seen), Drafts: maps.Clone(o.saved.Drafts), Outbox: maps.Clone(o.saved.Outbox)}
	save := func() error {
		b, err := json.Marshal(left)
		if err != nil {
			return err
		}
		return disk.Save(stateDocument, b)
	}
	last := map[string]tea.Cmd{}
	for id, d := range left.Outbox {
		if online && !d.Going {
			d.Going = true
			last[id] = o.hand(d)
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
