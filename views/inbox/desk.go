package inbox

import (
	"context"
	"net/mail"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/compose"
	"daybook/views/inbox/rows"
	"daybook/views/reader"
)

// quoteWidth is what a message is wrapped to when it is answered.
const quoteWidth = 76

// writing reports whether a letter is open: then it has the keys.
func (m *Model) writing() bool { return m.options.Desk != nil && m.options.Desk.IsOpen() }

// Unsent implements views.Sender.
func (m *Model) Unsent() (n int, what string) {
	if m.options.Desk == nil {
		return 0, ""
	}
	return m.options.Desk.Unsent()
}

// Leave implements views.Leaver: letters are saved, and sent.
func (m *Model) Leave(online bool) tea.Cmd {
	if m.options.Desk == nil {
		return nil
	}
	return m.options.Desk.Leave(online)
}

// Keep puts the open letter on this machine's disk.
func (m *Model) Keep() tea.Cmd {
	if m.options.Desk == nil {
		return nil
	}
	return m.options.Desk.Keep()
}

// write opens an empty letter.
func (m *Model) write() tea.Cmd { return m.options.Desk.New(nil, "", "") }

// answer opens a letter that answers the current one.
func (m *Model) answer(kind compose.Kind) func() tea.Cmd {
	return func() tea.Cmd {
		read := m.reader.current()
		if read == nil {
			return nil
		}
		return m.openLetter(kind, read.ID)
	}
}

// findTime opens the finder with those whom a reply to all would go to.
func (m *Model) findTime() tea.Cmd {
	read := m.reader.current()
	if read == nil {
		return nil
	}
	service, me := m.service, m.options.Me.Address
	id := read.ID
	return views.Call(&m.work, 0, func(ctx context.Context) (model.Message, error) { return service.Message(ctx, id, true) }, func(message model.Message, err error) tea.Cmd {
		if err != nil {
			return notify(views.Failure, "Could not read whom the message went to: ", err)
		}
		to, cc := compose.Everybody(message, []string{me})
		ask := views.FindTime{Subject: message.Subject}
		for _, a := range append(to, cc...) {
			ask.With = append(ask.With, a.Address)
		}
		return views.Send(views.Open{Screen: views.Finder, Item: ask})
	})
}

// openLetter reads a message to answer it, or, as a draft of no kind, to go on
// with it.
func (m *Model) openLetter(kind compose.Kind, id string) tea.Cmd {
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) (readMessage, error) {
		message, err := service.Message(ctx, id, false)
		if err != nil {
			return readMessage{}, err
		}
		return readMessage{message, readable(message.Body)}, nil
	}, func(read readMessage, err error) tea.Cmd { return m.onAnswer(kind, read, err) })
}

// readable is a body as the text of an answer.
func readable(b *model.ItemBody) string {
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

func (m *Model) onAnswer(kind compose.Kind, read readMessage, err error) tea.Cmd {
	switch {
	case err != nil:
		return notify(views.Failure, "Could not open the message to answer it: ", err)
	case kind == "":
		return m.options.Desk.Edit(read.message, read.body)
	}
	return m.options.Desk.Answer(kind, read.message, read.body)
}

// Open implements views.Opener.
func (m *Model) Open(item any) tea.Cmd {
	switch item := item.(type) {
	case views.ComposeTo:
		if m.options.Desk == nil {
			return nil
		}
		return m.options.Desk.New(addresses(item.To), item.Subject, item.Body)
	case views.ShowMessage:
		return m.showMessage(item.ID)
	}
	return nil
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
		out[i] = model.EmailAddress{Name: strings.TrimSpace(name), Address: strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), ">"))}
	}
	return out
}

// showMessage opens the folder that a message is in, on the message.
func (m *Model) showMessage(id string) tea.Cmd {
	if m.list.rows.Select(id) {
		m.list.sync()
		m.setFocus(readerFocus)
		return tea.Batch(m.selected(), m.reading())
	}
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) ([]model.Message, error) { return service.Messages(ctx, []string{id}) },
		func(found []model.Message, err error) tea.Cmd { return m.onPlace(id, found, err) })
}

func (m *Model) onPlace(id string, found []model.Message, err error) tea.Cmd {
	if err != nil {
		return notify(views.Failure, "Could not open the message: ", err)
	}
	if len(found) == 0 || found[0].ParentFolderID == "" {
		return notify(views.Warning, "That message is no longer there.")
	}
	m.setFocus(listFocus)
	m.list.lens = ""
	cmd := m.openFolder(found[0].ParentFolderID)
	m.list.reselect = id
	return cmd
}

// deskRect is where the open letter is drawn: beside the folders when there
// is room, else everywhere.
func (m *Model) deskRect() rect {
	l := arrange(m.width, m.height, listFocus)
	if m.width < threePanes {
		return rect{0, 1, m.width, max(m.height-2, 0)}
	}
	return rect{l.list.x, 1, m.width - l.list.x, l.list.h}
}

// deskLayout is the panes while a letter is open: it takes the place of list
// and reader.
func (m *Model) deskLayout() layout {
	l := arrange(m.width, m.height, listFocus)
	l.list, l.reader = m.deskRect(), rect{}
	if m.width < threePanes {
		l.folders = rect{}
	}
	return l
}

// reloadOwn shows drafts and sent mail anew when the list is of those.
func (m *Model) reloadOwn() tea.Cmd {
	switch m.list.folder {
	case m.folders.wellKnown(model.FolderDrafts), m.folders.wellKnown(model.FolderSentItems):
		return m.list.loadPage(rows.Top)
	}
	m.reader.forget() // the thread has one message more
	return m.selected()
}

// updateDesk gives a message to the desk; mine says that it was the desk's.
func (m *Model) updateDesk(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if m.options.Desk == nil {
		return nil, false
	}
	if _, ok := msg.(compose.Changed); ok {
		return tea.Batch(m.folders.load(), m.list.loadSent(), m.watch.poll(), m.reloadOwn()), true
	}
	if mouse, ok := msg.(tea.MouseMsg); ok {
		if !m.writing() {
			return nil, false
		}
		return m.options.Desk.Update(shifted(mouse, m.deskRect()))
	}
	return m.options.Desk.Update(msg)
}

// shifted is a mouse message in the cells of a part of the view.
func shifted(msg tea.MouseMsg, r rect) tea.Msg {
	mouse := msg.Mouse()
	mouse.X, mouse.Y = mouse.X-r.x, mouse.Y-r.y
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

// writeActions are those that open a letter, and the letter's own.
func (m *Model) writeActions() []views.Action {
	desk := m.options.Desk
	if desk == nil {
		return nil
	}
	reading := func() bool { return m.reader.current() != nil && m.focus != folderFocus }
	actions := []views.Action{
		{ID: "compose", Name: "Write a new message", Hint: "compose", Keys: []string{"c"}, Do: plain(m.write)},
		{ID: "reply", Name: "Reply", Hint: "reply", Keys: []string{"r"}, Enabled: reading, Do: plain(m.answer(compose.Reply))},
		{ID: "reply-all", Name: "Reply to all", Hint: "reply all", Keys: []string{"R"}, Enabled: reading, Do: plain(m.answer(compose.ReplyAll))},
		{ID: "forward", Name: "Forward", Hint: "forward", Keys: []string{"f"}, Enabled: reading, Do: plain(m.answer(compose.Forward))},
	}
	actions = append(actions, views.Action{ID: "find-time", Name: "Find a time with these people", Keys: []string{"T"}, Enabled: reading, Do: plain(m.findTime)})
	for _, a := range desk.Actions() {
		a.ID, a.Enabled = "letter."+a.ID, desk.IsOpen
		actions = append(actions, a)
	}
	return actions
}
