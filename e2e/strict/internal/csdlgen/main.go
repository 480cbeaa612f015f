// Command csdlgen writes the table of types that package strict judges
// requests by, from the public interface's own description (CSDL):
//
//	https://graph.microsoft.com/v1.0/$metadata
//
// also kept as schemas/v1.0-Prod.csdl at github.com/microsoftgraph/msgraph-metadata:
//
//	go run ./e2e/strict/internal/csdlgen -csdl v1.0-Prod.csdl -out e2e/strict/testdata/types.tsv
//
// A line is a type's member: the type, what the member is (property,
// navigation, value of an enumeration, or "open" for a type that takes any),
// its name and its type. Types have their bases' members as well.
package main

import (
	"bufio"
	"encoding/xml"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

// roots are the resources that a client of mail, calendars, people, groups,
// files and settings meets; what their properties are made of comes with them.
var roots = strings.Fields(`
	attachment attachmentItem attendee attendeeBase attendeeType calendar calendarGroup calendarPermission contact
	contactFolder conversation conversationThread directoryObject drive driveItem driveItemUploadableProperties event
	eventMessage eventMessageRequest eventMessageResponse extension fileAttachment freeBusyError group
	inferenceClassification inferenceClassificationOverride itemAttachment itemReference itemBody locationConstraint
	mailFolder mailboxSettings meetingTimeSuggestionsResult message oAuth2PermissionGrant openTypeExtension
	orgContact outlookCategory outlookItem outlookUser person place post profilePhoto recipient referenceAttachment room
	scheduleInformation servicePrincipal singleValueLegacyExtendedProperty timeConstraint uploadSession user workbook
	workbookNamedItem workbookRange workbookTable workbookTableColumn workbookWorksheet`)

type member struct {
	Name string `xml:"Name,attr"`
	Type string `xml:"Type,attr"`
}

type structured struct {
	Name        string   `xml:"Name,attr"`
	Base        string   `xml:"BaseType,attr"`
	Open        bool     `xml:"OpenType,attr"`
	Properties  []member `xml:"Property"`
	Navigations []member `xml:"NavigationProperty"`
	Values      []member `xml:"Member"`
}

type document struct {
	Schemas []struct {
		Namespace string       `xml:"Namespace,attr"`
		Enums     []structured `xml:"EnumType"`
		Entities  []structured `xml:"EntityType"`
		Complexes []structured `xml:"ComplexType"`
	} `xml:"DataServices>Schema"`
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("csdlgen: ")
	csdl := flag.String("csdl", "v1.0-Prod.csdl", "the description of the interface")
	out := flag.String("out", "types.tsv", "table to write")
	flag.Parse()
	types, err := read(*csdl)
	if err != nil {
		log.Fatal(err)
	}
	if err := write(*out, types); err != nil {
		log.Fatal(err)
	}
}

func read(path string) (map[string]structured, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var d document
	if err := xml.NewDecoder(bufio.NewReader(f)).Decode(&d); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	types := map[string]structured{}
	for _, s := range d.Schemas {
		if s.Namespace != "microsoft.graph" {
			continue
		}
		for _, t := range slices.Concat(s.Enums, s.Entities, s.Complexes) {
			types[t.Name] = t
		}
	}
	for _, root := range roots {
		if _, ok := types[root]; !ok {
			return nil, fmt.Errorf("%s describes no %s", path, root)
		}
	}
	return types, nil
}

func write(path string, types map[string]structured) error {
	var lines []string
	met := map[string]bool{}
	var meet func(name string)
	meet = func(name string) {
		t, known := types[name]
		if met[name] || !known {
			return
		}
		met[name] = true
		add := func(kind string, m member) {
			lines = append(lines, strings.Join([]string{name, kind, m.Name, short(m.Type)}, "\t"))
		}
		for base, ok := t, true; ok; base, ok = types[short(base.Base)] {
			if base.Open {
				add("open", member{})
			}
			for _, m := range base.Values {
				add("value", m)
			}
			for _, m := range base.Properties {
				add("property", m)
				meet(element(m.Type))
			}
			for _, m := range base.Navigations { // what they lead to is a root of its own, or of no use here
				add("navigation", m)
			}
		}
	}
	for _, root := range roots {
		meet(root)
	}
	slices.Sort(lines)
	return os.WriteFile(path, []byte(strings.Join(slices.Compact(lines), "\n")+"\n"), 0o644)
}

// short takes the namespace away: "Collection(graph.recipient)" is
// "[recipient]".
func short(name string) string {
	inner, isList := strings.CutPrefix(name, "Collection(")
	inner = strings.TrimSuffix(inner, ")")
	for _, namespace := range []string{"microsoft.graph.", "graph."} {
		inner = strings.TrimPrefix(inner, namespace)
	}
	if isList {
		return "[" + inner + "]"
	}
	return inner
}

func element(name string) string { return strings.Trim(short(name), "[]") }
