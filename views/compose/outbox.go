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

// The steps of the desk that can be undone.
const (
	opSend    = "send"
	opDiscard = "discard"
)

// step is the payload of the desk's undo steps. Desk tells it from the
// owner's own.
type step struct {
	Desk   string `json:"desk"`
	Letter Draft  `json:"letter"`
}

func (d *Desk) did(op, label string, l Draft) tea.Cmd {
	return d.env.Did(views.Did{Step: d.stepOf(op, label, l)})
}

func (d *Desk) stepOf(op, label string, l Draft) views.Step {
	payload, err := json.Marshal(step{op, l})
	if err != nil {
		panic("compose: a letter is plain data: " + err.Error())
	}
	return views.Step{Owner: d.work.Screen, Label: label, Payload: payload}
}

// dispatch takes the open letter off the desk and lets it go in a moment.
func (d *Desk) dispatch() tea.Cmd {
	l := d.letter.collect()
	d.letter = nil
	l.Due = d.env.Now().Add(d.options.Moment)
	return tea.Batch(d.await(l), d.did(opSend, "Sent to "+names(l), l))
}

// await keeps a letter until its moment is over. One that a former run left
// waiting goes on with what is left of it.
func (d *Desk) await(l Draft) tea.Cmd {
	l.Phase = Pending
	d.outbox = append(d.outbox, l)
	left := max(0, l.Due.Sub(d.env.Now()))
	return tea.Batch(d.keep(l), d.launchAfter(left, l))
}

func (d *Desk) launchAfter(pause time.Duration, l Draft) tea.Cmd {
	return d.work.After(pause, func() tea.Cmd { return d.onMomentOver(l.LocalID, l.Due) })
}

// onMomentOver lets a letter go, unless it came back to the desk meanwhile. A
// draft that is just being saved goes when that is done.
func (d *Desk) onMomentOver(localID string, due time.Time) tea.Cmd {
	i := d.inOutbox(localID)
	if i < 0 || !d.outbox[i].Due.Equal(due) || d.flying[localID] {
		return nil
	}
	if d.saving[localID] > 0 {
		d.held[localID] = true
		return nil
	}
	return d.launch(d.outbox[i])
}

// launch sends a letter.
func (d *Desk) launch(l Draft) tea.Cmd {
	d.flying[l.LocalID] = true
	delete(d.held, l.LocalID)
	return d.send(l)
}

// onSent takes a letter off the outbox, or brings it back onto the desk when
// the mailbox refused it.
func (d *Desk) onSent(l Draft, err error) tea.Cmd {
	delete(d.flying, l.LocalID)
	if errors.Is(err, ErrOffline) {
		return d.hold(l)
	}
	delete(d.tries, l.LocalID)
	delete(d.told, l.LocalID)
	if i := d.inOutbox(l.LocalID); i >= 0 {
		d.outbox = slices.Delete(d.outbox, i, i+1)
	}
	if err == nil {
		return tea.Batch(d.rememberUnfinished(l.ServerID, nil), views.Send(Changed{owner: d.work.Screen}))
	}
	if errors.Is(err, ErrUnresolved) {
		return d.env.Ask(views.Confirm{
			Title:  text.Literal("Did it go?"),
			Detail: text.Clean(fmt.Sprintf("The connection broke while %q was being sent to %s, and the mailbox cannot say whether it went. Sending it again may deliver it twice.", l.Subject, names(l))),
			Verb:   "Send it again",
			Yes:    func() tea.Cmd { return d.sendAgain(l) },
		})
	}
	failed := d.fail("Not sent to "+names(l), err)
	if d.letter != nil { // another letter is being written: this one waits in the drafts
		l.Phase = Writing
		return tea.Batch(tea.Sequence(d.keep(l), d.saveDraft(l)), failed)
	}
	return tea.Batch(d.show(l), d.markDirty(), failed)
}

// onSendAgain sends a letter though it may have gone: its draft is made anew.
func (d *Desk) sendAgain(l Draft) tea.Cmd {
	l.Phase = Pending
	l.forgetDraft()
	d.outbox = append(d.outbox, l)
	return d.launch(l)
}

// retriesKept is the first of the pauses that views.Backoff doubles which a
// letter waits for that could not go, where nothing says earlier that the
// mailbox is back: half a minute.
const retriesKept = 5

// hold keeps a letter in the outbox that the mailbox could not be reached for.
// It goes by itself.
func (d *Desk) hold(l Draft) tea.Cmd {
	if i := d.inOutbox(l.LocalID); i >= 0 {
		d.outbox[i] = l
	} else {
		d.outbox = append(d.outbox, l)
	}
	said := views.Send(views.Notify{
		Text:  text.Clean("Not gone yet: the letter to " + names(l) + " waits until the mailbox can be reached, and then goes by itself"),
		Level: views.Warning,
	})
	cmds := []tea.Cmd{d.keep(l), d.launchAfter(views.Backoff(retriesKept+d.tries[l.LocalID], d.env.Random), l)}
	d.tries[l.LocalID]++
	if !d.told[l.LocalID] {
		d.told[l.LocalID] = true
		cmds = append(cmds, said)
	}
	d.held[l.LocalID] = true
	return tea.Batch(cmds...)
}

// goOn lets go what waited for the mailbox: letters of the outbox, and drafts
// that it could not be given.
func (d *Desk) goOn() tea.Cmd {
	var cmds []tea.Cmd
	for _, l := range slices.Clone(d.outbox) {
		if d.held[l.LocalID] {
			cmds = append(cmds, d.onMomentOver(l.LocalID, l.Due))
		}
	}
	for id, l := range d.unsaved {
		delete(d.unsaved, id)
		cmds = append(cmds, d.saveDraft(l))
	}
	return tea.Batch(cmds...)
}

// markDirty has the letter on the desk saved though nothing was typed.
func (d *Desk) markDirty() tea.Cmd {
	d.letter.pristine = false
	return d.letter.changed()
}

func (d *Desk) inOutbox(localID string) int {
	return slices.IndexFunc(d.outbox, func(l Draft) bool { return l.LocalID == localID })
}

// Waiting counts the letters that have not gone yet.
func (d *Desk) Waiting() int {
	if d == nil {
		return 0
	}
	return len(d.outbox)
}

// Owns reports whether an undo step is the desk's.
func (d *Desk) Owns(s views.Step) bool {
	p, err := read(s)
	return err == nil && p.Desk != "" && d != nil
}

// Expired says that a step can no longer be taken back: its letter has gone,
// or is on its way.
func (d *Desk) Expired(s views.Step) bool {
	p, err := read(s)
	if err != nil || p.Desk != opSend || !d.restored {
		return false
	}
	i := d.inOutbox(p.Letter.LocalID)
	return i < 0 || d.outbox[i].Phase != Pending || d.flying[p.Letter.LocalID]
}

// Revert takes a step of the desk back: a letter within its moment comes back
// onto the desk, a discarded one is opened again.
func (d *Desk) Revert(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return d.fail("Undo", err)
	}
	if p.Desk == opSend {
		i := d.inOutbox(p.Letter.LocalID)
		if i < 0 || d.outbox[i].Phase != Pending || d.flying[p.Letter.LocalID] {
			return views.Send(views.Notify{Text: text.Literal("Too late: it has been sent"), Level: views.Warning})
		}
		p.Letter = d.outbox[i]
		d.outbox = slices.Delete(d.outbox, i, i+1)
	} else {
		p.Letter.forgetDraft() // it is gone from the mailbox
	}
	shown := d.show(p.Letter)
	return tea.Batch(shown, d.markDirty())
}

// Reapply does a step of the desk again, if its letter is still on the desk.
func (d *Desk) Reapply(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return d.fail("Redo", err)
	}
	if d.letter == nil || d.letter.draft.LocalID != p.Letter.LocalID {
		return views.Send(views.Notify{Text: text.Literal("The letter is no longer on the desk"), Level: views.Warning})
	}
	if p.Desk == opDiscard {
		l := d.letter.collect()
		d.letter = nil
		return d.drop(l.LocalID)
	}
	l := d.letter.collect()
	d.letter = nil
	l.Due = d.env.Now().Add(d.options.Moment)
	return d.await(l)
}

func read(s views.Step) (step, error) {
	var p step
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return step{}, fmt.Errorf("the undo step cannot be read: %w", err)
	}
	return p, nil
}

// names says whom a letter goes to, in a few words.
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
