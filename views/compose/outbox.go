package compose

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
	return views.Send(views.Did{Step: d.stepOf(op, label, l)})
}

func (d *Desk) stepOf(op, label string, l Draft) views.Step {
	payload, err := json.Marshal(step{op, l})
	if err != nil {
		panic("compose: a letter is plain data: " + err.Error())
	}
	return views.Step{Owner: d.owner, Label: label, Payload: payload}
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
	return tea.Batch(d.keep(l), after(left, momentOver{result{d.owner}, l.LocalID}))
}

func (d *Desk) onMomentOver(msg momentOver) tea.Cmd {
	i := d.inOutbox(msg.localID)
	if i < 0 || d.outbox[i].Phase != Pending {
		return nil
	}
	d.outbox[i].Phase = Sending
	return d.send(d.outbox[i])
}

// onSent takes a letter off the outbox, or brings it back onto the desk when
// the mailbox refused it.
func (d *Desk) onSent(msg sent) tea.Cmd {
	if i := d.inOutbox(msg.letter.LocalID); i >= 0 {
		d.outbox = slices.Delete(d.outbox, i, i+1)
	}
	if msg.err == nil {
		return views.Send(Changed{result: result{d.owner}})
	}
	if errors.Is(msg.err, ErrUnresolved) {
		return views.Send(views.Confirm{
			Title:  text.Literal("Did it go?"),
			Detail: text.Clean(fmt.Sprintf("The connection broke while %q was being sent to %s, and the mailbox cannot say whether it went. Sending it again may deliver it twice.", msg.letter.Subject, names(msg.letter))),
			Verb:   "Send it again",
			Yes:    d.send(msg.letter),
		})
	}
	failed := d.fail("Not sent to "+names(msg.letter), msg.err)
	if d.letter != nil { // another letter is being written: this one waits in the drafts
		l := msg.letter
		l.Phase = Writing
		return tea.Batch(tea.Sequence(d.keep(l), d.saveDraft(l)), failed)
	}
	return tea.Batch(d.show(msg.letter), d.markDirty(), failed)
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
func (d *Desk) Waiting() int { return len(d.outbox) }

// Owns reports whether an undo step is the desk's.
func (d *Desk) Owns(s views.Step) bool {
	p, err := read(s)
	return err == nil && p.Desk != ""
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
		if i < 0 || d.outbox[i].Phase != Pending {
			return views.Send(views.Notify{Text: text.Literal("Too late: it has been sent"), Level: views.Warning})
		}
		p.Letter = d.outbox[i]
		d.outbox = slices.Delete(d.outbox, i, i+1)
	} else {
		p.Letter.ServerID = "" // its draft is gone from the mailbox
		for i := range p.Letter.Files {
			p.Letter.Files[i].ServerID = ""
		}
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
