package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTheReadmeHasTheTableOfLimits holds the README's table of what a
// property holds to the code's: one row a limit, largest first.
func TestTheReadmeHasTheTableOfLimits(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "| at most | of |\n|---|---|\n", "\n\n"
	_, table, found := strings.Cut(string(readme), begin)
	table, _, _ = strings.Cut(table, end)
	if want := tableOfLimits(); !found || table != want {
		t.Errorf("README.md has other limits than the code; its table should be:\n%s%s", begin, want)
	}
}

// limit is a row of the table of limits.
type limit struct {
	Resource, Property string
	Max                Max
}

// limits is the table: the properties that the named resources state a limit
// for.
func limits() []limit {
	var out []limit
	for _, resource := range []any{Message{}, MailFolder{}, OutlookCategory{}, Event{}, Calendar{}, CalendarGroup{}, Contact{},
		ContactFolder{}, Conversation{}, ConversationThread{}, Post{}, DriveItem{}, MailboxSettings{}, AutomaticRepliesSetting{},
		PermissionGrant{}, Attachment{}, OpenTypeExtension{}, SingleValueProperty{}, InternetMessageHeader{}, EmailAddress{},
		ItemBody{}, Location{}, PhysicalAddress{}, ReplyRequest{}, EventResponse{}, MeetingTimesRequest{}, TimeConstraint{},
		LocationConstraint{}} {
		t := reflect.TypeOf(resource)
		for _, m := range MembersOf(t) {
			if f := t.FieldByIndex(m.Index); f.Tag.Get("max") != "" {
				out = append(out, limit{strings.ToLower(t.Name()[:1]) + t.Name()[1:], m.Name, m.Max})
			}
		}
	}
	return out
}

func tableOfLimits() string {
	type key struct {
		unit string
		n    int
	}
	rows := map[key][]string{}
	add := func(unit string, n int, name string) {
		k := key{unit, n}
		if n > 0 && !slices.Contains(rows[k], name) {
			rows[k] = append(rows[k], name)
		}
	}
	differs := map[string]map[Max]bool{} // properties of one name with several limits
	for _, l := range limits() {
		if differs[l.Property] == nil {
			differs[l.Property] = map[Max]bool{}
		}
		differs[l.Property][Max{Items: l.Max.Items, Chars: l.Max.Chars, Bytes: l.Max.Bytes}] = true
	}
	for _, l := range limits() {
		name := "`" + l.Property + "`"
		if len(differs[l.Property]) > 1 {
			name = "`" + l.Resource + "/" + l.Property + "`"
		}
		add("characters", l.Max.Chars, name+map[bool]string{true: " each"}[l.Max.Items > 0])
		add("items", l.Max.Items, name)
		add("bytes", l.Max.Bytes, name)
	}
	add("characters", maxOtherChars, "any other text")
	add("items", maxOtherItems, "any other list")
	keys := make([]key, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Or(cmp.Compare(b.unit, a.unit), cmp.Compare(b.n, a.n)) })
	out := make([]string, len(keys))
	for i, k := range keys {
		n := fmt.Sprint(k.n)
		if k.unit == "bytes" && k.n%(1<<20) == 0 {
			n, k.unit = fmt.Sprint(k.n>>20), "MB"
		} else if k.unit == "bytes" {
			n, k.unit = fmt.Sprint(k.n>>10), "KB"
		}
		out[i] = fmt.Sprintf("| %s %s | %s |", n, k.unit, strings.Join(rows[keys[i]], ", "))
	}
	return strings.Join(out, "\n")
}

// TestEveryStoredTextAndListHasALimit looks at the whole of every resource.
func TestEveryStoredTextAndListHasALimit(t *testing.T) {
	for _, resource := range []any{Message{}, Event{}, Contact{}, Post{}, ConversationThread{}, DriveItem{}, MailboxSettings{}} {
		for _, m := range MembersOf(reflect.TypeOf(resource)) {
			k := m.Type.Kind()
			if (k == reflect.String || k == reflect.Slice) && m.Max == (Max{}) {
				t.Errorf("%T: %s has no limit", resource, m.Name)
			}
		}
	}
}

func tooMuch() Message {
	list := make([]Recipient, 700)
	for i := range list {
		list[i].EmailAddress = EmailAddress{Name: strings.Repeat("é", 300), Address: fmt.Sprintf("p%d@x.example", i)}
	}
	list[0].EmailAddress.Address = strings.Repeat("a", 400) + "@x.example"
	return Message{Item: Item{Categories: []string{strings.Repeat("c", 300), "ok"}}, Subject: strings.Repeat("ß", 1200), ToRecipients: list,
		Body:        &ItemBody{ContentType: "html", Content: strings.Repeat("é", 3<<20) + "<img alt='" + strings.Repeat("x", 100)},
		Attachments: make([]Attachment, 300)}
}

func TestWhatComesInIsCutAndSaid(t *testing.T) {
	m := tooMuch()
	cuts := Fit(&m)
	said := map[string]string{}
	for _, c := range cuts {
		said[c.Property] = c.String()
	}
	for property, want := range map[string]string{
		"subject":                           "subject has 1200 characters; at most 1000 are kept",
		"categories":                        "categories has 300 characters; at most 255 are kept",
		"toRecipients":                      "toRecipients has 700 items; at most 500 are kept",
		"toRecipients/emailAddress/name":    "toRecipients/emailAddress/name has 300 characters; at most 255 are kept",
		"toRecipients/emailAddress/address": "toRecipients/emailAddress/address has 410 characters; at most 320 are kept",
		"body/content":                      "body/content has 6291566 bytes; at most 4194304 are kept",
	} {
		if said[property] != want {
			t.Errorf("%s: said %q, want %q", property, said[property], want)
		}
	}
	if n := utf8.RuneCountInString(m.Subject); n != 1000 || !strings.HasSuffix(m.Subject, "ß…") {
		t.Errorf("the subject has %d characters and ends in %q", n, m.Subject[len(m.Subject)-6:])
	}
	if m.ToRecipients[0].EmailAddress.Address != "" {
		t.Error("a cut address is somebody else's: it should be empty")
	}
	if len(m.Attachments) != 300 {
		t.Errorf("%d attachments are left of 300: what has come is kept", len(m.Attachments))
	}
	if b := m.Body.Content; len(b) > 4<<20 || !utf8.ValidString(b) || !strings.HasSuffix(b, "are kept]") {
		t.Errorf("the body has %d bytes and ends in %q", len(b), b[len(b)-60:])
	}
	if again := Fit(&m); len(again) > 0 {
		t.Errorf("what was cut is cut again: %v", again)
	}
}

func TestACutLeavesNoTagOpen(t *testing.T) {
	b := ItemBody{ContentType: "html", Content: strings.Repeat("x", 4<<20-100) + "<img alt='" + strings.Repeat("y", 200) + "'>"}
	Fit(&b)
	if strings.Contains(b.Content, "<") {
		t.Errorf("the note stands in a tag: %q", b.Content[len(b.Content)-150:])
	}
}

func TestWhatAClientSendsIsRefusedWithTheNumber(t *testing.T) {
	m := tooMuch()
	err, _ := CheckLimits(&m).(*Error)
	if err == nil || err.Code != CodeInvalidRequest || !strings.Contains(err.Message, "255") {
		t.Errorf("got %v, want the categories refused with 255", err)
	}
	body := ItemBody{Content: strings.Repeat("x", 4<<20+1)}
	if err, _ := CheckLimits(&body).(*Error); err == nil || err.Code != CodeTooLarge || !strings.Contains(err.Message, "4194304 bytes") {
		t.Errorf("got %v, want a 413 with the number", err)
	}
	x := OpenTypeExtension{ExtensionName: "a", Data: map[string]json.RawMessage{"v": make([]byte, 64<<10)}}
	if err, _ := CheckLimits(&x).(*Error); err == nil || err.Code != CodeTooLarge {
		t.Errorf("got %v, want the extension refused", err)
	}
	if err := CheckLimits(&Message{Subject: strings.Repeat("ß", 1000)}); err != nil {
		t.Errorf("a subject of 1,000 characters is refused: %v", err)
	}
}
