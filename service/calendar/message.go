package calendar

import (
	"strings"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/store"
)

// messageKind is a kind of event message and how its subject begins.
type messageKind struct{ meetingType, prefix string }

func invitation() messageKind { return messageKind{model.MeetingRequest, ""} }
func cancelled() messageKind  { return messageKind{model.MeetingCancelled, "Canceled: "} }

func to(m store.Mailbox) []model.Recipient {
	return []model.Recipient{{EmailAddress: model.EmailAddress{Name: m.DisplayName, Address: m.Address}}}
}

// recipients are the people of a meeting, as an invitation names them.
func recipients(e *model.Event) []model.Recipient {
	var out []model.Recipient
	for _, a := range e.Attendees {
		if a.Type != model.AttendeeResource && !e.HideAttendees {
			out = append(out, model.Recipient{EmailAddress: a.EmailAddress})
		}
	}
	return out
}

// eventMessage is a message about an event, which has the id by which its
// receiver knows it. The messages of a meeting are one conversation.
func eventMessage(tx *store.Tx, kind messageKind, from store.Mailbox, receivers []model.Recipient, e model.Event, comment string) model.Message {
	sender := to(from)[0]
	body := e.Body
	if kind.meetingType != model.MeetingRequest {
		body = &model.ItemBody{ContentType: "text", Content: comment}
	}
	if body == nil {
		body = &model.ItemBody{ContentType: "text"}
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	m := model.Message{
		Subject: kind.prefix + e.Subject, Body: body, BodyPreview: eml.BodyPreview(body), Importance: e.Importance,
		From: &sender, Sender: &sender, ToRecipients: receivers, SentDateTime: now(tx), ReceivedDateTime: now(tx),
		InternetMessageID:      "<" + tx.NewID() + "@" + or(domain, "localhost") + ">",
		InternetMessageHeaders: []model.InternetMessageHeader{{Name: "References", Value: "<" + e.ICalUID + ">"}},
		MeetingMessageType:     kind.meetingType,
		StartDateTime:          e.Start, EndDateTime: e.End, Location: e.Location,
	}
	m.Event = reference(e)
	return m
}

// reference is what a message holds of its event: enough to show the meeting
// as it was then. $expand=event reads it as it is.
func reference(e model.Event) *model.Event {
	r := &model.Event{ICalUID: e.ICalUID, Type: e.Type, SeriesMasterID: e.SeriesMasterID, Subject: e.Subject, Start: e.Start, End: e.End,
		IsAllDay: e.IsAllDay, Location: e.Location, Organizer: e.Organizer, Recurrence: e.Recurrence, Attendees: e.Attendees,
		OriginalStart: e.OriginalStart, OriginalStartTimeZone: e.OriginalStartTimeZone, OriginalEndTimeZone: e.OriginalEndTimeZone}
	if e.HideAttendees {
		r.Attendees = nil
	}
	r.ID = e.ID
	return r
}
