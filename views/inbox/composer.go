package inbox

import (
	"context"
	"errors"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/compose"
	"daybook/views/reader"
	"daybook/widget/panes"
	"daybook/widget/text"
)

// quoteWidth is what a message is wrapped to when it is answered.
const quoteWidth = 76

// composer is where messages are written. It takes the place of list and reader
// while one is open.
type composer struct {
	*shared
	*compose.Composer // nil for reading alone
	rect              panes.Rect
	opening           views.Request // what is answered is read
}

// place gives it its cells.
func (c *composer) place(r panes.Rect) {
	c.rect = r
	c.SetSize(r.W, r.H)
}

// update gives it a message; mine says that it was the composer's.
func (c *composer) update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if mouse, ok := msg.(tea.MouseMsg); ok && c.IsOpen() {
		msg = shifted(mouse, c.rect)
	}
	return c.Composer.Update(msg)
}

// cursor is the text cursor in the cells of the screen.
func (c *composer) cursor() *tea.Cursor {
	at := c.Composer.Cursor()
	if at != nil {
		at.X, at.Y = at.X+c.rect.X, at.Y+c.rect.Y
	}
	return at
}

// hints are the actions most useful while a message is open.
func (c *composer) hints() []string {
	var ids []string
	for _, id := range c.Hints() {
		ids = append(ids, "letter."+id)
	}
	return ids
}

// findTime opens the finder with those whom a reply to all of a message would go to.
func (c *composer) findTime(id string) tea.Cmd {
	service, me := c.service, c.options.Me.Address
	return views.Load(&c.work, &c.opening, func(ctx context.Context) (model.Message, error) {
		return service.Message(ctx, id, true)
	}, func(message model.Message, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not read whom the message went to: ", views.Reason(err, noLongerThere))
		}
		to, cc := compose.Everybody(message, []string{me})
		ask := views.FindTime{Subject: message.Subject}
		for _, a := range append(to, cc...) {
			ask.With = append(ask.With, a.Address)
		}
		return views.Send(views.Open{Screen: views.Finder, Item: ask})
	})
}

// answer reads a message to answer it, or, as a draft of no kind, to go on
// with it. It quotes the lines, all of it where there are none.
func (c *composer) answer(kind compose.Kind, id, lines string) tea.Cmd {
	service := c.service
	return views.Load(&c.work, &c.opening, func(ctx context.Context) (readMessage, error) {
		message, err := service.Message(ctx, id, false)
		if err != nil {
			return readMessage{}, err
		}
		if lines == "" {
			lines = readable(message.Body)
		}
		return readMessage{message, lines}, nil
	}, func(read readMessage, err error) tea.Cmd { return c.onAnswer(kind, read, err) })
}

// forwardAttached opens a letter that has messages attached as they were received.
func (c *composer) forwardAttached(ids []string) tea.Cmd {
	if len(ids) > mostQuoted {
		return views.Notice(views.Warning, "At most ", mostQuoted, " messages are forwarded at once: select fewer.")
	}
	service := c.service
	return views.Load(&c.work, &c.opening, func(ctx context.Context) (read attached, err error) {
		room := int64(compose.MostAttached)
		for i, id := range ids {
			m, err := service.Message(ctx, id, true)
			if err != nil {
				return read, err
			}
			raw, cut, err := source(ctx, service, id, room)
			if err == nil && cut {
				err = errors.New("together they are larger than what a letter takes")
			}
			if err != nil {
				return read, err
			}
			if room -= int64(len(raw)); i == 0 {
				read.first = m
			}
			read.files = append(read.files, compose.File{Source: id, Name: fileName(text.Clean(m.Subject)), ContentType: "message/rfc822", Size: int64(len(raw))})
		}
		return read, nil
	}, func(read attached, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not attach the message: ", views.Reason(err, noLongerThere))
		}
		return c.ForwardAttached(read.first, read.files)
	})
}

// attached is messages as files, with the first of them.
type attached struct {
	first model.Message
	files []compose.File
}

// mostQuoted is how many selected messages a reply quotes.
const mostQuoted = 20

// replyTo answers the newest of some messages, the newest first, and quotes all:
// those that are selected, or the newest ones of the threads that are.
func (c *composer) replyTo(kind compose.Kind, ids []string, threaded bool) tea.Cmd {
	service, selected := c.service, " selected messages and quotes them all."
	if threaded {
		selected = " selected threads and quotes the newest message of each."
	}
	return views.Load(&c.work, &c.opening, func(ctx context.Context) ([]readMessage, error) {
		var all []readMessage
		for _, id := range ids {
			message, err := service.Message(ctx, id, false)
			if err != nil {
				return nil, err
			}
			all = append(all, readMessage{message, readable(message.Body)})
		}
		return all, nil
	}, func(all []readMessage, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not open the messages to answer them: ", views.Reason(err, "one of them is no longer there"))
		}
		var besides []compose.Quoted
		for _, m := range slices.Backward(all[1:]) {
			besides = append(besides, compose.Quoted{Message: m.message, Body: m.body})
		}
		return tea.Batch(c.Answer(kind, all[0].message, all[0].body, besides...),
			views.Notice(views.Info, "Answers the newest of the ", len(all), selected))
	})
}

// longLine is the cells from which a line of plain text is a paragraph, which is
// wrapped where it is quoted: others stay as they were written, as in a patch.
const longLine = 200

// readable is a body as the text of an answer: plain text as it is, but for
// paragraphs of one line, and HTML as text.
func readable(b *model.ItemBody) string {
	if b != nil && strings.EqualFold(b.ContentType, "text") {
		lines := strings.Split(b.Content, "\n")
		for i, line := range lines {
			if utf8.RuneCountInString(line) > longLine {
				var parts []string
				for _, part := range text.Clean(line).Wrap(quoteWidth) {
					parts = append(parts, part.String())
				}
				lines[i] = strings.Join(parts, "\n")
			}
		}
		return strings.Join(lines, "\n")
	}
	shape := reader.Shape{Width: quoteWidth, ASCII: true}
	page := reader.Parse(b, shape).Wrap(shape)
	lines := make([]string, len(page.Lines))
	for i, line := range page.Lines {
		lines[i] = line.Text.String()
	}
	return strings.Join(lines, "\n")
}

// readMessage is a message with its readable text.
type readMessage struct {
	message model.Message
	body    string
}

func (c *composer) onAnswer(kind compose.Kind, read readMessage, err error) tea.Cmd {
	switch {
	case err != nil:
		return views.Notice(views.Failure, "Could not open the message to answer it: ", views.Reason(err, noLongerThere))
	case kind == "":
		return c.Edit(read.message, read.body)
	}
	return c.Answer(kind, read.message, read.body)
}

// addresses reads "Name <address>" or bare addresses, also as mail writes them,
// quoted and encoded.
func addresses(list []string) []model.EmailAddress {
	out := make([]model.EmailAddress, len(list))
	for i, s := range list {
		if a, err := mail.ParseAddress(s); err == nil {
			out[i] = model.EmailAddress{Name: a.Name, Address: a.Address}
			continue
		}
		name, rest, named := strings.Cut(s, "<")
		if !named {
			out[i].Address = strings.TrimSpace(s)
			continue
		}
		address := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), ">"))
		out[i] = model.EmailAddress{Name: strings.TrimSpace(name), Address: address}
	}
	return out
}

// shifted is a mouse message in the cells of a part of the view.
func shifted(msg tea.MouseMsg, r panes.Rect) tea.Msg {
	mouse := msg.Mouse()
	mouse.X, mouse.Y = mouse.X-r.X, mouse.Y-r.Y
	switch msg.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(mouse)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(mouse)
	case tea.MouseWheelMsg:
		return tea.MouseWheelMsg(mouse)
	case tea.MouseMotionMsg:
		return tea.MouseMotionMsg(mouse)
	}
	return msg
}
