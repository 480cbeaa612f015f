package model

import (
	"encoding/json"
	"errors"
	"strings"
)

// ExtensionType is the @odata.type that the interface asks for; a reply has
// it with a leading '#'. MicrosoftExtensionType is the other dialect's.
const (
	ExtensionType          = "Vendor.Graph.OpenTypeExtension"
	MicrosoftExtensionType = "microsoft.graph.openTypeExtension"
)

// OpenTypeExtension is custom data on a message, event, contact or post
// (part 2). Data holds every other property as it was given, so that a
// number or an array comes back to the letter.
type OpenTypeExtension struct {
	Type          string
	ID            string                     `max:"500"`
	ExtensionName string                     `max:"255"`
	Data          map[string]json.RawMessage `max:"64KB,keep"`
}

// MarshalJSON writes the custom data beside the named properties.
func (e OpenTypeExtension) MarshalJSON() ([]byte, error) {
	m := make(map[string]any, len(e.Data)+3)
	for k, v := range e.Data {
		m[k] = v
	}
	m["@odata.type"] = e.Type
	m["extensionName"] = e.ExtensionName
	if e.ID != "" {
		m["id"] = e.ID
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads the named properties in any letter case and keeps the
// rest, other annotations apart, as custom data. A named property of another
// kind is an error after all else was read, an ErrPart unless neither name nor id
// is left to call it by.
func (e *OpenTypeExtension) UnmarshalJSON(b []byte) error {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	*e = OpenTypeExtension{Data: map[string]json.RawMessage{}}
	var bad error
	for k, v := range m {
		var into *string
		switch strings.ToLower(k) {
		case "@odata.type":
			into = &e.Type
		case "extensionname":
			into = &e.ExtensionName
		case "id":
			into = &e.ID
		default:
			if !strings.HasPrefix(k, "@") {
				e.Data[k] = v
			}
			continue
		}
		if err := json.Unmarshal(v, into); err != nil {
			bad = Errorf(CodeInvalidRequest, "property %s: a string belongs here", k)
		}
	}
	if bad != nil && (e.ExtensionName != "" || e.ID != "") {
		return partRead{bad}
	}
	return bad
}

// ErrPart is what errors.Is finds where a value could not be read whole, and
// holds what could.
var ErrPart = errors.New("the value is read in part")

type partRead struct{ error }

func (p partRead) Unwrap() []error { return []error{p.error, ErrPart} }

// ItemKind is what an item with custom data is.
type ItemKind string

// The kinds of items that have custom data. An event with a Group is the
// group's.
const (
	ItemMessage ItemKind = "message"
	ItemEvent   ItemKind = "event"
	ItemContact ItemKind = "contact"
	ItemPost    ItemKind = "post"
)

// ExtendedItem is what custom data belongs to. Group is the id of a group's
// event or post, Thread that of a post's thread.
type ExtendedItem struct {
	Kind   ItemKind `json:"kind"`
	Group  string   `json:"group,omitempty"`
	Thread string   `json:"thread,omitempty"`
	ID     string   `json:"id"`
}
