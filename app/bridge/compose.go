package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"

	"daybook/api"
	"daybook/model"
	"daybook/views/compose"
)

// Compose is the mailbox as the composer needs it.
type Compose struct {
	*shared
	*People // completes recipients
}

var _ compose.Service = (*Compose)(nil)

// SaveDraft creates the draft on its first save: as an answer where it is
// one, so that the service threads it with what it answers.
func (c *Compose) SaveDraft(ctx context.Context, d compose.Draft) (compose.Draft, error) {
	d, err := c.saveDraft(ctx, d)
	return d, reached(err)
}

func (c *Compose) saveDraft(ctx context.Context, d compose.Draft) (compose.Draft, error) {
	d.Files = slices.Clone(d.Files)
	fresh := d.ServerID == ""
	if fresh {
		made, err := c.create(ctx, d)
		if err != nil {
			return d, err
		}
		d.ServerID, d.Doubt = made.ID, false
		if made.InternetMessageID != "" {
			d.MessageID = made.InternetMessageID
		}
	}
	if _, err := c.client.Me().Message(d.ServerID).Update(ctx, d.Patch()); err != nil {
		if errors.Is(err, model.ErrNotFound) && !fresh { // deleted elsewhere: made anew from what is here
			d.Renew()
			return c.saveDraft(ctx, d)
		}
		return d, err
	}
	if fresh && d.Kind == compose.Forward && d.SourceID != "" {
		if err := c.findForwarded(ctx, &d); err != nil {
			return d, err
		}
	}
	return c.saveFiles(ctx, d)
}

// findForwarded finds among what a new draft carries the files that came with
// what it forwards: by their names, in the order of both, as their ids are new.
func (c *Compose) findForwarded(ctx context.Context, d *compose.Draft) error {
	there, err := api.Collect(ctx, c.client.Me().Message(d.ServerID).Attachments, api.Select("name"))
	if err != nil {
		return err
	}
	for i, f := range d.Files {
		if f.Source != d.SourceID || f.ServerID != "" {
			continue
		}
		if at := slices.IndexFunc(there, func(a model.Attachment) bool { return a.Name == f.Name }); at >= 0 {
			d.Files[i].ServerID = there[at].ID
			there = slices.Delete(there, at, at+1)
		}
	}
	return nil
}

// create makes the draft under the message's own Message-ID, by which it is found
// where the answer was lost.
func (c *Compose) create(ctx context.Context, d compose.Draft) (model.Message, error) {
	if d.Doubt {
		was, err := c.client.Me().Resolve(ctx, d.MessageID)
		if err != nil || was.Outcome == api.NotSent {
			return was.Draft, err
		}
	}
	made, err := c.client.Me().Draft(ctx, d.MessageID, func(ctx context.Context) (model.Message, error) {
		source := c.client.Me().Message(d.SourceID)
		answer := model.ReplyRequest{Message: &model.Message{InternetMessageID: d.MessageID}}
		if d.SourceID == "" {
			return c.client.Me().CreateMessage(ctx, d.Message())
		}
		switch d.Kind {
		case compose.Reply:
			return source.CreateReply(ctx, answer)
		case compose.ReplyAll:
			return source.CreateReplyAll(ctx, answer)
		case compose.Forward:
			return source.CreateForward(ctx, answer)
		}
		return c.client.Me().CreateMessage(ctx, d.Message())
	})
	return made.Draft, err
}

// reached tells a mailbox that is out of reach, or that wants its person to
// sign in, from one that refuses.
func reached(err error) error {
	for _, away := range []error{api.ErrUnreachable, context.DeadlineExceeded, model.ErrUnauthorized, model.ErrThrottled} {
		if errors.Is(err, away) {
			return fmt.Errorf("%w: %w", compose.ErrOffline, err)
		}
	}
	var refused *api.Error
	if errors.As(err, &refused) && refused.Status >= http.StatusBadGateway && refused.Status != http.StatusInsufficientStorage {
		return fmt.Errorf("%w: %w", compose.ErrOffline, err)
	}
	return err
}

// saveFiles brings the draft's attachments to those of what is written.
func (c *Compose) saveFiles(ctx context.Context, d compose.Draft) (compose.Draft, error) {
	message := c.client.Me().Message(d.ServerID)
	for i, f := range d.Files {
		if f.ServerID != "" {
			continue
		}
		a, err := c.attach(ctx, message, d, f)
		if err != nil {
			return d, fmt.Errorf("attach %s: %w", f.Name, err)
		}
		d.Files[i].ServerID = a.ID
	}
	return d, c.dropOtherFiles(ctx, message, d)
}

// attach adds a file. Where the answer is lost, one of its name and size that
// the draft does not know is it.
func (c *Compose) attach(ctx context.Context, message api.MessageRef, d compose.Draft, f compose.File) (model.Attachment, error) {
	a, err := c.upload(ctx, message, f)
	return api.ReconcileCreate(ctx, a, err, func(ctx context.Context) ([]model.Attachment, error) {
		return api.Collect(ctx, message.Attachments, api.Select("name", "size"))
	}, func(is model.Attachment) bool {
		known := slices.ContainsFunc(d.Files, func(k compose.File) bool { return k.ServerID == is.ID })
		return is.Name == f.Name && !known && int64(is.Size) >= f.Size
	})
}

// upload sends a file of this machine, or a message of the mailbox or what one
// carries, byte for byte. What is no longer in the mailbox is taken from this
// machine where it came from there.
func (c *Compose) upload(ctx context.Context, message api.MessageRef, f compose.File) (model.Attachment, error) {
	if f.Source == "" && f.Path != "" {
		return attachFile(ctx, message.UploadAttachment, f)
	}
	raw, err := c.stored(ctx, f)
	switch {
	case errors.Is(err, model.ErrNotFound) && f.Path != "":
		return attachFile(ctx, message.UploadAttachment, f)
	case errors.Is(err, model.ErrNotFound):
		return model.Attachment{}, errors.New("it is no longer in the mailbox: take it off (alt+o), or attach the file anew")
	case err != nil:
		return model.Attachment{}, err
	}
	return message.UploadAttachment(ctx, model.Attachment{Name: f.Name, ContentType: f.ContentType}, bytes.NewReader(raw), int64(len(raw)))
}

// stored reads something of the mailbox that a letter is to carry.
func (c *Compose) stored(ctx context.Context, f compose.File) ([]byte, error) {
	if f.Source == "" {
		return nil, model.ErrNotFound
	}
	source := c.client.Me().Message(f.Source)
	read := source.MIME
	if f.Attachment != "" {
		read = source.Attachment(f.Attachment).Content
	}
	r, err := read(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, compose.MostAttached+1))
	if err == nil && len(raw) > compose.MostAttached {
		err = errors.New("it is larger than what a letter takes")
	}
	return raw, err
}

// attachFile sends a file of this machine as it is read.
func attachFile(ctx context.Context, upload func(context.Context, model.Attachment, io.ReaderAt, int64, ...api.Option) (model.Attachment, error),
	f compose.File) (model.Attachment, error) {
	content, err := os.Open(f.Path)
	if err != nil {
		return model.Attachment{}, err
	}
	defer content.Close()
	info, err := content.Stat()
	if err != nil {
		return model.Attachment{}, err
	}
	return upload(ctx, model.Attachment{Name: f.Name, ContentType: f.ContentType}, content, info.Size())
}

func (c *Compose) dropOtherFiles(ctx context.Context, message api.MessageRef, d compose.Draft) error {
	if d.Kind == compose.Forward && d.SourceID != "" && !d.Listed {
		return nil // it carries what it forwards, which is not among its files
	}
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
		if !keep[a.ID] {
			if err := unlessGone(message.Attachment(a.ID).Delete(ctx)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Send implements compose.Service.
func (c *Compose) Send(ctx context.Context, d compose.Draft) error {
	return c.send(ctx, api.Delivery{MessageID: d.MessageID,
		Draft: model.Message{Item: model.Item{Entity: model.Entity{ID: d.ServerID}}, InternetMessageID: d.MessageID}})
}

func (c *Compose) send(ctx context.Context, d api.Delivery) error {
	done, err := c.client.Me().SendDraft(ctx, d)
	if away := reached(err); err == nil || errors.Is(away, compose.ErrOffline) {
		return away
	}
	if done.Outcome == api.Unresolved {
		return fmt.Errorf("%w: %w", compose.ErrUnresolved, err)
	}
	return err
}

// Resume implements compose.Service.
func (c *Compose) Resume(ctx context.Context, d compose.Draft) error {
	was, err := c.client.Me().Resolve(ctx, d.MessageID)
	switch {
	case err != nil:
		return reached(err)
	case was.Outcome == api.Sent:
		return nil
	case was.Outcome == api.NotSent:
		return c.send(ctx, was)
	}
	return compose.ErrUnresolved
}

// DeleteDraft implements compose.Service.
func (c *Compose) DeleteDraft(ctx context.Context, serverID string) error {
	return unlessGone(c.client.Me().Message(serverID).Delete(ctx))
}
