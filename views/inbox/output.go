package inbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/content"
	"daybook/views/download"
	"daybook/views/inbox/rows"
	"daybook/views/portrait"
	"daybook/views/reader"
	"daybook/views/viewer"
	"daybook/widget/dialog"
	"daybook/widget/htmltext"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The bounds of what is looked at and piped, in bytes.
const (
	sourceShown    = 8 << 20
	sourcePiped    = 64 << 20
	textLookedAt   = 1 << 20
	picturesDrawn  = 4 << 20
	pagedTextCells = 80
)

// output is what becomes of a message or an attachment outside of its pane: it
// is looked at over the whole screen, piped, paged, printed, saved, copied.
type output struct {
	*shared
	dialog    *dialog.Stack
	current   func() *reader.Message
	lines     func() string     // that are selected of it, "" for none
	screen    func() (w, h int) // the cells of the screen
	capturing func() bool       // whether keys are text
	selecting func() bool       // whether rows of the list are selected
	selected  func() selection  // those, or the row under the cursor

	art     *portrait.Gallery // the pictures looked at
	command string            // the last line that something was piped to
}

func newOutput(s *shared, box *dialog.Stack) *output {
	o := &output{shared: s, dialog: box}
	o.art = portrait.New(&s.env, &s.work, picturesDrawn)
	return o
}

// actions are those on the message that is read.
func (o *output) actions() []views.Action {
	one := func(id, name string, do func(*reader.Message) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Keys: keys, Enabled: func() bool { return o.focus != folderFocus && o.current() != nil },
			Do: views.Once(func() tea.Cmd { return do(o.current()) })}
	}
	copied := one("copy", "Copy an address, a link or what is selected", o.chooseCopy, "y")
	copied.Hint = "copy"
	return []views.Action{
		copied,
		one("pipe", "Pipe the message to a command", o.askPipe, "|").Opening(),
		one("page", "Read in $PAGER", o.page, "P"),
		one("print", "Print the message", o.askPrint),
		one("save-message", "Save the message as .eml", o.saveMessage, "w").Opening(),
	}
}

// source reads a message as it was received, at most so many bytes.
func source(ctx context.Context, service Service, id string, most int64) (raw []byte, cut bool, err error) {
	r, err := service.Source(ctx, id)
	if err != nil {
		return nil, false, err
	}
	defer r.Close()
	raw, err = io.ReadAll(io.LimitReader(r, most+1))
	if cut = int64(len(raw)) > most; cut {
		raw = raw[:most]
	}
	return raw, cut, err
}

// askPipe asks for the command that gets the message as it was received, or the
// selected ones as an mbox, the oldest first.
func (o *output) askPipe(m *reader.Message) tea.Cmd {
	service, id := o.service, m.ID
	one := func(ctx context.Context, id string) ([]byte, error) {
		raw, cut, err := source(ctx, service, id, sourcePiped)
		if err == nil && cut {
			err = errors.New("it is larger than what is piped; w saves it")
		}
		return raw, err
	}
	if !o.selecting() {
		return o.pipe(text.Literal("the message"), func(ctx context.Context) ([]byte, error) { return one(ctx, id) })
	}
	selected := o.selected()
	if selected.rest != nil {
		return views.Notice(views.Warning, "More is selected than the list has read: G reads on to its end, then | pipes all.")
	}
	all := selected.known
	return o.pipe(text.Of(views.Count(len(all), "message", "messages")), func(ctx context.Context) ([]byte, error) {
		var box bytes.Buffer
		for _, m := range slices.Backward(all) {
			raw, err := one(ctx, m.ID)
			if err == nil && box.Len()+len(raw) > sourcePiped {
				err = errors.New("together they are larger than what is piped; select fewer")
			}
			if err != nil {
				return nil, err
			}
			addTo(&box, m, raw)
		}
		return box.Bytes(), nil
	})
}

// addTo adds a message to an mbox, the lines of which that begin one are quoted.
func addTo(box *bytes.Buffer, m *rows.Message, raw []byte) {
	from := cmp.Or(strings.Join(strings.Fields(m.From.Address), ""), "nobody")
	fmt.Fprintf(box, "From %s %s\n", from, m.Received.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))) {
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			box.WriteByte('>')
		}
		box.Write(line)
	}
	if !bytes.HasSuffix(raw, []byte("\n")) {
		box.WriteByte('\n')
	}
	box.WriteByte('\n')
}

// pipe asks for a command line and gives it what read brings. The line is the
// person's alone; what is read is its input.
func (o *output) pipe(what text.Text, read func(context.Context) ([]byte, error)) tea.Cmd {
	return o.dialog.Ask(&o.theme, dialog.Question{Title: text.Concat(text.Literal("Pipe "), what, text.Literal(" to")), Value: o.command, Verb: "run",
		Placeholder: text.Literal("a command, such as git am"), Answer: dialog.Given(func(line string) (tea.Cmd, error) {
			o.command = line
			says := views.Notice(views.Info, "Runs \u201c", line, "\u201d.")
			return tea.Batch(says, views.Call(&o.work, sourcePiped, read, func(raw []byte, err error) tea.Cmd {
				if err != nil {
					return views.Notice(views.Failure, "Could not read ", what, ": ", views.Reason(err, noLongerThere))
				}
				return o.env.Desktop.Pipe(line, raw, views.Done(&o.work, func(printed []byte, err error) tea.Cmd {
					return o.onPiped(line, printed, err)
				}))
			})), nil
		})})
}

// onPiped shows what a command printed, cleaned, and says how it ended.
func (o *output) onPiped(line string, printed []byte, err error) tea.Cmd {
	says := views.Notice(views.Success, "Piped to \u201c", line, "\u201d.")
	if err != nil {
		says = views.Notice(views.Failure, "\u201c", line, "\u201d failed: ", err)
	}
	switch first, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n"); {
	case first == "":
		return says
	case o.capturing() || o.dialog.IsOpen(): // it may have taken long: what is typed meanwhile is not for it
		return views.Notice(views.Info, "\u201c", line, "\u201d printed: ", first)
	}
	return tea.Batch(says, o.show(viewer.Options{Title: text.Clean(line), Text: htmltext.Plain(string(printed))}))
}

// show opens a box over the whole screen.
func (o *output) show(options viewer.Options) tea.Cmd {
	w, h := o.screen()
	box, draw := viewer.New(&o.theme, options, w, h)
	o.dialog.Open(box)
	return draw
}

// shows reports whether an attachment can be looked at in the program.
func shows(f reader.File) bool {
	return content.IsPicture(f.Raw) || content.IsText(f.Raw, f.Kind)
}

// look shows an attachment in the program.
func (o *output) look(message string, f reader.File, save func() tea.Cmd) tea.Cmd {
	service := o.service
	return views.Call(&o.work, int64(f.Size), func(ctx context.Context) (viewer.Options, error) {
		data, err := service.Attachment(ctx, message, f.ID)
		if err != nil {
			return viewer.Options{}, err
		}
		return looked(f, data)
	}, func(options viewer.Options, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not show ", f.Name, ": ", views.Reason(err, noLongerThere), "; b saves it.")
		}
		options.Title, options.Save, options.Gallery, options.ID = f.Name, save, o.art, message+" "+f.ID
		return o.show(options)
	})
}

// looked is how an attachment is shown.
func looked(f reader.File, data []byte) (viewer.Options, error) {
	if content.IsPicture(f.Raw) {
		is, err := content.Picture(data)
		return viewer.Options{Picture: is}, err
	}
	words, cut, ok := content.Text(data, textLookedAt)
	if !ok {
		return viewer.Options{}, errors.New("it is not text, whatever its name says")
	}
	out := viewer.Options{}
	if end := content.Ending(f.Raw); end == ".html" || end == ".htm" {
		out.Text = htmltext.HTML(words)
	} else {
		out.Text = htmltext.Plain(words)
	}
	if cut {
		out.Note = text.Of("The first ", views.Size(textLookedAt), " are shown; s saves all of it.")
	}
	return out, nil
}

// words are a message as clean text: its head, its body, its links.
func (o *output) words(m *reader.Message) (string, bool) {
	body := m.Body()
	if body == nil {
		return "", false
	}
	var b strings.Builder
	head := func(name string, all ...text.Text) {
		if len(all) > 0 && !all[0].Empty() {
			b.WriteString(name + ": " + text.Join(text.Literal(", "), all...).String() + "\n")
		}
	}
	everybody := func(list []text.Addressed) (out []text.Text) {
		for _, a := range list {
			out = append(out, a.Text())
		}
		return out
	}
	head("From", m.From.Text())
	head("To", everybody(m.To)...)
	head("Cc", everybody(m.Cc)...)
	head("Date", text.Clean(m.Received.In(o.env.Zone()).Format("Mon 2 Jan 2006, 15:04")))
	head("Subject", m.Subject)
	b.WriteString("\n")
	for _, line := range body.Document.Wrap(pagedTextCells, o.theme.Glyphs).Lines {
		b.WriteString(line.Text.String() + "\n")
	}
	for i, link := range body.Document.Links {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(text.Of("[", link.Number, "] ", link.Target).String() + "\n")
	}
	return b.String(), true
}

const notHere = "The message is not here yet. Try again in a moment."

func (o *output) page(m *reader.Message) tea.Cmd {
	words, here := o.words(m)
	if !here {
		return views.Notice(views.Info, notHere)
	}
	return o.env.Desktop.Page(words, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: text.Of("Could not page the message: ", err), Level: views.Failure}
		}
		return nil
	})
}

// askPrint asks before paper is used.
func (o *output) askPrint(m *reader.Message) tea.Cmd {
	words, here := o.words(m)
	if !here {
		return views.Notice(views.Info, notHere)
	}
	return o.env.Ask(views.Confirm{Title: text.Literal("Print this message?"),
		Detail: text.Concat(text.Literal("\u201c"), m.Subject, text.Literal("\u201d goes to the printer of this machine, as text.")), Verb: "Print",
		Yes: func() tea.Cmd {
			return o.env.Desktop.Print(words, func(err error) tea.Msg {
				if err != nil {
					return views.Notify{Text: text.Of("Could not print: ", err), Level: views.Failure}
				}
				return views.Notify{Text: text.Literal("Sent to the printer."), Level: views.Success}
			})
		}})
}

// saveMessage asks where to save the message as it was received, named by its
// subject.
func (o *output) saveMessage(m *reader.Message) tea.Cmd {
	name := cmp.Or(m.Subject.String(), "message")
	name = strings.NewReplacer("/", "-", `\`, "-", ":", "").Replace(name) + ".eml" // they would begin the name anew
	service, id := o.service, m.ID
	return o.dialog.Ask(&o.theme, download.Ask(text.Literal("the message"), o.options.Downloads, name, o.options.Home, func(folder, name string) tea.Cmd {
		o.options.Downloads = folder
		return views.Call(&o.work, sourcePiped, func(ctx context.Context) (string, error) {
			r, err := service.Source(ctx, id)
			if err != nil {
				return "", err
			}
			defer r.Close()
			return download.SaveFrom(folder, name, r)
		}, func(path string, err error) tea.Cmd {
			if err != nil {
				return views.Notice(views.Failure, "Could not save the message: ", views.Reason(err, noLongerThere))
			}
			return views.Notice(views.Success, "Saved ", path)
		})
	}))
}

// chooseCopy offers what of a message is worth the clipboard: who is in it, and
// where it links.
func (o *output) chooseCopy(m *reader.Message) tea.Cmd {
	if lines := o.lines(); lines != "" {
		return tea.Batch(o.env.Desktop.Copy(lines), views.Notice(views.Success, "Copied ", views.Count(strings.Count(lines, "\n")+1, "line", "lines")))
	}
	var items []picker.Item
	seen := map[string]bool{}
	add := func(what, copied string, shown text.Text) {
		if clean := text.Clean(copied).String(); clean != "" && !seen[clean] {
			seen[clean] = true
			items = append(items, picker.Item{ID: clean, Title: shown, Detail: text.Clean(what)})
		}
	}
	add("from", m.From.Address.String(), m.From.Text())
	for _, list := range []struct {
		what string
		all  []text.Addressed
	}{{"answers", m.ReplyTo}, {"to", m.To}, {"cc", m.Cc}, {"bcc", m.Bcc}} {
		for _, a := range list.all {
			add(list.what, a.Address.String(), a.Text())
		}
	}
	if body := m.Body(); body != nil {
		for _, link := range body.Document.Links {
			add("link", link.URL, text.Concat(text.Of("[", link.Number, "] "), link.Target))
		}
	}
	add("subject", m.Subject.String(), m.Subject)
	if len(items) == 0 {
		return views.Notice(views.Info, "There is nothing to copy in this message.")
	}
	return o.dialog.Pick(&o.theme, items, picker.Options{Title: text.Literal("Copy"), Placeholder: text.Literal("name, address or link"), Enter: "copy"},
		func(c picker.Choice) tea.Cmd {
			return tea.Batch(o.env.Desktop.Copy(c.IDs[0]), views.Notice(views.Success, "Copied ", c.IDs[0]))
		})
}
