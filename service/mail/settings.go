package mail

import (
	"cmp"
	"regexp"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// listWhole serves a list of a mailbox that is read whole.
func listWhole[T any](schema *odata.Schema, read func(*store.Tx, int64) ([]T, error)) rest.Handler {
	return rest.Reads(func(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
		list, err := read(tx, mailbox)
		if err != nil {
			return rest.Reply{}, err
		}
		return rest.List(r, schema, list, maxFolderPage)
	})
}

// oneOf serves the element of such a list that the path names, by what it is.
func oneOf[T interface{ Identity() string }](schema *odata.Schema, what string, read func(*store.Tx, int64) ([]T, error)) rest.Handler {
	return rest.Reads(func(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
		list, err := read(tx, mailbox)
		if err != nil {
			return rest.Reply{}, err
		}
		return rest.OneOf(r, schema, what, r.Key(what), list)
	})
}

func readOverride(r *rest.Request) (o model.InferenceClassificationOverride, err error) {
	if o, err = rest.JSON[model.InferenceClassificationOverride](r); err != nil {
		return o, err
	}
	if o.ClassifyAs, err = rest.Enum("classifyAs", o.ClassifyAs, classes...); err != nil {
		return o, err
	}
	if o.SenderEmailAddress.Address = strings.TrimSpace(o.SenderEmailAddress.Address); o.SenderEmailAddress.Address == "" {
		err = rest.BadProperty("senderEmailAddress/address", "is required")
	}
	return o, err
}

// createOverride makes an override; posting an address that has one
// refreshes its name.
func (a *Area) createOverride(_ *rest.Request, tx *store.Tx, mailbox int64, given model.InferenceClassificationOverride) (rest.Reply, error) {
	o, err := PutOverride(tx, mailbox, given)
	return rest.Created(o), err
}

// readClass reads classifyAs, the one property that can be changed.
func readClass(r *rest.Request) (string, error) {
	body, err := r.Object()
	if err != nil {
		return "", err
	}
	if err := body.Only("classifyAs"); err != nil {
		return "", err
	}
	var o model.InferenceClassificationOverride
	if err := body.Into(&o); err != nil {
		return "", err
	}
	return rest.Enum("classifyAs", o.ClassifyAs, classes...)
}

func (a *Area) updateOverride(r *rest.Request, tx *store.Tx, mailbox int64, class string) (rest.Reply, error) {
	o, err := reclassify(tx, mailbox, r.Key("override"), class)
	return rest.OK(o), err
}

func (a *Area) deleteOverride(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	return rest.NoContent(), deleteOverride(tx, mailbox, r.Key("override"))
}

// Categories belong to the mailbox's settings; what may read or write mail
// may also do so with them.
var (
	categoryRead  = []string{"MailboxSettings.Read", "MailboxSettings.ReadWrite", "Mail.Read", "Mail.ReadWrite"}
	categoryWrite = []string{"MailboxSettings.ReadWrite", "Mail.ReadWrite"}
)

func (a *Area) readCategory(r *rest.Request) (model.OutlookCategory, error) {
	c, err := rest.JSON[model.OutlookCategory](r)
	if err != nil {
		return c, err
	}
	if c.DisplayName = strings.TrimSpace(c.DisplayName); c.DisplayName == "" {
		return c, rest.BadProperty("displayName", "is required")
	}
	c.ID = ""
	c.Color, err = a.color(c.Color)
	return c, err
}

func (a *Area) color(given string) (string, error) {
	color := strings.ToLower(cmp.Or(given, "none"))
	if !a.colors.MatchString(color) {
		return color, rest.BadProperty("color", "%q is not preset0 to preset24 or none", color)
	}
	return color, nil
}

// readColor reads color, the one property that can be changed: a name stands
// on what is filed under it
// (https://learn.microsoft.com/graph/api/outlookcategory-update).
func (a *Area) readColor(r *rest.Request) (string, error) {
	body, err := r.Object()
	if err != nil {
		return "", err
	}
	if err := body.Only("color"); err != nil {
		return "", err
	}
	var c model.OutlookCategory
	if err := body.Into(&c); err != nil {
		return "", err
	}
	return a.color(c.Color)
}

func (a *Area) updateCategory(r *rest.Request, tx *store.Tx, mailbox int64, color string) (rest.Reply, error) {
	c, err := colorCategory(tx, mailbox, r.Key("category"), color)
	return rest.OK(c), err
}

// deleteCategory takes a category off the list. What is filed under it keeps
// the name (https://learn.microsoft.com/graph/api/outlookcategory-delete).
func (a *Area) deleteCategory(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	return rest.NoContent(), deleteCategory(tx, mailbox, r.Key("category"))
}

func (a *Area) createCategory(_ *rest.Request, tx *store.Tx, mailbox int64, given model.OutlookCategory) (rest.Reply, error) {
	c, err := AddCategory(tx, mailbox, given)
	return rest.Created(c), err
}

// categoryColors are the colours of the interface (supplement: preset0 to 24).
func categoryColors() *regexp.Regexp { return regexp.MustCompile(`^(none|preset(1?[0-9]|2[0-4]))$`) }
