package inbox

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/invite"
	"daybook/widget/text"
)

// Meetings is the calendar as the inbox needs it.
type Meetings interface {
	// Invitation is the event of a meeting request, as the calendar has it
	// now, with what else takes place on its day in a zone.
	Invitation(ctx context.Context, message string, zone *time.Location) (invite.Meeting, error)
}

// wantInvitations reads the events of the open meeting requests of the thread
// shown.
func (m *Model) wantInvitations() tea.Cmd {
	if m.options.Meetings == nil || m.reader.thread == nil {
		return nil
	}
	var cmds []tea.Cmd
	meetings, zone := m.options.Meetings, m.env.Zone()
	for _, l := range m.reader.thread.letters {
		if !l.open || l.asked || l.meeting == nil || l.meeting.MeetingMessageType != model.MeetingRequest {
			continue
		}
		l.asked = true
		id := l.id
		cmds = append(cmds, views.Call(&m.work, 0, func(ctx context.Context) (invite.Meeting, error) {
			return meetings.Invitation(ctx, id, zone)
		}, func(meeting invite.Meeting, err error) tea.Cmd { return m.onInvitation(id, &meeting, err) }))
	}
	return tea.Batch(cmds...)
}

// onInvitation shows an event in its message. Without one the message still
// says when and where the meeting was to be.
func (m *Model) onInvitation(message string, meeting *invite.Meeting, err error) tea.Cmd {
	for _, t := range m.reader.kept {
		for _, l := range t.letters {
			if l.id != message {
				continue
			}
			l.asked = err == nil
			if err == nil && meeting.Event.ID != "" {
				l.invite = meeting
			}
		}
	}
	m.layoutReader()
	return nil
}

// onAnswered follows what has become of an answer.
func (m *Model) onAnswered(msg views.Answered) tea.Cmd {
	for _, t := range m.reader.kept {
		for _, l := range t.letters {
			if l.invite != nil && l.invite.Event.ID == msg.Event {
				l.invite.SetAnswer(msg.Says)
			}
		}
	}
	m.layoutReader()
	return nil
}

// invited is the invitation that the keys of answers act on: that of the
// letter at hand, or the newest of the thread.
func (m *Model) invited() *invite.Meeting {
	if l := m.current(); l != nil && l.invite != nil {
		return l.invite
	}
	if m.reader.thread == nil {
		return nil
	}
	var newest *invite.Meeting
	for _, l := range m.reader.thread.letters {
		if l.invite != nil {
			newest = l.invite
		}
	}
	return newest
}

// answerInvitation gives an answer; the week tells the service, and takes it
// back when that is asked for.
func (m *Model) answerInvitation(says string) tea.Cmd {
	meeting := m.invited()
	if meeting == nil {
		return nil
	}
	return views.Send(views.Answer{Event: meeting.Event.ID, Subject: text.Clean(meeting.Event.Subject), Was: meeting.Answer(), Says: says})
}

// The keys of answers, which the panel of an invitation names.
var answerKeys = invite.Keys{Accept: "+", Tentative: "~", Decline: "-"}

func (m *Model) answerActions() []views.Action {
	one := func(id, name, says, hint, key string) views.Action {
		return views.Action{ID: id, Name: name, Hint: hint, Keys: []string{key},
			Enabled: func() bool { i := m.invited(); return i != nil && i.Answer() != model.ResponseOrganizer },
			Do:      plain(func() tea.Cmd { return m.answerInvitation(says) })}
	}
	return []views.Action{
		one("accept", "Accept the invitation", model.ResponseAccepted, "accept", answerKeys.Accept),
		one("tentative", "Accept it tentatively", model.ResponseTentative, "tentative", answerKeys.Tentative),
		one("decline", "Decline the invitation", model.ResponseDeclined, "decline", answerKeys.Decline),
		{ID: "show-event", Name: "Show the event in the week", Hint: "week", Keys: []string{"W"}, Enabled: func() bool { return m.invited() != nil },
			Do: plain(func() tea.Cmd {
				return views.Send(views.Open{Screen: views.Week, Item: views.ShowEvent{ID: m.invited().Event.ID}})
			})},
	}
}

// meetingPanel is the lines of an invitation whose event is known.
func (r *readerLines) meetingPanel(i int, l *letter) {
	heading := text.Concat(text.Literal("Invitation: "), text.Clean(l.invite.Event.Subject)).Truncate(max(r.width-2, 1), text.Text{})
	r.add(plainLine, i, heading, func(th *theme.Theme) string {
		return " " + th.Accent.Render(string(th.Glyphs.Invitation)+" ") + th.Strong.Render(heading.String())
	})
	for _, line := range l.invite.Lines(r.today.Location(), answerKeys, r.width-3) {
		r.add(plainLine, i, line.Text, func(th *theme.Theme) string { return "   " + line.Draw(th) })
	}
	r.blank(i)
}
