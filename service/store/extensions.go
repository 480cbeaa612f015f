package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/bodies"
	"daybook/service/odata"
)

// Owner is what an extension or an attachment belongs to: an item of a
// mailbox. Kind is ItemMessage, ItemEvent, ItemContact or
// ItemPost; of a photo also that of MailboxOwner.
type Owner struct {
	Mailbox int64
	Kind    string
	ID      string
}

// extensionPrefix makes an extension's id of its name (part 2: a fixed type
// prefix, then .OpenTypeExtension., then the name).
const extensionPrefix = model.ExtensionType + "."

// ExtensionKey finds the folded name in a bare name or a full id, of either
// dialect.
func ExtensionKey(nameOrID string) string {
	f := fold(nameOrID)
	for _, p := range []string{model.ExtensionType, model.MicrosoftExtensionType} {
		if after, ok := strings.CutPrefix(f, strings.ToLower(p)+"."); ok && after != "" {
			return after
		}
	}
	return f
}

// AddExtension creates an extension. Its type and name are required, its
// values are primitives or arrays of them; a name that the owner has is a
// *model.Error of CodeConflict. It returns the extension as it is read.
func (tx *Tx) AddExtension(o Owner, e model.OpenTypeExtension) (model.OpenTypeExtension, error) {
	if err := checkExtension(e); err != nil {
		return e, err
	}
	if err := tx.roomFor(o, "extensions", model.MaxOf(model.Message{}, "extensions").Items); err != nil {
		return e, err
	}
	data, err := json.Marshal(e.Data)
	if err != nil {
		return e, fmt.Errorf("encode extension %s: %w", e.ExtensionName, err)
	}
	err = tx.ExecFound(model.Errorf(model.CodeConflict, "there is an extension named %s already", e.ExtensionName),
		`INSERT INTO extensions (mailbox_id, owner_kind, owner_id, name_key, name, data) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		o.Mailbox, o.Kind, o.ID, ExtensionKey(e.ExtensionName), e.ExtensionName, string(data))
	if err != nil {
		return e, err
	}
	return readableExtension(e.ExtensionName, e.Data), nil
}

// roomFor refuses one more of what an owner has most of already; table holds
// them.
func (tx *Tx) roomFor(o Owner, table string, most int) error {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM `+table+` WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, o.Mailbox, o.Kind, o.ID).Scan(&n)
	if err != nil {
		return fmt.Errorf("count the %s of a %s: %w", table, o.Kind, err)
	}
	if n >= most {
		return model.Excess{Property: table, Max: most, Unit: "items"}.Refusal()
	}
	return nil
}

func checkExtension(e model.OpenTypeExtension) error {
	kind := strings.TrimPrefix(e.Type, "#")
	switch {
	case e.Type == "":
		return model.Errorf(model.CodeInvalidRequest, "property @odata.type is required; use %s", model.ExtensionType)
	case !strings.EqualFold(kind, model.ExtensionType) && !strings.EqualFold(kind, model.MicrosoftExtensionType):
		return model.Errorf(model.CodeInvalidRequest, "property @odata.type: %q is not %s", e.Type, model.ExtensionType)
	case strings.TrimSpace(e.ExtensionName) == "":
		return model.Errorf(model.CodeInvalidRequest, "property extensionName is required")
	}
	return checkExtensionData(e.Data)
}

func checkExtensionData(data map[string]json.RawMessage) error {
	for name, raw := range data {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return model.Errorf(model.CodeInvalidRequest, "property %s is not JSON", name)
		}
		list, isList := v.([]any)
		if !isList {
			list = []any{v}
		}
		for _, item := range list {
			switch item.(type) {
			case map[string]any, []any:
				return model.Errorf(model.CodeInvalidRequest, "property %s: an extension holds primitives and arrays of primitives", name)
			}
		}
	}
	return nil
}

func readableExtension(name string, data map[string]json.RawMessage) model.OpenTypeExtension {
	return model.OpenTypeExtension{Type: "#" + model.ExtensionType, ID: extensionPrefix + name, ExtensionName: name, Data: data}
}

// Extension reads one by bare name or full id.
func (tx *Tx) Extension(o Owner, nameOrID string) (model.OpenTypeExtension, error) {
	var name, data string
	err := tx.QueryRow(`SELECT name, data FROM extensions WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND name_key = ?`,
		o.Mailbox, o.Kind, o.ID, ExtensionKey(nameOrID)).Scan(&name, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return model.OpenTypeExtension{}, model.Errorf(model.CodeNotFound, "the %s has no extension named %q", o.Kind, nameOrID)
	}
	if err != nil {
		return model.OpenTypeExtension{}, fmt.Errorf("read extension %s: %w", nameOrID, err)
	}
	return decodeExtension(name, data)
}

func decodeExtension(name, data string) (model.OpenTypeExtension, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(data), &m); err != nil {
		return model.OpenTypeExtension{}, fmt.Errorf("decode extension %s: %w", name, err)
	}
	return readableExtension(name, m), nil
}

// Extensions lists an owner's extensions by name.
func (tx *Tx) Extensions(o Owner) ([]model.OpenTypeExtension, error) {
	return All(tx, func(row Row) (e model.OpenTypeExtension, err error) {
		var name, data string
		if err := row.Scan(&name, &data); err != nil {
			return e, err
		}
		return decodeExtension(name, data)
	}, `SELECT name, data FROM extensions WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? ORDER BY name_key`,
		o.Mailbox, o.Kind, o.ID)
}

// ExpandExtensions lists what an item of $expand asks of an owner's
// extensions.
func (tx *Tx) ExpandExtensions(b *odata.Nest, o Owner, x odata.Expand) ([]model.OpenTypeExtension, error) {
	list, err := tx.Extensions(o)
	if err != nil {
		return nil, err
	}
	return odata.Nested(b, Extensions(), x, list)
}

// ExpandAttachments is ExpandExtensions of attachments, with their content, and
// in the form for what an item is.
func (tx *Tx) ExpandAttachments(b *odata.Nest, o Owner, x odata.Expand, form bodies.Form) ([]model.Attachment, error) {
	list, err := tx.AttachmentsWithContent(o)
	if err != nil {
		return nil, err
	}
	if list, err = odata.Nested(b, Attachments(), x, list); err != nil || Attachments().Find(x.Options.Expand, "item") == nil {
		return list, err
	}
	for i := range list {
		if err := form.Item(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ExtensionNames lists the extensions of all the owners of a kind in a
// mailbox, by owner, without what is in them.
func (tx *Tx) ExtensionNames(mailbox int64, kind string) (map[string][]model.OpenTypeExtension, error) {
	type ownName struct{ owner, name string }
	names, err := All(tx, func(row Row) (n ownName, err error) {
		err = row.Scan(&n.owner, &n.name)
		return n, err
	}, `SELECT owner_id, name FROM extensions WHERE mailbox_id = ? AND owner_kind = ? ORDER BY owner_id, name_key`, mailbox, kind)
	named := map[string][]model.OpenTypeExtension{}
	for _, n := range names {
		named[n.owner] = append(named[n.owner], readableExtension(n.name, nil))
	}
	return named, err
}

// ChangeExtension sets the given properties and leaves the others; a null
// removes a property.
func (tx *Tx) ChangeExtension(o Owner, nameOrID string, data map[string]json.RawMessage) (model.OpenTypeExtension, error) {
	e, err := tx.Extension(o, nameOrID)
	if err != nil {
		return e, err
	}
	if err := checkExtensionData(data); err != nil {
		return e, err
	}
	for k, v := range data {
		if string(v) == "null" {
			delete(e.Data, k)
			continue
		}
		e.Data[k] = v
	}
	if err := model.CheckLimits(&e); err != nil {
		return e, err
	}
	text, err := json.Marshal(e.Data)
	if err != nil {
		return e, fmt.Errorf("encode extension %s: %w", e.ExtensionName, err)
	}
	_, err = tx.Exec(`UPDATE extensions SET data = ? WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND name_key = ?`,
		string(text), o.Mailbox, o.Kind, o.ID, ExtensionKey(nameOrID))
	return e, err
}

// DeleteExtension removes one; none of that name is a CodeNotFound.
func (tx *Tx) DeleteExtension(o Owner, nameOrID string) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "the %s has no extension named %q", o.Kind, nameOrID),
		`DELETE FROM extensions WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND name_key = ?`,
		o.Mailbox, o.Kind, o.ID, ExtensionKey(nameOrID))
}

// DeleteOwned removes the extensions and attachments of an owner that is
// being deleted.
func (tx *Tx) DeleteOwned(o Owner) error {
	for _, table := range []string{"extensions", "attachments"} {
		if _, err := tx.Exec(`DELETE FROM `+table+` WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, o.Mailbox, o.Kind, o.ID); err != nil {
			return fmt.Errorf("delete the %s of %s %s: %w", table, o.Kind, o.ID, err)
		}
	}
	return nil
}

// CopyOwned gives the extensions and attachments of one owner to another in
// full, attachments under new ids.
func (tx *Tx) CopyOwned(from, to Owner) error {
	_, err := tx.Exec(`INSERT INTO extensions (mailbox_id, owner_kind, owner_id, name_key, name, data)
		SELECT ?, ?, ?, name_key, name, data FROM extensions WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`,
		to.Mailbox, to.Kind, to.ID, from.Mailbox, from.Kind, from.ID)
	if err != nil {
		return fmt.Errorf("copy extensions: %w", err)
	}
	return tx.CopyAttachments(from, to)
}
