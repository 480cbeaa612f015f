package files

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/holding"
)

// deletion is what is to be deleted, under a name that no other has.
type deletion struct {
	ID    string   `json:"id"`
	Items []Ref    `json:"items"`
	Names []string `json:"names"`
}

// doomed says that an item, or a folder above it, is about to be deleted.
func (m *Model) doomed(r Ref) bool {
	for h := range m.held.All() {
		for _, item := range h.Items {
			if m.shelf.under(r, item) {
				return true
			}
		}
	}
	return false
}

// deleteTargets holds the deletion of the targets.
func (m *Model) deleteTargets(int) tea.Cmd {
	list := m.targets()
	if len(list) == 0 {
		return say("Only files and folders can be deleted", views.Warning)
	}
	d := deletion{ID: m.env.NewID(), Items: list}
	for _, r := range list {
		d.Names = append(d.Names, m.shelf.items[r].Name)
	}
	payload, err := json.Marshal(payload{Deletion: &d})
	if err != nil {
		return say("Not deleted: "+err.Error(), views.Failure)
	}
	step := views.Step{Owner: views.Files, Label: "Deleted " + m.whom(list) + " for good", Payload: payload}
	noted := m.env.Did(views.Did{Step: step, Words: holding.Words(m.whom(list))})
	m.tree.ClearMarks()
	m.tree.Move(1)
	return tea.Batch(noted, m.hold(d), m.settled())
}

// hold waits for the moment to be over.
func (m *Model) hold(d deletion) tea.Cmd {
	for i, r := range d.Items {
		d.Items[i], _ = m.shelf.now(r)
	}
	m.held.Hold(d.ID, d)
	m.shelf.version++
	m.tree.Reload()
	return m.after(holding.Moment, momentOver{id: d.ID})
}

// Expired implements views.Expirer: a deletion that is not held is carried out,
// or was never begun, as the program ended within its moment.
func (m *Model) Expired(s views.Step) bool {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil || p.Deletion == nil {
		return false
	}
	return m.held.State(p.Deletion.ID) != holding.Held
}

// keep takes a deletion back.
func (m *Model) keep(d deletion) tea.Cmd {
	switch _, was := m.held.Back(d.ID); {
	case was == holding.Going:
		return say("Too late: it is being deleted", views.Warning)
	case was == holding.Held:
		m.shelf.version++
		m.tree.Reload()
		m.reveal(d.Items[0])
		return m.settled()
	}
	return nil
}

// carryOut deletes what was held.
func (m *Model) carryOut(id string) tea.Cmd {
	h, ok := m.held.Go(id)
	if !ok {
		return nil
	}
	service, items := m.service, h.Items
	return func() tea.Msg {
		out := deleted{id: id, errs: make([]error, len(items))}
		for i, r := range items {
			ctx, cancel := context.WithTimeout(context.Background(), requestTime)
			out.errs[i] = gone(service.Delete(ctx, r, ""))
			cancel()
		}
		return out
	}
}

// tookDeletion takes what is gone off the screen. Its step has expired.
func (m *Model) tookDeletion(msg deleted) tea.Cmd {
	h, ok := m.held.Done(msg.id)
	if !ok {
		return nil
	}
	m.shelf.version++
	m.shelf.writes++
	var cmds []tea.Cmd
	failed := 0
	for i, err := range msg.errs {
		if err == nil {
			m.shelf.remove(h.Items[i])
			continue
		}
		if failed++; failed == 1 {
			cmds = append(cmds, say("Not deleted: "+h.Names[i]+": "+why(err), views.Failure))
		}
	}
	m.tree.Reload()
	if failed == 0 {
		words := h.Names[0]
		if len(h.Names) > 1 {
			words = count(len(h.Names), "item", "items")
		}
		cmds = append(cmds, say("Deleted "+words+" for good", views.Success))
	}
	return tea.Batch(append(cmds, m.settled())...)
}
