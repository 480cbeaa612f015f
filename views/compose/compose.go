// Package compose is the writing desk: one open letter, and the outbox of
// those that were sent a moment ago and can still be taken back.
//
// Invariants: what was typed is on this machine's disk within a quarter of a
// second and is found there after a crash; a letter leaves the disk only when
// the mailbox has sent it, or when it was thrown away on purpose; a letter
// that may have gone is looked up by its Message-ID and never sent blind.
// Keys belong to the letter from its first frame.
//
// The desk stands in a view, its owner: results are addressed to the owner,
// which hands every message to Update.
package compose

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/text"
)

// Options are the person's choices.
type Options struct {
	Self      []string           // the addresses of whose mailbox it is
	From      model.EmailAddress // whose name letters go out in, where it is not one's own: the mailbox is somebody else's
	Domain    string             // for Message-IDs; "daybook.local" if empty
	Signature string             // without the "-- " line
	Templates []Template         // offered in the palette
	Moment    time.Duration      // in which a sent letter can be taken back; 0 means 8 seconds
}

// Template is a body to start from.
type Template struct{ Name, Body string }

const defaultMoment = 8 * time.Second

// Desk is the writing desk.
type Desk struct {
	env     *views.Env
	work    views.Work // of the view that it stands in, its owner
	service Service
	files   Files
	options Options

	letter        *letter // nil when none is open
	outbox        []Draft // pending and sending, oldest first
	restored      bool    // with the letters of a former run
	width, height int

	// By LocalID: letters being sent now, those that wait for the mailbox and
	// whether that was said, drafts that it could not be given, and how many
	// savings of a draft are under way.
	flying, held, told map[string]bool
	tries              map[string]int // that could not go, so far
	unsaved            map[string]Draft
	saving             map[string]int

	// unfinished is by the id that a draft has in the mailbox.
	unfinished map[string]unfinishedOf
	recipients persist.Document[map[string]unfinishedOf]
}

// NewDesk sets the desk up in a view.
func NewDesk(env *views.Env, owner views.Screen, service Service, files Files, o Options) *Desk {
	if o.Moment == 0 {
		o.Moment = defaultMoment
	}
	if o.Domain == "" {
		o.Domain = "daybook.local"
	}
	d := &Desk{env: env, work: views.Work{Screen: owner, Random: env.Random}, service: service, files: files, options: o,
		flying: map[string]bool{}, held: map[string]bool{}, told: map[string]bool{}, tries: map[string]int{},
		unsaved: map[string]Draft{}, saving: map[string]int{}, unfinished: map[string]unfinishedOf{}}
	d.recipients.Name = unfinishedDocument
	return d
}

// Init looks for letters that a former run left behind.
func (d *Desk) Init() tea.Cmd {
	if d == nil {
		return nil
	}
	return tea.Batch(d.recover(), d.recipients.Load(d.env.State, map[string]unfinishedOf{}, views.Done(&d.work, d.onUnfinished)))
}

// IsOpen reports whether a letter is open: then it has the keys.
func (d *Desk) IsOpen() bool { return d != nil && d.letter != nil }

// New opens an empty letter, or one to the given people.
func (d *Desk) New(to []model.EmailAddress, subject, body string) tea.Cmd {
	return d.open(Draft{Kind: New, To: to, Subject: subject, Body: body, Phase: Writing})
}

// Answer opens a letter that answers m. Body is m's readable text.
func (d *Desk) Answer(kind Kind, m model.Message, body string) tea.Cmd {
	return d.open(answerTo(kind, m, body, d.options.Self, d.env.Zone()))
}

// Edit goes on with a draft of the mailbox. Body is its readable text.
func (d *Desk) Edit(m model.Message, body string) tea.Cmd {
	l := ofMessage(m, body, d.env.NewID())
	l.From = d.from()
	l.Unfinished = d.unfinished[m.ID].Lines
	if l.MessageID == "" {
		l.MessageID = d.messageID()
	}
	return d.show(l)
}

func (d *Desk) open(l Draft) tea.Cmd {
	l.LocalID, l.MessageID = d.env.NewID(), d.messageID()
	l.From = d.from()
	l.Body = withSignature(l.Body, d.options.Signature)
	return d.show(l)
}

// from is the sender of a new letter, nil for who is signed in.
func (d *Desk) from() *model.EmailAddress {
	if d.options.From.Address == "" {
		return nil
	}
	from := d.options.From
	return &from
}

// show puts a letter on the desk; the one that lay there is put away first.
func (d *Desk) show(l Draft) tea.Cmd {
	var put tea.Cmd
	if d.letter != nil {
		put = d.close()
	}
	l.Phase = Writing
	d.letter = newLetter(d, l)
	d.letter.setSize(d.width, d.height)
	return tea.Batch(put, d.letter.focusFirst())
}

func (d *Desk) messageID() string {
	return fmt.Sprintf("<%s@%s>", d.env.NewID(), d.options.Domain)
}

// SetSize gives the desk its cells.
func (d *Desk) SetSize(width, height int) {
	if d == nil {
		return
	}
	d.width, d.height = width, height
	if d.letter != nil {
		d.letter.setSize(width, height)
	}
}

// View draws the open letter, "" when there is none.
func (d *Desk) View() string {
	if d.letter == nil {
		return ""
	}
	return d.letter.view()
}

// Cursor is the text cursor in the desk's cells.
func (d *Desk) Cursor() *tea.Cursor {
	if d.letter == nil {
		return nil
	}
	return d.letter.cursor()
}

// Update takes keys while a letter is open. It reports whether the message was
// the desk's. What comes back for it is a views.Result, which its owner applies.
func (d *Desk) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if _, back := msg.(views.Refreshed); back && d != nil {
		return d.goOn(), false
	}
	if !d.IsOpen() {
		return nil, false
	}
	return d.letter.update(msg)
}

// close puts the open letter away: kept in the mailbox's drafts if there is
// anything in it.
func (d *Desk) close() tea.Cmd {
	l := d.letter.collect()
	pristine := d.letter.pristine
	d.letter = nil
	if l.ServerID == "" && (l.Empty() || pristine) {
		return d.drop(l.LocalID)
	}
	if pristine {
		return d.drop(l.LocalID)
	}
	return tea.Sequence(d.keep(l), tea.Batch(d.saveDraft(l), views.Send(views.Notify{Text: text.Literal("Draft saved")})))
}

// Keep puts the open letter on this machine's disk as it stands, where the
// program cannot wait for the pause.
func (d *Desk) Keep() tea.Cmd {
	if !d.IsOpen() || d.letter.pristine {
		return nil
	}
	return d.keep(d.letter.collect())
}

// discard throws the open letter away, its draft in the mailbox too; undo
// opens it again.
func (d *Desk) discard() tea.Cmd {
	l := d.letter.collect()
	d.letter = nil
	cmds := []tea.Cmd{d.drop(l.LocalID), d.rememberUnfinished(l.ServerID, nil), d.did(opDiscard, "Discarded the draft", l)}
	if l.ServerID != "" {
		cmds = append(cmds, d.deleteDraft(l.ServerID))
	}
	return tea.Batch(cmds...)
}

func (d *Desk) onKept(err error) tea.Cmd {
	if err == nil {
		return nil
	}
	return d.fail("What you write cannot be saved on this machine", err)
}

// onDraftSaved remembers what the mailbox calls the draft. A letter that has
// been put away needs its copy on this machine no longer.
func (d *Desk) onDraftSaved(asked, stored Draft, err error) tea.Cmd {
	id := asked.LocalID
	if d.saving[id]--; d.saving[id] <= 0 {
		delete(d.saving, id)
	}
	open := d.letter != nil && d.letter.draft.LocalID == id
	i := d.inOutbox(id)
	doubt := err != nil && stored.ServerID == ""
	switch {
	case open && err != nil:
		d.letter.saving = false
		d.letter.draft.Doubt = d.letter.draft.Doubt || doubt
	case i >= 0 && err != nil:
		d.outbox[i].Doubt = d.outbox[i].Doubt || doubt
	case i >= 0:
		d.outbox[i].ServerID, d.outbox[i].Files = stored.ServerID, stored.Files
	case !open && err != nil && errors.Is(err, ErrOffline):
		l := asked
		l.Doubt = l.Doubt || doubt
		d.unsaved[id] = l
	}
	if i >= 0 && d.held[id] {
		return tea.Batch(d.launch(d.outbox[i]), views.Send(Changed{owner: d.work.Screen}))
	}
	switch {
	case errors.Is(err, ErrOffline):
		return views.Send(views.Notify{Text: text.Literal("Kept on this machine until the mailbox can be reached"), Level: views.Warning})
	case err != nil && !open && i < 0 && d.letter == nil && refused(err): // it comes back with the reason
		asked.Doubt = asked.Doubt || doubt
		return tea.Batch(d.show(asked), d.fail("The mailbox did not take the draft", err))
	case err != nil:
		return d.fail("The draft is kept on this machine; the mailbox did not take it", err)
	}
	changed := views.Send(Changed{owner: d.work.Screen})
	switch {
	case open:
		return tea.Batch(d.letter.stored(stored), changed)
	case i >= 0:
		return changed
	}
	put := asked
	put.ServerID = stored.ServerID
	return tea.Batch(tea.Sequence(d.putAway(put), d.drop(id)), changed)
}

// onRecovered goes on where a former run stopped: letters on their way are
// sent or looked up, one that was being written is opened again, and further
// ones are put into the mailbox's drafts.
func (d *Desk) onRecovered(letters []Draft, err error) tea.Cmd {
	d.restored = true
	if err != nil {
		return d.fail("Letters of the last run could not be read", err)
	}
	var cmds []tea.Cmd
	opened := false
	for _, l := range slices.Backward(letters) {
		l.Doubt = l.ServerID == "" // the crash may have come between the mailbox and here
		switch {
		case l.Phase == Sending:
			d.outbox = append(d.outbox, l)
			cmds = append(cmds, d.launch(l))
		case l.Phase == Pending:
			cmds = append(cmds, d.await(l))
		case l.Empty():
			cmds = append(cmds, d.drop(l.LocalID))
		case !opened && d.letter == nil:
			opened = true
			cmds = append(cmds, d.show(l), views.Send(views.Notify{Text: text.Literal("Here is what you were writing when daybook stopped")}))
			d.letter.pristine = false
		default:
			cmds = append(cmds, d.saveDraft(l))
		}
	}
	return tea.Batch(cmds...)
}

// refused says that a mailbox will not take a letter as it is, however often it
// is asked.
func refused(err error) bool {
	return errors.Is(err, &model.Error{Code: model.CodeInvalidRequest}) || errors.Is(err, &model.Error{Code: model.CodeTooLarge})
}

func (d *Desk) fail(what string, err error) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(what + ": " + err.Error()), Level: views.Failure})
}
