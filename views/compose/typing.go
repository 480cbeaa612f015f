package compose

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/input"
)

// typing is what was typed into a letter since it was opened, so that it can be
// taken back word by word and typed again.
type typing struct {
	texts        [fields]string // as they were last
	done, undone []change
	last         time.Time // when the newest change was made
}

// change is text in the place of other text.
type change struct {
	field   field
	from    int // in bytes
	was, is string
	as      *sender // who the message is from on the other side of the change; nil for the same
	tabs    tabs    // that the body has on the other side of the change; nil for the same
}

// sender is who a message is from, nil for who is signed in, and the signature
// in it.
type sender struct {
	from      *model.EmailAddress
	signature string
}

// What is remembered, at most: changes, and bytes of text in them. A pause in
// typing ends a change.
const (
	mostChanges      = 500
	mostChangedBytes = 1 << 20
	typingPause      = 2 * time.Second
)

// record notes in what the texts differ from before.
func (e *editor) record(before tabs) {
	t, now := &e.typing, e.composer.env.Now()
	for f := range fields {
		was, is := t.texts[f], e.value(f)
		if was == is || f == fieldPath {
			continue
		}
		t.texts[f] = is
		c := difference(was, is)
		c.field, c.tabs = f, before
		if n := len(t.done); n > 0 && len(t.undone) == 0 && now.Sub(t.last) < typingPause && t.done[n-1].takes(c) {
			t.done[n-1].is += c.is
			if c.was != "" {
				t.done[n-1].from, t.done[n-1].was = c.from, c.was+t.done[n-1].was
			}
		} else {
			t.done = append(t.done, c)
		}
		t.undone, t.last = nil, now
	}
	size, from := 0, len(t.done)
	for from > 0 && len(t.done)-from < mostChanges && size <= mostChangedBytes {
		from--
		size += len(t.done[from].was) + len(t.done[from].is)
	}
	t.done = t.done[from:]
}

// difference is what to put in the place of what, for was to be is.
func difference(was, is string) change {
	from := 0
	for from < min(len(was), len(is)) && was[from] == is[from] {
		from++
	}
	for from > 0 && from < max(len(was), len(is)) && (midRune(was, from) || midRune(is, from)) {
		from--
	}
	end := 0
	for end < min(len(was), len(is))-from && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	for end > 0 && midRune(was, len(was)-end) {
		end--
	}
	return change{from: from, was: was[from : len(was)-end], is: is[from : len(is)-end]}
}

func midRune(s string, at int) bool { return at < len(s) && !utf8.RuneStart(s[at]) }

// takes says that a change goes on with one before it: a character typed behind
// it, but for one that begins a word, or one rubbed out before it.
func (c change) takes(next change) bool {
	single := utf8.RuneCountInString(next.was+next.is) == 1
	if !single || c.field != next.field || c.tabs != nil || next.tabs != nil || c.as != nil {
		return false
	}
	if next.was != "" {
		return c.is == "" && next.from+len(next.was) == c.from
	}
	end, _ := utf8.DecodeLastRuneInString(c.is)
	begun, _ := utf8.DecodeRuneInString(next.is)
	return c.was == "" && next.from == c.from+len(c.is) && (!unicode.IsSpace(end) || unicode.IsSpace(begun))
}

// undoTyping takes the newest change back, redoTyping makes it again.
func (e *editor) undoTyping() tea.Cmd {
	return e.swap(&e.typing.done, &e.typing.undone, "Nothing typed is left to take back.")
}

func (e *editor) redoTyping() tea.Cmd {
	return e.swap(&e.typing.undone, &e.typing.done, "Nothing is left to type again.")
}

// swap puts what was in the place of what is, for the last of some changes, which
// becomes the last of others the other way round.
func (e *editor) swap(from, to *[]change, none string) tea.Cmd {
	n := len(*from)
	if n == 0 {
		return views.Notice(views.Info, none)
	}
	c := (*from)[n-1]
	*from = (*from)[:n-1]
	text := e.value(c.field)
	text = text[:c.from] + c.was + text[c.from+len(c.is):]
	back := change{field: c.field, from: c.from, was: c.is, is: c.was, tabs: c.tabs}
	if c.as != nil {
		back.as = &sender{e.draft.From, e.draft.Signature}
		e.draft.From, e.draft.Signature = c.as.from, c.as.signature
		e.setSize(e.width, e.height)
	}
	*to = append(*to, back)
	e.showBcc = e.showBcc || c.field == fieldBcc
	cmd, head := e.focus(c.field), text[:c.from]
	if !strings.Contains(c.was, "\n") { // of lines that come back the first is looked at
		head += c.was
	}
	if c.field == fieldBody {
		if c.tabs != nil {
			last := &(*to)[len(*to)-1]
			e.tabs, last.tabs = c.tabs, e.tabs
		}
		e.body.SetValue(text)
		line := strings.LastIndexByte(head, '\n') + 1
		input.MoveTo(&e.body, strings.Count(head, "\n"), utf8.RuneCountInString(head[line:]))
	} else {
		e.inputs[c.field].SetValue(text)
		e.inputs[c.field].SetCursor(utf8.RuneCountInString(head))
	}
	e.typing.texts[c.field], e.typing.last = e.value(c.field), time.Time{}
	return tea.Batch(cmd, e.changed())
}

// rewrite puts another text into the body, the cursor where it was as far as it
// can be.
func (e *editor) rewrite(body string) tea.Cmd {
	line, column, before := e.body.Line(), e.body.Column(), e.tabs
	e.body.SetValue(e.tabs.show(body))
	input.MoveTo(&e.body, line, column)
	e.record(before)
	return e.changed()
}

// cutQuote deletes what is quoted from the cursor to the next words of one's own.
func (e *editor) cutQuote() tea.Cmd {
	from := 0
	if e.at >= fieldPath {
		if from = e.body.Line(); e.body.Column() > 0 {
			from++
		}
	}
	body, there := withoutQuote(e.tabs.restore(e.body.Value()), from)
	if !there {
		return views.Notice(views.Info, "Nothing is quoted below the cursor.")
	}
	return tea.Batch(e.focus(fieldBody), e.rewrite(body))
}

// withoutQuote is a body without the quotation that begins at a line or below
// it; there is false where none does.
func withoutQuote(body string, from int) (rest string, there bool) {
	lines := strings.Split(body, "\n")
	quotes := func(i int) bool { return strings.HasPrefix(lines[i], ">") || attributes(lines, i) }
	for from < len(lines) && !quotes(from) {
		from++
	}
	if from >= len(lines) {
		return body, false
	}
	end := from
	for i := from; i < len(lines) && (quotes(i) || lines[i] == ""); i++ {
		if quotes(i) {
			end = i + 1
		}
	}
	if end < len(lines) && lines[end] == "" && (from == 0 || lines[from-1] == "") {
		end++
	}
	return strings.Join(append(lines[:from:from], lines[end:]...), "\n"), true
}
