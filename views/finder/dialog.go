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
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/picker"
	"daybook/widget/text"
)

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
	o := picker.Options{
		Title: text.Literal("Add people and rooms"), Placeholder: text.Literal("a name or an address; tab marks several"), Multi: true, Free: true,
	}
	return m.dialog.Pick(m.env.Theme, items, o, m.added)
}

func nameOf(a model.EmailAddress) string {
	if a.Name != "" {
		return a.Name
	}
	return a.Address
}

func (m *Model) added(choice picker.Choice) tea.Cmd {
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
	m.found.grid, m.found.fine = nil, nil // the best of the new people is gone to
	return tea.Batch(m.loadSchedules(), m.changedLater())
}

// changedLater computes without the new schedules, so that the rows are there
// at once, and leaves the cursor to what comes back.
func (m *Model) changedLater() tea.Cmd {
	cmd := m.changed()
	m.found.grid, m.found.fine = nil, nil
	return cmd
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
	at := m.at
	keep := func() { m.subject = f.Value("subject") }
	m.form = dialog.Fill(th, dialog.Filling{Title: text.Clean("Book " + m.slotInWords(at)), Form: f, Above: m.invited, Wrong: views.NotSaved,
		Verb: "book and invite", Lines: []string{"notes"}, Width: 70, Height: 14, Left: keep,
		Take: func() tea.Cmd { keep(); return m.submit(f, at) }})
	m.dialog.Open(m.form)
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

// rebook opens the form again, as it was filled in, when it came to nothing.
func (m *Model) rebook() {
	if m.form != nil && !m.dialog.IsOpen() {
		m.dialog.Open(m.form)
	}
}

// submit looks at the slot once more and then books it.
func (m *Model) submit(f *form.Form, at time.Time) tea.Cmd {
	return m.check(m.meeting.event(at, m.subject, f.Value("where"), f.Value("notes"), m.zone()), at)
}

// onCheck books, or asks when somebody has become busy since.
func (m *Model) onCheck(e model.Event, start time.Time, now []model.ScheduleInformation, err error) tea.Cmd {
	if err != nil {
		m.rebook()
		return say("Not booked, as the calendars could not be read: "+err.Error(), views.Failure)
	}
	taken := m.takenSince(start, now)
	if len(taken) == 0 {
		m.booking = true
		return m.book(e, nil)
	}
	return tea.Batch(m.loadSchedules(), m.env.Ask(views.Confirm{
		Title:  text.Literal("Somebody is no longer free"),
		Detail: text.Clean(fmt.Sprintf("At %s %s has become busy since the calendars were read.", start.In(m.zone()).Format("Mon 2 Jan 15:04"), strings.Join(taken, ", "))),
		Verb:   "Book it all the same",
		Yes: func() tea.Cmd {
			m.booking = true
			return m.book(e, nil)
		},
	}))
}

// takenSince names who was free at the slot before and is not now.
func (m *Model) takenSince(start time.Time, schedules []model.ScheduleInformation) []string {
	var taken []string
	end := start.Add(m.meeting.length)
	now := meeting{people: append([]person(nil), m.meeting.people...)}
	for _, s := range schedules {
		i := now.index(s.ScheduleID)
		if i < 0 {
			continue
		}
		before := now.people[i].calendar.During(start, end)
		now.take(s)
		if before < model.StatusTentative && now.people[i].calendar.During(start, end) >= model.StatusBusy {
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

// Pending implements views.Pender.
func (m *Model) Pending() int {
	if m.booking {
		return 1
	}
	return 0
}

func (m *Model) onBooked(e, made model.Event, replaces *views.Step, err error) tea.Cmd {
	m.booking = false
	if err != nil {
		m.rebook()
		return say("Not booked: "+err.Error(), views.Failure)
	}
	b, err := json.Marshal(payload{made.ID, e})
	if err != nil {
		return say("Booked, but it cannot be undone: "+err.Error(), views.Warning)
	}
	label := "Booked " + e.Subject
	if n := len(e.Attendees); n > 0 {
		label += fmt.Sprintf(", %d invited", n)
	}
	did := m.env.Did(views.Did{Step: views.Step{Owner: views.Finder, Label: label, Payload: b}})
	if replaces != nil { // done again: the event has another id than the step knows
		did = tea.Sequence(views.Send(views.Forget{Step: *replaces}), did)
	}
	return tea.Batch(m.loadSchedules(), views.Send(views.Refreshed{}), did)
}

func (m *Model) onCancelled(err error) tea.Cmd {
	if err != nil {
		return say("Not cancelled: "+err.Error(), views.Failure)
	}
	return tea.Batch(m.loadSchedules(), views.Send(views.Refreshed{}))
}

// Revert cancels a booking.
func (m *Model) Revert(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Undo: "+err.Error(), views.Failure)
	}
	return m.cancel(p.ID)
}

// Reapply books again; the invitations go out anew.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Redo: "+err.Error(), views.Failure)
	}
	m.booking = true
	return m.book(p.Event, &s)
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor { return m.dialog.Cursor() }

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
