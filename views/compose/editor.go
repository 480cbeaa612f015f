package compose

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/text"
)

// field is a line of the draft's head, or its body.
type field int

const (
	fieldTo field = iota
	fieldCc
	fieldBcc
	fieldSubject
	fieldPath // the file to attach; shown while asked for
	fieldBody
	fields
)

// lines are the single-line fields, by field.
var labels = [fields]string{"To", "Cc", "Bcc", "Subject", "Attach", ""}

// editor is the open draft: as it was last collected, and the inputs that hold
// what was typed since.
type editor struct {
	composer *Composer
	draft    Draft
	inputs   [fieldBody]textinput.Model
	body     textarea.Model
	tabs     tabs // of the body
	typing   typing
	at       field
	showBcc  bool
	askPath  bool
	pristine bool // nothing was typed yet
	saving   bool // the mailbox is being told

	// version counts the changes, so that a pause that has been typed into
	// is known.
	version int
	// returned is the version in which undo brought it back after it had been
	// thrown away, 0 for one that never was.
	returned int
	resting  bool // a pause has begun, at whose end it is kept on this machine

	completing views.Request
	offered    []string // completions of the field at the cursor
	chosen     int

	width, height int
}

func newEditor(c *Composer, draft Draft) *editor {
	e := &editor{composer: c, draft: draft, pristine: true, showBcc: len(draft.Bcc)+len(draft.Unfinished[fieldNames[fieldBcc]]) > 0}
	for i := range e.inputs {
		in := textinput.New()
		in.Prompt = ""
		in.SetVirtualCursor(false)
		e.inputs[i] = in
	}
	for f, list := range map[field][]model.EmailAddress{fieldTo: draft.To, fieldCc: draft.Cc, fieldBcc: draft.Bcc} {
		parts := draft.Unfinished[fieldNames[f]]
		if len(list) > 0 {
			parts = append([]string{formatRecipients(list)}, parts...)
		}
		e.inputs[f].SetValue(clean(strings.Join(parts, ", ")))
	}
	e.inputs[fieldSubject].SetValue(clean(draft.Subject))
	e.body = textarea.New()
	e.body.Prompt = ""
	e.body.ShowLineNumbers = false
	e.body.CharLimit, e.body.MaxHeight = 0, 0
	e.body.EndOfBufferCharacter = ' '
	e.body.SetVirtualCursor(false)
	e.body.SetValue(e.tabs.show(draft.Body))
	e.body.MoveToBegin()
	for f := range fields {
		e.typing.texts[f] = e.value(f)
	}
	return e
}

func clean(s string) string { return text.Clean(s).String() }

// fieldNames name the fields in a Place.
var fieldNames = [fields]string{fieldTo: "to", fieldCc: "cc", fieldBcc: "bcc", fieldSubject: "subject", fieldBody: "body"}

// place is where the text cursor is. A path that is asked for is no part of the
// draft, which goes on in its body.
func (e *editor) place() *input.Place {
	if e.at < fieldPath {
		return &input.Place{Field: fieldNames[e.at], Column: e.inputs[e.at].Position()}
	}
	return &input.Place{Field: fieldNames[fieldBody], Line: e.body.Line(), Column: e.body.Column()}
}

// focusFirst puts the cursor where it was, else where there is most to do: on
// the first recipient line, or in the body of an answer.
func (e *editor) focusFirst() tea.Cmd {
	if p := e.draft.Place; p != nil {
		for f, name := range fieldNames {
			if name != p.Field || name == "" || !e.shown(field(f)) {
				continue
			}
			cmd := e.focus(field(f))
			if field(f) == fieldBody {
				input.MoveTo(&e.body, p.Line, p.Column)
			} else {
				e.inputs[f].SetCursor(p.Column)
			}
			return cmd
		}
	}
	switch {
	case e.draft.Recipients() == 0:
		return e.focus(fieldTo)
	case e.draft.Subject == "":
		return e.focus(fieldSubject)
	}
	return e.focus(fieldBody)
}

func (e *editor) focus(f field) tea.Cmd {
	if e.at == fieldPath && f != fieldPath {
		e.askPath = e.fileNamed() // it stays in sight
	}
	e.at = f
	e.dismiss()
	for i := range e.inputs {
		e.inputs[i].Blur()
	}
	e.body.Blur()
	if f == fieldBody {
		return e.body.Focus()
	}
	e.inputs[f].CursorEnd()
	return e.inputs[f].Focus()
}

// next moves to the following (1) or preceding (-1) field that is shown.
func (e *editor) next(step int) tea.Cmd {
	f := e.at
	for {
		f = (f + field(step) + fields) % fields
		if e.shown(f) {
			return e.focus(f)
		}
	}
}

func (e *editor) shown(f field) bool {
	return (f != fieldBcc || e.showBcc) && (f != fieldPath || e.askPath)
}

// update takes a key, pasted text, or what its fields send.
func (e *editor) update(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.key(msg), true
	case tea.PasteMsg:
		return e.paste(msg), true
	case tea.MouseMsg:
		return e.mouse(msg), true
	}
	if _, addressed := msg.(views.Addressed); addressed {
		return nil, false
	}
	return e.toInput(msg), false // a cursor's blink
}

func (e *editor) key(msg tea.KeyPressMsg) tea.Cmd {
	if cmd, used := e.completionKey(msg.String()); used {
		return cmd
	}
	switch msg.String() {
	case "tab":
		return tea.Batch(e.next(1), e.moved())
	case "shift+tab":
		return tea.Batch(e.next(-1), e.moved())
	case "esc":
		if e.at == fieldPath {
			e.inputs[fieldPath].SetValue("")
			return e.focus(fieldBody)
		}
		return e.putAway()
	case "enter":
		if e.at == fieldPath {
			return e.attach(strings.TrimSpace(e.inputs[fieldPath].Value()))
		}
		if e.at != fieldBody {
			return tea.Batch(e.next(1), e.moved())
		}
	case "up":
		if e.at == fieldBody && e.body.Line() == 0 {
			return tea.Batch(e.next(-1), e.moved())
		}
	case "down":
		if e.at != fieldBody {
			return tea.Batch(e.next(1), e.moved())
		}
	}
	return e.typed(msg)
}

// typed lets the field take a message, and starts the pauses if it changed.
func (e *editor) typed(msg tea.Msg) tea.Cmd {
	before := e.value(e.at)
	if e.at == fieldPath && before == pathBegins && beginsPath(msg) { // a path of its own, not one at home
		e.inputs[fieldPath].SetValue("")
	}
	cmd := e.toInput(msg)
	if e.value(e.at) == before {
		return tea.Batch(cmd, e.moved())
	}
	return tea.Batch(cmd, e.changed(), e.name(msg), e.scheduleCompletion())
}

// beginsPath says that what is typed or pasted is a path from its beginning.
func beginsPath(msg tea.Msg) bool {
	typed := ""
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		typed = msg.Text
	case tea.PasteMsg:
		typed = msg.Content
	}
	return strings.HasPrefix(typed, "/") || strings.HasPrefix(typed, "~")
}

// toInput hands a message to the field that has the cursor.
func (e *editor) toInput(msg tea.Msg) (cmd tea.Cmd) {
	if e.at == fieldBody {
		e.body, cmd = e.body.Update(input.TameArea(&e.body, msg))
		return cmd
	}
	e.inputs[e.at], cmd = e.inputs[e.at].Update(input.Tame(&e.inputs[e.at], msg))
	return cmd
}

// paste cleans what comes from elsewhere before it is part of the draft.
func (e *editor) paste(msg tea.PasteMsg) tea.Cmd {
	if e.at == fieldBody {
		msg.Content = e.tabs.add(msg.Content)
	} else {
		msg.Content = clean(msg.Content)
	}
	return e.typed(msg)
}

// value is what a field shows.
func (e *editor) value(f field) string {
	if f == fieldBody {
		return e.body.Value()
	}
	return e.inputs[f].Value()
}

// changed counts a change. It is kept on this machine at the end of the pause
// however fast the typing goes on, and in the mailbox when the hands rest.
func (e *editor) changed() tea.Cmd {
	e.record(nil)
	e.version++
	e.pristine = false
	return tea.Batch(e.persistSoon(), e.toMailboxSoon(e.version))
}

// isOpen says that the draft is still the open one.
func (e *editor) isOpen() bool { return e.composer.editor == e }

// moved has the place of the cursor kept, where it is another: the mailbox is
// not told of it.
func (e *editor) moved() tea.Cmd {
	if was := e.draft.Place; e.pristine || was != nil && *was == *e.place() {
		return nil
	}
	return e.persistSoon()
}

func (e *editor) persistSoon() tea.Cmd {
	if e.resting {
		return nil
	}
	e.resting = true
	return e.composer.work.After(localPause, func() tea.Cmd {
		if !e.isOpen() {
			return nil
		}
		e.resting = false
		return e.composer.drafts.persist(e.collect())
	})
}

// toMailbox saves the draft in the mailbox, one request at a time.
func (e *editor) toMailboxSoon(version int) tea.Cmd {
	return e.composer.work.After(mailboxPause, func() tea.Cmd {
		switch {
		case version != e.version || !e.isOpen():
			return nil
		case e.saving:
			return e.toMailboxSoon(version)
		}
		if problem, _ := e.tooLong(); problem != "" { // said when it is to go or to be put away
			return nil
		}
		e.saving = true
		return e.composer.saveDraft(e.collect())
	})
}

// stored takes over what the mailbox calls the draft and its files. Files are
// added and taken off at the end alone, also meanwhile.
func (e *editor) stored(d Draft) tea.Cmd {
	e.saving = false
	e.draft.ServerID = d.ServerID
	e.draft.Files = slices.Clone(e.draft.Files)
	for i, f := range d.Files[:min(len(d.Files), len(e.draft.Files))] {
		if is := e.draft.Files[i]; is.Path == f.Path && is.Name == f.Name {
			e.draft.Files[i] = f
		}
	}
	return e.composer.drafts.persist(e.collect())
}

// collect reads the inputs into the draft. What is not an address is kept
// apart, on this machine only; sending says so before.
func (e *editor) collect() Draft {
	d := e.draft
	d.Unfinished = nil
	for f, list := range map[field]*[]model.EmailAddress{fieldTo: &d.To, fieldCc: &d.Cc, fieldBcc: &d.Bcc} {
		good, bad := parseRecipients(e.inputs[f].Value())
		if *list = good; len(bad) > 0 {
			if d.Unfinished == nil {
				d.Unfinished = Unfinished{}
			}
			d.Unfinished[fieldNames[f]] = bad
		}
	}
	d.Subject = e.inputs[fieldSubject].Value()
	d.Body = e.tabs.restore(e.body.Value())
	d.Place = e.place()
	e.draft = d
	return d
}

// send lets the message go, and asks first where something may be wrong with
// it. A recipient that is no address holds it back for good.
func (e *editor) send() tea.Cmd {
	if problem, at := e.problem(); problem != "" {
		return tea.Batch(e.focus(at), views.NotTaken(problem))
	}
	d := e.collect()
	var doubts []string
	for _, doubt := range []struct {
		there bool
		words string
	}{
		{e.fileNamed(), "The file in the line Attach is not attached yet: enter there attaches it."},
		{!e.fileNamed() && forgotFiles(&d), "The letter speaks of an attachment and has none."},
		{strings.TrimSpace(d.Subject) == "", "There is no subject."},
	} {
		if doubt.there {
			doubts = append(doubts, doubt.words)
		}
	}
	if len(doubts) == 0 {
		return e.composer.dispatch()
	}
	return e.composer.env.Ask(views.Confirm{
		Title: text.Literal("Send it as it is?"), Detail: text.Clean(strings.Join(doubts, " ")),
		Verb: "send it", No: "go on writing",
		Yes: func() tea.Cmd {
			if !e.isOpen() {
				return nil
			}
			return e.composer.dispatch()
		},
	})
}

// fileNamed tells whether a file is named and not attached.
func (e *editor) fileNamed() bool {
	path := strings.TrimSpace(e.inputs[fieldPath].Value())
	return path != "" && path != pathBegins
}

func (e *editor) problem() (words string, at field) {
	count := 0
	for _, f := range []field{fieldTo, fieldCc, fieldBcc} {
		good, bad := parseRecipients(e.inputs[f].Value())
		if len(bad) > 0 {
			return "Not an address: " + strings.Join(bad, ", "), f
		}
		count += len(good)
	}
	if count == 0 {
		return "Say whom it goes to first", fieldTo
	}
	return e.tooLong()
}

// tooLong says what of the message is more than a mailbox takes, and in which
// field, "" for nothing.
func (e *editor) tooLong() (words string, at field) {
	d := e.collect()
	m := d.Message()
	over := model.Beyond(&m)
	if len(over) == 0 {
		return "", 0
	}
	at, words = fieldBody, "The letter"
	for f, property := range map[field]string{fieldTo: "toRecipients", fieldCc: "ccRecipients", fieldBcc: "bccRecipients", fieldSubject: "subject"} {
		if first, _, _ := strings.Cut(over[0].Property, "/"); first == property {
			at, words = f, labels[f]
		}
	}
	return words + ": " + over[0].Words(), at
}

// putAway puts the draft away, unless no mailbox would take it.
func (e *editor) putAway() tea.Cmd {
	if problem, at := e.tooLong(); problem != "" && !e.pristine {
		if at == fieldBcc {
			e.showBcc = true
		}
		return tea.Batch(e.focus(at), views.NotTaken(problem))
	}
	return e.composer.close()
}

func (e *editor) attach(path string) tea.Cmd {
	files, done := e.composer.files, views.Done(&e.composer.work, e.onAttached)
	return func() tea.Msg { return done(files.Stat(path)) }
}

func (e *editor) onAttached(file File, err error) tea.Cmd {
	if !e.isOpen() {
		return nil
	}
	if err != nil {
		return views.NotTaken(err.Error())
	}
	e.draft.Files = append(e.draft.Files, file)
	e.inputs[fieldPath].SetValue("")
	return tea.Batch(e.focus(fieldBody), e.changed())
}

// edit opens the body in the person's editor.
func (e *editor) edit() tea.Cmd {
	return tea.Sequence(e.composer.drafts.persist(e.collect()),
		e.composer.env.Desktop.Edit("letter.eml", e.tabs.restore(e.body.Value()), views.Done(&e.composer.work, e.onEdited)))
}

func (e *editor) onEdited(body string, err error) tea.Cmd {
	if !e.isOpen() {
		return nil
	}
	if err != nil {
		return fail("The editor", err)
	}
	return tea.Batch(e.focus(fieldBody), e.rewrite(strings.TrimRight(body, "\n")))
}

// The pauses after which what was typed is saved: on this machine at once, in
// the mailbox when the hands rest.
const (
	localPause    = 250 * time.Millisecond
	mailboxPause  = 4 * time.Second
	completePause = 90 * time.Millisecond
)

// completions is how many are offered at once.
const completions = 6

// complete asks for what the line may go on to.
func (e *editor) complete(beginning string) tea.Cmd {
	if e.at == fieldPath {
		files, done := e.composer.files, views.Done(&e.composer.work, func(paths []string, _ error) tea.Cmd { return e.onPaths(beginning, paths) })
		return func() tea.Msg { return done(files.Complete(beginning, completions), nil) }
	}
	service := e.composer.service
	return views.Load(&e.composer.work, &e.completing, func(ctx context.Context) ([]model.EmailAddress, error) {
		return service.Complete(ctx, beginning, completions)
	}, e.onCompleted)
}

func (e *editor) onCompleted(people []model.EmailAddress, err error) tea.Cmd {
	if err == nil && e.at <= fieldBcc {
		e.offer(offers(people))
	}
	return nil
}

func offers(people []model.EmailAddress) []string {
	var out []string
	for _, p := range people {
		out = append(out, clean(formatAddress(p)))
	}
	return out
}

func (e *editor) onPaths(beginning string, paths []string) tea.Cmd {
	if e.at == fieldPath && beginning == e.beginning() {
		e.offer(paths)
	}
	return nil
}

// beginning is what the field at the cursor asks to complete: the recipient
// that the cursor is in, or the path.
func (e *editor) beginning() string {
	switch {
	case e.at <= fieldBcc:
		line := e.inputs[e.at].Value()
		from, to := recipientAt(line, e.inputs[e.at].Position())
		return strings.TrimSpace(line[from:to])
	case e.at == fieldPath:
		return e.inputs[fieldPath].Value()
	}
	return ""
}

// scheduleCompletion waits for the hands to rest before it asks.
func (e *editor) scheduleCompletion() tea.Cmd {
	e.dismiss()
	b := e.beginning()
	if b == "" || strings.HasSuffix(b, ">") {
		return nil
	}
	version := e.version
	return e.composer.work.After(completePause, func() tea.Cmd {
		if !e.isOpen() || version != e.version || b != e.beginning() {
			return nil
		}
		return e.complete(b)
	})
}

func (e *editor) offer(list []string) {
	e.offered, e.chosen = list[:min(len(list), completions)], 0
}

func (e *editor) dismiss() {
	e.completing.Cancel()
	e.offered, e.chosen = nil, 0
}

// completionKey takes the keys of the list of completions while it is open.
func (e *editor) completionKey(key string) (tea.Cmd, bool) {
	if len(e.offered) == 0 {
		return nil, false
	}
	switch key {
	case "down", "ctrl+n":
		e.chosen = (e.chosen + 1) % len(e.offered)
	case "up", "ctrl+p":
		e.chosen = (e.chosen + len(e.offered) - 1) % len(e.offered)
	case "esc":
		e.dismiss()
	case "tab":
		if e.at == fieldPath || !e.whole() {
			return e.accept(e.offered[e.chosen]), true
		}
		return nil, false
	case "enter":
		choice := e.offered[e.chosen]
		if e.at == fieldPath && !strings.HasSuffix(choice, "/") { // a file is the answer too; a folder is gone into
			e.dismiss()
			return e.attach(choice), true
		}
		return e.accept(choice), true
	case ",", ";":
		if _, bad := parseRecipients(e.beginning()); e.at <= fieldBcc && len(bad) == 1 {
			e.named(e.at, bad[0], e.offered[e.chosen]) // it is typed behind that, and saved with it
		}
		return nil, false
	default:
		return nil, false
	}
	return nil, true
}

// name asks who is meant by what a comma was just typed behind, faster than it
// could be completed, where that is no address.
func (e *editor) name(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || press.Text != "," && press.Text != ";" || e.at > fieldBcc {
		return nil
	}
	f, line := e.at, e.inputs[e.at].Value()
	from, to := recipientAt(line, e.inputs[f].Position()-1)
	typed := strings.TrimSpace(line[from:to])
	if _, bad := parseRecipients(typed); len(bad) != 1 || bad[0] != typed {
		return nil
	}
	service := e.composer.service
	return views.Call(&e.composer.work, 0, func(ctx context.Context) ([]model.EmailAddress, error) { return service.Complete(ctx, typed, 1) },
		func(people []model.EmailAddress, err error) tea.Cmd {
			if err != nil || len(people) == 0 || !e.isOpen() {
				return nil // it stays as it is, and sending says so
			}
			return e.named(f, typed, clean(formatAddress(people[0])))
		})
}

// named puts who is meant in the place of what was typed, if that still stands.
func (e *editor) named(f field, typed, who string) tea.Cmd {
	in := &e.inputs[f]
	line, cursor := in.Value(), in.Position()
	for at := 0; at <= len(line); at++ {
		from, to := recipientAt(line, utf8.RuneCountInString(line[:at]))
		if part := line[from:to]; strings.TrimSpace(part) == typed {
			begin := from + strings.Index(part, typed)
			in.SetValue(line[:begin] + who + line[begin+len(typed):])
			if cursor > utf8.RuneCountInString(line[:begin]) {
				cursor += utf8.RuneCountInString(who) - utf8.RuneCountInString(typed)
			}
			in.SetCursor(cursor)
			return e.changed()
		}
		at = max(at, to)
	}
	return nil
}

// whole says that the recipient typed is an address that is offered, and no
// other of them was chosen.
func (e *editor) whole() bool {
	typed, _ := parseRecipients(e.beginning())
	return e.chosen == 0 && len(typed) == 1 && slices.ContainsFunc(e.offered, func(offer string) bool {
		one, _ := parseRecipients(offer)
		return len(one) == 1 && strings.EqualFold(one[0].Address, typed[0].Address)
	})
}

// accept puts a completion in the place of what was typed. A folder goes on
// being completed.
func (e *editor) accept(choice string) tea.Cmd {
	in := &e.inputs[e.at]
	if e.at == fieldPath {
		in.SetValue(choice)
		in.CursorEnd()
		if strings.HasSuffix(choice, "/") {
			return tea.Batch(e.changed(), e.scheduleCompletion())
		}
		e.dismiss()
		return nil
	}
	line, cursor := withRecipient(in.Value(), in.Position(), choice)
	in.SetValue(line)
	in.SetCursor(cursor)
	e.dismiss()
	return e.changed()
}
