package compose

import (
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

var self = []string{"ann@contoso.example"}

func addrs(list []model.EmailAddress) string {
	var out []string
	for _, a := range list {
		out = append(out, a.Address)
	}
	return strings.Join(out, " ")
}

func TestWhomAnAnswerGoesTo(t *testing.T) {
	fromMe := fromBo
	fromMe.From = &model.Recipient{EmailAddress: model.EmailAddress{Address: "ann@contoso.example"}}
	elsewhere := fromBo
	elsewhere.ReplyTo = recipients([]model.EmailAddress{{Address: "list@contoso.example"}})
	for _, c := range []struct {
		name   string
		kind   Kind
		m      model.Message
		to, cc string
	}{
		{"reply", Reply, fromBo, "bo@contoso.example", ""},
		{"reply all", ReplyAll, fromBo, "bo@contoso.example cy@contoso.example", "dee@contoso.example"},
		{"reply to one's own", Reply, fromMe, "ann@contoso.example cy@contoso.example", ""},
		{"reply-to", ReplyAll, elsewhere, "list@contoso.example cy@contoso.example", "dee@contoso.example"},
		{"forward", Forward, fromBo, "", ""},
	} {
		d := answerTo(c.kind, c.m, "body", self, time.UTC)
		if addrs(d.To) != c.to || addrs(d.Cc) != c.cc {
			t.Errorf("%s: got to %q cc %q, want %q and %q", c.name, addrs(d.To), addrs(d.Cc), c.to, c.cc)
		}
	}
}

func TestTheQuoteSaysWhoAndWhenAndLeavesTheSignatureOut(t *testing.T) {
	d := answerTo(Reply, fromBo, "Can we ship?\n> earlier\n-- \nBo", self, time.UTC)
	want := "\n\nOn Thu 22 Oct 2026 at 09:42, Bo Berg wrote:\n> Can we ship?\n>> earlier\n"
	if d.Subject != "Re: Release plan" || d.Body != want {
		t.Errorf("got %q\n%q, want\n%q", d.Subject, d.Body, want)
	}
	again := fromBo
	again.Subject = "AW: Release plan"
	if d := answerTo(Reply, again, "", self, time.UTC); d.Subject != "AW: Release plan" {
		t.Errorf("a second prefix: %q", d.Subject)
	}
	long := answerTo(Reply, fromBo, strings.Repeat("line\n", 5000), self, time.UTC)
	if n := strings.Count(long.Body, "\n"); n > quoteLimit+5 {
		t.Errorf("quoted %d lines of 5000, want about %d", n, quoteLimit)
	}
}

// What follows "-- " is the signature for who reads it: it is no part of what
// is answered, nor of a message forwarded that has one of its own.
func TestTheSignatureStandsBelowEverything(t *testing.T) {
	for _, body := range []string{"\n\nOn Thu, Bo wrote:\n> hi\n", "\n\n-------- Forwarded message --------\nSubject: x\n\nhi\n\n-- \nAnn\n"} {
		signed, _ := swapSignature(body, "", "Ann")
		if want := body + "\n-- \nAnn\n"; signed != want {
			t.Errorf("got %q, want %q", signed, want)
		}
		other, there := swapSignature(signed, "Ann", "The desk\nContoso")
		if want := body + "\n-- \nThe desk\nContoso\n"; other != want || !there {
			t.Errorf("as another: %q, want %q", other, want)
		}
		if none, _ := swapSignature(signed, "Ann", ""); none != body {
			t.Errorf("without one: %q, want %q", none, body)
		}
	}
}

func TestTheRestOfAQuotationIsCut(t *testing.T) {
	const body = "Yes.\n\nOn Thu, Bo wrote:\n> one\n>\n> two\n\nMine.\n> three\n\n> four\n\n-- \nAnn\n"
	for _, c := range []struct {
		from int
		want string
	}{
		{0, "Yes.\n\nMine.\n> three\n\n> four\n\n-- \nAnn\n"},
		{4, "Yes.\n\nOn Thu, Bo wrote:\n> one\n\nMine.\n> three\n\n> four\n\n-- \nAnn\n"},
		{7, "Yes.\n\nOn Thu, Bo wrote:\n> one\n>\n> two\n\nMine.\n\n-- \nAnn\n"},
	} {
		if got, there := withoutQuote(body, c.from); got != c.want || !there {
			t.Errorf("from line %d: %q, want %q", c.from, got, c.want)
		}
	}
	if got, there := withoutQuote(body, 12); there || got != body {
		t.Errorf("where nothing is quoted: %q", got)
	}
}

func TestOnlyOnesOwnWordsPromiseAFile(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"See the attached plan", true},
		{"Anbei der Plan", true},
		{"Thanks!\n\nOn Thu, Bo wrote:\n> attached", false},
		{"> attached\nThanks", false},
		{"Thanks\n-- \nattached to nobody", false},
		{"-- \nAnn\n\nOn Thu, Bo wrote:\n> hi\n\nIt is attached.", true},
		{"On Thu, Bo wrote:\n> hi\nIt is attached.", true},
		{"I had your attached plan wrote:\n> hi", false},
		{"Thanks\n-------- Forwarded message --------\nattached", false},
		{"He is unattached, and reattachment is hard.", false},
		{"Vous trouverez ci-joint le plan", true},
		{"Siehe Anhang? Nein: im Anhang.", true},
		{"W ZAŁĄCZNIKU plan", true},
		{"資料を添付します", true},
	} {
		if got := forgotFiles(&Draft{Body: c.body}); got != c.want {
			t.Errorf("%q: got %v, want %v", c.body, got, c.want)
		}
	}
}

func TestRecipientLinesAreReadAsPeopleTypeThem(t *testing.T) {
	good, bad := parseRecipients(`Bo <bo@x.example>, "Berg, Bo" <b@x.example>; cy@x.example,, nonsense, "unclosed <u@x`)
	if addrs(good) != "bo@x.example b@x.example cy@x.example" {
		t.Errorf("good: %q", addrs(good))
	}
	if !slices.Contains(bad, "nonsense") {
		t.Errorf("bad: %q", bad)
	}
	for _, a := range []model.EmailAddress{{Name: `Berg, "Bo"`, Address: "bo@x.example"}, {Name: "Zoë", Address: "z@x.example"}, {Address: "n@x.example"}} {
		back, _ := parseRecipients(formatRecipients([]model.EmailAddress{a, a}))
		if len(back) != 2 || back[0] != a {
			t.Errorf("%+v came back as %+v", a, back)
		}
	}
}

func TestAnAnswerToWhatWasNotReadWholeCanBeSaved(t *testing.T) {
	m := model.Message{Subject: "Long" + model.TooLarge, ReceivedDateTime: &time.Time{}}
	for _, kind := range []Kind{Reply, ReplyAll, Forward} {
		d := answerTo(kind, m, "Agreed."+model.TooLarge, nil, time.UTC)
		if whole := d.Subject + d.Body; strings.Contains(whole, model.TooLarge) || !strings.Contains(d.Body, "[…]") || strings.Contains(whole, "0001") {
			t.Errorf("%v: got %q, want no mark and no date", kind, whole)
		}
	}
}

// TestPatchesKeepTheirTabs: quoted, written in an editor, pasted, and through
// both at once; a line that is changed by hand has blanks.
func TestPatchesKeepTheirTabs(t *testing.T) {
	patch := "@@ -1,2 +1,2 @@ static int op(struct dev *dev, unsigned long flags, const char *name, int more)\n-\tmutex_lock(&a);\n+\tlock(&a);\n \n-        same as blanks\n"
	m := model.Message{Subject: "[PATCH] lock", ReceivedDateTime: &time.Time{}}
	d := answerTo(Reply, m, patch, nil, time.UTC)
	for line := range strings.Lines(strings.TrimRight(patch, "\n")) {
		if !strings.Contains(d.Body, "> "+line) && strings.TrimSpace(line) != "" {
			t.Errorf("the quotation has no line %q:\n%s", line, d.Body)
		}
	}
	var kept tabs
	shown := kept.show(d.Body)
	if strings.Contains(shown, "\t") {
		t.Errorf("a tab is in a cell: %q", shown)
	}
	if got := kept.restore(shown); got != d.Body {
		t.Errorf("the body comes back as\n%q, want\n%q", got, d.Body)
	}
	mine := "\tmine\n        not\n"
	if got := kept.restore("Hi,\n" + kept.add(mine) + shown); got != "Hi,\n"+mine+d.Body {
		t.Errorf("with a part pasted it comes back as\n%q", got)
	}
	changed := strings.ReplaceAll(shown, "lock(&a)", "lock(&b)")
	if got := kept.restore(changed); !strings.Contains(got, ">       lock(&b);") && !strings.Contains(got, "lock(&b)") || strings.Contains(got, "\tlock(&b)") {
		t.Errorf("a changed line has %q", got)
	}
}
