// Package vcf reads and writes contact cards: vCard 2.1, 3.0 and 4.0.
//
// Reading streams card by card and is tolerant: groups, bare parameters,
// quoted-printable, wrapped base64, any charset, UTF-16 files. A card that
// cannot be read yields its reason and the reading goes on. What the model has
// no field for (a fax, a fourth address, a birthday without its year) is kept, line
// by line, in an open extension of the contact (ExtensionName), told by Further, and
// written again.
//
// Writing escapes and folds; nothing in a contact can add a line to a card.
// Photos travel as bytes; a photo that is an address is never fetched.
//
// The format knows no folders. A card says with a property of its own
// (X-DAYBOOK-FOLDER, a name a level, as N has its parts) where it was; other
// programs pass over it. CATEGORIES are not used for that: they are the
// person's, and a contact has several but is in one folder.
//
// The cards are emersion/go-vcard's type. Its decoder and encoder are not
// used: the one drops malformed lines silently and knows no 2.1, the other
// escapes the separators of structured values.
package vcf

import (
	"encoding/json"
	"fmt"

	"github.com/emersion/go-vcard"

	"daybook/model"
)

// ExtensionName names the extension that keeps the properties of a card that
// a contact has no field for: Data["lines"] is an array of strings. So is
// Data["heads"], lines that went into a field and are written again with their
// group and parameters while the field is what they say.
const ExtensionName = "daybook.vcard"

// Card is a contact with what belongs to it.
type Card struct {
	Contact model.Contact
	// Photo is the picture's bytes, nil when there is none. PhotoType is its
	// media type, such as image/jpeg.
	Photo     []byte
	PhotoType string
	// Folder is the names of the folders that it is in, the outermost first;
	// nil when the card does not say.
	Folder []string
	// Line is where the card begins, from 1.
	Line int
}

// folderProperty says in which folders a card is.
const folderProperty = "X-DAYBOOK-FOLDER"

// CardError says why a card was left out.
type CardError struct {
	Line   int // where the card begins, from 1
	Reason string
}

func (e *CardError) Error() string { return fmt.Sprintf("card at line %d: %s", e.Line, e.Reason) }

// extras packs lines into an extension, nil when there are none.
func extras(lines []string, heads ...string) []model.OpenTypeExtension {
	if len(lines)+len(heads) == 0 {
		return nil
	}
	data := map[string]json.RawMessage{}
	data["lines"], _ = json.Marshal(append([]string{}, lines...)) // strings always marshal
	if len(heads) > 0 {
		data[headsKey], _ = json.Marshal(heads)
	}
	return []model.OpenTypeExtension{{Type: model.ExtensionType, ExtensionName: ExtensionName, Data: data}}
}

// extraLines unpacks them. Lines that are no property are left out: the
// extension is the person's to edit.
func extraLines(c *model.Contact) []line { return extensionLines(c, "lines") }

func extensionLines(c *model.Contact, key string) []line {
	var out []line
	for _, e := range c.Extensions {
		var texts []string
		if e.ExtensionName != ExtensionName || json.Unmarshal(e.Data[key], &texts) != nil {
			continue
		}
		for _, t := range texts {
			if l, ok := parseLine(t); ok {
				out = append(out, l)
			}
		}
	}
	return out
}

// line is one property of a card.
type line struct {
	name  string // upper case
	field *vcard.Field
}
