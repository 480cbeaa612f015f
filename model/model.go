// Package model holds the resources of the interface as Go types, the error
// codes both sides speak, and the pure rules over them: recurrence, time
// zones, availability and meeting suggestions.
//
// Invariants: no I/O, no clock, no environment and no user interface here. A
// function that needs the present takes it as an argument. JSON names are the
// interface's own, so that the same types serve the client and the service.
package model

import "time"

// Collection is a page of a list: its items, and the absolute addresses that
// lead on. NextLink is empty on the last page; DeltaLink is set only on the
// last page of a delta query. Count is set when $count=true was asked. Indexed
// is an annotation of daybook's own service: how much of the mail, in percent,
// a search looked into while the rest is still being indexed; nil for all.
type Collection[T any] struct {
	Context   string `json:"@odata.context,omitempty"`
	Count     *int   `json:"@odata.count,omitempty"`
	Indexed   *int   `json:"@daybook.indexed,omitempty"`
	NextLink  string `json:"@odata.nextLink,omitempty"`
	DeltaLink string `json:"@odata.deltaLink,omitempty"`
	Value     []T    `json:"value"`
}

// Entity is what every identified resource carries. IDs are opaque, unique
// in their mailbox, group or drive, and never change, also not on a move.
type Entity struct {
	Context string   `json:"@odata.context,omitempty"`
	Type    string   `json:"@odata.type,omitempty"`
	ETag    string   `json:"@odata.etag,omitempty"`
	ID      string   `json:"id,omitempty" max:"500"`
	Removed *Removed `json:"@removed,omitempty"`
}

// Identity is the id, for what treats all kinds alike.
func (e Entity) Identity() string { return e.ID }

// TooLarge stands at the end of a text whose rest the client did not read. What
// ends so is for the eye and never goes back to the service.
const TooLarge = "\n\n\u2026 the rest is too large to show \u2026"

// Removed marks an item in a delta page that is no longer in the collection:
// "deleted" when it is gone, "changed" when it has left for another folder.
type Removed struct {
	Reason string `json:"reason"`
}

// Item is the part that messages, events and contacts have in common. Times
// are instants, written in UTC with a Z.
type Item struct {
	Entity
	ChangeKey            string     `json:"changeKey,omitempty" max:"255"`
	Categories           []string   `json:"categories,omitempty" max:"100,255"`
	CreatedDateTime      *time.Time `json:"createdDateTime,omitempty"`
	LastModifiedDateTime *time.Time `json:"lastModifiedDateTime,omitempty"`
}

// DateTimeTimeZone is a wall time and the zone it is read in (part 1 of the
// interface). DateTime has no offset and up to seven fractional digits;
// TimeZone is an IANA or a Windows name.
type DateTimeTimeZone struct {
	DateTime string `json:"dateTime" max:"64"`
	TimeZone string `json:"timeZone" max:"255"`
}

// ItemBody is a text with its kind: ContentType is "text" or "html".
type ItemBody struct {
	ContentType string `json:"contentType" max:"64" absent:"\"html\""`
	Content     string `json:"content" max:"4MB"`
}

// EmailAddress is a display name, which may be empty, and an address.
type EmailAddress struct {
	Name    string `json:"name,omitempty" max:"255" absent:"\"\""`
	Address string `json:"address,omitempty" max:"320,drop" absent:"\"\""`
}

// Recipient wraps an address, as every recipient list of the interface does.
type Recipient struct {
	EmailAddress EmailAddress `json:"emailAddress"`
}

// Values of importance, of messages and events.
const (
	ImportanceLow    = "low"
	ImportanceNormal = "normal"
	ImportanceHigh   = "high"
)
