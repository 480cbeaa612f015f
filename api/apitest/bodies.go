package apitest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"daybook/api"
	"daybook/model"
)

type ctx = context.Context

// The bodies that the calls send: each holds what its row requires.

func draft() model.Message {
	return model.Message{Subject: "Plans", Body: &model.ItemBody{ContentType: "text", Content: "Tea at four?"},
		ToRecipients: recipients()}
}

func recipients() []model.Recipient {
	return []model.Recipient{{EmailAddress: model.EmailAddress{Name: "Ada", Address: "ada@example.com"}}}
}

func markRead() model.MessagePatch { return model.MessagePatch{IsRead: new(true)} }

func comment() model.ReplyRequest { return model.ReplyRequest{Comment: "Yes"} }

func forward() model.ReplyRequest {
	return model.ReplyRequest{Comment: "See below", ToRecipients: recipients()}
}

func file() model.Attachment {
	return model.Attachment{Name: "plan.txt", ContentType: "text/plain", ContentBytes: []byte("plan")}
}

func override() model.InferenceClassificationOverride {
	return model.InferenceClassificationOverride{ClassifyAs: model.Focused, SenderEmailAddress: recipients()[0].EmailAddress}
}

func category() model.OutlookCategory {
	return model.OutlookCategory{DisplayName: "Plans", Color: "preset3"}
}

func meeting() model.Event {
	return model.Event{Subject: "Tea",
		Start: &model.DateTimeTimeZone{DateTime: "2026-03-02T16:00:00", TimeZone: "Europe/Vienna"},
		End:   &model.DateTimeTimeZone{DateTime: "2026-03-02T16:30:00", TimeZone: "Europe/London"}}
}

func retitle() model.EventPatch { return model.EventPatch{Subject: new("Coffee")} }

func (w World) slot() model.TimeSlot {
	const wall = "2006-01-02T15:04:05"
	return model.TimeSlot{
		Start: model.DateTimeTimeZone{DateTime: w.From.UTC().Format(wall), TimeZone: "UTC"},
		End:   model.DateTimeTimeZone{DateTime: w.To.UTC().Format(wall), TimeZone: "UTC"}}
}

func (w World) schedule() model.ScheduleRequest {
	s := w.slot()
	return model.ScheduleRequest{Schedules: []string{"ada@example.com"}, StartTime: s.Start, EndTime: s.End}
}

func (w World) meetingTimes() model.MeetingTimesRequest {
	return model.MeetingTimesRequest{MeetingDuration: "PT30M",
		TimeConstraint: &model.TimeConstraint{TimeSlots: []model.TimeSlot{w.slot()}}}
}

func person() model.Contact {
	return model.Contact{DisplayName: "Ada", GivenName: "Ada",
		EmailAddresses: []model.EmailAddress{{Name: "Ada", Address: "ada@example.com"}}}
}

func renameFolder() model.ContactFolderPatch {
	return model.ContactFolderPatch{DisplayName: new("Old plans")}
}

// picture is a PNG of one pixel.
func picture() api.Image {
	return api.Image{ContentType: "image/png", Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
		"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")}
}

func post() model.Post {
	return model.Post{Body: &model.ItemBody{ContentType: "text", Content: "Tea at four?"}}
}

func lock() model.ThreadPatch { return model.ThreadPatch{IsLocked: new(true)} }

func forwardPost() model.ForwardRequest {
	return model.ForwardRequest{Comment: "See below", ToRecipients: recipients()}
}

func extension() model.OpenTypeExtension {
	return model.OpenTypeExtension{ExtensionName: "com.example.plan"}
}

func renameItem() model.DriveItemPatch { return model.DriveItemPatch{Name: new("Old plans")} }

func settings() model.MailboxSettings { return model.MailboxSettings{TimeZone: "Europe/Vienna"} }

func grant() model.PermissionGrant {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return model.PermissionGrant{ClientID: "client", ConsentType: "Principal", PrincipalID: "principal",
		ResourceID: "resource", Scope: "Mail.Read", StartTime: &at, ExpiryTime: new(at.AddDate(1, 0, 0))}
}

func widen() model.PermissionGrantPatch {
	return model.PermissionGrantPatch{Scope: new("Mail.Read Mail.Send")}
}

// batch asks for the mailbox's owner twice in one request.
func (w World) batch(ctx ctx) error {
	one, err := w.Client.NewRequest("GET", "/me", nil)
	if err != nil {
		return err
	}
	replies, err := w.Client.Batch(ctx, one, one)
	for i, r := range replies {
		if r.Err != nil {
			err = errors.Join(err, fmt.Errorf("reply %d: %w", i, r.Err))
		}
	}
	return err
}

// content is a call whose reply is not JSON: it returns the bytes.
func content[T any](do func(ctx, World) (T, error)) Call {
	return Call{Bytes, func(ctx ctx, w World) (any, error) {
		out, err := do(ctx, w)
		if err != nil {
			return nil, err
		}
		switch v := any(out).(type) {
		case api.Image:
			return v.Data, nil
		case io.ReadCloser:
			defer v.Close()
			return io.ReadAll(v)
		}
		return nil, fmt.Errorf("%T is no content", out)
	}}
}
