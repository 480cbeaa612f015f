package eml

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

func parseFile(t *testing.T, name string) *Parsed {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return Parse(raw, Options{})
}

// TestParseKeepsTheWords reads a fixture for each oddity and checks the words
// that must come out of it.
func TestParseKeepsTheWords(t *testing.T) {
	tests := []struct{ file, subject, text string }{
		{"plain", "Re: [list] A long subject", "Hello John,\n\nsee below.\n"},
		{"headers-8bit-utf8", "Größe", "Straße\n"},
		{"headers-8bit-latin1", "Größe – “ok”", "Straße\n"},
		{"headers-8bit-koi8", "Привет", "Добрый день\n"},
		{"words-split", "会議の件について tail", "x\n"},
		{"words-broken", "a bc?café =?utf-8?B?aGk", "x\n"},
		{"iso-2022-jp", "日本語", "こんにちは\n"},
		{"iso-2022-kr", "kr", "안녕 hello\n"},
		{"gb2312", "发票", "人民币€\n"},
		{"utf-7", "u7", "Hi Mom ☺! 1 + 1\n"},
		{"charset-lie", "lie", "café déjà vu\n"},
		{"nested", "nested", "plain café\n-- list footer"},
		{"truncated-base64", "cut", "text"},
		{"base64-footer", "footer", "the café text.\n\n_______________________________________________\nlist mailing list\nlist@example.org\n"},
		{"base64-lie", "lie", "This, plainly, is not base64: it is text!\n"},
		{"qp-broken", "qp", "café 1=2 =ZZ soft wrapped = end"},
		{"missing-boundary", "nb", "first"},
		{"no-boundary-at-all", "nb", "all the words survive\n"},
		{"never-closed", "nc", "plain"},
		{"epilogue", "ep", "body"},
		{"uuencode", "uu", "before\nafter\n"},
		{"uuencode-cut", "uu", "before\nbegin 644 hello.txt\n#2&D*\n"},
		{"flowed", "ff", "One paragraph that goes on.\n\n> quoted words that too.\nfixed  line\n-- \nsig\n"},
		{"no-header", "", "just some words\nand: more of them\n"},
		{"html-only", "h", "Привет, мир\na b"},
		{"invite", "invite", "come"},
		{"named-body", "named", "plain"},
		{"tnef", "tnef", "see winmail"},
		{"pgp-encrypted", "...", "-----BEGIN PGP MESSAGE-----\n\nabc=\n-----END PGP MESSAGE-----"},
		{"date-received", "d", "x\n"},
		{"crlf", "crlf", "one\ntwo\n"},
		{"cr-only", "cr", "one\ntwo\n"},
		{"mbox-from-line", "f", "x\n"},
		{"nul", "nul \ufffd inside", "before\ufffdafter\n"},
		{"bom", "marked", "with a mark\n"},
		{"blank-before-colon", "spaced", "café\n"},
		{"content-alone", "", "café alone\n"},
		{"broken-fold", "the tide tables of the northern quay", "body\n"},
		{"broken-line", "kept", "body"},
		{"no-empty-line", "run on", "Hello Bob,\nI had this from Cy:\nFrom: cy@x.example\nSubject: other\n\nbye\n"},
		{"preamble", "pre", "the words"},
		{"enriched-after-plain", "rich", "bold words"},
		{"enriched-alone", "rich", "Now is the time, if 1 < 2\nfor all.\n"},
		{"address-oddities", "who", "x\n"},
		{"date-1962", "old", "x\n"},
		{"raw-latin1", "déjà vu", "déjà vu\n"},
		{"boundary-blanks", "bb", "one"},
		{"boundary-prefix", "bp", "one"},
		{"inner-unclosed", "iu", "one"},
		{"base64-dirty", "dirt", "The tide tables"},
		{"filename-2231-gap", "gap", "see"},
		{"filename-unquoted", "names", "see"},
		{"word-folded", "ééééé end", "x\n"},
		{"type-empty", "te", "café\n"},
		{"type-twice", "first", "café\n"},
		{"nested-base64", "fwd", "see"},
		{"ends-mixed", "ends", "one\ntwo\nthree\nfour"},
		{"header-only", "only a header", ""},
		{"part-headless", "ph", "no header here\nmore"},
		{"qp-in-multipart", "qm", "café"},
		{"charset-quoted", "cq", "“ok”\n"},
		{"from-separator-bare", "bare", "x\n"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			p := parseFile(t, tt.file)
			if p.Message.Subject != tt.subject {
				t.Errorf("subject: got %q, want %q", p.Message.Subject, tt.subject)
			}
			if p.Text != tt.text {
				t.Errorf("text: got %q, want %q", p.Text, tt.text)
			}
		})
	}
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) != len(tests) {
		t.Errorf("fixtures: got %d (%v), want one for each of the %d rows", len(files), err, len(tests))
	}
}

func TestHeaderFieldsBecomeTheMessage(t *testing.T) {
	p := parseFile(t, "plain")
	m := p.Message
	who := func(list ...model.Recipient) string {
		var s []string
		for _, r := range list {
			s = append(s, r.EmailAddress.Name+"|"+r.EmailAddress.Address)
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct{ what, got, want string }{
		{"from", who(*m.From), "Ann Müller|ann@example.com"},
		{"sender", who(*m.Sender), "Ann Müller|ann@example.com"},
		{"to", who(m.ToRecipients...), "Doe, John|john@example.com Bob B.|bob@example.org"},
		{"cc", who(m.CcRecipients...), "undisclosed-recipients|"},
		{"reply to", who(m.ReplyTo...), "|list@example.org"},
		{"id", m.InternetMessageID, "<b@example.com>"},
		{"in reply to", strings.Join(p.InReplyTo, " "), "<a@example.com>"},
		{"references", strings.Join(p.References, " "), "<root@example.com> <a@example.com>"},
		{"sent", m.SentDateTime.Format(time.RFC3339), "2026-03-03T08:59:58Z"},
		{"received", m.ReceivedDateTime.Format(time.RFC3339), "2026-03-03T09:00:05Z"},
		{"importance", m.Importance, model.ImportanceHigh},
		{"categories", strings.Join(m.Categories, "|"), "travel|budget"},
		{"preview", m.BodyPreview, "Hello John, see below."},
		{"first header", m.InternetMessageHeaders[0].Name + m.InternetMessageHeaders[0].Value, "Return-Path<ann@example.com>"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	if !m.IsReadReceiptRequested || m.IsDeliveryReceiptRequested {
		t.Errorf("receipts: got read %v, delivery %v; want true, false", m.IsReadReceiptRequested, m.IsDeliveryReceiptRequested)
	}
}

func TestAttachmentsAreNamedAndDecoded(t *testing.T) {
	type want struct {
		name, contentType, kind, start string
		inline                         bool
	}
	tests := map[string][]want{
		"nested": {
			{"grün.png", "image/png", model.FileAttachment, "\x89PNG\r\n", true},
			{"naïve report.pdf", "application/pdf", model.FileAttachment, "%PDF-1.4\n", false},
			{"the inner é.eml", "message/rfc822", model.ItemAttachment, "From: c@example.com\n", false},
		},
		"truncated-base64":     {{"x.bin", "application/octet-stream", model.FileAttachment, "0123456789abc", false}},
		"missing-boundary":     {{"t.csv", "text/csv", model.FileAttachment, "a,b", false}},
		"boundary-blanks":      {{"x.pdf", "application/pdf", model.FileAttachment, "%PDF", false}},
		"boundary-prefix":      {{"two.txt", "text/plain", model.FileAttachment, "two", false}},
		"inner-unclosed":       {{"p.png", "image/png", model.FileAttachment, "png", false}},
		"filename-2231-gap":    {{"qüay plan", "application/pdf", model.FileAttachment, "%PDF", false}},
		"filename-unquoted":    {{"tide tables (2).pdf", "application/pdf", model.FileAttachment, "%PDF", false}},
		"nested-base64":        {{"inner.eml", "message/rfc822", model.ItemAttachment, "Subject: inner", false}},
		"qp-in-multipart":      {{"a.bin", "application/octet-stream", model.FileAttachment, "bytes", false}},
		"enriched-after-plain": nil,
		"preamble":             nil,
		"uuencode":             {{"hello.txt", "text/plain", model.FileAttachment, "Hi\n", false}},
		"tnef":                 {{"winmail.dat", "application/ms-tnef", model.FileAttachment, "x\x9f>\"", false}},
		"invite":               {{"attachment-1.ics", "text/calendar", model.FileAttachment, "BEGIN:VCALENDAR\n", true}},
	}
	for file, wants := range tests {
		p := parseFile(t, file)
		if len(p.Message.Attachments) != len(wants) {
			t.Errorf("%s: got %d attachments, want %d", file, len(p.Message.Attachments), len(wants))
			continue
		}
		for i, a := range p.Message.Attachments {
			w := wants[i]
			if a.Name != w.name || a.ContentType != w.contentType || a.Type != w.kind || a.IsInline != w.inline {
				t.Errorf("%s: got %q %s %s inline %v, want %+v", file, a.Name, a.ContentType, a.Type, a.IsInline, w)
			}
			if !strings.HasPrefix(string(a.ContentBytes), w.start) || a.Size != len(a.ContentBytes) {
				t.Errorf("%s: got %d bytes %q, want %q first", file, a.Size, a.ContentBytes, w.start)
			}
		}
	}
	if !parseFile(t, "nested").Message.HasAttachments || parseFile(t, "invite").Message.HasAttachments {
		t.Error("hasAttachments must count what is not inline, and only that")
	}
}

func TestDamagedHeadersKeepWhoAndWhen(t *testing.T) {
	tests := []struct{ file, from, to, date string }{
		{"bom", "|a@x.example", "|b@x.example", ""},
		{"blank-before-colon", "|a@x.example", "|b@x.example", ""},
		{"broken-fold", "|a@x.example", "|b@x.example", ""},
		{"broken-line", "|a@x.example", "|b@x.example", ""},
		{"no-empty-line", "|a@x.example", "", ""},
		{"address-oddities", "Bob|bob@x.example", `Bob|bob@x.example |"john doe"@x.example Cy|cy@x.example |"d>e"@x.example`, ""},
		{"date-1962", "|a@x.example", "", "1962-11-05T09:00:00Z"},
		{"raw-latin1", "Zoë|z@x.example", "", ""},
		{"word-folded", "Zoë Quay|z@x.example", "", ""},
		{"type-twice", "|a@x.example", "", ""},
		{"from-separator-bare", "|a@x.example", "", ""},
	}
	for _, tt := range tests {
		m := parseFile(t, tt.file).Message
		var to []string
		for _, r := range m.ToRecipients {
			to = append(to, r.EmailAddress.Name+"|"+r.EmailAddress.Address)
		}
		if got := m.From.EmailAddress.Name + "|" + m.From.EmailAddress.Address; got != tt.from || strings.Join(to, " ") != tt.to {
			t.Errorf("%s: got from %q to %q, want %q, %q", tt.file, got, to, tt.from, tt.to)
		}
		if tt.date != "" && (m.SentDateTime == nil || m.SentDateTime.Format(time.RFC3339) != tt.date) {
			t.Errorf("%s: got %v, want %s", tt.file, m.SentDateTime, tt.date)
		}
	}
}

func TestManyBrokenLinesAndOpenBracketsCostNoTime(t *testing.T) {
	header := "From: a@x.example\n" + strings.Repeat("broken\nX-A: b\n", 30_000) + "\nbody\n"
	if got := Parse([]byte(header), Options{}).Text; got != "body\n" {
		t.Errorf("got a text of %d bytes, want the body alone", len(got))
	}
	for _, piece := range []string{"<( >", `<"`, "a b ", "a@b ", `"`, "("} {
		Parse([]byte("To: "+strings.Repeat(piece, 30_000)+"\n\nx\n"), Options{})
	}
}

func TestWithoutAMessageIDOnlyTheSameBytesAreACopy(t *testing.T) {
	letter := "From: x\nDate: d\nSubject: s\nTo: a@x.example\n\none\n"
	base := Fingerprint([]byte(letter))
	if Fingerprint([]byte(letter)) != base {
		t.Error("the same bytes have two fingerprints")
	}
	for _, other := range []string{strings.Replace(letter, "To: a", "To: b", 1), letter + "\n", strings.ReplaceAll(letter, "\n", "\r\n")} {
		if Fingerprint([]byte(other)) == base {
			t.Errorf("%q: got the fingerprint of another letter", other)
		}
	}
}

func TestHTMLKeepsTheTextAroundIt(t *testing.T) {
	p := parseFile(t, "nested")
	want := `<html><body><p>rich café</p><img src="cid:pic@x"></body></html><pre>-- list footer</pre>`
	if p.HTML != want || p.Message.Body.ContentType != "html" || p.Message.Body.Content != want {
		t.Errorf("html: got %q, want %q", p.HTML, want)
	}
}

func TestANamedAlternativeIsTheBody(t *testing.T) {
	p := parseFile(t, "named-body")
	if p.HTML != "<p>rich</p>" || len(p.Message.Attachments) != 0 {
		t.Errorf("got html %q and %d attachments, want the body", p.HTML, len(p.Message.Attachments))
	}
}

func TestCalendarPartIsExposed(t *testing.T) {
	c := parseFile(t, "invite").Calendar
	if c == nil || c.Method != "REQUEST" || !strings.HasPrefix(string(c.Data), "BEGIN:VCALENDAR") {
		t.Errorf("calendar: got %+v, want a REQUEST", c)
	}
}

func TestFlagsInTheHeader(t *testing.T) {
	got := parseFile(t, "mbox-from-line").Flags
	if !got.Known || !got.Seen || !got.Answered || !got.Flagged || !got.Forwarded || got.Draft || got.Deleted {
		t.Errorf("flags: got %+v, want seen, answered, flagged, forwarded", got)
	}
}

func TestDateFallsBackToReceivedThenToTheGivenTime(t *testing.T) {
	got := parseFile(t, "date-received").Message
	if want := time.Date(2015, 2, 4, 13, 0, 0, 0, time.UTC); !got.SentDateTime.Equal(want) || !got.ReceivedDateTime.Equal(want) {
		t.Errorf("got sent %v, received %v; want %v", got.SentDateTime, got.ReceivedDateTime, want)
	}
	given := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	if m := Parse([]byte("Subject: x\n\ny"), Options{Received: given}).Message; !m.SentDateTime.Equal(given) {
		t.Errorf("got %v, want the given time %v", m.SentDateTime, given)
	}
	if m := Parse([]byte("Subject: x\n\ny"), Options{}).Message; m.SentDateTime != nil {
		t.Errorf("got %v, want no date when nothing knows one", m.SentDateTime)
	}
}

func TestStructureIsBounded(t *testing.T) {
	var deep strings.Builder
	for i := range 500 {
		b := strings.Repeat("x", i%7+1) + "-" + string(rune('a'+i%26))
		deep.WriteString("Content-Type: multipart/mixed; boundary=" + b + "\n\n--" + b + "\n")
	}
	deep.WriteString("\nthe words at the bottom\n")
	wide := "Content-Type: multipart/mixed; boundary=w\n\n" + strings.Repeat("--w\n\nword\n", 50_000) + "--w\n\nthe last words\n--w--\n"
	for name, raw := range map[string]string{"deep": deep.String(), "wide": wide} {
		p := Parse([]byte(raw), Options{})
		if !strings.Contains(p.Text, " words") {
			t.Errorf("%s: the words were lost in %d bytes of text", name, len(p.Text))
		}
		if n := len(p.Message.Attachments); n > maxParts {
			t.Errorf("%s: got %d attachments, want at most %d", name, n, maxParts)
		}
	}
	huge := "Subject: " + strings.Repeat("=?utf-8?q?=C3?= ", 100_000) + "\nTo: " + strings.Repeat("a@example.com, ", 50_000) + "\n\nx\n"
	if n := len(Parse([]byte(huge), Options{}).Message.ToRecipients); n != 50_000 {
		t.Errorf("huge header: got %d recipients, want 50000", n)
	}
}

func TestFingerprintIgnoresTheMailbox(t *testing.T) {
	base := Fingerprint([]byte("Message-ID: <a@b>\nFrom: x\nDate: d\nSubject: s\n\none\n\ntwo\n"))
	for _, same := range []string{
		"Status: RO\nReceived: here\nMessage-ID: <a@b>\nFrom: x\nDate: d\nSubject: s\n\none\n\ntwo\n\n",
		"Message-ID: <a@b>\r\nFrom: x\r\nDate: d\r\nSubject: s\r\n\r\none\r\n\r\ntwo",
	} {
		if got := Fingerprint([]byte(same)); got != base {
			t.Errorf("%q: got another fingerprint than its copy", same)
		}
	}
	for _, other := range []string{
		"Message-ID: <a@c>\nFrom: x\nDate: d\nSubject: s\n\none\n\ntwo\n",
		"Message-ID: <a@b>\nFrom: x\nDate: d\nSubject: s\n\none\ntwo\n",
	} {
		if got := Fingerprint([]byte(other)); got == base {
			t.Errorf("%q: got the fingerprint of another message", other)
		}
	}
}
