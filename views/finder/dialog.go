package finder

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is the picker of people and rooms.
type dialog struct {
	picker *picker.Picker
	x, y   int // where it was last drawn
}

// openAdd offers everybody who is not asked yet; what is typed and matches
// nobody is taken as an address.
func (m *Model) openAdd(int) tea.Cmd {
	var items []picker.Item
	for _, c := range m.known {
		if m.meeting.index(c.Address.Address) >= 0 {
			continue
		}
		detail := c.Detail
		if c.Room {
			detail = strings.TrimSpace("room " + detail)
		}
		items = append(items, picker.Item{
			ID: c.Address.Address, Title: text.Clean(nameOf(c.Address)), Detail: text.Clean(detail), Words: c.Address.Address,
		})
	}
	p := picker.New(m.env.Theme, items, picker.Options{
		Title: text.Literal("Add people and rooms"), Placeholder: text.Literal("a name or an address; tab marks several"), Multi: true, Free: true,
	})
	m.dialog = &dialog{picker: p}
	return nil
}

func nameOf(a model.EmailAddress) string {
	if a.Name != "" {
		return a.Name
	}
	return a.Address
}

func (m *Model) typeIntoDialog(msg tea.Msg) tea.Cmd {
	choice, cmd := m.dialog.picker.Update(msg)
	return tea.Batch(cmd, m.added(choice))
}

func (m *Model) added(choice picker.Choice) tea.Cmd {
	if !choice.Done {
		return nil
	}
	m.dialog = nil
	if choice.Cancelled {
		return nil
	}
	for _, id := range choice.IDs {
		m.meeting.add(m.candidate(id))
	}
	if len(choice.IDs) == 0 && choice.Query != "" {
		a, err := mail.ParseAddress(strings.TrimSpace(choice.Query))
		if err != nil {
			return say("Nobody is called so, and it is no address: "+choice.Query, views.Warning)
		}
		c := m.candidate(a.Address)
		if c.Address.Name == "" {
			c.Address.Name = a.Name
		}
		m.meeting.add(c)
	}
	m.found.grid = nil // the best of the new people is gone to
	return tea.Batch(m.loadSchedules(), m.changedLater())
}

// changedLater computes without the new schedules, so that the rows are there
// at once, and leaves the cursor to what comes back.
func (m *Model) changedLater() tea.Cmd {
	cmd := m.changed()
	m.found.grid = nil
	return cmd
}

// booking is the form that turns a slot into an event.
type booking struct {
	form *form.Form
	at   time.Time
	x, y int
}

// openBooking asks for what the meeting is called. The slot is that of the
// cursor, whatever the rules think of it: the person decides.
func (m *Model) openBooking(int) tea.Cmd {
	if from, _ := m.window(); m.at.Before(from) {
		return say("That time is past", views.Warning)
	}
	th := m.env.Theme
	f := form.New(th,
		form.Field{Key: "subject", Label: text.Literal("Subject"), Control: form.NewText(th, m.subject, text.Literal("what it is about")),
			Check: func(v string) (text.Text, error) {
				if strings.TrimSpace(v) == "" {
					return text.Text{}, fmt.Errorf("say what it is about")
				}
				return text.Text{}, nil
			}},
		form.Field{Key: "where", Label: text.Literal("Where"), Control: form.NewText(th, m.freeRoom(), text.Literal("a room, a link"))},
		form.Field{Key: "notes", Label: text.Literal("Notes"), Control: form.NewArea(th, "", 3)},
	)
	m.form = &booking{form: f, at: m.at}
	return nil
}

// freeRoom is the first room that is free at the cursor.
func (m *Model) freeRoom() string {
	for _, p := range m.meeting.people {
		if p.kind == room && p.calendar.During(m.at, m.at.Add(m.meeting.length)) == model.StatusFree {
			return nameOf(p.address)
		}
	}
	return ""
}

func (m *Model) typeIntoForm(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc":
			m.subject = m.form.form.Value("subject")
			m.form = nil
			return nil
		case "enter", "ctrl+s", "ctrl+enter":
			if key.String() != "enter" || m.form.form.Focused() != "notes" {
				return m.submit()
			}
		}
	}
	cmd, _ := m.form.form.Update(msg)
	return cmd
}

// submit looks at the slot once more and then books it.
func (m *Model) submit() tea.Cmd {
	f := m.form.form
	if !f.Validate() {
		return nil
	}
	m.subject = f.Value("subject")
	e := m.meeting.event(m.form.at, m.subject, f.Value("where"), f.Value("notes"), m.zone())
	at := m.form.at
	m.form = nil
	return m.check(e, at)
}

// tookCheck books, or asks when somebody has become busy since.
func (m *Model) tookCheck(msg checked) tea.Cmd {
	if !m.checking.Current(msg.generation) {
		return nil
	}
	if msg.err != nil {
		return say("Not booked, as the calendars could not be read: "+msg.err.Error(), views.Failure)
	}
	taken := m.takenSince(msg)
	if len(taken) == 0 {
		return m.book(msg.event, nil)
	}
	return tea.Batch(m.loadSchedules(), views.Send(views.Confirm{
		Title:  text.Literal("Somebody is no longer free"),
		Detail: text.Clean(fmt.Sprintf("At %s %s has become busy since the calendars were read.", msg.start.In(m.zone()).Format("Mon 2 Jan 15:04"), strings.Join(taken, ", "))),
		Verb:   "Book it all the same",
		Yes:    m.book(msg.event, nil),
	}))
}

// takenSince names who was free at the slot before and is not now.
func (m *Model) takenSince(msg checked) []string {
	var taken []string
	end := msg.start.Add(m.meeting.length)
	now := meeting{people: append([]person(nil), m.meeting.people...)}
	for _, s := range msg.schedules {
		i := now.index(s.ScheduleID)
		if i < 0 {
			continue
		}
		before := now.people[i].calendar.During(msg.start, end)
		now.take(s)
		if before < model.StatusTentative && now.people[i].calendar.During(msg.start, end) >= model.StatusBusy {
			taken = append(taken, nameOf(now.people[i].address))
		}
	}
	return taken
}

// payload is what undo needs: the event, and its id while it is there.
type payload struct {
	ID    string      `json:"id"`
	Event model.Event `json:"event"`
}

func (m *Model) tookBooking(msg booked) tea.Cmd {
	if msg.err != nil {
		return say("Not booked: "+msg.err.Error(), views.Failure)
	}
	b, err := json.Marshal(payload{msg.made.ID, msg.event})
	if err != nil {
		return say("Booked, but it cannot be undone: "+err.Error(), views.Warning)
	}
	label := "Booked " + msg.event.Subject
	if n := len(msg.event.Attendees); n > 0 {
		label += fmt.Sprintf(", %d invited", n)
	}
	did := views.Send(views.Did{Step: views.Step{Owner: views.Finder, Label: label, Payload: b}})
	if msg.replaces != nil { // done again: the event has another id than the step knows
		did = tea.Sequence(views.Send(views.Forget{Step: *msg.replaces}), did)
	}
	return tea.Batch(m.loadSchedules(), views.Send(views.Refreshed{}), did)
}

func (m *Model) tookCancellation(msg cancelled) tea.Cmd {
	if msg.err != nil {
		return say("Not cancelled: "+msg.err.Error(), views.Failure)
	}
	return tea.Batch(m.loadSchedules(), views.Send(views.Refreshed{}))
}

// Revert cancels a booking.
func (m *Model) Revert(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Undo: "+err.Error(), views.Failure)
	}
	return m.cancel(p.ID, p.Event)
}

// Reapply books again; the invitations go out anew.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Redo: "+err.Error(), views.Failure)
	}
	return m.book(p.Event, &s)
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.form != nil:
		if x, y, ok := m.form.form.Cursor(); ok {
			return tea.NewCursor(m.form.x+x, m.form.y+y)
		}
	case m.dialog != nil:
		x, y := m.dialog.picker.Cursor()
		return tea.NewCursor(m.dialog.x+x, m.dialog.y+y)
	}
	return nil
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	th := m.env.Theme
	switch {
	case m.dialog != nil:
		m.dialog.picker.SetSize(min(64, m.width-2), min(18, m.height))
		drawn, x, y := overlay.Centre(background, m.dialog.picker.View(), m.width, m.height)
		m.dialog.x, m.dialog.y = x, y
		return drawn
	case m.form != nil:
		w, h := min(70, m.width-2), min(14, m.height)
		m.form.form.SetSize(w-4, h-5)
		title := text.Clean("Book " + m.slotInWords(m.form.at))
		keys := th.Key.Render(" enter") + th.KeyText.Render(" book and invite ") + th.Key.Render(" esc") + th.KeyText.Render(" back ")
		body := indent(m.invited()) + "\n\n" + indent(m.form.form.View())
		drawn, x, y := overlay.Centre(background, overlay.Frame(th, title, body, keys, w, h), m.width, m.height)
		m.form.x, m.form.y = x+2, y+3
		return drawn
	}
	return background
}

func indent(block string) string { return " " + strings.ReplaceAll(block, "\n", "\n ") }

// invited names who gets an invitation.
func (m *Model) invited() string {
	var names []string
	for _, p := range m.meeting.people[1:] {
		names = append(names, nameOf(p.address))
	}
	if len(names) == 0 {
		return m.env.Theme.Muted.Render("for you alone")
	}
	line := text.Clean("with "+strings.Join(names, ", ")).Truncate(60, text.Glyph(m.env.Theme.Glyphs.Ellipsis))
	return m.env.Theme.Muted.Render(line.String())
}
