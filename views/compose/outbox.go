package compose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// outbox is what was sent and has not gone: messages that undo can still take
// back, those on their way, and those that wait for the mailbox.
type outbox struct {
	env     *views.Env
	work    *views.Work
	service Service
	drafts  *drafts
	// refused takes a message back that the mailbox did not take.
	refused func(d Draft, why tea.Cmd) tea.Cmd

	list     []*outgoing // the oldest first
	restored bool        // with the messages of a former run
}

// outgoing is a message of the outbox.
type outgoing struct {
	Draft
	sending bool // the service is being told
	waiting bool // for the mailbox, or for its draft to be saved
	said    bool // that it waits for the mailbox
	tries   int  // in which that could not be reached
}

// find is the message with a LocalID, nil for none.
func (o *outbox) find(localID string) *outgoing {
	for _, m := range o.list {
		if m.LocalID == localID {
			return m
		}
	}
	return nil
}

func (o *outbox) remove(m *outgoing) {
	o.list = slices.DeleteFunc(o.list, func(one *outgoing) bool { return one == m })
}

// mayReturn says that undo can still take a message back.
func (m *outgoing) mayReturn() bool { return m != nil && m.Phase == Pending && !m.sending }

// add has a message wait until its moment is over. One that a former run left
// waiting goes on with what is left of it.
func (o *outbox) add(d Draft) tea.Cmd {
	d.Phase = Pending
	m := &outgoing{Draft: d}
	o.list = append(o.list, m)
	return tea.Batch(o.drafts.persist(d), o.sendAfter(max(0, d.Due.Sub(o.env.Now())), m))
}

func (o *outbox) sendAfter(pause time.Duration, m *outgoing) tea.Cmd {
	id, due := m.LocalID, m.Due
	return o.work.After(pause, func() tea.Cmd { return o.onMomentOver(id, due) })
}

// onMomentOver lets a message go, unless it was taken back meanwhile. One whose
// draft is just being saved goes when that is done.
func (o *outbox) onMomentOver(localID string, due time.Time) tea.Cmd {
	m := o.find(localID)
	if m == nil || !m.Due.Equal(due) || m.sending {
		return nil
	}
	if o.drafts.saving[localID] > 0 {
		m.waiting = true
		return nil
	}
	return o.send(m)
}

// sendNow sends a message that has no moment.
func (o *outbox) sendNow(d Draft) tea.Cmd {
	m := &outgoing{Draft: d}
	o.list = append(o.list, m)
	return o.send(m)
}

// send brings a message on its way.
func (o *outbox) send(m *outgoing) tea.Cmd {
	m.sending, m.waiting = true, false
	service, state, d := o.service, o.env.State, m.Draft
	return views.Call(o.work, carried(d), func(ctx context.Context) (Draft, error) {
		d, err := letGo(ctx, service, state, d)
		if err == nil {
			// What stays behind is found again at the next start, and
			// looked up by its Message-ID before it could go twice.
			_ = state.Delete(document(d.LocalID))
		}
		return d, err
	}, func(d Draft, err error) tea.Cmd { return o.onSent(m, d, err) })
}

// letGo saves the draft, marks it on disk as being sent, so that a crash in
// between is known for what it is, and sends it. One that was marked before is
// looked up.
func letGo(ctx context.Context, service Service, state views.State, d Draft) (Draft, error) {
	if d.Phase == Sending {
		return d, service.Resume(ctx, d)
	}
	stored, err := service.SaveDraft(ctx, d)
	if err != nil {
		stored.Doubt = stored.ServerID == ""
		return stored, err
	}
	stored.Phase = Sending
	if err := persistNow(state, stored); err != nil {
		return d, fmt.Errorf("mark the letter as being sent: %w", err)
	}
	return stored, service.Send(ctx, stored)
}

// onSent takes a message off the outbox, and gives it back when the mailbox
// refused it.
func (o *outbox) onSent(m *outgoing, d Draft, err error) tea.Cmd {
	m.sending = false
	if errors.Is(err, ErrOffline) {
		return o.postpone(m, d)
	}
	o.remove(m)
	switch {
	case err == nil:
		sent := views.Notice(views.Success, "Sent to ", names(d), ".")
		return tea.Batch(o.drafts.rememberUnfinished(d.ServerID, nil), o.drafts.changed(), sent)
	case errors.Is(err, ErrUnresolved):
		return o.env.Ask(views.Confirm{
			Title:  text.Literal("Did it go?"),
			Detail: text.Clean(fmt.Sprintf("The connection broke while %q was being sent to %s, and the mailbox cannot say whether it went. Sending it again may deliver it twice.", d.Subject, names(d))),
			Verb:   "Send it again",
			Yes:    func() tea.Cmd { return o.sendAgain(d) },
		})
	}
	return o.refused(d, fail("Not sent to "+names(d), whyRefused(d, err)))
}

// sendAgain sends a message though it may have gone: its draft is made anew.
func (o *outbox) sendAgain(d Draft) tea.Cmd {
	d.Phase = Pending
	d.Renew()
	return o.sendNow(d)
}

// firstRetry is the first of the pauses that views.Backoff doubles which a
// message waits for that could not go, where nothing says earlier that the
// mailbox is back: half a minute.
const firstRetry = 5

// postpone has a message wait that the mailbox could not be reached for. It
// goes by itself.
func (o *outbox) postpone(m *outgoing, d Draft) tea.Cmd {
	m.Draft, m.waiting = d, true
	cmds := []tea.Cmd{o.drafts.persist(d), o.sendAfter(views.Backoff(firstRetry+m.tries, o.env.Random), m)}
	if m.tries++; !m.said {
		m.said = true
		cmds = append(cmds, views.Notice(views.Warning, "Not gone yet: the letter to "+names(d)+" waits until the mailbox can be reached, and then goes by itself"))
	}
	return tea.Batch(cmds...)
}

// resume lets those go that wait for the mailbox.
func (o *outbox) resume() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range o.list {
		if m.waiting {
			cmds = append(cmds, o.onMomentOver(m.LocalID, m.Due))
		}
	}
	return tea.Batch(cmds...)
}

// onDraftSaved follows the mailbox's copy of a message that has not gone: mine
// is false when there is no such message.
func (o *outbox) onDraftSaved(stored Draft, localID string, err error) (cmd tea.Cmd, mine bool) {
	m := o.find(localID)
	if m == nil {
		return nil, false
	}
	m.ServerID, m.Files = stored.ServerID, stored.Files
	m.Doubt = m.Doubt || err != nil && stored.ServerID == ""
	if m.waiting {
		return tea.Batch(o.send(m), o.drafts.changed()), true
	}
	return nil, true
}

// unsent counts the messages whose moment is not over.
func (o *outbox) unsent() (n int) {
	for _, m := range o.list {
		if !m.sending && o.env.Now().Before(m.Due) {
			n++
		}
	}
	return n
}

// leave sends what can go at once, and counts what cannot.
func (o *outbox) leave(online bool) (last []tea.Cmd, waiting int) {
	for _, m := range o.list {
		switch {
		case m.sending:
		case online && o.drafts.saving[m.LocalID] == 0:
			last = append(last, o.send(m))
		default:
			waiting++
		}
	}
	return last, waiting
}

// names says whom a message goes to, in a few words.
func names(d Draft) string {
	all := slices.Concat(d.To, d.Cc, d.Bcc)
	if len(all) == 0 {
		return "nobody"
	}
	first := text.Address(all[0].Name, all[0].Address).Short().String()
	if len(all) == 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, len(all)-1)
}
