package strict

import (
	_ "embed"
	"strings"
	"sync"
)

// typesTable is written by internal/csdlgen from the public interface's own
// description.
//
//go:embed testdata/types.tsv
var typesTable string

// member is one property, navigation or value of a type.
type member struct {
	kind string // property, navigation, value or open
	of   string // its type, without the brackets of a collection
	many bool
}

// types are the members of each type by name.
var types = sync.OnceValue(func() map[string]map[string]member {
	out := map[string]map[string]member{}
	for line := range strings.Lines(typesTable) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != 4 {
			continue
		}
		if out[cells[0]] == nil {
			out[cells[0]] = map[string]member{}
		}
		of, many := strings.CutPrefix(cells[3], "[")
		out[cells[0]][cells[2]] = member{kind: cells[1], of: strings.TrimSuffix(of, "]"), many: many}
	}
	// A directory object is read as what it is, a person here.
	out["directoryObject"] = out["user"]
	// Types that the paths lead through, which are no resources of their own.
	out["inferenceClassification"] = map[string]member{
		"overrides": {kind: "navigation", of: "inferenceClassificationOverride", many: true}}
	return out
})

// plain is the name of a type in an annotation or a cast.
func plain(name string) string { return name[strings.LastIndexAny(name, ".#")+1:] }

// descends are the types that stand where the other is expected.
var descends = map[string][]string{
	"message":    {"eventMessage", "eventMessageRequest", "eventMessageResponse"},
	"attachment": {"fileAttachment", "itemAttachment", "referenceAttachment"},
	"extension":  {"openTypeExtension"},
}

// mailbox are the types whose ids are a mailbox's own: long, with characters
// that a path or a query has to escape.
// https://learn.microsoft.com/graph/outlook-immutable-id
var mailbox = map[string]bool{
	"message": true, "eventMessage": true, "eventMessageRequest": true, "eventMessageResponse": true, "event": true,
	"mailFolder": true, "contact": true, "contactFolder": true, "calendar": true, "calendarGroup": true,
	"attachment": true, "fileAttachment": true, "itemAttachment": true,
}
