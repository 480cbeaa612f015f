package account

import (
	"context"
	"slices"
	"strings"

	"daybook/model"
)

// book is what is known of the account.
type book struct {
	me         model.User
	standing   Standing
	photo      Photo
	names      map[string]string // of people, by id
	settings   model.MailboxSettings
	overrides  []model.InferenceClassificationOverride
	grants     []model.PermissionGrant
	categories []model.OutlookCategory
}

// part is what is read by itself, so that none waits for another.
type part int

const (
	mePart part = iota
	standingPart
	photoPart
	namesPart
	settingsPart
	repliesPart // one setting of the settings, and so the next
	regionPart
	overridesPart
	grantsPart
	categoriesPart
	parts
)

// reading is how a part is read, and laid into the book.
type reading struct {
	read func(context.Context, Service, *book) error
	take func(to *book, from book)
}

// readings are all parts, by part.
func readings() [parts]reading {
	return [parts]reading{
		mePart: {func(ctx context.Context, s Service, b *book) (err error) { b.me, err = s.Me(ctx); return err }, func(to *book, from book) { to.me = from.me }},
		standingPart: {func(ctx context.Context, s Service, b *book) (err error) {
			b.standing, err = s.Standing(ctx)
			return err
		}, func(to *book, from book) { to.standing = from.standing }},
		photoPart: {func(ctx context.Context, s Service, b *book) (err error) { b.photo, err = s.Photo(ctx); return err }, func(to *book, from book) { to.photo = from.photo }},
		namesPart: {readNames, func(to *book, from book) { to.names = from.names }},
		settingsPart: {func(ctx context.Context, s Service, b *book) (err error) {
			b.settings, err = s.Settings(ctx)
			return err
		}, func(to *book, from book) { to.settings = from.settings }},
		repliesPart: {readReplies, func(to *book, from book) { to.settings.AutomaticRepliesSetting = from.settings.AutomaticRepliesSetting }},
		regionPart: {readRegion, func(to *book, from book) {
			to.settings.Language, to.settings.TimeZone = from.settings.Language, from.settings.TimeZone
		}},
		overridesPart: {func(ctx context.Context, s Service, b *book) (err error) {
			b.overrides, err = s.Overrides(ctx)
			return err
		}, func(to *book, from book) { to.overrides = from.overrides; to.sort() }},
		grantsPart: {func(ctx context.Context, s Service, b *book) (err error) { b.grants, err = s.Grants(ctx); return err }, func(to *book, from book) { to.grants = from.grants }},
		categoriesPart: {func(ctx context.Context, s Service, b *book) (err error) {
			b.categories, err = s.Categories(ctx)
			return err
		}, func(to *book, from book) { to.categories = from.categories; to.sort() }},
	}
}

func readNames(ctx context.Context, s Service, b *book) error {
	people, err := s.Names(ctx)
	b.names = make(map[string]string, len(people))
	for _, u := range people {
		b.names[u.ID] = u.DisplayName
	}
	return err
}

func readReplies(ctx context.Context, s Service, b *book) error {
	replies, err := s.Replies(ctx)
	b.settings.AutomaticRepliesSetting = &replies
	return err
}

func readRegion(ctx context.Context, s Service, b *book) error {
	language, err := s.Language(ctx)
	if err != nil {
		return err
	}
	b.settings.Language = &language
	b.settings.TimeZone, err = s.TimeZone(ctx)
	return err
}

// sort puts senders and categories in the order of their names.
func (b *book) sort() {
	slices.SortStableFunc(b.overrides, func(x, y model.InferenceClassificationOverride) int {
		return strings.Compare(strings.ToLower(senderName(x)), strings.ToLower(senderName(y)))
	})
	slices.SortStableFunc(b.categories, func(x, y model.OutlookCategory) int {
		return strings.Compare(strings.ToLower(x.DisplayName), strings.ToLower(y.DisplayName))
	})
}

func senderName(o model.InferenceClassificationOverride) string {
	if o.SenderEmailAddress.Name != "" {
		return o.SenderEmailAddress.Name
	}
	return o.SenderEmailAddress.Address
}

// overrideAt is where a sender is in the list, -1 for nowhere.
func overrideAt(list []model.InferenceClassificationOverride, address string) int {
	return slices.IndexFunc(list, func(o model.InferenceClassificationOverride) bool {
		return strings.EqualFold(o.SenderEmailAddress.Address, address)
	})
}

// grantAt is where a grant is in the list: by its id, else, as one that undo
// has made again has another, by whom it is for and what it opens.
func grantAt(list []model.PermissionGrant, g model.PermissionGrant) int {
	if i := slices.IndexFunc(list, func(o model.PermissionGrant) bool { return o.ID == g.ID }); i >= 0 {
		return i
	}
	return slices.IndexFunc(list, func(o model.PermissionGrant) bool {
		return o.ClientID == g.ClientID && o.ResourceID == g.ResourceID && o.PrincipalID == g.PrincipalID && o.ConsentType == g.ConsentType
	})
}

// categoryAt is where a category is in the list, -1 for nowhere.
func categoryAt(list []model.OutlookCategory, name string) int {
	return slices.IndexFunc(list, func(c model.OutlookCategory) bool { return strings.EqualFold(c.DisplayName, name) })
}
