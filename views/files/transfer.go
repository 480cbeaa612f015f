package files

import (
	"context"
	"errors"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

// transfer is a file on its way, or waiting for it: one goes at a time.
type transfer struct {
	at   Ref // the file to save, or the folder to add to
	name string
	path string // on this machine, of an upload
	size int64
	up   bool
	// taken is what an upload does about a name that is there.
	taken Taken
	// change is an upload on the undo log, step its entry, none where it replaces
	// something; again says that redo repeats it.
	change change
	step   views.Step
	again  bool
}

// running is the transfer that goes.
type running struct {
	transfer
	cancel      context.CancelFunc
	meter       *meter
	done, total int64
}

func (r *running) share() float64 {
	if r.total <= 0 {
		return -1
	}
	return float64(r.done) / float64(r.total)
}

// words say what goes on, and how many wait.
func (r *running) words(waiting int) string {
	verb := "Saving "
	if r.up {
		verb = "Adding "
	}
	words := verb + r.name
	if r.total > 0 {
		words += fmt.Sprintf("  %s of %s", size(r.done), size(r.total))
	}
	if waiting > 0 {
		words += fmt.Sprintf(", %d more", waiting)
	}
	return words
}

// meter carries how far a transfer is from where it runs to the screen. What
// the screen has not taken yet is replaced by what is newer.
type meter struct {
	mu      sync.Mutex
	to      chan moved
	percent int64
	closed  bool
}

// moved is how far a transfer is, in bytes; total is 0 where that is not known.
type moved struct{ done, total int64 }

func (t *meter) tell(done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	percent := int64(-1)
	if total > 0 {
		percent = 100 * done / total
	}
	if t.closed || percent == t.percent && percent >= 0 {
		return
	}
	t.percent = percent
	select {
	case <-t.to:
	default:
	}
	t.to <- moved{done, total}
}

func (t *meter) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.closed = true
		close(t.to)
	}
}

// listen waits for the next that the meter of a transfer says.
func (m *Model) listen(r *running) tea.Cmd {
	to, done := r.meter.to, views.Done(&m.work, func(far moved, _ error) tea.Cmd { return m.onMoved(r, far) })
	return func() tea.Msg {
		if far, open := <-to; open {
			return done(far, nil)
		}
		return nil
	}
}

// enqueue has a transfer go when those before it have ended.
func (m *Model) enqueue(t transfer) tea.Cmd {
	logged := tea.Cmd(nil)
	if t.up && !t.again && t.taken != Replace {
		t.change = change{Ref: Ref{Group: t.at.Group, Item: m.env.NewID()}, Is: &place{Name: t.name, Parent: t.at.Item}, Path: t.path}
		t.step, logged = m.edits.Log("Added "+t.name, "Adding "+t.name, t.change)
	}
	m.queue = append(m.queue, t)
	return tea.Batch(logged, m.next())
}

func (m *Model) next() tea.Cmd {
	if m.running != nil || len(m.queue) == 0 {
		return nil
	}
	t := m.queue[0]
	m.queue = m.queue[1:]
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{transfer: t, cancel: cancel, meter: &meter{to: make(chan moved, 1), percent: -2}, total: t.size}
	m.running = r
	service, local, folder, meter := m.service, m.options.Local, m.options.Downloads, r.meter
	done := views.Done(&m.work, func(out outcome, err error) tea.Cmd { return m.onEnded(r, out, err) })
	carry := func() tea.Msg {
		defer cancel()
		defer meter.close()
		var out outcome
		var err error
		if t.up {
			out.item, err = sendFile(ctx, service, local, t, meter.tell)
		} else {
			out.path, err = saveFile(ctx, service, local, folder, t, meter.tell)
		}
		if err != nil && ctx.Err() != nil {
			err = context.Canceled
		}
		return done(out, err)
	}
	return tea.Batch(carry, m.listen(r))
}

func sendFile(ctx context.Context, service Service, local Local, t transfer, tell func(done, total int64)) (model.DriveItem, error) {
	f, err := local.Open(t.path)
	if err != nil {
		return model.DriveItem{}, err
	}
	defer f.Close()
	return service.Upload(ctx, Upload{Folder: t.at, Name: t.name, ContentType: f.ContentType, Content: f.Content, Size: f.Size, Taken: t.taken, Tell: tell})
}

func saveFile(ctx context.Context, service Service, local Local, folder string, t transfer, tell func(done, total int64)) (string, error) {
	content, err := service.Download(ctx, t.at, tell)
	if err != nil {
		return "", err
	}
	defer content.Close()
	return local.Save(folder, t.name, content)
}

// onMoved shows how far the transfer is and waits for the next.
func (m *Model) onMoved(r *running, far moved) tea.Cmd {
	if m.running != r {
		return nil
	}
	r.done = far.done
	if far.total > 0 {
		r.total = far.total
	}
	return m.listen(r)
}

func (m *Model) cancelTransfer(int) tea.Cmd {
	m.running.cancel()
	return nil
}

// outcome is what a transfer has come to.
type outcome struct {
	item model.DriveItem // what was uploaded
	path string          // what was saved
}

// onEnded says how a transfer ended, and begins the next.
func (m *Model) onEnded(r *running, out outcome, err error) tea.Cmd {
	m.running = nil
	next := m.next()
	if err != nil && r.step.Payload != nil && !r.again {
		next = tea.Batch(next, m.edits.Forget(r.step))
	}
	switch {
	case errors.Is(err, context.Canceled):
		return tea.Batch(next, say("Stopped: "+r.name, views.Warning))
	case err != nil && r.up && isTaken(err) && r.taken == Refuse:
		return tea.Batch(next, m.askTaken(r.transfer))
	case err != nil && r.up:
		return tea.Batch(next, say("Not added: "+r.name+": "+why(err), views.Failure))
	case err != nil:
		return tea.Batch(next, say("Not saved: "+r.name+": "+why(err), views.Failure))
	case r.up:
		return tea.Batch(next, m.added(r.transfer, out.item))
	}
	return tea.Batch(next, say("Saved "+out.path, views.Success))
}

// added puts what was uploaded on the shelf, and has the undo log know it.
func (m *Model) added(t transfer, item model.DriveItem) tea.Cmd {
	m.edits.Wrote()
	m.shelf.put(t.at, item)
	m.tree.Reload()
	r := Ref{Group: t.at.Group, Item: item.ID}
	if !m.filtering && !m.dialog.IsOpen() {
		m.reveal(r)
	}
	if t.taken == Replace {
		return tea.Batch(m.settled(), say("Replaced "+item.Name, views.Success))
	}
	label, made := "Added "+item.Name, t.change
	made.Ref, made.Is, made.ETag = r, &place{Name: item.Name, Parent: t.at.Item}, item.DriveETag
	if !t.again {
		return tea.Batch(m.settled(), m.edits.Relog(t.step, label, label, made))
	}
	return tea.Batch(m.settled(), m.edits.Rename(t.change.Item, item.ID), m.edits.Relog(t.step, label, label+" again", made))
}

// uploadAgain repeats an upload that was undone.
func (m *Model) uploadAgain(s views.Step, c change) tea.Cmd {
	return m.enqueue(transfer{at: Ref{Group: c.Group, Item: c.Is.Parent}, name: c.Is.Name, path: c.Path, up: true, again: true, change: c, step: s})
}

// download saves the targets, one after the other.
func (m *Model) download(int) tea.Cmd {
	var cmds []tea.Cmd
	list := m.targets()
	for _, r := range list {
		i := m.shelf.items[r]
		if i.Folder != nil {
			continue
		}
		cmds = append(cmds, m.enqueue(transfer{at: r, name: i.Name, size: i.Size}))
	}
	if len(cmds) == 0 {
		return say("Only files are saved: choose one, or select several with x", views.Warning)
	}
	if len(cmds) < len(list) {
		cmds = append(cmds, views.Send(views.Notify{Text: text.Literal("Folders are left out: only files are saved"), Level: views.Warning}))
	}
	m.tree.ClearMarks()
	return tea.Batch(cmds...)
}
