// Package compose is where messages are written: one open draft, and the outbox
// of those that were sent a moment ago and can still be taken back.
//
// Invariants: what was typed is on this machine's disk within a quarter of a
// second and is found there after a crash; a draft leaves the disk only when
// the mailbox has sent it, or when it was thrown away on purpose; a message
// that may have gone is looked up by its Message-ID and never sent blind.
// Keys belong to the draft from its first frame.
//
// The composer stands in a view, its owner: results are addressed to the owner,
// which hands every message to Update. It has three parts: the editor of the
// open draft, the drafts that are saved, and the outbox.
package compose

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/identity"
	"daybook/widget/text"
)

// Options are the person's choices.
type Options struct {
	Self      []string           // the addresses of whose mailbox it is
	From      model.EmailAddress // whose name messages go out in, where it is not one's own: the mailbox is somebody else's
	Domain    string             // for Message-IDs; "daybook.local" if empty
	Signature string             // without the "-- " line; of one's own address, where there are no Identities
	Moment    time.Duration      // in which a sent message can be taken back; 0 means 8 seconds
	// Identities are who one writes as; nil for the own address alone.
	Identities *identity.Book
}

const defaultMoment = 8 * time.Second

// Composer is where messages are written. Nil is one for reading alone.
type Composer struct {
	env     *views.Env
	work    views.Work // of the view that it stands in, its owner
	service Service
	files   Files
	options Options

	editor        *editor // nil when no draft is open
	drafts        *drafts
	outbox        *outbox
	width, height int
}

// NewComposer sets a composer up in a view.
func NewComposer(env *views.Env, owner views.Screen, service Service, files Files, o Options) *Composer {
	if o.Moment == 0 {
		o.Moment = defaultMoment
	}
	if o.Domain == "" {
		o.Domain = "daybook.local"
	}
	if o.Identities == nil {
		own := identity.Identity{Name: o.From.Name, Address: o.From.Address, Signature: o.Signature}
		if own.Address == "" && len(o.Self) > 0 {
			own.Address = o.Self[0]
		}
		o.Identities = identity.New(own)
	}
	c := &Composer{env: env, work: views.Work{Screen: owner, Random: env.Random}, service: service, files: files, options: o}
	c.drafts = newDrafts(env, &c.work, service)
	c.outbox = &outbox{env: env, work: &c.work, service: service, drafts: c.drafts, refused: c.takeBack}
	return c
}

// Init looks for drafts that a former run left behind.
func (c *Composer) Init() tea.Cmd {
	if c == nil {
		return nil
	}
	return tea.Batch(c.drafts.recover(c.onRecovered), c.drafts.loadUnfinished(), c.loadIdentities())
}

// IsOpen reports whether a draft is open: then it has the keys.
func (c *Composer) IsOpen() bool { return c != nil && c.editor != nil }

// New opens an empty draft, or one to the given people.
func (c *Composer) New(to []model.EmailAddress, subject, body string) tea.Cmd {
	return c.open(Draft{Kind: New, To: to, Subject: subject, Body: body, Phase: Writing})
}

// Quoted is a message that an answer quotes, with its readable text.
type Quoted struct {
	Message model.Message
	Body    string
}

// Answer opens a draft that answers m. Body is m's readable text. A reply
// quotes also what is given besides, above m.
func (c *Composer) Answer(kind Kind, m model.Message, body string, besides ...Quoted) tea.Cmd {
	d := answerTo(kind, m, body, c.Self(), c.env.Zone())
	if kind != Forward && len(besides) > 0 {
		var above strings.Builder
		for _, q := range besides {
			above.WriteString(quoted(q.Message, elided(q.Body, "\n\n"), c.env.Zone()) + "\n")
		}
		d.Body = "\n\n" + above.String() + strings.TrimPrefix(d.Body, "\n\n")
	}
	return c.openAs(c.addressed(m), d)
}

// ForwardAttached opens a draft that forwards messages whole, as files. It is in
// the name of whom the first of them went to.
func (c *Composer) ForwardAttached(first model.Message, files []File) tea.Cmd {
	return c.openAs(c.addressed(first), Draft{Kind: Forward, Files: files, Phase: Writing,
		Subject: withPrefix("Fw: ", elided(first.Subject, " "), forwards...)})
}

// Edit goes on with a draft of the mailbox. Body is its readable text.
func (c *Composer) Edit(m model.Message, body string) tea.Cmd {
	d := ofMessage(m, body, c.env.NewID())
	d.From, d.Signature = c.identityOf(m, body)
	d.Unfinished = c.drafts.unfinished[m.ID].Lines
	if d.MessageID == "" {
		d.MessageID = c.messageID()
	}
	return c.show(d)
}

func (c *Composer) open(d Draft) tea.Cmd { return c.openAs(c.options.Identities.All()[0], d) }

// openAs opens a new draft in somebody's name.
func (c *Composer) openAs(as identity.Identity, d Draft) tea.Cmd {
	d.LocalID, d.MessageID = c.env.NewID(), c.messageID()
	d.From, d.Signature = c.from(as), as.Signature
	d.Body, _ = swapSignature(d.Body, "", as.Signature)
	return c.show(d)
}

func (c *Composer) messageID() string {
	return fmt.Sprintf("<%s@%s>", c.env.NewID(), c.options.Domain)
}

// show opens a draft; the one that was open is put away first.
func (c *Composer) show(d Draft) tea.Cmd {
	var put tea.Cmd
	if c.editor != nil {
		put = c.close()
	}
	d.Phase = Writing
	c.editor = newEditor(c, d)
	c.editor.setSize(c.width, c.height)
	return tea.Batch(put, c.editor.focusFirst())
}

// showDirty opens a draft that is to be saved though nothing was typed.
func (c *Composer) showDirty(d Draft) tea.Cmd {
	return tea.Batch(c.show(d), c.editor.changed())
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

// View draws the open draft, "" when there is none.
func (c *Composer) View() string {
	if c.editor == nil {
		return ""
	}
	return c.editor.view()
}

// Cursor is the text cursor in its cells.
func (c *Composer) Cursor() *tea.Cursor {
	if c.editor == nil {
		return nil
	}
	return c.editor.cursor()
}

// Update takes keys while a draft is open. It reports whether the message was
// the composer's. What comes back for it is a views.Result, which its owner
// applies.
func (c *Composer) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if _, back := msg.(views.Refreshed); back && c != nil {
		return c.resume(), false
	}
	if !c.IsOpen() {
		return nil, false
	}
	return c.editor.update(msg)
}

// take closes the editor, and is what was in it.
func (c *Composer) take() Draft {
	d := c.editor.collect()
	c.editor = nil
	return d
}

// close puts the open draft away: into the mailbox's drafts if there is
// anything in it.
func (c *Composer) close() tea.Cmd {
	pristine := c.editor.pristine
	d := c.take()
	if pristine || d.ServerID == "" && d.Empty() {
		return c.drafts.forget(d.LocalID)
	}
	return tea.Sequence(c.drafts.persist(d), tea.Batch(c.saveDraft(d), views.Send(views.Notify{Text: text.Literal("Draft saved")})))
}

// SaveNow puts the open draft on this machine's disk as it stands, where the
// program cannot wait for the pause.
func (c *Composer) SaveNow() tea.Cmd {
	if c == nil || c.editor == nil || c.editor.pristine {
		return nil
	}
	return c.drafts.persist(c.editor.collect())
}

// discard throws the open draft away, in the mailbox too; undo opens it again,
// once: of one that is thrown away as it came back, redo has the step, and the
// next undo is of what was done before.
func (c *Composer) discard() tea.Cmd {
	asItCameBack := c.editor.returned > 0 && c.editor.returned == c.editor.version
	d := c.take()
	const words = "Discarded the draft"
	said := views.Notice(views.Success, words)
	if !asItCameBack {
		said = c.env.Did(views.Did{Step: c.stepOf(opDiscard, words, d)})
	}
	cmds := []tea.Cmd{c.drafts.forget(d.LocalID), c.drafts.rememberUnfinished(d.ServerID, nil), said}
	if d.ServerID != "" {
		cmds = append(cmds, c.drafts.delete(d.ServerID))
	}
	return tea.Batch(cmds...)
}

// dispatch closes the open draft and lets it go in a moment.
func (c *Composer) dispatch() tea.Cmd {
	d := c.take()
	words := "Sending to " + names(d)
	if s := int(c.options.Moment.Seconds()); s > 0 {
		words += fmt.Sprintf(" in %d s", s)
	}
	step := c.stepOf(opSend, "Sent to "+names(d), d)
	return tea.Batch(c.sendSoon(d), c.env.Did(views.Did{Step: step, Words: words}))
}

// sendSoon lets a draft go when its moment is over.
func (c *Composer) sendSoon(d Draft) tea.Cmd {
	d.Due = c.env.Now().Add(c.options.Moment)
	return c.outbox.add(d)
}

// takeBack opens a message again that the mailbox refused, unless another draft
// is being written: then it waits in the drafts.
func (c *Composer) takeBack(d Draft, why tea.Cmd) tea.Cmd {
	if c.editor == nil {
		return tea.Batch(c.showDirty(d), why)
	}
	d.Phase = Writing
	return tea.Batch(tea.Sequence(c.drafts.persist(d), c.saveDraft(d)), why)
}

func (c *Composer) saveDraft(d Draft) tea.Cmd {
	return c.drafts.save(d, func(stored Draft, err error) tea.Cmd {
		known := c.know(stored)
		return tea.Batch(known, c.onDraftSaved(d, stored, err))
	})
}

// know has the open editor know what the mailbox calls its draft and the files
// of it: also where saving ended half-way, so that the next save goes on there.
func (c *Composer) know(stored Draft) tea.Cmd {
	if c.editor == nil || c.editor.draft.LocalID != stored.LocalID {
		return nil
	}
	return c.editor.stored(stored)
}

// onDraftSaved says what became of a save. A draft that has been put away needs
// its copy on this machine no longer.
func (c *Composer) onDraftSaved(asked, stored Draft, err error) tea.Cmd {
	open := c.editor != nil && c.editor.draft.LocalID == asked.LocalID
	asked.ServerID, asked.Files = stored.ServerID, stored.Files
	asked.Doubt = asked.Doubt || err != nil && stored.ServerID == ""
	if open && err != nil {
		c.editor.draft.Doubt = c.editor.draft.Doubt || asked.Doubt
	}
	going, queued := c.outbox.onDraftSaved(stored, asked.LocalID, err)
	switch {
	case going != nil:
		return going
	case errors.Is(err, ErrOffline):
		if !open && !queued {
			c.drafts.unsaved[asked.LocalID] = asked
		}
		return views.Notice(views.Warning, "Kept on this machine until the mailbox can be reached")
	case c.editor == nil && !queued && refused(err): // it comes back with the reason
		return tea.Batch(c.show(asked), fail("The mailbox did not take the draft", whyRefused(asked, err)))
	case err != nil:
		return fail("The draft is kept on this machine; the mailbox did not take it", whyRefused(asked, err))
	case open, queued:
		return c.drafts.changed()
	}
	return tea.Batch(tea.Sequence(c.drafts.putAway(asked), c.drafts.forget(asked.LocalID)), c.drafts.changed())
}

// onRecovered goes on where a former run stopped: messages on their way are
// sent or looked up, a draft that was being written is opened again, and
// further ones are put into the mailbox's drafts.
func (c *Composer) onRecovered(found []Draft, err error) tea.Cmd {
	c.outbox.restored = true
	if err != nil {
		return fail("Letters of the last run could not be read", err)
	}
	var cmds []tea.Cmd
	opened := false
	for _, d := range slices.Backward(found) {
		d.Doubt = d.ServerID == "" // the crash may have come between the mailbox and here
		switch {
		case d.Phase == Sending:
			cmds = append(cmds, c.outbox.sendNow(d))
		case d.Phase == Pending:
			cmds = append(cmds, c.outbox.add(d))
		case d.Empty():
			cmds = append(cmds, c.drafts.forget(d.LocalID))
		case !opened && c.editor == nil:
			opened = true
			cmds = append(cmds, c.show(d), views.Send(views.Notify{Text: text.Literal("Here is what you were writing when daybook stopped")}))
			c.editor.pristine = false
		default:
			cmds = append(cmds, c.saveDraft(d))
		}
	}
	return tea.Batch(cmds...)
}

// resume goes on with what waited for the mailbox: messages of the outbox, and
// drafts that it could not be given.
func (c *Composer) resume() tea.Cmd {
	cmds := []tea.Cmd{c.outbox.resume()}
	for id, d := range c.drafts.unsaved {
		delete(c.drafts.unsaved, id)
		cmds = append(cmds, c.saveDraft(d))
	}
	return tea.Batch(cmds...)
}

// Waiting counts the messages that have not gone yet.
func (c *Composer) Waiting() int {
	if c == nil {
		return 0
	}
	return len(c.outbox.list)
}

// Unsent names the messages whose moment is not over, as views.Sender has it.
func (c *Composer) Unsent() (n int, what string) {
	if c == nil {
		return 0, ""
	}
	return c.outbox.unsent(), "letter"
}

// Leave saves the open draft and lets those go at once that wait for their
// moment, as views.Leaver has it: nobody is left to take them back.
func (c *Composer) Leave(online bool) tea.Cmd {
	if c == nil {
		return nil
	}
	keep := c.SaveNow()
	last, waiting := c.outbox.leave(online)
	if keep == nil && len(last) == 0 && waiting == 0 {
		return nil
	}
	return func() tea.Msg {
		var left views.Left
		do := func(step tea.Cmd) error {
			msg := step()
			left.Results = append(left.Results, msg)
			if r, ok := msg.(views.Result); ok {
				return r.Err()
			}
			return nil
		}
		if keep != nil {
			if err := do(keep); err != nil {
				left.Kept = text.Clean("The open letter could not be saved: " + err.Error() + ".")
			}
		}
		for _, launch := range last {
			if do(launch) != nil {
				waiting++
			}
		}
		if waiting > 0 {
			left.Kept = text.Concat(left.Kept, text.Literal("What you sent last has not gone yet. It is kept on this machine and goes when this mailbox is open again."))
		}
		return left
	}
}
