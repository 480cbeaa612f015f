package odata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"daybook/model"
)

func messageSchema() *Schema {
	return SchemaOf[model.Message]("message", "id",
		Field{Path: "id", Kind: ID, Column: "m.id", NotNull: true},
		Field{Path: "attachments", Expandable: true},
		Field{Path: "extensions", Expandable: true},
		Field{Path: "event", Expandable: true},
		Field{Path: "event/instances", Expandable: true},
		Field{Path: "importance", Kind: Enum, Values: []string{"low", "normal", "high"}},
		Field{Path: "body", Refuse: "use $search to look into bodies"},
	)
}

// sampleMessage fills a message the way a list shows it.
func sampleMessage(i int) *model.Message {
	at := time.Date(2026, 3, 1, 8, i%60, 0, 123e6, time.FixedZone("", 3600))
	person := func(name string) model.Recipient {
		return model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: strings.ToLower(name) + "@example.org"}}
	}
	from := person("Ann")
	m := &model.Message{
		Subject: fmt.Sprintf("Plan <%d> & \"more\"", i), BodyPreview: strings.Repeat("A line of preview with ünïcode. ", 6),
		Importance: "normal", ParentFolderID: "inbox", ConversationID: fmt.Sprint("c", i), IsRead: i%2 == 0,
		ReceivedDateTime: &at, SentDateTime: &at, HasAttachments: true, From: &from, Sender: &from,
		ToRecipients: []model.Recipient{person("Bo"), person("Cy")}, InferenceClassification: "focused",
		Flag: &model.FollowupFlag{FlagStatus: "notFlagged"}, Body: &model.ItemBody{ContentType: "text", Content: "text\r\n\u2028"},
		Attachments: []model.Attachment{{Entity: model.Entity{ID: "a1"}, Name: "plan.pdf", Size: 12, ContentBytes: []byte{0, 1, 254}}},
		Extensions: []model.OpenTypeExtension{{Type: "#" + model.ExtensionType, ID: "full.name", ExtensionName: "name",
			Data: map[string]json.RawMessage{"color": []byte(`"red"`), "sizes": []byte(`[1, 2.50]`)}}},
	}
	m.ID, m.ETag, m.ChangeKey = fmt.Sprint("m", i), `W/"k"`, "k"
	m.Categories = []string{"Red", "Blue"}
	m.CreatedDateTime, m.LastModifiedDateTime = &at, &at
	return m
}

func shaped(t *testing.T, s *Schema, query string, entity any) string {
	t.Helper()
	o, err := Parse(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	sh, err := s.Shape(o.Select, o.Expand)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	b, err := sh.Append(nil, entity)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if !json.Valid(b) {
		t.Fatalf("%s: not JSON: %s", query, b)
	}
	return string(b)
}

func TestShapeWritesWhatEncodingJSONDoes(t *testing.T) {
	m := sampleMessage(3)
	var got, want any
	if err := json.Unmarshal([]byte(shaped(t, messageSchema(), "", m)), &got); err != nil {
		t.Fatal(err)
	}
	delete(got.(map[string]any), "conversationIndex") // is not kept
	utc := *m
	at := m.ReceivedDateTime.UTC()
	utc.ReceivedDateTime, utc.SentDateTime, utc.CreatedDateTime, utc.LastModifiedDateTime = &at, &at, &at, &at
	b, err := json.Marshal(utc)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	if got = filled(got); !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %v\nwant %v", got, want)
	}
}

// filled leaves null and [] out of the objects of a value.
func filled(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = filled(v[i])
		}
	case map[string]any:
		for name, of := range v {
			if list, ok := of.([]any); of == nil || ok && len(list) == 0 {
				delete(v, name)
				continue
			}
			v[name] = filled(of)
		}
	}
	return v
}

func TestAnyStringSurvivesTheEncoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		written := appendString(nil, s)
		peer, err := json.Marshal(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		var got, want string
		if err := json.Unmarshal(written, &got); err != nil {
			t.Fatalf("%q written as %s: %v", s, written, err)
		}
		if err := json.Unmarshal(peer, &want); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("%q came back as %q, from encoding/json as %q", s, got, want)
		}
	})
}

func TestSelect(t *testing.T) {
	m := sampleMessage(1)
	schema := messageSchema()
	for query, want := range map[string]string{
		"$select=subject":          `{"@odata.etag":"W/\"k\"","id":"m1","subject":"Plan <1> & \"more\""}`,
		"$select=ISREAD, ID":       `{"@odata.etag":"W/\"k\"","id":"m1","isRead":false}`,
		"$select=body/content":     `{"@odata.etag":"W/\"k\"","id":"m1","body":{"contentType":"text","content":"text\r\n\u2028"}}`,
		"$select=webLink,flag":     `{"@odata.etag":"W/\"k\"","id":"m1","webLink":null,"flag":{"flagStatus":"notFlagged"}}`,
		"$select=categories,from":  `{"@odata.etag":"W/\"k\"","id":"m1","categories":["Red","Blue"],"from":{"emailAddress":{"name":"Ann","address":"ann@example.org"}}}`,
		"$select=receivedDateTime": `{"@odata.etag":"W/\"k\"","id":"m1","receivedDateTime":"2026-03-01T07:01:00.123Z"}`,
		"$select=attachments":      `{"@odata.etag":"W/\"k\"","id":"m1","attachments":[{"id":"a1","name":"plan.pdf","contentType":null,"size":12,"isInline":false,"lastModifiedDateTime":null,"contentBytes":"AAH+"}]}`,
		"$select=id&$expand=Extensions": `{"@odata.etag":"W/\"k\"","id":"m1","extensions":[{"@odata.type":"#Vendor.Graph.OpenTypeExtension","id":"full.name",` +
			`"extensionName":"name","color":"red","sizes":[1, 2.50]}]}`,
		"$select=id&$expand=extensions($select=color)":                   `{"@odata.etag":"W/\"k\"","id":"m1","extensions":[{"@odata.type":"#Vendor.Graph.OpenTypeExtension","id":"full.name","color":"red"}]}`,
		"$select=id&$expand=attachments($select=name;$filter=size gt 1)": `{"@odata.etag":"W/\"k\"","id":"m1","attachments":[{"id":"a1","name":"plan.pdf"}]}`,
		"$select=id&$expand=event($expand=instances($select=subject))":   `{"@odata.etag":"W/\"k\"","id":"m1","event":null}`,
	} {
		if got := shaped(t, schema, query, m); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
	if all, star := shaped(t, schema, "", m), shaped(t, schema, "$select=*,subject", m); all != star {
		t.Errorf("$select=* wrote\n%s\nand no $select\n%s", star, all)
	}
}

func TestShapeRefusals(t *testing.T) {
	for query, want := range map[string]struct{ target, message string }{
		"$select=subjekt":                                      {"$select", `$select: at position 1: "subjekt" is not a property of message`},
		"$select=subject, body/kontent":                        {"$select", `$select: at position 10: "body/kontent" is not a property of message`},
		"$expand=body":                                         {"$expand", `$expand: at position 1: "body" of message cannot be expanded`},
		"$expand=nothing":                                      {"$expand", `$expand: at position 1: "nothing" is not a property of message`},
		"$expand=attachments($select=nam)":                     {"$expand", `$expand: at position 1: in attachments: $select: at position 1: "nam" is not a property of message`},
		"$expand=event($expand=attachments)":                   {"$expand", `$expand: at position 1: in event: $expand: at position 1: "attachments" of message cannot be expanded`},
		"$expand=event/instances":                              {"$expand", `$expand: at position 1: "event/instances" of message cannot be expanded`},
		"$expand=attachments,extensions($select=id),sender/$x": {"$expand", `$expand: at position 36: "sender/$x" is not a property of message`},
	} {
		o, err := Parse(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		_, err = messageSchema().Shape(o.Select, o.Expand)
		checkRefusal(t, query, err, want.target, want.message)
	}
}

func TestAPageHasItsAnnotationsBeforeItsItems(t *testing.T) {
	o, err := Parse("$select=isRead")
	if err != nil {
		t.Fatal(err)
	}
	sh, err := messageSchema().Shape(o.Select, nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 7
	page := Page{Context: "ctx", NextLink: "https://x/?a&b", Count: &count}
	got, err := sh.AppendPage(nil, page, []*model.Message{sampleMessage(1), sampleMessage(2)})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"@odata.context":"ctx","@odata.count":7,"@odata.nextLink":"https://x/?a&b","value":[` +
		`{"@odata.etag":"W/\"k\"","id":"m1","isRead":false},{"@odata.etag":"W/\"k\"","id":"m2","isRead":true}]}`
	if string(got) != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got, err := sh.AppendPage(nil, Page{}, []model.Message{}); err != nil || string(got) != `{"value":[]}` {
		t.Errorf("an empty page: got %s, %v", got, err)
	}
}

func TestWhatHasNoJSONIsAnError(t *testing.T) {
	type odd struct {
		ID string  `json:"id"`
		F  float64 `json:"f"`
	}
	sh, err := SchemaOf[odd]("odd", "id").Shape(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, entity := range []any{odd{F: math.NaN()}, &odd{F: math.Inf(1)}, model.Message{}, nil, (*odd)(nil)} {
		if b, err := sh.Append(nil, entity); err == nil {
			t.Errorf("%v was written as %s", entity, b)
		}
	}
}

func messages50() []*model.Message {
	var list []*model.Message
	for i := range 50 {
		list = append(list, sampleMessage(i))
	}
	return list
}

func BenchmarkShape50Messages(b *testing.B) {
	list := messages50()
	schema := messageSchema()
	for name, sel := range map[string][]Name{
		"all": nil, "list": {{Path: "subject"}, {Path: "from"}, {Path: "receivedDateTime"}, {Path: "isRead"}, {Path: "bodyPreview"}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				sh, err := schema.Shape(sel, nil)
				if err != nil {
					b.Fatal(err)
				}
				if buf, err = sh.AppendPage(buf[:0], Page{}, list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		var buf bytes.Buffer
		for b.Loop() {
			buf.Reset()
			if err := json.NewEncoder(&buf).Encode(model.Collection[*model.Message]{Value: list}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
