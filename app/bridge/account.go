package bridge

import (
	"context"
	"errors"
	"strings"

	"daybook/api"
	"daybook/model"
	"daybook/views/account"
)

// Account is the person's own: profile, settings, overrides, grants and
// categories, as the Account screen needs them.
type Account struct{ *shared }

var _ account.Service = (*Account)(nil)

// Me reads the profile.
func (b *Account) Me(ctx context.Context) (model.User, error) {
	if b.client.Dialect() == api.Microsoft { // it leaves out most of it where nobody asks by name
		return b.client.Me().Get(ctx, api.Select(publicFields...))
	}
	return b.client.Me().Get(ctx)
}

// Standing reads the manager and the reports.
func (b *Account) Standing(ctx context.Context) (account.Standing, error) {
	var out account.Standing
	const what = "managers and reports"
	if err := b.Rights.need(directoryTier, what); err != nil {
		return out, err
	}
	up, err := b.client.Me().Manager(ctx)
	switch {
	case err == nil:
		out.Manager = &up
	case !errors.Is(err, model.ErrNotFound):
		return out, b.Rights.refused(err, directoryTier, what)
	}
	out.Reports, err = api.Collect(ctx, b.client.Me().DirectReports)
	return out, b.Rights.refused(err, directoryTier, what)
}

// Photo reads what is said of the photo, and the photo if there is one.
func (b *Account) Photo(ctx context.Context) (account.Photo, error) {
	data, info, err := b.client.Me().Photo().Described(ctx)
	return account.Photo{Data: data, Info: info}, b.Rights.own(err, "photos")
}

// SetPhoto replaces the photo, or takes it away.
func (b *Account) SetPhoto(ctx context.Context, p account.Photo) error {
	return b.client.Me().Photo().Set(ctx, p.Data, p.Info.MediaContentType)
}

// Names lists the directory.
func (b *Account) Names(ctx context.Context) ([]model.User, error) {
	all, err := api.Collect(ctx, b.client.Users, api.Top(userPage), api.Select("displayName"))
	return all, b.Rights.own(err, "the directory")
}

// settingsRead is what they are called where they may not be read.
const settingsRead = "the mailbox's settings"

// Settings reads all settings.
func (b *Account) Settings(ctx context.Context) (model.MailboxSettings, error) {
	s, err := b.client.Me().MailboxSettings(ctx)
	return s, b.Rights.own(err, settingsRead)
}

// Replies reads the automatic replies alone.
func (b *Account) Replies(ctx context.Context) (model.AutomaticRepliesSetting, error) {
	r, err := b.client.Me().AutomaticReplies(ctx)
	return r, b.Rights.own(err, settingsRead)
}

// Language reads the language alone.
func (b *Account) Language(ctx context.Context) (model.LocaleInfo, error) {
	l, err := b.client.Me().Language(ctx)
	return l, b.Rights.own(err, settingsRead)
}

// TimeZone reads the time zone alone.
func (b *Account) TimeZone(ctx context.Context) (string, error) {
	zone, err := b.client.Me().TimeZone(ctx)
	return zone, b.Rights.own(err, settingsRead)
}

// Zones lists the zones that the mailbox can be set to.
func (b *Account) Zones(ctx context.Context) ([]model.TimeZoneInformation, error) {
	all, err := api.Collect(ctx, b.client.Me().SupportedTimeZones)
	return all, b.Rights.own(err, settingsRead)
}

// ChangeSettings changes the parts that are set.
func (b *Account) ChangeSettings(ctx context.Context, s model.MailboxSettings) (model.MailboxSettings, error) {
	return b.client.Me().UpdateMailboxSettings(ctx, s)
}

// Overrides lists the senders that are decided on.
func (b *Account) Overrides(ctx context.Context) ([]model.InferenceClassificationOverride, error) {
	all, err := api.Collect(ctx, b.client.Me().Overrides)
	return all, b.Rights.own(err, "which senders are focused")
}

// CreateOverride decides on a sender, of whom there is one decision at most.
func (b *Account) CreateOverride(ctx context.Context,
	o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error) {
	there, err := b.client.Me().CreateOverride(ctx,
		model.InferenceClassificationOverride{ClassifyAs: o.ClassifyAs, SenderEmailAddress: o.SenderEmailAddress})
	return api.ReconcileCreate(ctx, there, err, b.Overrides, func(is model.InferenceClassificationOverride) bool {
		return strings.EqualFold(is.SenderEmailAddress.Address, o.SenderEmailAddress.Address) &&
			strings.EqualFold(is.ClassifyAs, o.ClassifyAs)
	})
}

// ChangeOverride decides anew.
func (b *Account) ChangeOverride(ctx context.Context, id, classifyAs string) error {
	_, err := b.client.Me().Override(id).Update(ctx, classifyAs)
	return err
}

// DeleteOverride leaves the sender to the mailbox's own judgement.
func (b *Account) DeleteOverride(ctx context.Context, id string) error {
	return b.client.Me().Override(id).Delete(ctx)
}

// Categories lists the categories.
func (b *Account) Categories(ctx context.Context) ([]model.OutlookCategory, error) {
	all, err := api.Collect(ctx, b.client.Me().Categories)
	return all, b.Rights.own(err, "categories")
}

// ColorCategory changes the colour of a category.
func (b *Account) ColorCategory(ctx context.Context, id, color string) error {
	_, err := b.client.Me().Category(id).Update(ctx, color)
	return err
}

// DeleteCategory takes a category off the list.
func (b *Account) DeleteCategory(ctx context.Context, id string) error {
	return b.client.Me().Category(id).Delete(ctx)
}

// CreateCategory adds a category; no two have one name.
func (b *Account) CreateCategory(ctx context.Context, c model.OutlookCategory) (model.OutlookCategory, error) {
	there, err := b.client.Me().CreateCategory(ctx, model.OutlookCategory{DisplayName: c.DisplayName, Color: c.Color})
	return api.ReconcileCreate(ctx, there, err, b.Categories, func(is model.OutlookCategory) bool {
		return strings.EqualFold(is.DisplayName, c.DisplayName) && strings.EqualFold(is.Color, c.Color)
	})
}

// Grants lists all permission grants.
func (b *Account) Grants(ctx context.Context) ([]model.PermissionGrant, error) {
	const what = "the permissions of programs"
	if err := b.Rights.need(grantsTier, what); err != nil {
		return nil, err
	}
	grants, err := api.Collect(ctx, b.client.Grants)
	return grants, b.Rights.refused(err, grantsTier, what)
}

// grant is a grant by one of its three paths.
func (b *Account) grant(by account.Path, id string) api.GrantRef {
	switch by {
	case account.ByUser:
		return b.client.User(b.UserID).Grant(id)
	case account.ByDrive:
		return b.client.DriveOwnerGrant(id)
	}
	return b.client.Grant(id)
}

// Grant reads a grant.
func (b *Account) Grant(ctx context.Context, by account.Path, id string) (model.PermissionGrant, error) {
	return b.grant(by, id).Get(ctx)
}

// ChangeGrant changes what of a grant is set.
func (b *Account) ChangeGrant(ctx context.Context, by account.Path, id string,
	p model.PermissionGrantPatch) (model.PermissionGrant, error) {
	return b.grant(by, id).Update(ctx, p)
}

// CreateGrant permits a program something. The same can be permitted twice, so
// that one which was there before is not the one that was made.
func (b *Account) CreateGrant(ctx context.Context, g model.PermissionGrant) (model.PermissionGrant, error) {
	g.Entity = model.Entity{}
	return api.CreateAmong(ctx, b.Grants, func(ctx context.Context) (model.PermissionGrant, error) { return b.client.CreateGrant(ctx, g) },
		func(is model.PermissionGrant) bool {
			return is.ClientID == g.ClientID && is.ResourceID == g.ResourceID && is.PrincipalID == g.PrincipalID && is.Scope == g.Scope
		})
}

// DeleteGrant takes it back.
func (b *Account) DeleteGrant(ctx context.Context, id string) error {
	return b.client.Grant(id).Delete(ctx)
}
