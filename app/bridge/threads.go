package bridge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/threads"
)

// Threads is the groups as their screen needs them.
type Threads struct {
	*shared
	*People // completes recipients
}

var _ threads.Service = (*Threads)(nil)

func (t *Threads) post(group, thread, post string) api.PostRef {
	return t.client.Group(group).Thread(thread).Post(post)
}

// Groups implements threads.Service.
func (t *Threads) Groups(ctx context.Context) ([]model.Group, error) {
	const what = "groups and their conversations"
	if err := t.Rights.need(groupsTier, what); err != nil {
		return nil, err
	}
	groups, err := groupsOf(ctx, t.client)
	return groups, t.Rights.refused(err, groupsTier, what)
}

// groupsOf are the groups with conversations that the person is in; in the
// contract's dialect all.
func groupsOf(ctx context.Context, client *api.Client) ([]model.Group, error) {
	groups, err := api.Collect(ctx, client.Me().Groups)
	if client.Dialect() != api.Microsoft {
		return groups, err
	}
	return slices.DeleteFunc(groups, func(g model.Group) bool {
		return !slices.ContainsFunc(g.GroupTypes, func(t string) bool { return strings.EqualFold(t, "Unified") })
	}), err
}

// Members implements threads.Service.
func (t *Threads) Members(ctx context.Context, group string) ([]model.User, error) {
	members, err := api.Collect(ctx, t.client.Group(group).Members, api.Select("displayName", "mail", "jobTitle"))
	return members, t.Rights.refused(err, groupsTier, "who is in this group")
}

// Photo implements threads.Service.
func (t *Threads) Photo(ctx context.Context, group string) ([]byte, error) {
	data, err := t.client.Group(group).Photo().Data(ctx)
	if errors.Is(err, model.ErrAccessDenied) {
		return nil, nil // a private group shows it to its members
	}
	return data, err
}

// Events implements threads.Service.
func (t *Threads) Events(ctx context.Context, group string, from, to time.Time) ([]model.Event, error) {
	page, err := t.client.Group(group).Calendar().View(ctx, from, to, api.Top(eventPage), api.OrderBy("start/dateTime"),
		api.Select("subject", "start", "end", "isAllDay", "isCancelled"))
	events, err := api.CollectFrom(ctx, page, err)
	return events, t.Rights.refused(err, groupsTier, "the calendar of this group")
}

// Threads implements threads.Service. The posts are expanded for their
// number alone, as the interface has no count of them in a list.
func (t *Threads) Threads(ctx context.Context, group string) ([]model.ConversationThread, error) {
	threads, err := api.Collect(ctx, t.client.Group(group).Threads, api.Expand("posts($select=id)"))
	return threads, t.Rights.refused(err, groupsTier, "the conversations of this group")
}

// Posts implements threads.Service: the attachments of a post are asked for
// where it says that it has some.
func (t *Threads) Posts(ctx context.Context, group, thread string) ([]model.Post, error) {
	posts, err := api.Collect(ctx, t.client.Group(group).Thread(thread).Posts, withExtensions(t.client, extensionIDs)...)
	for i := range posts {
		if err == nil && posts[i].HasAttachments {
			files, failed := t.post(group, thread, posts[i].ID).Attachments(ctx, api.Select("name", "contentType", "size", "isInline"))
			posts[i].Attachments, err = api.CollectFrom(ctx, files, failed)
		}
	}
	return posts, err
}

// Lock implements threads.Service.
func (t *Threads) Lock(ctx context.Context, group, thread string, locked bool) error {
	_, err := t.client.Group(group).Thread(thread).Update(ctx, model.ThreadPatch{IsLocked: &locked})
	return err
}

// CheckFiles implements threads.Service.
func (t *Threads) CheckFiles(paths []string) error {
	_, err := t.Files.fit(paths)
	return err
}

// Reply implements threads.Service.
func (t *Threads) Reply(ctx context.Context, group, thread, post string, p model.Post, files []string) (err error) {
	if p.Attachments, err = t.Files.attachments(files); err != nil {
		return err
	}
	return t.post(group, thread, post).Reply(ctx, p)
}

// Forward implements threads.Service.
func (t *Threads) Forward(ctx context.Context, group, thread, post string, r model.ForwardRequest) error {
	return t.post(group, thread, post).Forward(ctx, r)
}

// Begin implements threads.Service.
func (t *Threads) Begin(ctx context.Context, group, topic string, first model.Post, files []string) (_ string, err error) {
	if first.Attachments, err = t.Files.attachments(files); err != nil {
		return "", err
	}
	thread, err := api.CreateAmong(ctx,
		func(ctx context.Context) ([]model.ConversationThread, error) { return t.Threads(ctx, group) },
		func(ctx context.Context) (model.ConversationThread, error) {
			return t.client.Group(group).CreateThread(ctx, topic, first)
		},
		func(is model.ConversationThread) bool { return is.Topic == topic })
	return thread.ID, err
}

// Delete implements threads.Service.
func (t *Threads) Delete(ctx context.Context, group, thread string) error {
	return t.client.Group(group).Thread(thread).Delete(ctx)
}

// Attachment implements threads.Service.
func (t *Threads) Attachment(ctx context.Context, group, thread, post, attachment string) ([]byte, error) {
	return t.post(group, thread, post).Attachment(attachment).Bytes(ctx)
}

// DeleteAttachment implements threads.Service.
func (t *Threads) DeleteAttachment(ctx context.Context, group, thread, post, attachment string) error {
	return t.post(group, thread, post).Attachment(attachment).Delete(ctx)
}
