// Package attachments serves what is attached to an area's items: the
// collection below each item, one of them, and its bytes.
//
// Invariants: an attachment is reached only through the item that owns it,
// which the area finds; a change of one is a change of its item.
package attachments

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// MaxBody is the largest body of what brings an attachment, in bytes: its
// content in base64 and the properties around it.
const MaxBody = store.MaxAttachment/3*4 + 64<<10

// pageSize is how many attachments a page has when nothing is asked: as many
// as an item takes.
const pageSize = 250

// Items are the items of an area that have attachments.
type Items struct {
	// Noun is for the names of operations: "Event"; that of messages is empty.
	Noun string
	// Find finds the item that the path names.
	Find func(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error)
	// Changed notes that an item has changed.
	Changed func(tx *store.Tx, o store.Owner) error
	// New reads an attachment that is added; nil where they come with their
	// item alone.
	New func(r *rest.Request) (model.Attachment, error)
	// Read, Write and Delete say which scopes are needed, and who may; Delete also
	// the name of its operation, where that is not made of Noun.
	Read, Write, Delete rest.Route
}

// Routes are the rows for the items at base, such as "{user}/messages/{message}".
func (i Items) Routes(base string) []rest.Route {
	all, one := base+"/attachments", base+"/attachments/{attachment}"
	table := []rest.Route{
		i.Read.At("GET", all, "List"+i.Noun+"Attachments", rest.Reads(i.list)).Counted("Count" + i.Noun + "Attachments"),
		i.Read.At("GET", one, "Get"+i.Noun+"Attachment", rest.Reads(i.get)),
		i.Read.At("GET", one+"/$value", "Get"+i.Noun+"AttachmentContent", rest.Reads(i.content)),
		i.Delete.At("DELETE", one, cmp.Or(i.Delete.Operation, "Delete"+i.Noun+"Attachment"), rest.Writes(i.delete)),
	}
	if i.New == nil {
		return table
	}
	create := i.Write.At("POST", all, "Create"+i.Noun+"Attachment", rest.WritesWith(i.New, i.create))
	create.MaxBody = MaxBody
	return append(table, create,
		i.Write.At("POST", all+"/createUploadSession", "Create"+i.Noun+"AttachmentUpload", rest.WritesWith(uploads.ReadAttachment, i.upload)))
}

func (i Items) list(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := tx.Attachments(owner)
	if err != nil {
		return rest.Reply{}, err
	}
	schema := store.Attachments()
	return rest.List(r, schema, list, pageSize, func(_ *odata.Nest, expand []odata.Expand, a *model.Attachment) error {
		if schema.Find(expand, "item") == nil {
			return nil
		}
		whole, err := whole(r, tx, owner, a.ID)
		a.Item = whole.Item
		return err
	})
}

// whole reads an attachment with its content and what it is as an item
// (https://learn.microsoft.com/graph/api/attachment-get).
func whole(r *rest.Request, tx *store.Tx, owner store.Owner, id string) (model.Attachment, error) {
	a, err := tx.Attachment(owner, id)
	if err == nil {
		err = r.Prefer.Bodies().Item(&a)
	}
	return a, err
}

func (i Items) get(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	a, err := whole(r, tx, owner, r.Key("attachment"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &a)
}

// content serves the bytes.
func (i Items) content(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	a, err := tx.Attachment(owner, r.Key("attachment"))
	return rest.Download(a.ContentType, a.ContentBytes), err
}

func (i Items) create(r *rest.Request, tx *store.Tx, mailbox int64, given model.Attachment) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	added, err := tx.AddAttachment(owner, given)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.CreatedFile(added, given.ContentBytes), i.Changed(tx, owner)
}

// upload begins the upload of a file in ranges.
func (i Items) upload(r *rest.Request, tx *store.Tx, mailbox int64, of uploads.Attachment) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return of.Begin(r, tx, owner)
}

func (i Items) delete(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := i.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := tx.DeleteAttachment(owner, r.Key("attachment")); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), i.Changed(tx, owner)
}

// Read reads a new attachment. What item makes of an attached item is kept;
// nil where files alone are attached.
func Read(o rest.Object, item func(given model.Attachment, raw json.RawMessage) (model.Attachment, error)) (model.Attachment, error) {
	var given model.Attachment
	raw := o.Raw("item")
	if raw == nil {
		if err := checkBase64(o.Raw("contentBytes")); err != nil {
			return given, err
		}
	}
	if err := o.Into(&given); err != nil {
		return given, err
	}
	kind, kinds := strings.TrimPrefix(given.Type, "#"), "#microsoft.graph.fileAttachment"
	if item != nil {
		kinds += " or #microsoft.graph.itemAttachment"
	}
	switch {
	case given.Name == "":
		return given, rest.BadProperty("name", "is required")
	case item != nil && strings.EqualFold(kind, model.ItemAttachment):
		return item(given, raw)
	case kind != "" && !strings.HasSuffix(strings.ToLower(kind), ".fileattachment"):
		return given, rest.BadProperty("@odata.type", "%q is not %s", given.Type, kinds)
	case o.Raw("contentBytes") == nil:
		return given, rest.BadProperty("contentBytes", "is required of a fileAttachment")
	}
	given.Type = model.FileAttachment
	return given, nil
}

func checkBase64(raw json.RawMessage) error {
	var text string
	if raw == nil || json.Unmarshal(raw, &text) != nil {
		return nil // absent, or of another type: Into says so
	}
	if _, err := base64.StdEncoding.DecodeString(text); err != nil {
		return rest.BadProperty("contentBytes", "is not base64")
	}
	return nil
}
