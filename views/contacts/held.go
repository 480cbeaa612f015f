package contacts

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/holding"
	"daybook/widget/text"
)

// doomed is a full folder that is to be deleted with all in it: the service
// brings none of it back.
type doomed struct {
	ID     string `json:"id"`
	Folder change `json:"folder"`
}

// doomedStep is what the undo log has of such a deletion; the payload of other
// steps is a list.
type doomedStep struct {
	Doomed *doomed `json:"doomed"`
}

func ofDoomed(s views.Step) *doomed {
	var p doomedStep
	if json.Unmarshal(s.Payload, &p) != nil {
		return nil
	}
	return p.Doomed
}

// agreed says that a person has agreed to a deletion.
type agreed struct {
	mine
	doomed doomed
}

type holdOver struct {
	mine
	id string
}

func (d doomed) what() string {
	return "the folder " + text.Clean(d.Folder.FolderWas.DisplayName).String()
}

// doom takes a folder off the screen, and waits for the moment to be over until
// it is deleted.
func (m *Model) doom(d doomed) tea.Cmd {
	d.ID = m.env.NewID()
	payload, err := json.Marshal(doomedStep{&d})
	if err != nil {
		return say("Not deleted: "+err.Error(), views.Failure)
	}
	step := views.Step{Owner: views.People, Label: "Deleted " + d.what() + " for good", Payload: payload}
	return tea.Batch(m.env.Did(views.Did{Step: step, Words: holding.Words(d.what())}), m.hold(d))
}

func (m *Model) hold(d doomed) tea.Cmd {
	d.Folder = d.Folder.renamed(m.book.now)
	m.held.Hold(d.ID, d)
	m.book.version++
	m.tree.Reload()
	return tea.Batch(m.later(holding.Moment, holdOver{id: d.ID}), m.settled())
}

// spare takes a deletion back that is still held.
func (m *Model) spare(id string) tea.Cmd {
	d, was := m.held.Back(id)
	if was != holding.Held {
		return say("Too late: it is deleted", views.Warning)
	}
	m.book.version++
	m.tree.Reload()
	m.reveal(d.Folder.node())
	return m.settled()
}

// Expired implements views.Expirer: a deletion that is not held is carried out,
// or was never begun, as the program ended within its moment.
func (m *Model) Expired(s views.Step) bool {
	d := ofDoomed(s)
	return d != nil && m.held.State(d.ID) != holding.Held
}

// staying are folders but for those that are about to be deleted.
func (m *Model) staying(folders []string) []string {
	out := make([]string, 0, len(folders))
	for _, id := range folders {
		gone := false
		for d := range m.held.All() {
			gone = gone || d.Folder.ID == id
		}
		if !gone {
			out = append(out, id)
		}
	}
	return out
}

func (m *Model) carryOut(id string) tea.Cmd {
	d, ok := m.held.Go(id)
	if !ok {
		return nil
	}
	write := m.write([]change{d.Folder}, forGood, "Deleted "+d.what())
	return func() tea.Msg {
		out, _ := write().(changed)
		out.held = id
		return out
	}
}
