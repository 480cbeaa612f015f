package custom

import (
	"context"
	"errors"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

// Service is the custom data of items as the panel needs it. Errors are those
// of model's table: model.ErrConflict for a name that is taken,
// model.ErrNotFound for an item or an extension that is gone.
type Service interface {
	// Extensions lists those of an item.
	Extensions(ctx context.Context, item Item) ([]model.OpenTypeExtension, error)
	// Extension reads one by its name.
	Extension(ctx context.Context, item Item, name string) (model.OpenTypeExtension, error)
	// CreateExtension adds one.
	CreateExtension(ctx context.Context, item Item, e model.OpenTypeExtension) error
	// UpdateExtension sets the properties that e has; null takes one away.
	UpdateExtension(ctx context.Context, item Item, e model.OpenTypeExtension) error
	// DeleteExtension removes one.
	DeleteExtension(ctx context.Context, item Item, name string) error
}

// requestTime bounds one request.
const requestTime = 30 * time.Second

func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTime)
}

// load reads the custom data of the item that is shown.
func (p *Panel) load() tea.Cmd {
	service, item, own := p.service, p.item, own{p.options.Screen}
	ctx, generation := p.loading.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		all, err := service.Extensions(ctx, item)
		return loaded{own: own, generation: generation, all: all, err: err}
	}
}

func (p *Panel) tookLoaded(msg loaded) tea.Cmd {
	if !p.loading.Current(msg.generation) {
		return nil
	}
	if p.err = msg.err; msg.err != nil {
		return nil // said in the panel
	}
	if p.writes.busy() { // what was read may be older: it is read again after the last write
		p.writes.stale = with(p.writes.stale, p.item)
		return nil
	}
	first := !p.data.loaded
	p.data.fill(msg.all)
	if first {
		p.unfold()
	}
	p.shown()
	return nil
}

// fetch reads one extension by its name, where the service does not list them.
func (p *Panel) fetch(name string) tea.Cmd {
	service, item, own := p.service, p.item, own{p.options.Screen}
	ctx, generation := p.fetching.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		one, err := service.Extension(ctx, item, name)
		return fetched{own: own, generation: generation, one: one, err: err}
	}
}

func (p *Panel) tookFetched(msg fetched) tea.Cmd {
	if !p.fetching.Current(msg.generation) {
		return nil
	}
	if msg.err != nil {
		return notify(views.Warning, text.Literal("Not opened: "), reason(msg.err))
	}
	p.data.loaded = true
	p.data.apply(Change{Name: msg.one.ExtensionName, After: Values(msg.one.Data)})
	p.unfold()
	p.shown()
	p.tree.Select(extensionNode(msg.one.ExtensionName))
	return nil
}

// recall asks what an item has that undo has changed while it was not shown.
func (p *Panel) recall(item Item) tea.Cmd {
	if p.options.Changed == nil {
		return nil
	}
	service, own := p.service, own{p.options.Screen}
	return func() tea.Msg {
		ctx, cancel := limited(context.Background())
		defer cancel()
		all, err := service.Extensions(ctx, item)
		if err != nil {
			return nil // the screen goes on showing what it knew
		}
		return recalled{own: own, item: item, all: all}
	}
}

func (p *Panel) tookRecalled(msg recalled) tea.Cmd {
	p.options.Changed(msg.item, Names(msg.all))
	return nil
}

// tell makes a change at the service.
func tell(ctx context.Context, service Service, c Change) error {
	switch {
	case c.Before == nil:
		return service.CreateExtension(ctx, c.Item, extension(c.Name, c.After))
	case c.After == nil:
		return service.DeleteExtension(ctx, c.Item, c.Name)
	}
	if patch, ok := c.patch(); ok {
		return service.UpdateExtension(ctx, c.Item, extension(c.Name, patch))
	}
	return replace(ctx, service, c)
}

// replace makes the extension anew, as only that can store a null. When it
// cannot be made, the one that was there is put back.
func replace(ctx context.Context, service Service, c Change) error {
	was, err := service.Extension(ctx, c.Item, c.Name)
	if err != nil {
		return err
	}
	is := maps.Clone(was.Data)
	for name := range c.Before {
		delete(is, name)
	}
	maps.Copy(is, c.After)
	if err := service.DeleteExtension(ctx, c.Item, c.Name); err != nil {
		return err
	}
	if err := service.CreateExtension(ctx, c.Item, extension(was.ExtensionName, is)); err != nil {
		return errors.Join(err, service.CreateExtension(ctx, c.Item, extension(was.ExtensionName, was.Data)))
	}
	return nil
}

// reason is why something failed, in words.
func reason(err error) text.Text {
	var refused *model.Error
	if !errors.As(err, &refused) {
		return text.Clean(err.Error())
	}
	switch refused.Code {
	case model.CodeNotFound:
		return text.Literal("it is no longer there")
	case model.CodeConflict, model.CodeNameConflict:
		return text.Literal("there is an extension of this name already")
	case model.CodeTooLarge:
		return text.Literal("it is more than the service takes")
	case model.CodeAccessDenied:
		return text.Literal("the service does not allow it")
	}
	return text.Clean(refused.Message)
}

// unlisted says that the service does not list extensions, though it may have
// them by name.
func unlisted(err error) bool {
	var refused *model.Error
	return errors.As(err, &refused) && (refused.Code == model.CodeInvalidRequest || refused.Code == model.CodeBadRequest || refused.Code == model.CodeNotImplemented)
}
