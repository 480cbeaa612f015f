package lenient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

type messages = model.Collection[model.Message]

func decode[T any](t *testing.T, body string) (out T, r Report) {
	t.Helper()
	r, err := Decode(iotest.OneByteReader(strings.NewReader(body)), &out, DefaultLimits)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return out, r
}

// TestABadValueCostsItsField has one wrong value a reply, beside others that
// have to stay.
func TestABadValueCostsItsField(t *testing.T) {
	for _, bad := range []string{
		`"receivedDateTime":"2026-10-22T09:50:00"`, `"receivedDateTime":17`, `"receivedDateTime":{}`, `"importance":{"a":[1,"}"]}`, `"importance":[]`,
		`"isRead":"perhaps"`, `"isRead":[[[]]]`, `"toRecipients":"bo"`, `"toRecipients":{}`, `"from":[]`, `"from":true`, `"flag":3`, `"categories":{"a":1}`,
		`"body":"text"`, `"extensions":[{"id":[]}]`,
	} {
		got, r := decode[messages](t, `{"value":[{"id":"a","subject":"one"},{"id":"b",`+bad+`,"subject":"two"},{"id":"c","subject":"three"}]}`)
		if len(got.Value) != 3 || got.Value[1].ID != "b" || got.Value[1].Subject != "two" || got.Value[2].Subject != "three" {
			t.Errorf("%s: got %+v, want three messages", bad, got.Value)
		}
		name := strings.Trim(strings.SplitN(bad, ":", 2)[0], `"`)
		if r.Bad != 1 || r.First != name {
			t.Errorf("%s: got %+v, want one bad value in %s", bad, r, name)
		}
	}
}

func TestWhatCanBeUnderstoodIs(t *testing.T) {
	got, r := decode[model.MailFolder](t, `{"ID":7,"displayName":12.5,"unreadItemCount":"3","totalItemCount":4.0,"isHidden":"true","childFolderCount":null,"wellKnownName":"unheard-of"}`)
	want := model.MailFolder{Entity: model.Entity{ID: "7"}, DisplayName: "12.5", UnreadItemCount: 3, TotalItemCount: 4, IsHidden: true, WellKnownName: "unheard-of"}
	if !reflect.DeepEqual(got, want) || r != (Report{}) {
		t.Errorf("got %+v with %+v, want %+v", got, r, want)
	}
}

func TestABadElementCostsItselfAlone(t *testing.T) {
	got, r := decode[messages](t, `{"value":[null,5,"x",[],{"id":"a","toRecipients":[null,7,{"emailAddress":{"address":"bo@x.example"}}]}]}`)
	if len(got.Value) != 1 || len(got.Value[0].ToRecipients) != 1 || r.Bad != 4 {
		t.Errorf("got %+v with %+v, want one message with one recipient, and four bad values", got.Value, r)
	}
	grid, _ := decode[model.WorkbookRange](t, `{"text":[["a",null,{}],["d"]],"values":[[null,1]]}`)
	if want := [][]string{{"a", "", ""}, {"d"}}; !reflect.DeepEqual(grid.Text, want) || len(grid.Values[0]) != 2 {
		t.Errorf("a grid: got %q and %s, want %q and every cell in its place", grid.Text, grid.Values, want)
	}
}

func TestWhatIsNotTheReplyIsAnError(t *testing.T) {
	for body, want := range map[string]error{
		"": ErrSyntax, "{": ErrSyntax, `{"value":[{"id":"a"}`: ErrSyntax, `{"value":[]}}`: ErrSyntax, `{"value":[],}`: ErrSyntax, `{"a":[1}`: ErrSyntax, `{"a":{]}`: ErrSyntax,
		"<html>": ErrSyntax, `{"value":nul}`: ErrSyntax, `{"a":"\x"}`: ErrSyntax, "{\"a\":\"\n\"}": ErrSyntax, `{"a" 1}`: ErrSyntax, `{a:1}`: ErrSyntax,
		`[]`: ErrKind, `"x"`: ErrKind, `5`: ErrKind, `null`: ErrKind,
		strings.Repeat(`{"value":[`, nestedMost): ErrTooLarge, `{"x":` + strings.Repeat("[", nestedMost+1): ErrTooLarge,
	} {
		was := messages{NextLink: "kept"}
		if _, err := Decode(strings.NewReader(body), &was, DefaultLimits); !errors.Is(err, want) || was.NextLink != "kept" {
			t.Errorf("%.40q: got %v and %+v, want %v and the target as it was", body, err, was, want)
		}
	}
	broken := errors.New("broken")
	if _, err := Decode(io.MultiReader(strings.NewReader(`{"value":[`), iotest.ErrReader(broken)), new(messages), DefaultLimits); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}

func TestALargeTextIsCutAndSaysSo(t *testing.T) {
	limits := DefaultLimits
	limits.Text, limits.Items, limits.Bytes = 10, 3, 8
	var got messages
	r, err := Decode(strings.NewReader(`{"value":[{"id":"a","subject":"123456789é!","bodyPreview":"short"},{"attachments":[{"contentBytes":"AAAAAAAAAAAA","name":"x"}]},{},{},{}]}`), &got, limits)
	if err != nil || len(got.Value) != 3 || r.Cut != 3 || r.Bad != 0 {
		t.Fatalf("got %d messages, %+v, %v", len(got.Value), r, err)
	}
	if want := "123456789" + model.TooLarge; got.Value[0].Subject != want || got.Value[0].BodyPreview != "short" {
		t.Errorf("got %q and %q, want %q", got.Value[0].Subject, got.Value[0].BodyPreview, want)
	}
	if a := got.Value[1].Attachments; len(a) != 1 || a[0].Name != "x" || a[0].ContentBytes != nil {
		t.Errorf("got %+v, want the attachment without half of its bytes", a)
	}
}

// TestItReadsWhatEncodingJSONReads holds the decoder against the standard
// library's over generated messages, whole and with whatever in them.
func TestItReadsWhatEncodingJSONReads(t *testing.T) {
	words := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\U0001f9d7", "\"\\/\b\f\n\r\t", "\u2028é", strings.Repeat("long ", 9000)}))
	rapid.Check(t, func(rt *rapid.T) {
		read := rapid.Bool().Draw(rt, "read")
		m := model.Message{Subject: words.Draw(rt, "subject"), IsRead: read, Body: &model.ItemBody{Content: words.Draw(rt, "body")},
			Attachments: []model.Attachment{{Size: rapid.Int().Draw(rt, "size"), ContentBytes: rapid.SliceOf(rapid.Byte()).Draw(rt, "bytes")}},
			Extensions:  []model.OpenTypeExtension{{ExtensionName: "x", Data: map[string]json.RawMessage{"n": json.RawMessage(`[1, {"a": "]"}]`)}}}}
		m.ID, m.Categories = words.Draw(rt, "id"), rapid.SliceOfN(words, 1, 4).Draw(rt, "categories")
		data, err := json.Marshal(model.Collection[model.Message]{Value: []model.Message{m, m}})
		if err != nil {
			rt.Fatal(err)
		}
		var want, got messages
		if err := json.Unmarshal(data, &want); err != nil {
			rt.Fatal(err)
		}
		src := io.Reader(strings.NewReader(string(data)))
		if rapid.Bool().Draw(rt, "bytewise") {
			src = iotest.OneByteReader(src)
		}
		if r, err := Decode(src, &got, DefaultLimits); err != nil || r != (Report{}) {
			rt.Fatalf("%s: %+v, %v", data, r, err)
		}
		if !reflect.DeepEqual(got, want) {
			rt.Fatalf("%s:\ngot  %+v\nwant %+v", data, got, want)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"value":[{"id":"a","body":{"content":"\ud83e\uddd7\ud83e"}}]}`, `{"value":[[],{},null,1e9,-0.5,true]}`, "{\"value\":[{\"subject\":\"\xff\xfe\"}]}", `{"a":{"b":[{"c":"}"}]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var want, got map[string]json.RawMessage
		strict := json.Unmarshal([]byte(body), &want)
		_, err := Decode(strings.NewReader(body), &got, DefaultLimits)
		if strict == nil && want != nil && err != nil || strict != nil && err == nil {
			t.Errorf("%q: encoding/json says %v, this %v", body, strict, err)
		}
		var list messages
		_, _ = Decode(strings.NewReader(body), &list, DefaultLimits)
	})
}

// endless repeats a piece between a beginning and nothing.
type endless struct {
	begin, piece string
	rest         string
	count        int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		e.rest = strings.Repeat(e.piece, 1+16384/len(e.piece))
	}
	from := &e.rest
	if e.begin != "" {
		from = &e.begin
	}
	n := copy(p, *from)
	*from = (*from)[n:]
	e.count += int64(n)
	return n, nil
}

// TestNothingThatComesFillsTheMemory reads bodies that never end, through
// limits a sixteenth of the real ones: what is allocated stays in proportion.
// With DefaultLimits the same bodies take sixteen times as much.
func TestNothingThatComesFillsTheMemory(t *testing.T) {
	limits := DefaultLimits
	limits.Body, limits.Memory, limits.Text, limits.Bytes = limits.Body/16, limits.Memory/16, limits.Text/16, limits.Bytes/16
	for name, body := range map[string]*endless{
		"objects":          {begin: `{"value":[{}`, piece: `,{}`},
		"numbers":          {begin: `{"value":[{"categories":["a"`, piece: `,1`},
		"one string":       {begin: `{"value":[{"subject":"`, piece: `long `},
		"escapes":          {begin: `{"value":[{"subject":"`, piece: `\ud83e\uddd7`},
		"not utf-8":        {begin: `{"value":[{"attachments":[{"contentBytes":"`, piece: "\xff"},
		"base64":           {begin: `{"value":[{"attachments":[{"contentBytes":"`, piece: `AAAA`},
		"strings":          {begin: `{"value":[{"categories":["a"`, piece: `,"` + strings.Repeat("x", 60000) + `"`},
		"nested objects":   {begin: `{"value":[`, piece: `{"event":`},
		"nested lists":     {piece: `[`},
		"unknown":          {begin: `{"other":[0`, piece: `,{"a":[1,2,{"b":"c"}]}`},
		"space":            {piece: ` `},
		"space behind":     {begin: `{"value":[]}`, piece: "\n"},
		"a number":         {begin: `{"@odata.count":1`, piece: `0`},
		"a name":           {begin: `{"`, piece: `name`},
		"members":          {begin: `{"a":1`, piece: `,"a":1`},
		"custom data":      {begin: `{"value":[{"extensions":[{"a":1`, piece: `,"b":[1]`},
		"raw":              {begin: `{"value":[{"attachments":[{"item":[1`, piece: `,1`},
		"a page's links":   {begin: `{"@odata.nextLink":"`, piece: `https://`},
		"expanded, nested": {begin: `{"value":[`, piece: `{"event":{"extensions":[],"attendees":[{}],"body":{}},"toRecipients":[{}]},`},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var got messages
		_, err := Decode(body, &got, limits)
		runtime.ReadMemStats(&after)
		if err == nil || body.count > limits.Body+(64<<10) {
			t.Errorf("%s: got %v after %d bytes, want an error within %d", name, err, body.count, limits.Body)
		}
		// Ten times, and twice that under the race detector, where pools forget.
		if took := int64(after.TotalAlloc - before.TotalAlloc); took > 20*limits.Memory {
			t.Errorf("%s: allocated %d KB in all, want at most twenty times the %d KB of the limit", name, took>>10, limits.Memory>>10)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var page messages
	for i := range 100 {
		m := model.Message{Subject: fmt.Sprint("Re: Release plan ", i), BodyPreview: strings.Repeat("some words ", 20), From: &model.Recipient{}, ToRecipients: make([]model.Recipient, 3)}
		m.ID = strings.Repeat("x", 100)
		page.Value = append(page.Value, m)
	}
	data, err := json.Marshal(page)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("lenient", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := Decode(strings.NewReader(string(data)), new(messages), DefaultLimits); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if err := json.Unmarshal(data, new(messages)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestABadNameCostsAnExtensionNoMore(t *testing.T) {
	for body, want := range map[string]model.OpenTypeExtension{
		`{"id":7,"extensionName":"com.x","a":1}`:         {ExtensionName: "com.x", Data: map[string]json.RawMessage{"a": []byte("1")}},
		`{"id":"x","extensionName":["com.x"],"a":1}`:     {ID: "x", Data: map[string]json.RawMessage{"a": []byte("1")}},
		`{"@odata.type":{},"id":"x","b":{"c":[1,null]}}`: {ID: "x", Data: map[string]json.RawMessage{"b": []byte(`{"c":[1,null]}`)}},
		`{"id":7,"extensionName":7,"a":1}`:               {},
	} {
		var got []model.OpenTypeExtension
		report, err := Decode(strings.NewReader("["+body+"]"), &got, DefaultLimits)
		if want.Data == nil && len(got) == 0 {
			got = append(got, want)
		}
		if err != nil || report.Bad != 1 || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s: got %+v, %d bad, %v, want %+v", body, got, report.Bad, err, want)
		}
	}
}
