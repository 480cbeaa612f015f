package bridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"daybook/api"
	"daybook/model"
)

// mostRenamed is how many messages, events and contacts a category that is
// renamed may stand on.
const mostRenamed = 20_000

// RenameCategory gives a category another name. The interface has no operation
// for it: the name stands on what is filed under it, so a category of the new
// name is made, put in the place of the old on all that has it, and the old one
// is deleted. What ends halfway leaves both, and can be done again.
func (b *Account) RenameCategory(ctx context.Context, id, was string, is model.OutlookCategory) error {
	if _, err := b.CreateCategory(ctx, is); err != nil && !b.hasCategory(ctx, is.DisplayName) {
		return err
	}
	me := b.client.Me()
	has := []api.Option{api.PageSize(100), api.Select("id", "categories"),
		api.Filter(api.RawFilter("categories/any(c: c eq " + api.Quote(was) + ")"))}
	var changes []*api.Request
	add := func(r *api.Request) error {
		if changes = append(changes, r); len(changes) > mostRenamed {
			return fmt.Errorf("more than %d have the category %s: it keeps its name", mostRenamed, was)
		}
		return nil
	}
	mail, err := me.Messages(ctx, has...)
	err = eachOf(ctx, mail, err, func(m model.Message) error {
		names := renamed(m.Categories, was, is.DisplayName)
		return add(me.Message(m.ID).UpdateRequest(model.MessagePatch{Categories: &names}))
	})
	if err != nil {
		return err
	}
	events, err := me.Events(ctx, has...)
	err = eachOf(ctx, events, err, func(e model.Event) error {
		names := renamed(e.Categories, was, is.DisplayName)
		return add(me.Event(e.ID).UpdateRequest(model.EventPatch{Categories: &names}))
	})
	if err != nil {
		return err
	}
	if err := b.changeAll(ctx, changes); err != nil {
		return err
	}
	people, err := me.Contacts(ctx, has...)
	err = eachOf(ctx, people, err, func(c model.Contact) error {
		names := renamed(c.Categories, was, is.DisplayName)
		_, err := me.Contact(c.ID).Update(ctx, map[string]any{"categories": names})
		return unlessGone(err)
	})
	if err != nil {
		return err
	}
	return unlessGone(me.Category(id).Delete(ctx))
}

func (b *Account) hasCategory(ctx context.Context, name string) bool {
	all, err := b.Categories(ctx)
	return err == nil && slices.ContainsFunc(all, func(c model.OutlookCategory) bool { return strings.EqualFold(c.DisplayName, name) })
}

// eachOf calls do with everything from a page on; what is changed meanwhile
// would move the pages, so all of them are read first.
func eachOf[T any](ctx context.Context, page *api.Page[T], err error, do func(T) error) error {
	all, err := api.CollectFrom(ctx, page, err)
	if err != nil {
		return err
	}
	for _, one := range all {
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// changeAll sends changes in batches; what is gone by then needs none.
func (b *Account) changeAll(ctx context.Context, changes []*api.Request) error {
	for some := range slices.Chunk(changes, 20) {
		replies, err := b.client.DoAll(ctx, some...)
		if err != nil {
			return err
		}
		for _, r := range replies {
			if err := unlessGone(r.Err); err != nil {
				return errors.Join(errors.New("not all could be filed anew, and both categories stay: do it again"), err)
			}
		}
	}
	return nil
}

// renamed are names with one in the place of another.
func renamed(names []string, was, is string) []string {
	out := []string{}
	for _, n := range names {
		if strings.EqualFold(n, was) {
			n = is
		}
		if !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, n) }) {
			out = append(out, n)
		}
	}
	return out
}
