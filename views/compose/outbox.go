package compose

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// The steps of the composer that can be undone.
const (
	opSend    = "send"
	opDiscard = "discard"
)

// step is the payload of the composer's undo steps. Op tells it from the
// owner's own.
type step struct {
	Op     string `json:"desk"`
	Letter Draft  `json:"letter"`
}

func (c *Composer) did(op, label string, l Draft) tea.Cmd {
	return c.env.Did(views.Did{Step: c.stepOf(op, label, l)})
}

func (c *Composer) stepOf(op, label string, l Draft) views.Step {
	payload, err := json.Marshal(step{op, l})
	if err != nil {
		panic("compose: a letter is plain data: " + err.Error())
	}
	return views.Step{Owner: c.work.Screen, Label: label, Payload: payload}
}

// dispatch closes the message and lets it go in a moment.
func (c *Composer) dispatch() tea.Cmd {
	l := c.editor.collect()
	c.editor = nil
	l.Due = c.env.Now().Add(c.options.Moment)
	return tea.Batch(c.await(l), c.did(opSend, "Sent to "+names(l), l))
}

// await keeps a message until its moment is over. One that a former run left
// waiting goes on with what is left of it.
func (c *Composer) await(l Draft) tea.Cmd {
	l.Phase = Pending
	c.outbox = append(c.outbox, l)
	left := max(0, l.Due.Sub(c.env.Now()))
	return tea.Batch(c.keep(l), c.launchAfter(left, l))
}

func (c *Composer) launchAfter(pause time.Duration, l Draft) tea.Cmd {
	return c.work.After(pause, func() tea.Cmd { return c.onMomentOver(l.LocalID, l.Due) })
}

// onMomentOver lets a message go, unless it was opened again meanwhile. A
// draft that is just being saved goes when that is done.
func (c *Composer) onMomentOver(localID string, due time.Time) tea.Cmd {
	i := c.inOutbox(localID)
	if i < 0 || !c.outbox[i].Due.Equal(due) || c.flying[localID] {
		return nil
	}
	if c.saving[localID] > 0 {
		c.held[localID] = true
		return nil
	}
	return c.launch(c.outbox[i])
}

// launch sends a letter.
func (c *Composer) launch(l Draft) tea.Cmd {
	c.flying[l.LocalID] = true
	delete(c.held, l.LocalID)
	return c.send(l)
}

// onSent takes a message off the outbox, or opens it again when
// the mailbox refused it.
func (c *Composer) onSent(l Draft, err error) tea.Cmd {
	delete(c.flying, l.LocalID)
	if errors.Is(err, ErrOffline) {
		return c.hold(l)
	}
	delete(c.tries, l.LocalID)
	delete(c.told, l.LocalID)
	if i := c.inOutbox(l.LocalID); i >= 0 {
		c.outbox = slices.Delete(c.outbox, i, i+1)
	}
	if err == nil {
		return tea.Batch(c.rememberUnfinished(l.ServerID, nil), views.Send(Changed{owner: c.work.Screen}))
	}
	if errors.Is(err, ErrUnresolved) {
		return c.env.Ask(views.Confirm{
			Title:  text.Literal("Did it go?"),
			Detail: text.Clean(fmt.Sprintf("The connection broke while %q was being sent to %s, and the mailbox cannot say whether it went. Sending it again may deliver it twice.", l.Subject, names(l))),
			Verb:   "Send it again",
			Yes:    func() tea.Cmd { return c.sendAgain(l) },
		})
	}
	failed := c.fail("Not sent to "+names(l), err)
	if c.editor != nil { // another message is being written: this one waits in the drafts
		l.Phase = Writing
		return tea.Batch(tea.Sequence(c.keep(l), c.saveDraft(l)), failed)
	}
	return tea.Batch(c.show(l), c.markDirty(), failed)
}

// onSendAgain sends a message though it may have gone: its draft is made anew.
func (c *Composer) sendAgain(l Draft) tea.Cmd {
	l.Phase = Pending
	l.forgetDraft()
	c.outbox = append(c.outbox, l)
	return c.launch(l)
}

// retriesKept is the first of the pauses that views.Backoff doubles which a
// message waits for that could not go, where nothing says earlier that the
// mailbox is back: half a minute.
const retriesKept = 5

// hold keeps a message in the outbox that the mailbox could not be reached for.
// It goes by itself.
func (c *Composer) hold(l Draft) tea.Cmd {
	if i := c.inOutbox(l.LocalID); i >= 0 {
		c.outbox[i] = l
	} else {
		c.outbox = append(c.outbox, l)
	}
	said := views.Send(views.Notify{
		Text:  text.Clean("Not gone yet: the letter to " + names(l) + " waits until the mailbox can be reached, and then goes by itself"),
		Level: views.Warning,
	})
	cmds := []tea.Cmd{c.keep(l), c.launchAfter(views.Backoff(retriesKept+c.tries[l.LocalID], c.env.Random), l)}
	c.tries[l.LocalID]++
	if !c.told[l.LocalID] {
		c.told[l.LocalID] = true
		cmds = append(cmds, said)
	}
	c.held[l.LocalID] = true
	return tea.Batch(cmds...)
}

// goOn lets go what waited for the mailbox: messages of the outbox, and drafts
// that it could not be given.
func (c *Composer) goOn() tea.Cmd {
	var cmds []tea.Cmd
	for _, l := range slices.Clone(c.outbox) {
		if c.held[l.LocalID] {
			cmds = append(cmds, c.onMomentOver(l.LocalID, l.Due))
		}
	}
	for id, l := range c.unsaved {
		delete(c.unsaved, id)
		cmds = append(cmds, c.saveDraft(l))
	}
	return tea.Batch(cmds...)
}

// markDirty has the open message saved though nothing was typed.
func (c *Composer) markDirty() tea.Cmd {
	c.editor.pristine = false
	return c.editor.changed()
}

func (c *Composer) inOutbox(localID string) int {
	return slices.IndexFunc(c.outbox, func(l Draft) bool { return l.LocalID == localID })
}

// Waiting counts the messages that have not gone yet.
func (c *Composer) Waiting() int {
	if c == nil {
		return 0
	}
	return len(c.outbox)
}

// Owns reports whether an undo step is the composer's.
func (c *Composer) Owns(s views.Step) bool {
	p, err := read(s)
	return err == nil && p.Op != "" && c != nil
}

// Expired says that a step can no longer be taken back: its message has gone,
// or is on its way.
func (c *Composer) Expired(s views.Step) bool {
	p, err := read(s)
	if err != nil || p.Op != opSend || !c.restored {
		return false
	}
	i := c.inOutbox(p.Letter.LocalID)
	return i < 0 || c.outbox[i].Phase != Pending || c.flying[p.Letter.LocalID]
}

// Revert takes a step of the composer back: a message within its moment is
// opened again, and so is a discarded one.
func (c *Composer) Revert(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return c.fail("Undo", err)
	}
	if p.Op == opSend {
		i := c.inOutbox(p.Letter.LocalID)
		if i < 0 || c.outbox[i].Phase != Pending || c.flying[p.Letter.LocalID] {
			return views.Send(views.Notify{Text: text.Literal("Too late: it has been sent"), Level: views.Warning})
		}
		p.Letter = c.outbox[i]
		c.outbox = slices.Delete(c.outbox, i, i+1)
	} else {
		p.Letter.forgetDraft() // it is gone from the mailbox
	}
	shown := c.show(p.Letter)
	return tea.Batch(shown, c.markDirty())
}

// Reapply does a step of the composer again, if its message is still open.
func (c *Composer) Reapply(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return c.fail("Redo", err)
	}
	if c.editor == nil || c.editor.draft.LocalID != p.Letter.LocalID {
		return views.Send(views.Notify{Text: text.Literal("The letter is no longer on the desk"), Level: views.Warning})
	}
	if p.Op == opDiscard {
		l := c.editor.collect()
		c.editor = nil
		return c.drop(l.LocalID)
	}
	l := c.editor.collect()
	c.editor = nil
	l.Due = c.env.Now().Add(c.options.Moment)
	return c.await(l)
}

func read(s views.Step) (step, error) {
	var p step
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return step{}, fmt.Errorf("the undo step cannot be read: %w", err)
	}
	return p, nil
}

// names says whom a message goes to, in a few words.
func names(l Draft) string {
	all := slices.Concat(l.To, l.Cc, l.Bcc)
	if len(all) == 0 {
		return "nobody"
	}
	first := text.Address(all[0].Name, all[0].Address).Short().String()
	if len(all) == 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, len(all)-1)
}
