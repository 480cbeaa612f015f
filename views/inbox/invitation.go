package inbox

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/invite"
	"daybook/views/reader"
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
func (r *readerPane) wantInvitations() tea.Cmd {
	if r.options.Meetings == nil || r.thread == nil {
		return nil
	}
	var cmds []tea.Cmd
	meetings, zone := r.options.Meetings, r.env.Zone()
	for _, m := range r.thread.messages {
		if !m.Open || m.Asked || m.Meeting == nil || m.Meeting.MeetingMessageType == "" {
			continue
		}
		m.Asked = true
		id := m.ID
		cmds = append(cmds, views.Call(&r.work, 0, func(ctx context.Context) (invite.Meeting, error) {
			return meetings.Invitation(ctx, id, zone)
		}, func(meeting invite.Meeting, err error) tea.Cmd { return r.onInvitation(id, &meeting, err) }))
	}
	return tea.Batch(cmds...)
}

// onInvitation shows an event in its message. Without one the message still
// says when and where the meeting was to be.
func (r *readerPane) onInvitation(message string, meeting *invite.Meeting, err error) tea.Cmd {
	r.each(message, func(m *reader.Message) {
		m.Asked = err == nil
		if err == nil && meeting.Event.ID != "" {
			m.Invite = meeting
		}
		m.Gone = err == nil && meeting.Event.ID == "" && m.Meeting != nil && m.Meeting.MeetingMessageType == model.MeetingRequest
	})
	return nil
}

// onAnswered follows what has become of an answer.
func (r *readerPane) onAnswered(msg views.Answered) tea.Cmd {
	for _, t := range r.prepared {
		for _, m := range t.messages {
			if m.Invite != nil && m.Invite.Event.ID == msg.Event {
				m.Invite.SetAnswer(msg.Says)
			}
		}
	}
	r.layout()
	return nil
}

// invited is the invitation that the keys of answers act on: that of the
// message at hand, or the newest of the thread.
func (r *readerPane) invited() *invite.Meeting {
	if m := r.current(); m != nil && m.Invite != nil {
		return m.Invite
	}
	if r.thread == nil {
		return nil
	}
	var newest *invite.Meeting
	for _, m := range r.thread.messages {
		if m.Invite != nil {
			newest = m.Invite
		}
	}
	return newest
}

// answerInvitation gives an answer; the week tells the service, and takes it
// back when that is asked for.
func (r *readerPane) answerInvitation(reply invite.Reply) tea.Cmd {
	meeting := r.invited()
	if meeting == nil {
		return nil
	}
	return views.Send(views.Answer{Event: meeting.Event.ID, Subject: text.Clean(meeting.Event.Subject), Was: meeting.Answer(),
		Says: reply.Says, With: reply.With})
}

// answerWith asks for a comment and another time with the answer.
func (r *readerPane) answerWith() tea.Cmd {
	if meeting := r.invited(); meeting != nil {
		r.dialog.Open(invite.AskReply(&r.theme, r.today(), &meeting.Event, r.answerInvitation))
	}
	return nil
}

// The keys of answers, which the panel of an invitation names.
var answerKeys = invite.Keys{Accept: "+", Tentative: "~", Decline: "-", More: "="}

func (r *readerPane) answerActions() []views.Action {
	answerable := func() bool { i := r.invited(); return i != nil && i.Open(r.today()) }
	needs := views.Needs("an invitation to what is still to come")
	proposed := func() bool {
		i := r.invited()
		return i != nil && i.Own() && !i.Event.IsCancelled && len(invite.Proposals(&i.Event, time.UTC)) > 0
	}
	one := func(id, name, says, hint, key string) views.Action {
		return views.Action{ID: id, Name: name, Hint: hint, Keys: []string{key},
			Enabled: answerable, Needs: needs,
			Do: views.Once(func() tea.Cmd { return r.answerInvitation(invite.Reply{Says: says}) })}
	}
	return []views.Action{
		one("accept", "Accept the invitation", model.ResponseAccepted, "accept", answerKeys.Accept),
		one("tentative", "Accept it tentatively", model.ResponseTentative, "tentative", answerKeys.Tentative),
		one("decline", "Decline the invitation", model.ResponseDeclined, "decline", answerKeys.Decline),
		{ID: "answer-with", Opens: true, Name: "Answer with a comment or a new time", Hint: "comment", Keys: []string{answerKeys.More}, Enabled: answerable,
			Do: views.Once(r.answerWith)},
		{ID: "proposals", Opens: true, Name: "Take or decline a proposed time", Hint: "proposals", Keys: []string{answerKeys.More}, Enabled: proposed, Needs: views.Needs("a new time proposed for a meeting of yours"),
			Do: views.Once(func() tea.Cmd {
				return views.Send(views.Open{Screen: views.Week, Item: views.ShowEvent{ID: r.invited().Event.ID, Proposals: true}})
			})},
		{ID: "show-event", Name: "Show the event in the week", Hint: "week", Keys: []string{"W"}, Enabled: func() bool { return r.invited() != nil },
			Do: views.Once(func() tea.Cmd {
				return views.Send(views.Open{Screen: views.Week, Item: views.ShowEvent{ID: r.invited().Event.ID}})
			})},
	}
}
