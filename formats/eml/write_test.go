package eml

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	_ "daybook/internal/seed"
	"daybook/model"

	"github.com/emersion/go-message/mail"
	"pgregory.net/rapid"
)

// words draws a text that a header or a body may carry: any characters but
// controls, no blank at either end.
func words(t *rapid.T, label string) string {
	s := rapid.StringOfN(rapid.RuneFrom([]rune("ab z\"\\,;:<>@()=?_.é日🚀")), 0, 120, -1).Draw(t, label)
	return strings.TrimSpace(s)
}

func someone(t *rapid.T, label string) model.Recipient {
	r := recipient(words(t, label), rapid.StringMatching(`[a-z]{1,8}@[a-z]{1,8}\.example`).Draw(t, label))
	if r.EmailAddress.Name == r.EmailAddress.Address {
		r.EmailAddress.Name = ""
	}
	return r
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := someone(t, "from")
		m := model.Message{Subject: words(t, "subject"), From: &from, ToRecipients: []model.Recipient{someone(t, "to"), someone(t, "to")},
			InternetMessageID: "<1@example.com>", Importance: model.ImportanceHigh,
			Body: &model.ItemBody{ContentType: "text", Content: "x" + rapid.StringOf(rapid.RuneFrom([]rune("ab. =\n-Fé日"))).Draw(t, "body")}}
		if rapid.Bool().Draw(t, "html") {
			m.Body = &model.ItemBody{ContentType: "html", Content: "<p>" + m.Body.Content + "</p>"}
		}
		for range rapid.IntRange(0, 3).Draw(t, "attachments") {
			a := model.Attachment{Entity: model.Entity{Type: model.FileAttachment}, Name: "f" + words(t, "file"), ContentType: "application/pdf",
				ContentBytes: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")}
			a.Size = len(a.ContentBytes)
			m.Attachments = append(m.Attachments, a)
		}
		env := Envelope{Date: time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC), References: []string{"<0@example.com>", "<00@example.com>"}}
		var out bytes.Buffer
		if err := Write(&out, &m, env); err != nil {
			t.Fatal(err)
		}
		p := Parse(out.Bytes(), Options{})
		got := p.Message
		if got.Subject != m.Subject || *got.From != from || len(got.ToRecipients) != 2 || got.ToRecipients[1] != m.ToRecipients[1] {
			t.Fatalf("got %q %v %v\nwant %q %v %v\nin %s", got.Subject, got.From, got.ToRecipients, m.Subject, from, m.ToRecipients, out.String())
		}
		if got.InternetMessageID != m.InternetMessageID || got.Importance != m.Importance || !got.SentDateTime.Equal(env.Date) || len(p.References) != 2 {
			t.Fatalf("got %q %q %v %v, want them as written", got.InternetMessageID, got.Importance, got.SentDateTime, p.References)
		}
		if got.Body.Content != m.Body.Content || got.Body.ContentType != m.Body.ContentType {
			t.Fatalf("body: got %q, want %q\nin %s", got.Body.Content, m.Body.Content, out.String())
		}
		if len(got.Attachments) != len(m.Attachments) {
			t.Fatalf("got %d attachments, want %d", len(got.Attachments), len(m.Attachments))
		}
		for i, a := range got.Attachments {
			if w := m.Attachments[i]; a.Name != w.Name || !bytes.Equal(a.ContentBytes, w.ContentBytes) || a.ContentType != w.ContentType {
				t.Fatalf("attachment: got %q %s %q, want %q %s %q", a.Name, a.ContentType, a.ContentBytes, w.Name, w.ContentType, w.ContentBytes)
			}
		}
	})
}

// TestAnIndependentReaderAgrees reads a full message with another library.
func TestAnIndependentReaderAgrees(t *testing.T) {
	from := recipient("Zoë, \"Z\"", "zoe@example.com")
	m := model.Message{Subject: strings.Repeat("sehr schön ", 30) + "end", From: &from, CcRecipients: []model.Recipient{recipient("", "c@example.com")},
		Body: &model.ItemBody{ContentType: "html", Content: `<p>größer <img src="cid:p1@x"></p>`},
		Attachments: []model.Attachment{
			{Name: "日本.png", ContentType: "image/png", ContentID: "p1@x", IsInline: true, ContentBytes: []byte("png")},
			{Entity: model.Entity{Type: model.ItemAttachment}, Name: "inner", ContentBytes: []byte("Subject: inner\r\n\r\n--x\r\nbody\r\n")},
		}}
	var out bytes.Buffer
	if err := Write(&out, &m, Envelope{Date: time.Unix(1e9, 0).UTC(), MessageID: "<m@example.com>"}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > 1000 || !strings.HasSuffix(line, "\r\n") {
			t.Errorf("line of %d bytes or without CRLF: %q", len(line), line)
		}
	}
	r, err := mail.CreateReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := r.Header.Subject(); err != nil || s != m.Subject {
		t.Errorf("subject: got %q, %v; want %q", s, err, m.Subject)
	}
	if a, err := r.Header.AddressList("From"); err != nil || len(a) != 1 || a[0].Name != from.EmailAddress.Name {
		t.Errorf("from: got %v, %v; want %q", a, err, from.EmailAddress.Name)
	}
	var bodies []string
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(p.Body)
		bodies = append(bodies, string(data))
	}
	want := []string{"größer", m.Body.Content, "png", "Subject: inner\r\n\r\n--x\r\nbody\r\n"}
	if strings.Join(bodies, "|") != strings.Join(want, "|") {
		t.Errorf("parts: got %q, want %q", bodies, want)
	}
}

// TestEncodedLinesAreShortAndOthersReadThem draws names and texts of any
// length, and has another library read what is written.
func TestEncodedLinesAreShortAndOthersReadThem(t *testing.T) {
	text := func(t *rapid.T, label string) string {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("ab zé日🚀;,%'*\"\\=")), 0, 300, -1).Draw(t, label)
		return strings.Join(strings.Fields(s), " ")
	}
	rapid.Check(t, func(t *rapid.T) {
		from, to := recipient(text(t, "from"), "a@x.example"), recipient("é"+text(t, "to"), strings.Repeat("b", 60)+"@x.example")
		file := "f" + text(t, "file")
		m := model.Message{Subject: text(t, "subject"), From: &from, ToRecipients: []model.Recipient{to, to}, IsReadReceiptRequested: true,
			Body:                   &model.ItemBody{ContentType: "text", Content: "é" + text(t, "body")},
			InternetMessageHeaders: []model.InternetMessageHeader{{Name: "X-" + strings.Repeat("Long", rapid.IntRange(1, 15).Draw(t, "name")), Value: "é" + text(t, "value")}},
			Attachments:            []model.Attachment{{Name: file, ContentType: "application/pdf", ContentBytes: rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "bytes")}}}
		var out bytes.Buffer
		if err := Write(&out, &m, Envelope{}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\r\n"); len(line) > 76 {
				t.Errorf("a line of %d characters: %q", len(line), line)
			}
		}
		r, err := mail.CreateReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := r.Header.Subject(); err != nil || s != m.Subject {
			t.Errorf("subject: got %q, %v; want %q", s, err, m.Subject)
		}
		if a, err := r.Header.AddressList("To"); err != nil || len(a) != 2 || a[1].Name != to.EmailAddress.Name || a[1].Address != to.EmailAddress.Address {
			t.Errorf("to: got %v, %v; want %v twice", a, err, to)
		}
		if s, err := r.Header.Text(m.InternetMessageHeaders[0].Name); err != nil || s != m.InternetMessageHeaders[0].Value {
			t.Errorf("field: got %q, %v; want %q", s, err, m.InternetMessageHeaders[0].Value)
		}
		body, err := r.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		if data, _ := io.ReadAll(body.Body); string(data) != m.Body.Content {
			t.Errorf("body: got %q, want %q", data, m.Body.Content)
		}
		part, err := r.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		if name, err := part.Header.(*mail.AttachmentHeader).Filename(); err != nil || name != file {
			t.Errorf("file: got %q, %v; want %q", name, err, file)
		}
		if data, _ := io.ReadAll(part.Body); !bytes.Equal(data, m.Attachments[0].ContentBytes) {
			t.Errorf("file: got %d bytes, want %d", len(data), len(m.Attachments[0].ContentBytes))
		}
	})
}

func TestThePlainTextOfAReplyIsQuoted(t *testing.T) {
	m := model.Message{Body: &model.ItemBody{ContentType: "html",
		Content: "<div>Yes.</div><br><div>On Monday Bob wrote:</div><blockquote><p>Shall we?</p>Cy said:<blockquote>No\n<br>way</blockquote>so</blockquote></blockquote>Ann"}}
	var out bytes.Buffer
	if err := Write(&out, &m, Envelope{}); err != nil {
		t.Fatal(err)
	}
	want := "\r\n\r\nYes.\r\nOn Monday Bob wrote:\r\n> Shall we?\r\n> Cy said:\r\n>> No\r\n>> way\r\n> so\r\nAnn\r\n--"
	if !strings.Contains(out.String(), want) {
		t.Errorf("got %q, want in it %q", out.String(), want)
	}
	if got := PlainText(m.Body.Content); strings.Contains(got, ">") {
		t.Errorf("a preview has %q, want it without marks", got)
	}
}

func TestNothingBreaksOutOfAHeader(t *testing.T) {
	good := func() model.Message {
		from := recipient("A", "a@example.com")
		return model.Message{Subject: "s", From: &from}
	}
	tests := map[string]func(*model.Message){
		"subject CRLF":  func(m *model.Message) { m.Subject = "x\r\nBcc: evil@example.com" },
		"subject NUL":   func(m *model.Message) { m.Subject = "x\x00" },
		"name":          func(m *model.Message) { m.From.EmailAddress.Name = "A\nB" },
		"address":       func(m *model.Message) { m.From.EmailAddress.Address = "a@example.com>, <evil@example.com" },
		"address comma": func(m *model.Message) { m.ToRecipients = []model.Recipient{recipient("", "a@x,b@y")} },
		"message id":    func(m *model.Message) { m.InternetMessageID = "<a@b>\r\nX: y" },
		"header name": func(m *model.Message) {
			m.InternetMessageHeaders = []model.InternetMessageHeader{{Name: "x-a: b\r\nBcc", Value: "v"}}
		},
		"header value": func(m *model.Message) {
			m.InternetMessageHeaders = []model.InternetMessageHeader{{Name: "x-a", Value: "v\nBcc: e"}}
		},
		"file name": func(m *model.Message) { m.Attachments = []model.Attachment{{Name: "a\r\nb"}} },
		"file type": func(m *model.Message) {
			m.Attachments = []model.Attachment{{Name: "a", ContentType: "text/plain\r\nX: y"}}
		},
		"content id": func(m *model.Message) { m.Attachments = []model.Attachment{{Name: "a", ContentID: "x> <y"}} },
		"category":   func(m *model.Message) { m.Categories = []string{"a\nb"} },
		"not UTF-8":  func(m *model.Message) { m.Subject = "a\xff\r\nBcc: evil@example.com" },
	}
	for name, spoil := range tests {
		m := good()
		spoil(&m)
		var out bytes.Buffer
		if err := Write(&out, &m, Envelope{}); err != nil {
			t.Errorf("%s: %v, want it written all the same", name, err)
		}
		for line := range strings.SplitSeq(out.String(), "\r\n") {
			field, _, _ := strings.Cut(line, ":")
			if strings.ContainsAny(line, "\r\n\x00") || !utf8.ValidString(line) || field == "Bcc" || field == "X" {
				t.Errorf("%s: got the line %q", name, line)
			}
		}
		read := Parse(out.Bytes(), Options{}).Message
		for _, r := range slices.Concat(one(read.From), read.ToRecipients) {
			if a := r.EmailAddress.Address; slices.Contains([]string{"a@x", "b@y", "evil@example.com"}, a) {
				t.Errorf("%s: got the address %q, which nobody wrote", name, a)
			}
		}
	}
}

func TestBccIsWrittenForADraftAlone(t *testing.T) {
	from := recipient("", "a@example.com")
	m := model.Message{From: &from, BccRecipients: []model.Recipient{recipient("", "secret@example.com")}}
	for _, with := range []bool{false, true} {
		var out bytes.Buffer
		if err := Write(&out, &m, Envelope{WithBcc: with}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "secret"); got != with {
			t.Errorf("WithBcc %v: got the address written %v", with, got)
		}
	}
}
