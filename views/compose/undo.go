package compose

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// The steps of the composer that can be undone.
const (
	opSend    = "send"
	opDiscard = "discard"
)

// step is the payload of the composer's undo steps. Op tells it from the
// owner's own.
type step struct {
	Op    string `json:"desk"`
	Draft Draft  `json:"letter"`
}

func (c *Composer) stepOf(op, label string, d Draft) views.Step {
	payload, err := json.Marshal(step{op, d})
	if err != nil {
		panic("compose: a draft is plain data: " + err.Error())
	}
	return views.Step{Owner: c.work.Screen, Label: label, Payload: payload}
}

func read(s views.Step) (step, error) {
	var p step
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return step{}, fmt.Errorf("the undo step cannot be read: %w", err)
	}
	return p, nil
}

// Owns reports whether an undo step is the composer's.
func (c *Composer) Owns(s views.Step) bool {
	p, err := read(s)
	return err == nil && p.Op != ""
}

// Expired says that a step can no longer be taken back: its message has gone,
// or is on its way.
func (c *Composer) Expired(s views.Step) bool {
	p, err := read(s)
	return err == nil && p.Op == opSend && c.outbox.restored && !c.outbox.find(p.Draft.LocalID).mayReturn()
}

// Revert takes a step of the composer back: a message within its moment and a
// draft that was thrown away are opened again.
func (c *Composer) Revert(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return fail("Undo", err)
	}
	if p.Op == opSend {
		m := c.outbox.find(p.Draft.LocalID)
		if !m.mayReturn() {
			return views.Notice(views.Warning, "Too late: it has been sent")
		}
		p.Draft = m.Draft
		c.outbox.remove(m)
	} else {
		p.Draft.Renew()
	}
	shown := c.showDirty(p.Draft)
	if p.Op == opDiscard {
		c.editor.returned = c.editor.version
	}
	return shown
}

// Reapply does a step of the composer again, if its draft is still open.
func (c *Composer) Reapply(s views.Step) tea.Cmd {
	p, err := read(s)
	if err != nil {
		return fail("Redo", err)
	}
	open := c.editor != nil && c.editor.draft.LocalID == p.Draft.LocalID
	if !open && p.Op == opDiscard {
		return nil // as it came back
	}
	if !open {
		return views.Notice(views.Warning, "The letter is no longer on the desk")
	}
	d := c.take()
	if p.Op == opDiscard {
		return c.drafts.forget(d.LocalID)
	}
	return c.sendSoon(d)
}
