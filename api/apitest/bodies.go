package apitest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
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

func (w World) override() model.InferenceClassificationOverride {
	return model.InferenceClassificationOverride{ClassifyAs: model.Focused, SenderEmailAddress: recipients()[0].EmailAddress}
}

func (w World) category() model.OutlookCategory {
	return model.OutlookCategory{DisplayName: w.Name, Color: "preset3"}
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

func (w World) renameFolder() model.ContactFolderPatch {
	return model.ContactFolderPatch{DisplayName: new("Old " + w.Name)}
}

// picture is a small PNG.
func picture() api.Image {
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		panic(err) // a buffer takes every write
	}
	return api.Image{ContentType: "image/png", Data: data.Bytes()}
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

func (w World) renameItem() model.DriveItemPatch {
	return model.DriveItemPatch{Name: new("Old " + w.Name)}
}

func settings() model.MailboxSettings { return model.MailboxSettings{TimeZone: "Europe/Vienna"} }

func grant() model.PermissionGrant {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return model.PermissionGrant{ClientID: "client", ConsentType: "Principal", PrincipalID: "principal",
		ResourceID: "resource", Scope: "Mail.Read", StartTime: &at, ExpiryTime: new(at.AddDate(1, 0, 0))}
}

func widen() model.PermissionGrantPatch {
	return model.PermissionGrantPatch{Scope: new("Mail.Read Mail.Send")}
}

// batch asks for the mail folders twice in one request.
func (w World) batch(ctx ctx) error {
	one, err := w.Client.NewRequest("GET", "/me/mailFolders", nil)
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
