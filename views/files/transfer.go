package files

import (
	"context"
	"errors"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/files/sheet"
)

// transfer is a file on its way, or waiting for it: one goes at a time.
type transfer struct {
	at   Ref // the file to save, or the folder to add to
	name string
	path string // on this machine: the file of an upload, else the folder
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

// transfers are the files on their way, in the order in which they were asked
// for.
type transfers struct {
	env     *views.Env
	work    *views.Work
	service Service
	local   Local
	edits   *edit.Edits[change]
	// added puts an upload that has ended where it belongs; saved hears in which
	// folder a file was saved; taken asks what to do about a name that is there.
	added func(transfer, model.DriveItem) tea.Cmd
	saved func(folder string)
	taken func(transfer) tea.Cmd

	waiting []transfer
	running *running
}

// uploads counts those that the undo log has and that have not ended.
func (t *transfers) uploads() int {
	n := 0
	if t.running != nil && t.running.up {
		n++
	}
	for _, one := range t.waiting {
		if one.up {
			n++
		}
	}
	return n
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
		words += fmt.Sprintf("  %s of %s", views.Size(r.done), views.Size(r.total))
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
func (t *transfers) listen(r *running) tea.Cmd {
	to, done := r.meter.to, views.Done(t.work, func(far moved, _ error) tea.Cmd { return t.onMoved(r, far) })
	return func() tea.Msg {
		if far, open := <-to; open {
			return done(far, nil)
		}
		return nil
	}
}

// enqueue has a transfer go when those before it have ended.
func (t *transfers) enqueue(one transfer) tea.Cmd {
	logged := tea.Cmd(nil)
	if one.up && !one.again && one.taken != Replace {
		one.change = change{Ref: Ref{Group: one.at.Group, Item: t.env.NewID()}, Is: &place{Name: one.name, Parent: one.at.Item}, Path: one.path}
		one.step, logged = t.edits.Log("Added "+one.name, "Adding "+one.name, one.change)
	}
	t.waiting = append(t.waiting, one)
	return tea.Batch(logged, t.next())
}

func (t *transfers) next() tea.Cmd {
	if t.running != nil || len(t.waiting) == 0 {
		return nil
	}
	one := t.waiting[0]
	t.waiting = t.waiting[1:]
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{transfer: one, cancel: cancel, meter: &meter{to: make(chan moved, 1), percent: -2}, total: one.size}
	t.running = r
	service, local, meter := t.service, t.local, r.meter
	done := views.Done(t.work, func(out outcome, err error) tea.Cmd { return t.onEnded(r, out, err) })
	carry := func() tea.Msg {
		defer cancel()
		defer meter.close()
		var out outcome
		var err error
		if one.up {
			out.item, err = sendFile(ctx, service, local, one, meter.tell)
		} else {
			out.path, err = saveFile(ctx, service, local, one, meter.tell)
		}
		if err != nil && ctx.Err() != nil {
			err = context.Canceled
		}
		return done(out, err)
	}
	return tea.Batch(carry, t.listen(r))
}

func sendFile(ctx context.Context, service Service, local Local, t transfer, tell func(done, total int64)) (model.DriveItem, error) {
	f, err := local.Open(t.path)
	if err != nil {
		return model.DriveItem{}, err
	}
	defer f.Close()
	return service.Upload(ctx, Upload{Folder: t.at, Name: t.name, ContentType: f.ContentType, Content: f.Content, Size: f.Size, Taken: t.taken, Tell: tell})
}

func saveFile(ctx context.Context, service Service, local Local, t transfer, tell func(done, total int64)) (string, error) {
	content, err := service.Download(ctx, t.at, tell)
	if err != nil {
		return "", err
	}
	defer content.Close()
	return local.Save(t.path, t.name, content)
}

// onMoved shows how far the transfer is and waits for the next.
func (t *transfers) onMoved(r *running, far moved) tea.Cmd {
	if t.running != r {
		return nil
	}
	r.done = far.done
	if far.total > 0 {
		r.total = far.total
	}
	return t.listen(r)
}

// stop gives up the transfer that goes.
func (t *transfers) stop(int) tea.Cmd {
	t.running.cancel()
	return nil
}

// outcome is what a transfer has come to.
type outcome struct {
	item model.DriveItem // what was uploaded
	path string          // what was saved
}

// onEnded says how a transfer ended, and begins the next.
func (t *transfers) onEnded(r *running, out outcome, err error) tea.Cmd {
	t.running = nil
	next := t.next()
	if err != nil && r.step.Payload != nil && !r.again {
		next = tea.Batch(next, t.edits.Forget(r.step))
	}
	switch {
	case errors.Is(err, context.Canceled):
		return tea.Batch(next, views.Notice(views.Warning, "Stopped: "+r.name))
	case err != nil && r.up && isTaken(err) && r.taken == Refuse:
		return tea.Batch(next, t.taken(r.transfer))
	case err != nil && r.up:
		return tea.Batch(next, views.Notice(views.Failure, "Not added: "+r.name+": "+sheet.Why(err)))
	case err != nil:
		return tea.Batch(next, views.Notice(views.Failure, "Not saved: "+r.name+": "+sheet.Why(err)))
	case r.up:
		return tea.Batch(next, t.added(r.transfer, out.item))
	}
	t.saved(r.transfer.path)
	return tea.Batch(next, views.Notice(views.Success, "Saved "+out.path))
}

// repeat repeats an upload that was undone.
func (t *transfers) repeat(s views.Step, c change) tea.Cmd {
	return t.enqueue(transfer{at: Ref{Group: c.Group, Item: c.Is.Parent}, name: c.Is.Name, path: c.Path, up: true, again: true, change: c, step: s})
}
