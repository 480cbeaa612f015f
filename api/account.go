package api

import (
	"context"

	"daybook/model"
)

// MailboxSettings reads all settings of the mailbox.
//
// GET {user}/mailboxSettings · 200 · Mailboxsettings.ReadWrite (4.3)
func (u UserRef) MailboxSettings(ctx context.Context, opts ...Option) (model.MailboxSettings, error) {
	return getAs[model.MailboxSettings](ctx, u.own, "/mailboxSettings", opts)
}

// UpdateMailboxSettings changes the settings that are set.
//
// PATCH {user}/mailboxSettings · 200 · Mailboxsettings.ReadWrite (supplement, settings)
func (u UserRef) UpdateMailboxSettings(ctx context.Context, s model.MailboxSettings, opts ...Option) (model.MailboxSettings, error) {
	s.Context = ""
	return patchAs[model.MailboxSettings](ctx, u.own, "/mailboxSettings", s, opts)
}

// AutomaticReplies reads what the mailbox answers by itself.
//
// GET {user}/mailboxSettings/automaticRepliesSetting · 200 · Mailboxsettings.ReadWrite (4.3)
func (u UserRef) AutomaticReplies(ctx context.Context, opts ...Option) (model.AutomaticRepliesSetting, error) {
	if u.own.c.cfg.Dialect == Microsoft {
		s, err := u.setting(ctx, "automaticRepliesSetting", opts)
		return value(s.AutomaticRepliesSetting), err
	}
	return getAs[model.AutomaticRepliesSetting](ctx, u.own, "/mailboxSettings/automaticRepliesSetting", opts)
}

// Language reads the language of the mailbox.
//
// GET {user}/mailboxSettings/language · 200 · Mailboxsettings.ReadWrite (4.3)
func (u UserRef) Language(ctx context.Context, opts ...Option) (model.LocaleInfo, error) {
	if u.own.c.cfg.Dialect == Microsoft {
		s, err := u.setting(ctx, "language", opts)
		return value(s.Language), err
	}
	return getAs[model.LocaleInfo](ctx, u.own, "/mailboxSettings/language", opts)
}

// TimeZone reads the name of the mailbox's time zone.
//
// GET {user}/mailboxSettings/timeZone · 200 · Mailboxsettings.ReadWrite (4.3)
func (u UserRef) TimeZone(ctx context.Context, opts ...Option) (string, error) {
	if u.own.c.cfg.Dialect == Microsoft {
		s, err := u.setting(ctx, "timeZone", opts)
		return s.TimeZone, err
	}
	zone, err := getAs[struct {
		Value string `json:"value"`
	}](ctx, u.own, "/mailboxSettings/timeZone", opts)
	return zone.Value, err
}

// setting reads one part of the settings where only the whole has an address
// on record.
func (u UserRef) setting(ctx context.Context, property string, opts []Option) (model.MailboxSettings, error) {
	return u.MailboxSettings(ctx, append(opts[:len(opts):len(opts)], Select(property), withoutID)...)
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// SupportedTimeZones lists the zones the mailbox can be set to.
//
// GET {user}/outlook/supportedTimeZones · 200 · User.Read (supplement, settings)
func (u UserRef) SupportedTimeZones(ctx context.Context, opts ...Option) (*Page[model.TimeZoneInformation], error) {
	return list[model.TimeZoneInformation](ctx, u.own, "/outlook/supportedTimeZones"+u.own.c.cfg.Dialect.call(), opts)
}

// Categories lists the categories with their colours.
//
// GET {user}/outlook/masterCategories · 200 · MailboxSettings.Read (supplement, mail)
func (u UserRef) Categories(ctx context.Context, opts ...Option) (*Page[model.OutlookCategory], error) {
	return list[model.OutlookCategory](ctx, u.own, "/outlook/masterCategories", opts)
}

// CreateCategory makes a category; colours are preset0 to preset24.
//
// POST {user}/outlook/masterCategories · 201 · MailboxSettings.ReadWrite (supplement, mail)
func (u UserRef) CreateCategory(ctx context.Context, c model.OutlookCategory, opts ...Option) (model.OutlookCategory, error) {
	return postAs[model.OutlookCategory](ctx, u.own, "/outlook/masterCategories", c, opts)
}

// CategoryRef is one of the categories.
type CategoryRef struct{ ref }

// Category is one of the user's categories, by id.
func (u UserRef) Category(id string) CategoryRef {
	return CategoryRef{u.own.item("/outlook/masterCategories", id)}
}

// Update changes the colour. The name cannot change, as it stands on what is
// filed under it.
//
// PATCH {user}/outlook/masterCategories/{id} · 200 · MailboxSettings.ReadWrite (supplement, mail)
func (c CategoryRef) Update(ctx context.Context, color string, opts ...Option) (model.OutlookCategory, error) {
	return patchAs[model.OutlookCategory](ctx, c.ref, "", map[string]string{"color": color}, opts)
}

// Delete takes the category off the list; what is filed under it keeps the
// name.
//
// DELETE {user}/outlook/masterCategories/{id} · 204 · MailboxSettings.ReadWrite (supplement, mail)
func (c CategoryRef) Delete(ctx context.Context, opts ...Option) error {
	return c.delete(ctx, "", opts)
}

// OverrideRef says of one sender whether their mail is focused.
type OverrideRef struct{ ref }

// Override is one of the user's overrides.
func (u UserRef) Override(id string) OverrideRef {
	return OverrideRef{u.box.item("/inferenceClassification/overrides", id)}
}

// Overrides lists the senders whose mail is always focused or always other.
//
// GET {user}/inferenceClassification/overrides · 200 · Mail.Read (supplement, mail)
func (u UserRef) Overrides(ctx context.Context, opts ...Option) (*Page[model.InferenceClassificationOverride], error) {
	return list[model.InferenceClassificationOverride](ctx, u.box, "/inferenceClassification/overrides", opts)
}

// CreateOverride decides for a sender. For an address that has an override
// it refreshes the name.
//
// POST {user}/inferenceClassification/overrides · 201 · Mail.ReadWrite (supplement, mail)
func (u UserRef) CreateOverride(ctx context.Context, o model.InferenceClassificationOverride, opts ...Option) (model.InferenceClassificationOverride, error) {
	return postAs[model.InferenceClassificationOverride](ctx, u.box, "/inferenceClassification/overrides", o, opts)
}

// Update decides anew: model.Focused or model.Other. The sender cannot
// change.
//
// PATCH {user}/inferenceClassification/overrides/{id} · 200 · Mail.ReadWrite (4.6)
func (o OverrideRef) Update(ctx context.Context, classifyAs string, opts ...Option) (model.InferenceClassificationOverride, error) {
	body := struct {
		ClassifyAs string `json:"classifyAs"`
	}{classifyAs}
	return patchAs[model.InferenceClassificationOverride](ctx, o.ref, "", body, opts)
}

// Delete leaves the sender to the mailbox's own judgement.
//
// DELETE {user}/inferenceClassification/overrides/{id} · 204 · Mail.ReadWrite (supplement, mail)
func (o OverrideRef) Delete(ctx context.Context, opts ...Option) error {
	return o.delete(ctx, "", opts)
}
