package bridge

import (
	"context"
	"errors"
	"fmt"
	"os"

	"daybook/api"
	"daybook/model"
	"daybook/views/compose"
)

// Compose is the writing desk's mailbox.
type Compose struct {
	client *api.Client
	people *People
}

// NewCompose writes through a client; people completes recipients.
func NewCompose(client *api.Client, people *People) *Compose {
	return &Compose{client: client, people: people}
}

var _ compose.Service = (*Compose)(nil)

// SaveDraft creates the draft on its first save: as an answer where it is
// one, so that the service threads it with what it answers.
func (c *Compose) SaveDraft(ctx context.Context, d compose.Draft) (compose.Draft, error) {
	if d.ServerID == "" {
		made, err := c.create(ctx, d)
		if err != nil {
			return d, err
		}
		d.ServerID = made.ID
		if made.InternetMessageID != "" {
			d.MessageID = made.InternetMessageID
		}
	}
	if _, err := c.client.Me().Message(d.ServerID).Update(ctx, d.Patch()); err != nil {
		if errors.Is(err, model.ErrNotFound) { // deleted elsewhere: made anew from what is here
			d.ServerID = ""
			for i := range d.Files {
				d.Files[i].ServerID = ""
			}
			return c.SaveDraft(ctx, d)
		}
		return d, err
	}
	return c.saveFiles(ctx, d)
}

func (c *Compose) create(ctx context.Context, d compose.Draft) (model.Message, error) {
	source := c.client.Me().Message(d.SourceID)
	switch d.Kind {
	case compose.Reply:
		return source.CreateReply(ctx, model.ReplyRequest{})
	case compose.ReplyAll:
		return source.CreateReplyAll(ctx, model.ReplyRequest{})
	case compose.Forward:
		return source.CreateForward(ctx, model.ReplyRequest{})
	}
	return c.client.Me().CreateMessage(ctx, d.Message())
}

// saveFiles brings the draft's attachments to those of the letter.
func (c *Compose) saveFiles(ctx context.Context, d compose.Draft) (compose.Draft, error) {
	message := c.client.Me().Message(d.ServerID)
	for i, f := range d.Files {
		if f.ServerID != "" {
			continue
		}
		content, err := os.ReadFile(f.Path)
		if err != nil {
			return d, fmt.Errorf("attach %s: %w", f.Name, err)
		}
		a, err := message.AddAttachment(ctx, model.Attachment{
			Entity: model.Entity{Type: "#" + model.FileAttachment}, Name: f.Name, ContentType: f.ContentType, ContentBytes: content,
		})
		if err != nil {
			return d, fmt.Errorf("attach %s: %w", f.Name, err)
		}
		d.Files[i].ServerID = a.ID
	}
	return d, c.dropOtherFiles(ctx, message, d)
}

func (c *Compose) dropOtherFiles(ctx context.Context, message api.MessageRef, d compose.Draft) error {
	keep := map[string]bool{}
	for _, f := range d.Files {
		keep[f.ServerID] = true
	}
	page, err := message.Attachments(ctx, api.Select("id"))
	if err != nil {
		return err
	}
	for a, err := range page.All(ctx) {
		if err != nil {
			return err
		}
		if !keep[a.ID] && d.Kind != compose.Forward { // a forward carries what it forwards
			if err := message.Attachment(a.ID).Delete(ctx); err != nil && !errors.Is(err, model.ErrNotFound) {
				return err
			}
		}
	}
	return nil
}

// Send looks the letter up first when it was on its way before: it may have
// gone when the program stopped.
func (c *Compose) Send(ctx context.Context, d compose.Draft) error {
	if d.Phase == compose.Sending && d.ServerID != "" {
		if was, err := c.client.Me().Resolve(ctx, d.MessageID); err == nil && was.Outcome == api.Sent {
			return nil
		}
	}
	d, err := c.SaveDraft(ctx, d)
	if err != nil {
		return err
	}
	done, err := c.client.Me().SendDraft(ctx, api.Delivery{MessageID: d.MessageID, Draft: model.Message{Item: model.Item{Entity: model.Entity{ID: d.ServerID}}, InternetMessageID: d.MessageID}})
	if err != nil && done.Outcome == api.Unresolved {
		return fmt.Errorf("%w: %w", compose.ErrUnresolved, err)
	}
	return err
}

// DeleteDraft implements compose.Service.
func (c *Compose) DeleteDraft(ctx context.Context, serverID string) error {
	err := c.client.Me().Message(serverID).Delete(ctx)
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// Complete implements compose.Service.
func (c *Compose) Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error) {
	return c.people.Complete(ctx, beginning, most)
}
