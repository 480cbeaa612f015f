package threads

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/holding"
	"daybook/widget/text"
)

// removal is a thread, or an attachment of a post, that is to be deleted: the
// service brings neither back.
type removal struct {
	ID     string `json:"id"`
	Group  string `json:"group"`
	Thread string `json:"thread"`
	Post   string `json:"post,omitempty"`
	File   string `json:"file,omitempty"` // id of the attachment, empty for the thread
	Name   string `json:"name"`
}

// removalStep is what the undo log has of a removal; of other steps it is empty.
type removalStep struct {
	Removal *removal `json:"removal"`
}

func ofRemoval(s views.Step) *removal {
	var p removalStep
	if json.Unmarshal(s.Payload, &p) != nil {
		return nil
	}
	return p.Removal
}

func (r removal) what() string {
	return text.Concat(text.Literal("“"), text.Clean(r.Name), text.Literal("”")).String()
}

// askRemove asks before something goes for good.
func (m *Model) askRemove(r removal, detail string) tea.Cmd {
	return views.Send(views.Confirm{
		Title:  text.Clean("Delete " + r.what() + "?"),
		Detail: joined(detail, " For ", holding.Moment.Seconds(), " seconds u takes it back; then nothing does."),
		Verb:   "Delete for good",
		Yes:    m.work.Do(func() tea.Cmd { return m.remove(r) }),
	})
}

// remove takes it off the screen, and waits for the moment to be over until it
// is carried out.
func (m *Model) remove(r removal) tea.Cmd {
	r.ID = m.env.NewID()
	payload, err := json.Marshal(removalStep{&r})
	if err != nil {
		return say(views.Failure, "Not deleted: ", err)
	}
	step := views.Step{Owner: views.Groups, Label: "Deleted " + r.what() + " for good", Payload: payload}
	return tea.Batch(m.env.Did(views.Did{Step: step, Words: holding.Words(r.what())}), m.hold(r))
}

func (m *Model) hold(r removal) tea.Cmd {
	m.held.Hold(r.ID, r)
	return tea.Batch(m.work.After(holding.Moment, func() tea.Cmd { return m.carryOut(r.ID) }), m.showRemoval(r))
}

// showRemoval lists anew what has a removal in it.
func (m *Model) showRemoval(r removal) tea.Cmd {
	if r.File != "" {
		m.layReader(true)
		return nil
	}
	return m.move(m.relist)
}

// spare takes a removal back that is still held.
func (m *Model) spare(id string) tea.Cmd {
	r, was := m.held.Back(id)
	if was != holding.Held {
		return say(views.Warning, "Too late: it is deleted")
	}
	cmd := m.showRemoval(r)
	if g := m.group(); r.File == "" && g != nil && g.id == r.Group && m.list.Select(r.Thread) {
		cmd = m.chosenThread()
	}
	return cmd
}

// going says that something is about to be deleted, or being deleted.
func (m *Model) going(thread, file string) bool {
	for r := range m.held.All() {
		if r.Thread == thread && r.File == file {
			return true
		}
	}
	return false
}

// filesOf are the attachments of a post that stay.
func (m *Model) filesOf(p *post) []file {
	var out []file
	for _, f := range p.files {
		if !m.going(m.reader.thread, f.id) {
			out = append(out, f)
		}
	}
	return out
}

func (m *Model) carryOut(id string) tea.Cmd {
	r, ok := m.held.Go(id)
	if !ok {
		return nil
	}
	service := m.service
	return m.work.Tell(0, func(ctx context.Context) error {
		if r.File != "" {
			return service.DeleteAttachment(ctx, r.Group, r.Thread, r.Post, r.File)
		}
		return service.Delete(ctx, r.Group, r.Thread)
	}, func(err error) tea.Cmd { return m.onRemoved(id, err) })
}

func (m *Model) onRemoved(id string, err error) tea.Cmd {
	r, ok := m.held.Done(id)
	switch {
	case !ok:
		return nil
	case err != nil:
		return tea.Batch(m.showRemoval(r), say(views.Failure, "Could not delete ", r.what(), ": ", err))
	case r.File == "":
		return m.onDeleted(r)
	}
	for _, p := range m.reader.posts {
		if p.id == r.Post && m.reader.thread == r.Thread {
			p.drop(r.File)
		}
	}
	return tea.Batch(m.loadPosts(), say(views.Success, "Deleted ", r.what(), " for good"))
}
