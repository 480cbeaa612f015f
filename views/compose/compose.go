// Package compose is where messages are written: one open message, and the outbox of
// those that were sent a moment ago and can still be taken back.
//
// Invariants: what was typed is on this machine's disk within a quarter of a
// second and is found there after a crash; a message leaves the disk only when
// the mailbox has sent it, or when it was thrown away on purpose; a message
// that may have gone is looked up by its Message-ID and never sent blind.
// Keys belong to the message from its first frame.
//
// The composer stands in a view, its owner: results are addressed to the owner,
// which hands it every tea.Msg.
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
	From      model.EmailAddress // whose name messages go out in, where it is not one's own: the mailbox is somebody else's
	Domain    string             // for Message-IDs; "daybook.local" if empty
	Signature string             // without the "-- " line
	Templates []Template         // offered in the palette
	Moment    time.Duration      // in which a sent message can be taken back; 0 means 8 seconds
}

// Template is a body to start from.
type Template struct{ Name, Body string }

const defaultMoment = 8 * time.Second

// Composer writes messages, one at a time, and sends them. A nil one is closed
// and has sent nothing.
type Composer struct {
	env     *views.Env
	work    views.Work // of the view that it stands in, its owner
	service Service
	files   Files
	options Options

	editor        *editor // nil when none is open
	outbox        []Draft // pending and sending, oldest first
	restored      bool    // with the messages of a former run
	width, height int

	// By LocalID: messages being sent now, those that wait for the mailbox and
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

// NewComposer sets it up in a view.
func NewComposer(env *views.Env, owner views.Screen, service Service, files Files, o Options) *Composer {
	if o.Moment == 0 {
		o.Moment = defaultMoment
	}
	if o.Domain == "" {
		o.Domain = "daybook.local"
	}
	d := &Composer{env: env, work: views.Work{Screen: owner, Random: env.Random}, service: service, files: files, options: o,
		flying: map[string]bool{}, held: map[string]bool{}, told: map[string]bool{}, tries: map[string]int{},
		unsaved: map[string]Draft{}, saving: map[string]int{}, unfinished: map[string]unfinishedOf{}}
	d.recipients.Name = unfinishedDocument
	return d
}

// Init looks for messages that a former run left behind.
func (c *Composer) Init() tea.Cmd {
	if c == nil {
		return nil
	}
	return tea.Batch(c.recover(), c.recipients.Load(c.env.State, map[string]unfinishedOf{}, views.Done(&c.work, c.onUnfinished)))
}

// IsOpen reports whether a message is open: then it has the keys.
func (c *Composer) IsOpen() bool { return c != nil && c.editor != nil }

// New opens an empty message, or one to the given people.
func (c *Composer) New(to []model.EmailAddress, subject, body string) tea.Cmd {
	return c.open(Draft{Kind: New, To: to, Subject: subject, Body: body, Phase: Writing})
}

// Answer opens a message that answers m. Body is m's readable text.
func (c *Composer) Answer(kind Kind, m model.Message, body string) tea.Cmd {
	return c.open(answerTo(kind, m, body, c.options.Self, c.env.Zone()))
}

// Edit goes on with a draft of the mailbox. Body is its readable text.
func (c *Composer) Edit(m model.Message, body string) tea.Cmd {
	l := ofMessage(m, body, c.env.NewID())
	l.From = c.from()
	l.Unfinished = c.unfinished[m.ID].Lines
	if l.MessageID == "" {
		l.MessageID = c.messageID()
	}
	return c.show(l)
}

func (c *Composer) open(l Draft) tea.Cmd {
	l.LocalID, l.MessageID = c.env.NewID(), c.messageID()
	l.From = c.from()
	l.Body = withSignature(l.Body, c.options.Signature)
	return c.show(l)
}

// from is the sender of a new message, nil for who is signed in.
func (c *Composer) from() *model.EmailAddress {
	if c.options.From.Address == "" {
		return nil
	}
	from := c.options.From
	return &from
}

// show opens a message; the one that was open is put away first.
func (c *Composer) show(l Draft) tea.Cmd {
	var put tea.Cmd
	if c.editor != nil {
		put = c.close()
	}
	l.Phase = Writing
	c.editor = newEditor(c, l)
	c.editor.setSize(c.width, c.height)
	return tea.Batch(put, c.editor.focusFirst())
}

func (c *Composer) messageID() string {
	return fmt.Sprintf("<%s@%s>", c.env.NewID(), c.options.Domain)
}

// SetSize gives the composer its cells.
func (c *Composer) SetSize(width, height int) {
	if c == nil {
		return
	}
	c.width, c.height = width, height
	if c.editor != nil {
		c.editor.setSize(width, height)
	}
}

// View draws the open message, "" when there is none.
func (c *Composer) View() string {
	if c.editor == nil {
		return ""
	}
	return c.editor.view()
}

// Cursor is the text cursor in the composer's cells.
func (c *Composer) Cursor() *tea.Cursor {
	if c.editor == nil {
		return nil
	}
	return c.editor.cursor()
}

// Update takes keys while a message is open. It reports whether the message was
// the composer's. What comes back for it is a views.Result, which its owner applies.
func (c *Composer) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if _, back := msg.(views.Refreshed); back && c != nil {
		return c.goOn(), false
	}
	if !c.IsOpen() {
		return nil, false
	}
	return c.editor.update(msg)
}

// close puts the open message away: kept in the mailbox's drafts if there is
// anything in it.
func (c *Composer) close() tea.Cmd {
	l := c.editor.collect()
	pristine := c.editor.pristine
	c.editor = nil
	if l.ServerID == "" && (l.Empty() || pristine) {
		return c.drop(l.LocalID)
	}
	if pristine {
		return c.drop(l.LocalID)
	}
	return tea.Sequence(c.keep(l), tea.Batch(c.saveDraft(l), views.Send(views.Notify{Text: text.Literal("Draft saved")})))
}

// Keep puts the open message on this machine's disk as it stands, where the
// program cannot wait for the pause.
func (c *Composer) Keep() tea.Cmd {
	if !c.IsOpen() || c.editor.pristine {
		return nil
	}
	return c.keep(c.editor.collect())
}

// discard throws the open message away, its draft in the mailbox too; undo
// opens it again.
func (c *Composer) discard() tea.Cmd {
	l := c.editor.collect()
	c.editor = nil
	cmds := []tea.Cmd{c.drop(l.LocalID), c.rememberUnfinished(l.ServerID, nil), c.did(opDiscard, "Discarded the draft", l)}
	if l.ServerID != "" {
		cmds = append(cmds, c.deleteDraft(l.ServerID))
	}
	return tea.Batch(cmds...)
}

func (c *Composer) onKept(err error) tea.Cmd {
	if err == nil {
		return nil
	}
	return c.fail("What you write cannot be saved on this machine", err)
}

// onDraftSaved remembers what the mailbox calls the draft. A message that has
// been put away needs its copy on this machine no longer.
func (c *Composer) onDraftSaved(asked, stored Draft, err error) tea.Cmd {
	id := asked.LocalID
	if c.saving[id]--; c.saving[id] <= 0 {
		delete(c.saving, id)
	}
	open := c.editor != nil && c.editor.draft.LocalID == id
	i := c.inOutbox(id)
	doubt := err != nil && stored.ServerID == ""
	switch {
	case open && err != nil:
		c.editor.saving = false
		c.editor.draft.Doubt = c.editor.draft.Doubt || doubt
	case i >= 0 && err != nil:
		c.outbox[i].Doubt = c.outbox[i].Doubt || doubt
	case i >= 0:
		c.outbox[i].ServerID, c.outbox[i].Files = stored.ServerID, stored.Files
	case !open && err != nil && errors.Is(err, ErrOffline):
		l := asked
		l.Doubt = l.Doubt || doubt
		c.unsaved[id] = l
	}
	if i >= 0 && c.held[id] {
		return tea.Batch(c.launch(c.outbox[i]), views.Send(Changed{owner: c.work.Screen}))
	}
	switch {
	case errors.Is(err, ErrOffline):
		return views.Send(views.Notify{Text: text.Literal("Kept on this machine until the mailbox can be reached"), Level: views.Warning})
	case err != nil && !open && i < 0 && c.editor == nil && refused(err): // it comes back with the reason
		asked.Doubt = asked.Doubt || doubt
		return tea.Batch(c.show(asked), c.fail("The mailbox did not take the draft", err))
	case err != nil:
		return c.fail("The draft is kept on this machine; the mailbox did not take it", err)
	}
	changed := views.Send(Changed{owner: c.work.Screen})
	switch {
	case open:
		return tea.Batch(c.editor.stored(stored), changed)
	case i >= 0:
		return changed
	}
	put := asked
	put.ServerID = stored.ServerID
	return tea.Batch(tea.Sequence(c.putAway(put), c.drop(id)), changed)
}

// onRecovered goes on where a former run stopped: messages on their way are
// sent or looked up, one that was being written is opened again, and further
// ones are put into the mailbox's drafts.
func (c *Composer) onRecovered(letters []Draft, err error) tea.Cmd {
	c.restored = true
	if err != nil {
		return c.fail("Letters of the last run could not be read", err)
	}
	var cmds []tea.Cmd
	opened := false
	for _, l := range slices.Backward(letters) {
		l.Doubt = l.ServerID == "" // the crash may have come between the mailbox and here
		switch {
		case l.Phase == Sending:
			c.outbox = append(c.outbox, l)
			cmds = append(cmds, c.launch(l))
		case l.Phase == Pending:
			cmds = append(cmds, c.await(l))
		case l.Empty():
			cmds = append(cmds, c.drop(l.LocalID))
		case !opened && c.editor == nil:
			opened = true
			cmds = append(cmds, c.show(l), views.Send(views.Notify{Text: text.Literal("Here is what you were writing when daybook stopped")}))
			c.editor.pristine = false
		default:
			cmds = append(cmds, c.saveDraft(l))
		}
	}
	return tea.Batch(cmds...)
}

// refused says that a mailbox will not take a message as it is, however often it
// is asked.
func refused(err error) bool {
	return errors.Is(err, &model.Error{Code: model.CodeInvalidRequest}) || errors.Is(err, &model.Error{Code: model.CodeTooLarge})
}

func (c *Composer) fail(what string, err error) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(what + ": " + err.Error()), Level: views.Failure})
}

// ErrUnresolved says of a message that it may or may not have gone: its answer
// was lost and it could not be looked up.
var ErrUnresolved = errors.New("it could not be found out whether the letter went")

// ErrOffline says that the mailbox cannot be reached now. What was asked is to
// be asked again.
var ErrOffline = errors.New("the mailbox cannot be reached")

// Changed tells the owner that the mailbox has other drafts or sent mail than
// before. Err says that a draft could not be removed.
type Changed struct {
	owner views.Screen
	Err   error
}

// To implements views.Addressed.
func (c Changed) To() views.Screen { return c.owner }
