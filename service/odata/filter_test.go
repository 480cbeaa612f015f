package odata

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

func compileFilter(t *testing.T, s *Schema, src string) *Filter {
	t.Helper()
	e, err := ParseFilter(src)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	f, err := s.Filter(e)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return f
}

// TestFiltersOnMessages uses the filters that the public documentation and
// its clients write.
func TestFiltersOnMessages(t *testing.T) {
	m := sampleMessage(1) // received 2026-03-01T07:01:00.123Z, unread, from ann@example.org
	m.InternetMessageID = "<x@example.org>"
	m.SingleValueProperties = []model.SingleValueProperty{{ID: "String {0000} Name snoozed", Value: "2026"}}
	schema := messageSchema()
	for src, want := range map[string]bool{
		"isRead eq false":   true,
		"IsRead EQ False":   true,
		"not isRead":        true,
		"not (isRead)":      true,
		"isRead ne true":    true,
		"isRead eq 'false'": true,
		"receivedDateTime ge 2026-01-01 and from/emailAddress/address eq 'Ann@Example.org'":      true,
		"receivedDateTime ge 1900-01-01T00:00:00Z AND contains(subject,'hello')":                 false,
		"receivedDateTime eq 2026-03-01T07:01:00.1230000Z":                                       true,
		"receivedDateTime eq 2026-03-01T08:01:00.123+01:00":                                      true,
		"receivedDateTime eq 2026-03-01T08:01:00.123 01:00":                                      true, // a '+' that arrived as a space
		"receivedDateTime lt 2026-03-01T07:01:00.1230001":                                        true,
		"receivedDateTime le 2026-03-01T07:01":                                                   false,
		"receivedDateTime gt '2026-03-01'":                                                       true,
		"(isRead eq false) and not startswith(subject,'Re')":                                     true,
		"contains(subject,'PLAN') eq true":                                                       true,
		"startswith(from/emailAddress/name,'an') and endswith(from/emailAddress/address,'.ORG')": true,
		"importance eq 'NORMAL'":                                                                 true,
		"importance in ('low','High')":                                                           false,
		"importance eq microsoft.graph.importance'normal'":                                       true,
		"flag/flagStatus eq 'notFlagged'":                                                        true,
		"inferenceClassification eq 'Focused'":                                                   true,
		"toRecipients/any(r: r/emailAddress/address eq 'bo@example.org')":                        true,
		"toRecipients/any(r:r/emailAddress/address eq from/emailAddress/address)":                false,
		"toRecipients/all(r:endswith(r/emailAddress/address,'@example.org'))":                    true,
		"toRecipients/any()":                                                                     true,
		"ccRecipients/any()":                                                                     false,
		"toRecipients/$count gt 1":                                                               true,
		"categories/any(c:c eq 'red')":                                                           true,
		"categories/any(c:c eq 'green' or startswith(c,'bl'))":                                   true,
		"not categories/any(c:c eq 'green')":                                                     true,
		"internetMessageId eq '<x@example.org>'":                                                 true,
		"subject eq 'Plan <1> & \"more\"'":                                                       true,
		"concat(concat(subject,'!'),'?') eq 'plan <1> & \"more\"!?'":                             true,
		"webLink eq null":                  true,
		"webLink eq ''":                    true,
		"event eq null and from ne null":   true,
		"webLink lt 'a' or webLink gt 'a'": false,
		"webLink ne 'a'":                   true,
		"not contains(webLink,'a')":        false, // null stays null under not
		"year(receivedDateTime) eq 2026 and month(sentDateTime) lt 4 and day(sentDateTime) eq 1":             true,
		"hour(receivedDateTime) eq 7 and minute(receivedDateTime) eq 1 and second(receivedDateTime) eq 0":    true,
		"date(receivedDateTime) eq 2026-03-01":                                                               true,
		"length(subject) gt 15 and indexof(subject,'1') eq 6":                                                true,
		"tolower(subject) eq 'plan <1> & \"more\"'":                                                          true,
		"substring(subject,5,3) eq '<1>' and trim(' a ') eq 'a'":                                             true,
		"extensions/any(e:e/extensionName eq 'NAME' and e/id eq 'full.name')":                                true,
		"extensions/any(e:e/color eq 'Red')":                                                                 true,
		"extensions/any(e:e/sizes/any(s:s gt 2))":                                                            true,
		"extensions/any(e:e/absent eq null)":                                                                 true,
		"extensions/any(e:e/color gt 5)":                                                                     false,
		"singleValueExtendedProperties/any(ep:ep/id eq 'String {0000} Name snoozed' and ep/value eq '2026')": true,
		"attachments/any(a:a/size gt '11' and a/isInline eq false)":                                          true,
		"isRead eq false and importance eq 'normal' and hasAttachments eq true":                              true,
		"isRead or hasAttachments and isDraft":                                                               false, // and binds closer
		"id eq 'm1'":                                                                                         true,
		"id eq 'M1'":                                                                                         false,
		"id in ('a','m1')":                                                                                   true,
		"conversationId eq 'c1' and $it/isRead eq false":                                                     true,
		"false": false,
		"1 eq 1.0 and 'a' eq 'A' and null eq null": true,
	} {
		if got := compileFilter(t, schema, src).Match(m); got != want {
			t.Errorf("%s: got %v, want %v", src, got, want)
		}
	}
}

func TestFiltersOnOtherResources(t *testing.T) {
	contact := &model.Contact{DisplayName: "Zoë Ärger", EmailAddresses: []model.EmailAddress{{Address: "zoe@example.org"}}, BusinessPhones: []string{"+1"}}
	contacts := SchemaOf[model.Contact]("contact", "id", Field{Path: "id", Kind: ID})
	for src, want := range map[string]bool{
		"emailAddresses/any(a:a/address eq 'ZOE@example.org')": true,
		"emailAddresses/any(a: a/address eq 'x')":              false,
		"emailAddresses/any(a:endswith(a/address,'org'))":      true,
		"startswith(displayName,'zoË')":                        true,
		"contains(displayName,'ÄRGER')":                        true,
		"businessPhones/any(p:p eq '+1')":                      true,
		"birthday eq null and homeAddress/city eq null":        true,
	} {
		if got := compileFilter(t, contacts, src).Match(contact); got != want {
			t.Errorf("contact: %s: got %v, want %v", src, got, want)
		}
	}
	event := &model.Event{Subject: "standup", Type: model.SeriesMaster, Start: &model.DateTimeTimeZone{DateTime: "2026-03-01T09:00:00.0000000", TimeZone: "UTC"}}
	events := SchemaOf[model.Event]("event", "id",
		Field{Path: "start/dateTime", Kind: DateTime},
		Field{Path: "type", Kind: Enum, Values: []string{model.SingleInstance, model.SeriesMaster}},
		Field{Path: "end/dateTime", Kind: DateTime, Get: func(any) any { return time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC) }})
	for src, want := range map[string]bool{
		"start/dateTime ge '2026-03-01T08:00' and start/dateTime lt 2026-03-01T09:00:01Z": true,
		"end/dateTime eq '2026-03-01T10:00:00Z'":                                          true,
		"type eq 'SeriesMaster'":                                                          true,
		"organizer/emailAddress/address eq null":                                          true,
		"attendees/all(a:a/status/response eq 'accepted')":                                true,
		"recurrence eq null or recurrence/pattern/interval gt 1":                          true,
	} {
		if got := compileFilter(t, events, src).Match(event); got != want {
			t.Errorf("event: %s: got %v, want %v", src, got, want)
		}
	}
	extension := model.OpenTypeExtension{ID: "a.b", ExtensionName: "b", Data: map[string]json.RawMessage{"n": []byte("3"), "Big": []byte("9007199254740993")}}
	extensions := SchemaOf[model.OpenTypeExtension]("extension", "id")
	for src, want := range map[string]bool{
		"id eq 'a.b'": true, "n eq 3 and n lt 3.5": true, "big eq null": true, "Big eq 9007199254740993": true, "Big eq 9007199254740992": false,
	} {
		if got := compileFilter(t, extensions, src).Match(extension); got != want {
			t.Errorf("extension: %s: got %v, want %v", src, got, want)
		}
	}
}

// bag is an entity that is no struct.
type bag map[string]any

func (b bag) Property(name string) any { return b[strings.ToLower(name)] }

func TestFiltersOnValues(t *testing.T) {
	schema := SchemaOf[bag]("thing", "id", Field{Path: "id", Kind: ID}, Field{Path: "size", Kind: Int}, Field{Path: "at", Kind: DateTime})
	thing := bag{"id": "a", "size": 3, "at": "2026-01-01", "tags": []any{"x", 1.5}, "inner": bag{"name": "N"}}
	for src, want := range map[string]bool{
		"id eq 'a' and Size gt 2": true, "at lt 2026-01-02": true, "tags/any(t:t eq 1.5)": true,
		"free eq null": true, "size eq null": false, "contains(id,size) or id eq 'a'": false,
	} {
		e, err := ParseFilter(src)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		f, err := schema.Filter(e)
		if err != nil {
			if want {
				t.Errorf("%s: %v", src, err)
			}
			continue
		}
		if got := f.Match(thing); got != want {
			t.Errorf("%s: got %v, want %v", src, got, want)
		}
	}
}

func TestFilterRefusals(t *testing.T) {
	schema := messageSchema()
	for src, want := range map[string]string{
		"isRead eq 'x'":                            `at position 11: isRead expects a boolean, true or false, not "'x'"`,
		"isRead gt true":                           `at position 8: a boolean can be compared with eq and ne alone, not gt`,
		"subject eq 5":                             `at position 12: subject expects a string; a string stands in single quotes, not "5"`,
		"receivedDateTime ge 5":                    `at position 21: receivedDateTime expects a date-time such as 2026-01-31T08:00:00Z, not "5"`,
		"importance eq 'urgent'":                   `at position 15: importance is one of low, normal, high, not "'urgent'"`,
		"importance gt 'low'":                      `at position 12: one of a set of names can be compared with eq and ne alone, not gt`,
		"subjekt eq 'x'":                           `at position 1: "subjekt" is not a property of message`,
		"from/email/address eq 'x'":                `at position 1: "from/email" is not a property of message`,
		"subject/x eq 'x'":                         `at position 1: "subject/x" is not a property of message`,
		"toRecipients eq 'x'":                      `at position 1: "toRecipients" is a collection: ask for its items with any or all`,
		"toRecipients/emailAddress eq null":        `at position 1: "toRecipients" is a collection: ask for its items with any or all`,
		"from/any(f:f eq 'x')":                     `at position 6: "from" is no collection`,
		"subject/$count eq 1":                      `at position 1: "subject" is no collection to count`,
		"toRecipients/any(r:r/x eq 1)":             `at position 20: "r/x" is not a property of message`,
		"matches(subject,'x')":                     `at position 1: the function "matches" is not supported: contains, startswith, endswith, tolower, toupper, trim, length, indexof, substring, concat, date, year, month, day, hour, minute and second are`,
		"contains(subject)":                        `at position 1: contains takes two arguments, not 1`,
		"substring(subject) eq 'x'":                `at position 1: substring takes two arguments or three arguments, not 1`,
		"contains(isRead,'x')":                     `at position 10: contains takes a string here, and this is a boolean`,
		"contains(subject,5)":                      `at position 18: contains expects a string; a string stands in single quotes, not "5"`,
		"year(subject) eq 2026":                    `at position 6: year takes a date-time here, and this is a string`,
		"subject":                                  `at position 1: $filter needs a condition that is true or false, and this is a string`,
		"not subject eq 'x'":                       `at position 5: not needs a condition that is true or false, and this is a string`,
		"isRead and subject":                       `at position 12: and needs a condition that is true or false, and this is a string`,
		"subject eq isRead":                        `at position 9: a string cannot be compared with a boolean`,
		"contains(body/content,'x')":               `at position 10: "body" cannot be used here: use $search to look into bodies`,
		"attachments/any(a:a/contentBytes eq 'x')": `at position 19: "a/contentBytes" cannot be compared`,
		"size add 1 eq 2":                          `at position 6: the operator "add" is not supported`,
		"isRead eq false or":                       `at position 19: expected a property, a constant, a function or '(', found the end`,
		"isRead eq false isDraft":                  `at position 17: expected and, or, or the end, found "isDraft"`,
		"(isRead":                                  `at position 8: expected ')', found the end`,
		"subject eq 'x":                            `at position 12: the string has no closing quote`,
		"subject eq \"x\"":                         `at position 12: the character '"' has no meaning here`,
		"subject eq ünïx & 5":                      `at position 17: the character '&' has no meaning here`,
		"receivedDateTime ge 2026-13-01":           `at position 21: "2026-13-01" is neither a number, a date (2026-01-31), a date-time (2026-01-31T08:00:00Z) nor a GUID; a string needs single quotes`,
		"receivedDateTime ge 2026-02-29":           `at position 21: "2026-02-29" is neither a number, a date (2026-01-31), a date-time (2026-01-31T08:00:00Z) nor a GUID; a string needs single quotes`,
		"subject in ('a' 'b')":                     `at position 17: expected ')', found "'b'"`,
		"subject in (subject)":                     `at position 13: expected a constant of the list, found "subject"`,
		"subject in ()":                            `at position 13: expected a constant of the list, found ")"`,
		"toRecipients/all()":                       `at position 14: all() needs a condition`,
		"toRecipients/any(5)":                      `at position 18: expected a variable, as in any(a: a/address eq 'x'), found "5"`,
		"toRecipients/some(r:r eq 1)":              `at position 14: "some" cannot follow a path: any and all can`,
		"from/ eq 1":                               `at position 10: expected and, or, or the end, found "1"`,
		"length(duration'P') eq 1":                 `at position 8: "duration'P'" is not well formed`,
		"hex'ff' eq 1":                             `at position 1: "hex" is not a kind of constant: duration, guid, datetime or a qualified enum type`,
		"subject eq 'a\x00'":                       `at position 12: a string cannot hold the NUL character`,
		strings.Repeat("(", 50) + "isRead" + strings.Repeat(")", 50): `at position 42: nested deeper than 40 levels`,
		strings.Repeat("not ", 50) + "isRead":                        `at position 165: nested deeper than 40 levels`,
		strings.Repeat("isRead or ", 900) + "isRead":                 `at position 8001: more than 800 terms`,
		strings.Repeat(" ", MaxFilterBytes) + "isRead":               `longer than 16384 bytes`,
	} {
		e, err := ParseFilter(src)
		if err == nil {
			_, err = schema.Filter(e)
		}
		if len(src) > 80 {
			src = src[:80]
		}
		checkRefusal(t, src, err, "$filter", "$filter: "+want)
	}
}

func TestFiltersReachTheirIndexes(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	for _, index := range []string{
		"CREATE INDEX unread ON letters(received) WHERE is_read = 0",
		"CREATE INDEX by_subject ON letters(subject_fold)",
		"CREATE INDEX by_address ON letters(from_address)",
		"CREATE INDEX by_day ON letters(received, id)",
		"CREATE INDEX by_size ON letters(size, id)",
		"CREATE INDEX by_flag ON letters(flagged)",
		"CREATE INDEX to_letter ON recipients(address_fold, letter)",
	} {
		mustExec(t, db, index)
	}
	for src, want := range map[string]string{
		"isRead eq false and received gt 2026-01-01": "unread",
		"startswith(subject,'Pl')":                   "by_subject",
		"subject eq 'plan'":                          "by_subject",
		"subject in ('plan','ÄRGER')":                "by_subject",
		"received ge 2026-01-01":                     "by_day",
		"size eq 3":                                  "by_size",
		"flagged eq true":                            "by_flag",
		"to/any(r:r/emailAddress/address eq 'a')":    "to_letter",
	} {
		where := compileFilter(t, letterSchema(), src).SQL()
		plan := queryPlan(t, db, "SELECT id FROM letters l WHERE "+where.SQL, where.Args)
		if !strings.Contains(plan, want) {
			t.Errorf("%s: %s does not use the index %s: %s", src, where.SQL, want, plan)
		}
	}
	order, err := letterSchema().Order([]OrderBy{By("size", true)})
	if err != nil {
		t.Fatal(err)
	}
	after, err := order.After([]any{int64(2), "a"})
	if err != nil {
		t.Fatal(err)
	}
	plan := queryPlan(t, db, "SELECT id FROM letters l WHERE "+after.SQL+" ORDER BY "+order.SQL()+" LIMIT 50", after.Args)
	if !strings.Contains(plan, "SEARCH l USING") || !strings.Contains(plan, "by_size") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("the next page is sorted or scanned for: %s", plan)
	}
}

func TestPathsAreWhatAnEntityMustHaveLoaded(t *testing.T) {
	f := compileFilter(t, letterSchema(), "size gt 1 and (contains(notes,'x') or to/any(t:t/emailAddress/name eq 'é'))")
	if got, want := strings.Join(f.Paths(), " "), "notes size to to/emailaddress/name"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzFilter(f *testing.F) {
	for _, s := range []string{
		"received ge 2026-01-01 and from/emailAddress/address eq 'a@b'", "to/any(a:a/emailAddress/name eq 'x')",
		"(isRead eq false) and not startswith(subject,'Re')", "categories/all(c:c ne null) or parts/any(p:p/tags/any(t:t eq p/name))",
		"length eq duration'PT1H' and token eq 00000001-0000-4000-8000-00000000000A", "substring(concat(subject,'\U0010ffff'),-1,size) in ('a',null)",
		"endswith(notes,company) eq (year(due) ge 1e3)", "parts/$count eq 9223372036854775807 or weight lt -1.5e-3", "day eq 2026-01-01",
	} {
		f.Add(s)
	}
	db := openMemory(f)
	mustExec(f, db, letterTables)
	at := instants[4]
	yes := true
	list := []letter{
		{Subject: "Plan", Importance: "low", Received: &at, Flagged: &yes, Categories: []string{"x"}, Parts: []part{{Name: "x", Tags: []string{"X"}}}},
		{Company: "é", Importance: "high", IsRead: true, Size: 3, Day: "2026-01-01", From: &model.Recipient{}, Length: time.Hour},
	}
	list[0].ID, list[1].ID = "a", "B"
	store(f, db, list)
	schemas := []*Schema{letterSchema(), documentSchema()}
	f.Fuzz(func(t *testing.T, src string) {
		e, err := ParseFilter(src)
		if err != nil {
			return
		}
		for _, schema := range schemas {
			filter, err := schema.Filter(e)
			if err != nil {
				continue
			}
			where := filter.SQL()
			got := selectLetters(t, db, where)
			for i := range list {
				if want := filter.Match(&list[i]); want != (strings.Contains(strings.Join(got, ""), list[i].ID)) {
					t.Errorf("%q: SQL %s %v finds %v, and memory says %v of %s", src, where.SQL, where.Args, got, want, list[i].ID)
				}
			}
		}
	})
}
