package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/identity"
	"daybook/widget/dialog"
)

// change is one thing done to the account: from what was to what is, nil for
// "not there". One of the pairs is set. The inverse is the same backwards, so
// that a step of the undo log is a change.
//
// A sender is known by the address and a grant by what it opens to whom, since
// the service gives new ids to what undo makes again.
type change struct {
	SettingsWas *model.MailboxSettings                 `json:"settingsWas,omitempty"` // only the parts that change
	SettingsIs  *model.MailboxSettings                 `json:"settingsIs,omitempty"`
	SenderWas   *model.InferenceClassificationOverride `json:"senderWas,omitempty"`
	SenderIs    *model.InferenceClassificationOverride `json:"senderIs,omitempty"`
	GrantWas    *model.PermissionGrant                 `json:"grantWas,omitempty"`
	GrantIs     *model.PermissionGrant                 `json:"grantIs,omitempty"`
	By          Path                                   `json:"by,omitempty"` // how the grant is reached
	PhotoWas    *Photo                                 `json:"photoWas,omitempty"`
	PhotoIs     *Photo                                 `json:"photoIs,omitempty"`
	CategoryWas *model.OutlookCategory                 `json:"categoryWas,omitempty"`
	CategoryIs  *model.OutlookCategory                 `json:"categoryIs,omitempty"`

	// Who the person writes as; the second is never empty where it is one of them.
	IdentitiesWas []identity.Identity `json:"identitiesWas,omitempty"`
	IdentitiesIs  []identity.Identity `json:"identitiesIs,omitempty"`

	box dialog.Box // that it was filled in in, nil for none
}

// Inverse implements edit.Change.
func (c change) Inverse() change {
	c.SettingsWas, c.SettingsIs = c.SettingsIs, c.SettingsWas
	c.SenderWas, c.SenderIs = c.SenderIs, c.SenderWas
	c.GrantWas, c.GrantIs = c.GrantIs, c.GrantWas
	c.PhotoWas, c.PhotoIs = c.PhotoIs, c.PhotoWas
	c.CategoryWas, c.CategoryIs = c.CategoryIs, c.CategoryWas
	c.IdentitiesWas, c.IdentitiesIs = c.IdentitiesIs, c.IdentitiesWas
	return c
}

// sets says that the change puts something into the place of something: it can
// be taken back whether it was made or not.
func (c change) sets() bool {
	return c.SettingsIs != nil || c.PhotoIs != nil || c.IdentitiesIs != nil || c.CategoryWas != nil && c.CategoryIs != nil ||
		c.SenderWas != nil && c.SenderIs != nil || c.GrantWas != nil && c.GrantIs != nil
}

// IDs implements edit.Change: nothing of an account is told by an id.
func (c change) IDs() []string { return nil }

// Renamed implements edit.Change.
func (c change) Renamed(func(string) string) change { return c }

// part is what the change is of.
func (m *Model) part(c change) reader {
	switch {
	case c.SettingsIs != nil:
		return m.settings.all
	case c.PhotoIs != nil:
		return m.you.photo
	case c.IdentitiesIs != nil:
		return m.signatures.list
	case c.CategoryIs != nil || c.CategoryWas != nil:
		return m.categories.list
	case c.SenderIs != nil || c.SenderWas != nil:
		return m.senders.list
	}
	return m.grants.list
}

// apply makes the change on the screen.
func (m *Model) apply(c change) {
	switch {
	case c.SettingsIs != nil:
		lay(&m.settings.all.value, *c.SettingsIs)
	case c.PhotoIs != nil:
		m.you.setPhoto(*c.PhotoIs)
	case c.IdentitiesIs != nil:
		m.signatures.book.Set(c.IdentitiesIs)
	case c.CategoryWas != nil || c.CategoryIs != nil:
		m.categories.apply(c.CategoryWas, c.CategoryIs)
	case c.SenderWas != nil || c.SenderIs != nil:
		m.senders.apply(c.SenderWas, c.SenderIs)
	case c.GrantWas != nil || c.GrantIs != nil:
		m.grants.apply(c.GrantWas, c.GrantIs)
	}
}

// replaced is a list with one element in the place of another; either may be
// missing. What has been replaced already stays once.
func replaced[T any](list []T, was, is *T, at func(T) int) []T {
	list = slices.Clone(list)
	from, to := -1, -1
	if was != nil {
		from = at(*was)
	}
	if is != nil {
		to = at(*is)
	}
	switch {
	case is == nil && from < 0:
		return list
	case is == nil:
		return slices.Delete(list, from, from+1)
	case from < 0 && to < 0:
		return append(list, *is)
	case to < 0 || from == to:
		list[from] = *is
		return list
	}
	if list[to] = *is; from >= 0 {
		list = slices.Delete(list, from, from+1)
	}
	return list
}

// show makes changes on the screen.
func (m *Model) show(way edit.Way, changes []change) tea.Cmd {
	for _, c := range changes {
		if way == edit.Spared || way == edit.Stayed {
			c = c.Inverse()
		}
		m.apply(c)
	}
	return m.you.drawPhoto()
}

// onSettled takes over what the service made of a change, and reads what is
// not sure.
func (m *Model) onSettled(o edit.Outcome[change]) tea.Cmd {
	c, r := o.Asked[0], o.Results[0]
	cmd := m.forms.Settled(c.box, r.Err)
	switch {
	case r.Err != nil:
		return tea.Batch(cmd, m.part(c).load(), m.you.drawPhoto())
	case c.PhotoIs == nil && !m.edits.Busy(): // else what is there may be newer
		m.apply(r.Made)
	}
	if c.PhotoIs != nil {
		return tea.Batch(cmd, m.you.photo.load(), m.you.drawPhoto()) // its version is the service's
	}
	return tea.Batch(cmd, m.you.drawPhoto())
}

// Pending implements views.Pender.
func (m *Model) Pending() int { return m.edits.Pending() }

// perform makes the change in the service and returns it as it is there.
func perform(ctx context.Context, s Service, state views.State, c change) (change, error) {
	switch {
	case c.IdentitiesIs != nil:
		return c, identity.Write(state, c.IdentitiesIs)
	case c.SettingsIs != nil:
		_, err := s.ChangeSettings(ctx, *c.SettingsIs)
		return c, err
	case c.PhotoIs != nil:
		return c, s.SetPhoto(ctx, *c.PhotoIs)
	case c.CategoryWas != nil || c.CategoryIs != nil:
		return performCategory(ctx, s, c)
	case c.SenderWas != nil || c.SenderIs != nil:
		return performSender(ctx, s, c)
	}
	return performGrant(ctx, s, c)
}

// performCategory finds a category by its name: one that undo brought back, or
// that was renamed, has another id.
func performCategory(ctx context.Context, s Service, c change) (change, error) {
	if c.CategoryWas == nil {
		made, err := s.CreateCategory(ctx, *c.CategoryIs)
		if err == nil {
			c.CategoryIs = &made
		}
		return c, err
	}
	list, err := s.Categories(ctx)
	if err != nil {
		return c, err
	}
	i := categoryAt(list, c.CategoryWas.DisplayName)
	switch {
	case c.CategoryIs != nil && i < 0:
		return c, fmt.Errorf("there is no category %s any more: %w", c.CategoryWas.DisplayName, model.ErrNotFound)
	case c.CategoryIs != nil && c.CategoryIs.DisplayName != c.CategoryWas.DisplayName:
		return c, s.RenameCategory(ctx, list[i].ID, c.CategoryWas.DisplayName,
			model.OutlookCategory{DisplayName: c.CategoryIs.DisplayName, Color: c.CategoryIs.Color})
	case c.CategoryIs != nil:
		return c, s.ColorCategory(ctx, list[i].ID, c.CategoryIs.Color)
	case i < 0:
		return c, nil // gone already
	}
	return c, gone(s.DeleteCategory(ctx, list[i].ID))
}

func performSender(ctx context.Context, s Service, c change) (change, error) {
	if c.SenderWas == nil {
		return createSender(ctx, s, c)
	}
	list, err := s.Overrides(ctx)
	if err != nil {
		return c, err
	}
	i := overrideAt(list, c.SenderWas.SenderEmailAddress.Address)
	switch {
	case c.SenderIs == nil && i < 0:
		return c, nil // gone already
	case c.SenderIs == nil:
		return c, gone(s.DeleteOverride(ctx, list[i].ID))
	case i >= 0 && list[i].SenderEmailAddress == c.SenderIs.SenderEmailAddress:
		return c, s.ChangeOverride(ctx, list[i].ID, c.SenderIs.ClassifyAs)
	}
	// A name is refreshed by creating the override again; with another address
	// the old one is deleted too (4.6).
	made, err := createSender(ctx, s, c)
	if err == nil && i >= 0 && !strings.EqualFold(list[i].SenderEmailAddress.Address, c.SenderIs.SenderEmailAddress.Address) {
		err = gone(s.DeleteOverride(ctx, list[i].ID))
	}
	return made, err
}

// createSender makes the override. For an address that has one, creating may
// refresh the name alone.
func createSender(ctx context.Context, s Service, c change) (change, error) {
	made, err := s.CreateOverride(ctx, *c.SenderIs)
	if err == nil && !strings.EqualFold(made.ClassifyAs, c.SenderIs.ClassifyAs) {
		made.ClassifyAs = c.SenderIs.ClassifyAs
		err = s.ChangeOverride(ctx, made.ID, made.ClassifyAs)
	}
	if err == nil {
		c.SenderIs = &made
	}
	return c, err
}

func performGrant(ctx context.Context, s Service, c change) (change, error) {
	if c.GrantWas == nil {
		made, err := s.CreateGrant(ctx, *c.GrantIs)
		if err == nil {
			c.GrantIs = &made
		}
		return c, err
	}
	list, err := s.Grants(ctx)
	if err != nil {
		return c, err
	}
	i := grantAt(list, *c.GrantWas)
	switch {
	case i < 0 && c.GrantIs == nil:
		return c, nil
	case i < 0:
		return c, model.Errorf(model.CodeNotFound, "the grant is no longer there; ctrl+r shows what is")
	case c.GrantIs == nil:
		return c, gone(s.DeleteGrant(ctx, list[i].ID))
	}
	made, err := s.ChangeGrant(ctx, c.By, list[i].ID, grantPatch(*c.GrantWas, *c.GrantIs))
	if err == nil {
		c.GrantIs = &made
	}
	return c, err
}

// gone takes what is not there for deleted.
func gone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// grantPatch is what of a grant differs.
func grantPatch(was, is model.PermissionGrant) model.PermissionGrantPatch {
	text := func(a, b string) *string {
		if a == b {
			return nil
		}
		return &b
	}
	moment := func(a, b *time.Time) *time.Time {
		if a != nil && b != nil && a.Equal(*b) {
			return nil
		}
		return b
	}
	return model.PermissionGrantPatch{
		ClientID: text(was.ClientID, is.ClientID), ConsentType: text(was.ConsentType, is.ConsentType),
		PrincipalID: text(was.PrincipalID, is.PrincipalID), ResourceID: text(was.ResourceID, is.ResourceID),
		Scope: text(was.Scope, is.Scope), StartTime: moment(was.StartTime, is.StartTime), ExpiryTime: moment(was.ExpiryTime, is.ExpiryTime),
	}
}
