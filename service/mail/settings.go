package mail

import (
	"regexp"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listOverrides(r *rest.Request) (rest.Reply, error) {
	var list []model.InferenceClassificationOverride
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		list, err = tx.Overrides(mailbox)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.overrides, list, maxFolderPage)
}

// createOverride makes an override; posting an address that has one
// refreshes its name.
func (a *Area) createOverride(r *rest.Request) (rest.Reply, error) {
	var o model.InferenceClassificationOverride
	if err := r.Decode(&o); err != nil {
		return rest.Reply{}, err
	}
	class, err := rest.Enum("classifyAs", o.ClassifyAs, classes...)
	if err != nil {
		return rest.Reply{}, err
	}
	o.ClassifyAs = class
	if o.SenderEmailAddress.Address = strings.TrimSpace(o.SenderEmailAddress.Address); o.SenderEmailAddress.Address == "" {
		return rest.Reply{}, rest.BadProperty("senderEmailAddress/address", "is required")
	}
	err = a.write(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		o, err = tx.PutOverride(mailbox, o)
		return err
	})
	return rest.Created(o), err
}

// updateOverride changes classifyAs, the one property that can be changed.
func (a *Area) updateOverride(r *rest.Request) (rest.Reply, error) {
	body, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	if err := body.Only("classifyAs"); err != nil {
		return rest.Reply{}, err
	}
	var o model.InferenceClassificationOverride
	if err := body.Into(&o); err != nil {
		return rest.Reply{}, err
	}
	class, err := rest.Enum("classifyAs", o.ClassifyAs, classes...)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.write(r, func(tx *store.Tx, mailbox int64) error {
		o, err = tx.Reclassify(mailbox, r.Key("override"), class)
		return err
	})
	return rest.OK(o), err
}

func (a *Area) deleteOverride(r *rest.Request) (rest.Reply, error) {
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		return tx.DeleteOverride(mailbox, r.Key("override"))
	})
	return rest.NoContent(), err
}

// Categories belong to the mailbox's settings; what may read or write mail
// may also do so with them.
var (
	categoryRead  = []string{"MailboxSettings.Read", "MailboxSettings.ReadWrite", "Mail.Read", "Mail.ReadWrite"}
	categoryWrite = []string{"MailboxSettings.ReadWrite", "Mail.ReadWrite"}
)

func (a *Area) listCategories(r *rest.Request) (rest.Reply, error) {
	var list []model.OutlookCategory
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		list, err = tx.Categories(mailbox)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.categories, list, maxFolderPage)
}

func (a *Area) createCategory(r *rest.Request) (rest.Reply, error) {
	var c model.OutlookCategory
	if err := r.Decode(&c); err != nil {
		return rest.Reply{}, err
	}
	if c.DisplayName = strings.TrimSpace(c.DisplayName); c.DisplayName == "" {
		return rest.Reply{}, rest.BadProperty("displayName", "is required")
	}
	c.Color = strings.ToLower(or(c.Color, "none"))
	if !a.colors.MatchString(c.Color) {
		return rest.Reply{}, rest.BadProperty("color", "%q is not preset0 to preset24 or none", c.Color)
	}
	c.ID = ""
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		c, err = tx.AddCategory(mailbox, c)
		return err
	})
	return rest.Created(c), err
}

// categoryColors are the colours of the interface (supplement: preset0 to 24).
func categoryColors() *regexp.Regexp { return regexp.MustCompile(`^(none|preset(1?[0-9]|2[0-4]))$`) }
