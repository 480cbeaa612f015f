package sample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"daybook/model"
)

// chatter delivers the mail about meetings: invitations that wait for an
// answer, and, for meetings of the past months, the invitation with what was
// answered. The past meetings enter the calendars as well.
func (b *builder) chatter() ([]scene, error) {
	all, err := b.pastMeetings()
	if err != nil {
		return nil, err
	}
	for _, p := range b.planned {
		if p.asked == "" {
			continue
		}
		folder, marks := inInbox, []string{"fresh", "unread"}
		if p.answers[ownerKey] == "" { // answered, and out of the way
			folder, marks = inArchive, []string{"fresh"}
		}
		all = append(all, b.invitation(p, folder, p.asked, marks))
	}
	return all, nil
}

// invitation is the message that asks the team's attendees.
func (b *builder) invitation(p plannedMeeting, folder, when string, marks []string) scene {
	return scene{subject: p.subject, key: "meeting " + p.key, where: p.key,
		fields: map[string]string{"folder": folder, "tags": p.tags},
		lines: []line{{from: p.by, to: p.who, cc: p.maybe, when: when, marks: marks, where: p.key,
			text: meetingText(p.event, p.text), event: &p.event, meetingType: model.MeetingRequest}}}
}

// meetingText is what an invitation says, for who reads it as mail.
func meetingText(e model.Event, text string) string {
	when := "all day"
	if !e.IsAllDay {
		when = e.Start.DateTime[11:16] + " to " + e.End.DateTime[11:16] + " (" + e.Start.TimeZone + ")"
	}
	where := ""
	if e.Location != nil {
		where = "\nWhere: " + e.Location.DisplayName
	}
	if text != "" {
		text += "\n\n"
	}
	return fmt.Sprintf("%sWhen: %s, %s%s", text, e.Start.DateTime[:10], when, where)
}

// pastMeetings reads content/notices/meetings.txt.
func (b *builder) pastMeetings() ([]scene, error) {
	table, err := rows("notices/meetings.txt", 7)
	if err != nil {
		return nil, err
	}
	var all []scene
	for i, t := range table {
		back, err := strconv.Atoi(t[2])
		if err != nil {
			return nil, fmt.Errorf("notices/meetings.txt: %q: %w", t[0], err)
		}
		answer, remark, _ := strings.Cut(t[6], ": ")
		m := meeting{key: fmt.Sprintf("past-%d", i), subject: t[0], by: t[1], who: t[4], on: strconv.Itoa(-back), at: t[3], mins: 45, text: t[5]}
		kinds := map[string]struct{ response, message, word string }{
			"accepted":  {model.ResponseAccepted, model.MeetingAccepted, "Accepted"},
			"tentative": {model.ResponseTentative, model.MeetingTentative, "Tentative"},
			"declined":  {model.ResponseDeclined, model.MeetingDeclined, "Declined"},
		}
		kind, ok := kinds[answer]
		if !ok {
			return nil, fmt.Errorf("notices/meetings.txt: %q: %q is no answer", t[0], answer)
		}
		if m.by != ownerKey {
			m.answers = map[string]string{ownerKey: kind.response}
		}
		if err := b.schedule(m); err != nil {
			return nil, err
		}
		p := b.planned[len(b.planned)-1]
		folder := inDeleted
		if i%3 == 0 {
			folder = inArchive
		}
		s := b.invitation(p, folder, fmt.Sprintf("%d %s", -back-3, clock(9+i%7, 5+7*(i%8))), []string{"fresh"})
		answerers := []string{ownerKey}
		if m.by == ownerKey {
			answerers = list(m.who)
		}
		for _, who := range slices.DeleteFunc(answerers, func(k string) bool { return k == m.by }) {
			s.lines = append(s.lines, line{from: who, to: m.by, when: "+47m", marks: []string{"fresh", "plain"}, where: m.key,
				subject: kind.word + ": " + m.subject, text: remark, event: &p.event, meetingType: kind.message})
		}
		all = append(all, s)
	}
	return all, nil
}

// asSeenBy is an event as it stands in somebody's own calendar.
func (b *builder) asSeenBy(key string, e model.Event) *model.Event {
	if e.IsOrganizer = e.Organizer.EmailAddress.Address == b.who.team[key].address(); !e.IsOrganizer {
		e.ID = stableID("copy", key, e.ID)
	}
	return &e
}

// aboutMeeting makes a message one about an event.
func aboutMeeting(m *model.Message, l line) {
	if l.event == nil {
		return
	}
	about := *l.event
	about.ResponseStatus = nil
	m.Type, m.MeetingMessageType = "#microsoft.graph.eventMessage", l.meetingType
	m.Event = &about
	m.StartDateTime, m.EndDateTime, m.Location = about.Start, about.End, about.Location
}
