package vcf

import (
	"slices"
	"strings"

	"github.com/emersion/go-vcard"

	"daybook/model"
)

// headsKey is where the extension keeps, beside its lines, those that went into a
// field and say more than the field does: a group, a type, a preference.
const headsKey = "heads"

// maxHeads bounds what is kept of such lines, in bytes of each, and together with
// the lines that found no field.
const (
	maxHead  = 500
	maxHeads = 32 << 10
)

// hasHead says whether a line that went into a field says more than the field.
// A number of no type does too: the field has one.
func hasHead(l line) bool {
	switch l.name {
	case "VERSION", "PRODID", "PHOTO", folderProperty:
		return false
	}
	params := headParams(l.field)
	if kind := kindOf(l.name, params); kind != "" && len(params) == 1 && len(params["TYPE"]) == 1 {
		return l.field.Group != "" // it is all in the field
	}
	return l.field.Group != "" || l.name == "TEL" || len(params) > 0
}

// headParams are the parameters that say nothing of how the value is written.
func headParams(f *vcard.Field) vcard.Params {
	out := vcard.Params{}
	for name, values := range f.Params {
		if name != "VALUE" && name != "ENCODING" {
			out[name] = slices.Clone(values)
		}
	}
	return out
}

// keepHead remembers a line that went into a field.
func (r *cardFiller) keepHead(l line) {
	if !hasHead(l) || len(l.field.Value) > maxHead {
		return
	}
	s := line{l.name, &vcard.Field{Group: l.field.Group, Params: headParams(l.field), Value: l.field.Value}}.String()
	if len(s) <= maxHead {
		r.heads = append(r.heads, s)
	}
}

// keptHeads are the lines to remember that there is room for.
func (r *cardFiller) keptHeads() []string {
	size := 0
	for _, s := range r.left {
		size += len(s)
	}
	for i, s := range r.heads {
		if size += len(s); size > maxHeads {
			return r.heads[:i]
		}
	}
	return r.heads
}

// heads unpacks them.
func heads(c *model.Contact) []line { return extensionLines(c, headsKey) }

// kindOf is which field of several a line goes into by its types.
func kindOf(name string, params vcard.Params) string {
	kinds := map[string][]string{"TEL": {"cell", "work", "home"}, "ADR": {"work", "home"}, "RELATED": {"spouse", "child"}}[name]
	if i := slices.IndexFunc(kinds, params.HasType); i >= 0 {
		return kinds[i]
	}
	return ""
}

// valueOf is what makes two values of a property the same.
func valueOf(l line) string {
	value := l.field.Value
	switch l.name {
	case "ADR":
		parts := components(value, ';')
		parts = append(parts, make([]string, max(0, 7-len(parts)))...)
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		return strings.Join(append([]string{strings.Join(nonEmpty(parts[:3]), "\n")}, parts[3:7]...), "\x00")
	case "N", "ORG":
		return strings.TrimRight(strings.Join(components(value, ';'), "\x00"), "\x00 ")
	case "BDAY":
		return strings.ReplaceAll(strings.TrimSpace(value), "-", "")
	case "EMAIL":
		return strings.ToLower(strings.TrimSpace(strings.TrimPrefix(text(value), "mailto:")))
	case "TEL":
		return strings.TrimSpace(strings.TrimPrefix(text(value), "tel:"))
	}
	return strings.TrimSpace(text(value))
}

// headOf finds how the line of a field was written, and sets it: only where it
// still has the value and would go into the same field again. A name or a company
// that was changed keeps what ties it to other lines.
func (w *writer) headOf(l line) (found bool) {
	for _, h := range w.heads {
		if h.name != l.name {
			continue
		}
		params := headParams(h.field)
		switch same := valueOf(h) == valueOf(l); {
		case !same && (l.name == "N" || l.name == "ORG"):
			params = vcard.Params{}
			if id := h.field.Params["ALTID"]; len(id) > 0 {
				params["ALTID"] = id
			}
		case !same:
			continue
		}
		was, is := kindOf(l.name, params), kindOf(l.name, l.field.Params)
		untyped := l.name == "TEL" && was == "" && (is == "cell" || is == "home" && w.mobile)
		if was != is && !untyped {
			continue
		}
		if value := l.field.Params["VALUE"]; len(value) > 0 {
			params["VALUE"] = value
		}
		l.field.Group, l.field.Params = h.field.Group, params
		return true
	}
	return false
}

// addresses writes the mail addresses, of which the first is preferred: as they
// were typed where that has them in this order.
func (w *writer) addresses(list []model.EmailAddress) {
	var lines []line
	typed, ordered, last := false, true, 0
	for _, e := range list {
		if e.Address == "" {
			continue
		}
		l := line{"EMAIL", &vcard.Field{Value: escape(e.Address), Params: vcard.Params{}}}
		typed = w.headOf(l) || typed
		rank := preference(l.field)
		ordered, last = ordered && rank >= last, rank
		lines = append(lines, l)
	}
	for i, l := range lines {
		if !ordered {
			delete(l.field.Params, "PREF")
			l.field.Params["TYPE"] = slices.DeleteFunc(l.field.Params["TYPE"], func(t string) bool { return strings.EqualFold(t, "pref") })
		}
		if i == 0 && len(lines) > 1 && (!typed || !ordered) {
			l.field.Params.Add("TYPE", "pref")
		}
		w.fold(l.String())
	}
}
