package extensions

import (
	"context"
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
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

// load reads the custom data of the item that is shown.
func (p *Panel) load() tea.Cmd {
	service, item := p.service, p.item
	return views.Load(&p.work, &p.loading, func(ctx context.Context) ([]model.OpenTypeExtension, error) {
		return service.Extensions(ctx, item)
	}, p.onLoaded)
}

func (p *Panel) onLoaded(all []model.OpenTypeExtension, err error) tea.Cmd {
	if p.err = err; err != nil {
		return nil // said in the panel
	}
	if p.edits.Busy() { // what was read may be older: it is read again after the last write
		p.stale[p.item] = true
		return nil
	}
	first := !p.data.loaded
	p.data.fill(all)
	if first {
		p.unfold()
	}
	p.shown()
	return nil
}

// fetch reads one extension by its name, where the service does not list them.
func (p *Panel) fetch(name string) tea.Cmd {
	service, item := p.service, p.item
	return views.Load(&p.work, &p.fetching, func(ctx context.Context) (model.OpenTypeExtension, error) {
		return service.Extension(ctx, item, name)
	}, p.onFetched)
}

func (p *Panel) onFetched(one model.OpenTypeExtension, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Warning, "Not opened: ", refusals.Why(err))
	}
	p.data.loaded = true
	p.data.apply(Change{Name: one.ExtensionName, After: Values(one.Data)})
	p.unfold()
	p.shown()
	p.tree.Select(extensionNode(one.ExtensionName))
	return nil
}

// recall asks what an item has that undo has changed while it was not shown.
func (p *Panel) recall(item Item) tea.Cmd {
	if p.options.Changed == nil {
		return nil
	}
	service := p.service
	return views.Call(&p.work, 0, func(ctx context.Context) ([]model.OpenTypeExtension, error) {
		return service.Extensions(ctx, item)
	}, func(all []model.OpenTypeExtension, err error) tea.Cmd {
		if err == nil { // else the screen goes on showing what it knew
			p.options.Changed(item, Names(all))
		}
		return nil
	})
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

var refusals = views.Refusals{
	model.CodeNotFound:     "it is no longer there",
	model.CodeConflict:     "there is an extension of this name already",
	model.CodeNameConflict: "there is an extension of this name already",
}

// unlisted says that the service does not list extensions, though it may have
// them by name.
func unlisted(err error) bool {
	var refused *model.Error
	return errors.As(err, &refused) && (refused.Code == model.CodeInvalidRequest || refused.Code == model.CodeBadRequest || refused.Code == model.CodeNotImplemented)
}
