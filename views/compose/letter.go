package compose

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/text"
)

// field is a line of the letter's head, or its body.
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

// letter is the one that is being written: the draft as last collected, and
// the inputs that hold what was typed since.
type letter struct {
	desk     *Desk
	draft    Draft
	inputs   [fieldBody]textinput.Model
	body     textarea.Model
	at       field
	showBcc  bool
	askPath  bool
	warned   map[string]bool // what sending was held back for; sending again goes ahead
	pristine bool            // nothing was typed yet
	saving   bool            // the mailbox is being told

	// version counts the changes, so that a pause that has been typed into
	// is known.
	version int
	resting bool // a pause has begun, at whose end it is kept on this machine

	completing views.Request
	offered    []string // completions of the field at the cursor
	chosen     int

	width, height int
}

func newLetter(d *Desk, draft Draft) *letter {
	l := &letter{desk: d, draft: draft, pristine: true, showBcc: len(draft.Bcc)+len(draft.Unfinished[fieldNames[fieldBcc]]) > 0}
	for i := range l.inputs {
		in := textinput.New()
		in.Prompt = ""
		in.SetVirtualCursor(false)
		l.inputs[i] = in
	}
	for f, list := range map[field][]model.EmailAddress{fieldTo: draft.To, fieldCc: draft.Cc, fieldBcc: draft.Bcc} {
		parts := draft.Unfinished[fieldNames[f]]
		if len(list) > 0 {
			parts = append([]string{formatRecipients(list)}, parts...)
		}
		l.inputs[f].SetValue(clean(strings.Join(parts, ", ")))
	}
	l.inputs[fieldSubject].SetValue(clean(draft.Subject))
	l.body = textarea.New()
	l.body.Prompt = ""
	l.body.ShowLineNumbers = false
	l.body.CharLimit, l.body.MaxHeight = 0, 0
	l.body.EndOfBufferCharacter = ' '
	l.body.SetVirtualCursor(false)
	l.body.SetValue(text.CleanBlock(draft.Body).String())
	l.body.MoveToBegin()
	return l
}

func clean(s string) string { return text.Clean(s).String() }

// fieldNames name the fields in a Place.
var fieldNames = [fields]string{fieldTo: "to", fieldCc: "cc", fieldBcc: "bcc", fieldSubject: "subject", fieldBody: "body"}

// place is where the text cursor is. A path that is asked for is no part of the
// letter, which goes on in its body.
func (l *letter) place() *input.Place {
	if l.at < fieldPath {
		return &input.Place{Field: fieldNames[l.at], Column: l.inputs[l.at].Position()}
	}
	return &input.Place{Field: fieldNames[fieldBody], Line: l.body.Line(), Column: l.body.Column()}
}

// focusFirst puts the cursor where it was, else where there is most to do: on
// the first recipient line, or in the body of an answer.
func (l *letter) focusFirst() tea.Cmd {
	if p := l.draft.Place; p != nil {
		for f, name := range fieldNames {
			if name != p.Field || name == "" || !l.shown(field(f)) {
				continue
			}
			cmd := l.focus(field(f))
			if field(f) == fieldBody {
				input.MoveTo(&l.body, p.Line, p.Column)
			} else {
				l.inputs[f].SetCursor(p.Column)
			}
			return cmd
		}
	}
	switch {
	case l.draft.Recipients() == 0:
		return l.focus(fieldTo)
	case l.draft.Subject == "":
		return l.focus(fieldSubject)
	}
	return l.focus(fieldBody)
}

func (l *letter) focus(f field) tea.Cmd {
	if l.at == fieldPath && f != fieldPath {
		l.askPath = false
	}
	l.at = f
	l.dismiss()
	for i := range l.inputs {
		l.inputs[i].Blur()
	}
	l.body.Blur()
	if f == fieldBody {
		return l.body.Focus()
	}
	l.inputs[f].CursorEnd()
	return l.inputs[f].Focus()
}

// next moves to the following (1) or preceding (-1) field that is shown.
func (l *letter) next(step int) tea.Cmd {
	f := l.at
	for {
		f = (f + field(step) + fields) % fields
		if l.shown(f) {
			return l.focus(f)
		}
	}
}

func (l *letter) shown(f field) bool {
	return (f != fieldBcc || l.showBcc) && (f != fieldPath || l.askPath)
}

// update takes a key, pasted text, or a result of the letter's.
func (l *letter) update(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg), true
	case tea.PasteMsg:
		return l.paste(msg), true
	case tea.MouseMsg:
		return l.mouse(msg), true
	}
	if _, addressed := msg.(views.Addressed); addressed {
		return nil, false
	}
	return l.toInput(msg), false // a cursor's blink
}

func (l *letter) key(msg tea.KeyPressMsg) tea.Cmd {
	if cmd, used := l.completionKey(msg.String()); used {
		return cmd
	}
	switch msg.String() {
	case "tab":
		return tea.Batch(l.next(1), l.moved())
	case "shift+tab":
		return tea.Batch(l.next(-1), l.moved())
	case "esc":
		if l.askPath {
			return l.focus(fieldBody)
		}
		return l.putAway()
	case "enter":
		if l.at == fieldPath {
			return l.attach(strings.TrimSpace(l.inputs[fieldPath].Value()))
		}
		if l.at != fieldBody {
			return tea.Batch(l.next(1), l.moved())
		}
	case "up":
		if l.at == fieldBody && l.body.Line() == 0 {
			return tea.Batch(l.next(-1), l.moved())
		}
	case "down":
		if l.at != fieldBody {
			return tea.Batch(l.next(1), l.moved())
		}
	}
	return l.typed(msg)
}

// typed lets the field take a message, and starts the pauses if it changed.
func (l *letter) typed(msg tea.Msg) tea.Cmd {
	before := l.value(l.at)
	if l.at == fieldPath && before == pathBegins && beginsPath(msg) { // a path of its own, not one at home
		l.inputs[fieldPath].SetValue("")
	}
	cmd := l.toInput(msg)
	if l.value(l.at) == before {
		return tea.Batch(cmd, l.moved())
	}
	return tea.Batch(cmd, l.changed(), l.scheduleCompletion())
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
func (l *letter) toInput(msg tea.Msg) (cmd tea.Cmd) {
	if l.at == fieldBody {
		l.body, cmd = l.body.Update(input.TameArea(&l.body, msg))
		return cmd
	}
	l.inputs[l.at], cmd = l.inputs[l.at].Update(input.Tame(&l.inputs[l.at], msg))
	return cmd
}

// paste cleans what comes from elsewhere before it is part of the letter.
func (l *letter) paste(msg tea.PasteMsg) tea.Cmd {
	if l.at == fieldBody {
		msg.Content = text.CleanBlock(msg.Content).String()
	} else {
		msg.Content = clean(msg.Content)
	}
	return l.typed(msg)
}

func (l *letter) value(f field) string {
	if f == fieldBody {
		return l.body.Value()
	}
	return l.inputs[f].Value()
}

// changed counts a change. It is kept on this machine at the end of the pause
// however fast the typing goes on, and in the mailbox when the hands rest.
func (l *letter) changed() tea.Cmd {
	l.version++
	l.pristine = false
	l.warned = nil
	return tea.Batch(l.keepSoon(), l.toMailboxSoon(l.version))
}

// isOpen says that the letter still lies on the desk.
func (l *letter) isOpen() bool { return l.desk.letter == l }

// moved has the place of the cursor kept, where it is another: the mailbox is
// not told of it.
func (l *letter) moved() tea.Cmd {
	if was := l.draft.Place; l.pristine || was != nil && *was == *l.place() {
		return nil
	}
	return l.keepSoon()
}

func (l *letter) keepSoon() tea.Cmd {
	if l.resting {
		return nil
	}
	l.resting = true
	return l.desk.work.After(localPause, func() tea.Cmd {
		if !l.isOpen() {
			return nil
		}
		l.resting = false
		return l.desk.keep(l.collect())
	})
}

// toMailbox saves the draft in the mailbox, one request at a time.
func (l *letter) toMailboxSoon(version int) tea.Cmd {
	return l.desk.work.After(mailboxPause, func() tea.Cmd {
		switch {
		case version != l.version || !l.isOpen():
			return nil
		case l.saving:
			return l.toMailboxSoon(version)
		}
		if problem, _ := l.tooLong(); problem != "" { // said when it is to go or to be put away
			return nil
		}
		l.saving = true
		return l.desk.saveDraft(l.collect())
	})
}

// stored takes over what the mailbox calls the draft and its files.
func (l *letter) stored(d Draft) tea.Cmd {
	l.saving = false
	l.draft.ServerID = d.ServerID
	for i := range l.draft.Files {
		for _, f := range d.Files {
			if f.Path == l.draft.Files[i].Path && f.Name == l.draft.Files[i].Name {
				l.draft.Files[i].ServerID = f.ServerID
			}
		}
	}
	return l.desk.keep(l.collect())
}

// collect reads the inputs into the draft. What is not an address is kept
// apart, on this machine only; sending says so before.
func (l *letter) collect() Draft {
	d := l.draft
	d.Unfinished = nil
	for f, list := range map[field]*[]model.EmailAddress{fieldTo: &d.To, fieldCc: &d.Cc, fieldBcc: &d.Bcc} {
		good, bad := parseRecipients(l.inputs[f].Value())
		if *list = good; len(bad) > 0 {
			if d.Unfinished == nil {
				d.Unfinished = Unfinished{}
			}
			d.Unfinished[fieldNames[f]] = bad
		}
	}
	d.Subject = l.inputs[fieldSubject].Value()
	d.Body = l.body.Value()
	d.Place = l.place()
	l.draft = d
	return d
}

// send lets the letter go, or says once what may be wrong with it: sent again,
// it goes as it is. A recipient that is no address holds it back for good.
func (l *letter) send() tea.Cmd {
	if problem, at := l.problem(); problem != "" {
		return tea.Batch(l.focus(at), say(problem, views.Failure))
	}
	d := l.collect()
	for _, doubt := range []struct {
		name, words string
		there       bool
	}{
		{"path", "The file in the line Attach is not attached yet: enter attaches it, send again to send without", l.fileNamed()},
		{"files", "The letter speaks of an attachment and has none: send again to send it so", forgotFiles(&d)},
		{"subject", "There is no subject: send again to send it so", strings.TrimSpace(d.Subject) == ""},
	} {
		if doubt.there && !l.warned[doubt.name] {
			if l.warned == nil {
				l.warned = map[string]bool{}
			}
			l.warned[doubt.name] = true
			return say(doubt.words, views.Warning)
		}
	}
	return l.desk.dispatch()
}

// fileNamed tells whether a file is named and not attached.
func (l *letter) fileNamed() bool {
	path := strings.TrimSpace(l.inputs[fieldPath].Value())
	return path != "" && path != pathBegins
}

func (l *letter) problem() (words string, at field) {
	count := 0
	for _, f := range []field{fieldTo, fieldCc, fieldBcc} {
		good, bad := parseRecipients(l.inputs[f].Value())
		if len(bad) > 0 {
			return "Not an address: " + strings.Join(bad, ", "), f
		}
		count += len(good)
	}
	if count == 0 {
		return "Say whom it goes to first", fieldTo
	}
	return l.tooLong()
}

// tooLong says what of the letter is more than a mailbox takes, and in which
// field, "" for nothing.
func (l *letter) tooLong() (words string, at field) {
	d := l.collect()
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

// putAway puts the letter away as a draft, unless no mailbox would take it.
func (l *letter) putAway() tea.Cmd {
	if problem, at := l.tooLong(); problem != "" && !l.pristine {
		if at == fieldBcc {
			l.showBcc = true
		}
		return tea.Batch(l.focus(at), say(problem, views.Failure))
	}
	return l.desk.close()
}

func say(words string, level views.Level) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(words), Level: level})
}

func (l *letter) attach(path string) tea.Cmd {
	files, done := l.desk.files, views.Done(&l.desk.work, l.onAttached)
	return func() tea.Msg { return done(files.Stat(path)) }
}

func (l *letter) onAttached(file File, err error) tea.Cmd {
	if !l.isOpen() {
		return nil
	}
	if err != nil {
		return say(err.Error(), views.Failure)
	}
	l.draft.Files = append(l.draft.Files, file)
	l.inputs[fieldPath].SetValue("")
	return tea.Batch(l.focus(fieldBody), l.changed())
}

// edit opens the body in the person's editor.
func (l *letter) edit() tea.Cmd {
	return tea.Sequence(l.desk.keep(l.collect()),
		l.desk.env.Desktop.Edit("letter.md", l.body.Value(), views.Done(&l.desk.work, l.onEdited)))
}

func (l *letter) onEdited(body string, err error) tea.Cmd {
	if !l.isOpen() {
		return nil
	}
	if err != nil {
		return l.desk.fail("The editor", err)
	}
	l.body.SetValue(text.CleanBlock(strings.TrimRight(body, "\n")).String())
	return tea.Batch(l.focus(fieldBody), l.changed())
}

// completions is how many are offered at once.
const completions = 6

// complete asks for what the line may go on to.
func (l *letter) complete(beginning string) tea.Cmd {
	if l.at == fieldPath {
		files, done := l.desk.files, views.Done(&l.desk.work, func(paths []string, _ error) tea.Cmd { return l.onPaths(beginning, paths) })
		return func() tea.Msg { return done(files.Complete(beginning, completions), nil) }
	}
	service := l.desk.service
	return views.Load(&l.desk.work, &l.completing, func(ctx context.Context) ([]model.EmailAddress, error) {
		return service.Complete(ctx, beginning, completions)
	}, l.onCompleted)
}

func (l *letter) onCompleted(people []model.EmailAddress, err error) tea.Cmd {
	if err == nil && l.at <= fieldBcc {
		l.offer(offers(people))
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

func (l *letter) onPaths(beginning string, paths []string) tea.Cmd {
	if l.at == fieldPath && beginning == l.beginning() {
		l.offer(paths)
	}
	return nil
}
