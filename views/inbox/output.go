package inbox

import (
	"bufio"
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
	"daybook/views/attachments"
	"daybook/views/download"
	"daybook/views/inbox/rows"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

const (
	sourceShown    = 8 << 20 // bytes
	pagedTextCells = 80
)

// output is what becomes of a message outside of its pane: it is piped, paged,
// printed, saved, copied.
type output struct {
	*shared
	dialog    *dialog.Stack
	current   func() *reader.Message
	lines     func() string    // that are selected of it, "" for none
	selecting func() bool      // whether rows of the list are selected
	selected  func() selection // those, or the row under the cursor
	parts     *attachments.Screen
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
		one("print", "Print the message", o.askPrint).Also("printer paper"),
		one("save-message", "Save the message as .eml, or the selected as an mbox", o.saveMessage, "w").Also("export download").Opening(),
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

// whole reads a message as it was received, where it is no larger than what is
// piped.
func (o *output) whole(ctx context.Context, id string) ([]byte, error) {
	raw, cut, err := source(ctx, o.service, id, attachments.MostPiped)
	if err == nil && cut {
		err = errors.New("one of more than 64 MB is not piped; w saves it by itself")
	}
	return raw, err
}

// askPipe asks for the command that gets the message as it was received, or the
// selected ones as an mbox, the oldest first.
func (o *output) askPipe(m *reader.Message) tea.Cmd {
	if !o.selecting() {
		return o.parts.Pipe(text.Literal("the message"), func(ctx context.Context) ([]byte, error) { return o.whole(ctx, m.ID) })
	}
	return o.boxed("| pipes", func(what text.Text, write func(context.Context, io.Writer) error) tea.Cmd {
		return o.parts.Pipe(what, func(ctx context.Context) ([]byte, error) {
			var box bytes.Buffer
			err := write(ctx, &box)
			return box.Bytes(), err
		})
	})
}

// boxed does something with what writes the selected messages as an mbox, the
// oldest first, and with words for them.
func (o *output) boxed(verb string, do func(what text.Text, write func(context.Context, io.Writer) error) tea.Cmd) tea.Cmd {
	selected := o.selected()
	if selected.rest != nil {
		return views.Notice(views.Warning, "More is selected than the list has read: G reads on to its end, then ", verb, " all.")
	}
	all := selected.known
	return do(text.Of(views.Count(len(all), "message", "messages")), func(ctx context.Context, w io.Writer) error {
		written := 0
		for _, m := range slices.Backward(all) {
			raw, err := o.whole(ctx, m.ID)
			if written += len(raw); err == nil && written > attachments.MostPiped {
				err = errors.New("together they are larger than 64 MB; select fewer")
			}
			if err == nil {
				err = addTo(w, m, raw)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// addTo adds a message to an mbox, the lines of which that begin one are quoted.
func addTo(w io.Writer, m *rows.Message, raw []byte) error {
	box := bufio.NewWriter(w)
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
	return box.Flush()
}

// words are a message as clean text: its head, its body, its links. Where it is
// plain text and to be as written, its lines are.
func (o *output) words(m *reader.Message, written bool) (string, bool) {
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
	head("Date", text.Clean(m.Received.In(o.env.Zone()).Format("Mon 2 Jan 2006 15:04")))
	head("Subject", m.Subject)
	b.WriteString("\n")
	if lines := body.Written(); written && lines != "" {
		return b.String() + strings.TrimSuffix(lines, "\n") + "\n", true
	}
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
	words, here := o.words(m, true)
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
	words, here := o.words(m, false)
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
// subject, or the selected ones as an mbox.
func (o *output) saveMessage(m *reader.Message) tea.Cmd {
	if !o.selecting() {
		return o.askWhere(text.Literal("the message"), fileName(m.Subject), func(ctx context.Context) (io.ReadCloser, error) {
			return o.service.Source(ctx, m.ID)
		})
	}
	return o.boxed("w saves", func(what text.Text, write func(context.Context, io.Writer) error) tea.Cmd {
		return o.askWhere(what, what.String()+".mbox", func(ctx context.Context) (io.ReadCloser, error) {
			r, w := io.Pipe()
			go func() { w.CloseWithError(write(ctx, w)) }()
			return r, nil
		})
	})
}

// askWhere asks where to save what is read from open, under a name.
func (o *output) askWhere(what text.Text, name string, open func(context.Context) (io.ReadCloser, error)) tea.Cmd {
	return o.dialog.Ask(&o.theme, download.Ask(what, o.parts.Folder, name, o.options.Home, func(folder, name string) tea.Cmd {
		return views.Call(&o.work, attachments.MostPiped, func(ctx context.Context) (string, error) {
			r, err := open(ctx)
			if err != nil {
				return "", err
			}
			defer r.Close()
			return download.SaveFrom(folder, name, r)
		}, func(path string, err error) tea.Cmd {
			if err != nil {
				return views.Notice(views.Failure, "Could not save ", what, ": ", views.Reason(err, noLongerThere))
			}
			o.parts.Folder = folder
			return views.Notice(views.Success, "Saved ", path)
		})
	}))
}

// fileName is that of a message of a subject.
func fileName(subject text.Text) string {
	name := cmp.Or(strings.TrimRight(subject.String(), "."), "message")
	return strings.NewReplacer("/", "-", `\`, "-", ":", "").Replace(name) + ".eml" // they would begin the name anew
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
