package vcf

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/emersion/go-vcard"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

// read returns the cards of a file and the reasons for those left out.
func read(t *testing.T, s string) (cards []Card, reasons []string) {
	t.Helper()
	for c, err := range Read(strings.NewReader(s)) {
		var ce *CardError
		switch {
		case errors.As(err, &ce):
			reasons = append(reasons, err.Error())
		case err != nil:
			t.Fatal(err)
		default:
			cards = append(cards, c)
		}
	}
	return cards, reasons
}

func one(t *testing.T, s string) Card {
	t.Helper()
	cards, reasons := read(t, s)
	if len(cards) != 1 || reasons != nil {
		t.Fatalf("got %d cards, %q; want one", len(cards), reasons)
	}
	return cards[0]
}

// kept returns the lines that found no field.
func kept(t *testing.T, c Card) []string {
	t.Helper()
	var lines []string
	for _, e := range c.Contact.Extensions {
		if err := json.Unmarshal(e.Data["lines"], &lines); err != nil || e.ExtensionName != ExtensionName {
			t.Fatalf("extension %s: %v", e.ExtensionName, err)
		}
	}
	return lines
}

func TestAllFieldsOfACard(t *testing.T) {
	c := one(t, strings.ReplaceAll(`BEGIN:VCARD
VERSION:3.0
FN:Dr. Ann B. Lee\, Jr.
N:Lee;Ann;B.;Dr.;Jr.
NICKNAME:Annie,An
ORG:Example\; GmbH;Research;Physics
TITLE:Head
ROLE:Physicist
item1.EMAIL;TYPE=INTERNET:second@example.com
item1.X-ABLabel:Other
EMAIL;TYPE=INTERNET,pref:ann@example.com
TEL;TYPE=CELL,VOICE:+1 1
TEL;TYPE=WORK:+1 2
TEL;TYPE="home,voice":+1 3
TEL;TYPE=work,fax:+1 4
ADR;TYPE=work:;;1 Main St\nFloor 2;Town;ST;123;Land
ADR;TYPE=home:PO 5;Apt 6;2 Side St;Town;;;
ADR:;;3 Other St;;;;
BDAY:1980-02-29
CATEGORIES:Friends,A\,B
URL:https://example.com/a:b
NOTE:line one\nline two\; "quoted"
 and folded
IMPP:xmpp:ann@example.com
UID:urn:uuid:1
X-CUSTOM;X-P="a,b":kept\, as it is
END:VCARD
`, "\n", "\r\n"))
	day := time.Date(1980, 2, 29, 0, 0, 0, 0, time.UTC)
	want := model.Contact{DisplayName: "Dr. Ann B. Lee, Jr.", Surname: "Lee", GivenName: "Ann", MiddleName: "B.", Title: "Dr.", Generation: "Jr.",
		NickName: "Annie, An", CompanyName: "Example; GmbH", Department: "Research, Physics", JobTitle: "Head", Profession: "Physicist",
		EmailAddresses: []model.EmailAddress{{Name: "Dr. Ann B. Lee, Jr.", Address: "ann@example.com"}, {Name: "Dr. Ann B. Lee, Jr.", Address: "second@example.com"}},
		MobilePhone:    "+1 1", BusinessPhones: []string{"+1 2"}, HomePhones: []string{"+1 3"},
		BusinessAddress: &model.PhysicalAddress{Street: "1 Main St\nFloor 2", City: "Town", State: "ST", PostalCode: "123", CountryOrRegion: "Land"},
		HomeAddress:     &model.PhysicalAddress{Street: "PO 5\nApt 6\n2 Side St", City: "Town"},
		OtherAddress:    &model.PhysicalAddress{Street: "3 Other St"},
		Birthday:        &day, BusinessHomePage: "https://example.com/a:b", PersonalNotes: "line one\nline two; \"quoted\"and folded",
		ImAddresses: []string{"xmpp:ann@example.com"}}
	want.Categories = []string{"Friends", "A,B"}
	lines := kept(t, c)
	c.Contact.Extensions = nil
	if !reflect.DeepEqual(c.Contact, want) {
		t.Errorf("got  %+v\nwant %+v", c.Contact, want)
	}
	wantLines := []string{"item1.X-ABLABEL:Other", "TEL;TYPE=work;TYPE=fax:+1 4", "UID:urn:uuid:1", `X-CUSTOM;X-P="a,b":kept\, as it is`}
	if !reflect.DeepEqual(lines, wantLines) {
		t.Errorf("kept lines: got %q, want %q", lines, wantLines)
	}
}

func TestOldCards(t *testing.T) {
	c := one(t, "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg\r\n"+
		"TEL;HOME;VOICE:1\r\nTEL;CELL:2\r\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:first=0D=0A=\r\nsecond =C3=A9\r\n"+
		"TITLE:folded at\r\n a blank\r\nAGENT:\r\nBEGIN:VCARD\r\nFN:somebody else\r\nEND:VCARD\r\n"+
		"PHOTO;JPEG;ENCODING=BASE64:/9j/\r\n4AAQ\r\n\r\nEND:VCARD\r\n")
	got := c.Contact
	if got.DisplayName != "Jörg Müller" || !reflect.DeepEqual(got.HomePhones, []string{"1"}) || got.MobilePhone != "2" ||
		got.PersonalNotes != "first\nsecond é" || got.JobTitle != "folded at a blank" {
		t.Errorf("got %+v", got)
	}
	if c.PhotoType != "image/jpeg" || !bytes.Equal(c.Photo, []byte("\xff\xd8\xff\xe0\x00\x10")) {
		t.Errorf("photo: got %s %x", c.PhotoType, c.Photo)
	}
}

func TestPhotos(t *testing.T) {
	png := "\x89PNG\r\n\x1a\nrest"
	b64 := base64.StdEncoding.EncodeToString([]byte(png))
	tests := []struct{ line, mediaType string }{
		{"PHOTO;ENCODING=b;TYPE=PNG:" + b64, "image/png"},
		{"PHOTO;ENCODING=b;TYPE=JPEG:" + b64, "image/png"}, // the bytes know better
		{"PHOTO:data:image/png;base64\\," + b64, "image/png"},
		{"PHOTO;VALUE=uri:data:image/png;base64," + strings.TrimRight(b64, "="), "image/png"},
		{"PHOTO;VALUE=uri:https://example.com/me.png", ""},
		{"PHOTO;ENCODING=b:!!!", ""},
	}
	for _, tt := range tests {
		c := one(t, "BEGIN:VCARD\nFN:x\n"+tt.line+"\nEND:VCARD\n")
		if c.PhotoType != tt.mediaType || (tt.mediaType != "" && string(c.Photo) != png) {
			t.Errorf("%s: got %q %q, want %q", tt.line, c.PhotoType, c.Photo, tt.mediaType)
		}
		if lines := kept(t, c); (len(lines) == 1) != (tt.mediaType == "") {
			t.Errorf("%s: kept %q, want what is no photo, and that alone", tt.line, lines)
		}
	}
}

func TestEachCardThatCannotBeReadSaysWhy(t *testing.T) {
	good := "BEGIN:VCARD\nFN:good\nEND:VCARD\n"
	cards, reasons := read(t, "junk\n"+good+"BEGIN:VCARD\nVERSION:3.0\nNOTE:nameless\nEND:VCARD\n\n"+good+"BEGIN:VCARD\nFN:cut\n")
	if len(cards) != 2 || cards[0].Line != 2 || cards[1].Line != 10 {
		t.Errorf("got %+v, want the good ones at lines 2 and 10", cards)
	}
	want := []string{"card at line 5: the card names nobody: no FN, N, NICKNAME, ORG, EMAIL or TEL", "card at line 13: the card begins but does not end: it may be cut"}
	if !reflect.DeepEqual(reasons, want) {
		t.Errorf("got %q, want %q", reasons, want)
	}
	if cards, reasons := read(t, "no card\n"); len(cards) != 0 || len(reasons) != 1 {
		t.Errorf("no card at all: got %d cards, %q; want a reason", len(cards), reasons)
	}
	if cards, reasons := read(t, ""); len(cards) != 0 || reasons != nil {
		t.Errorf("empty file: got %d cards, %q; want nothing", len(cards), reasons)
	}
}

func TestALineTooLongToHoldIsNamedAndPassedOver(t *testing.T) {
	const most, huge = 128 << 20, 200 << 20
	long := strings.Repeat("0123456789abcdef", 1<<12)
	for name, piece := range map[string]string{"of one piece": long, "folded": long[:1000] + "\r\n "} {
		var pieces []io.Reader
		again := strings.Repeat(piece, len(long)/len(piece))
		for range huge / len(long) {
			pieces = append(pieces, strings.NewReader(again))
		}
		in := io.MultiReader(strings.NewReader("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:long\r\nPHOTO;ENCODING=b:"), io.MultiReader(pieces...),
			strings.NewReader("\r\nTITLE:kept\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:good\r\nEND:VCARD\r\n"))
		var before, since runtime.MemStats
		runtime.ReadMemStats(&before)
		var cards []Card
		var reasons []error
		for c, err := range Read(in) {
			if err != nil {
				reasons = append(reasons, err)
			} else {
				cards = append(cards, c)
			}
		}
		runtime.ReadMemStats(&since)
		if len(cards) != 2 || cards[0].Contact.JobTitle != "kept" || cards[1].Contact.DisplayName != "good" {
			t.Errorf("%s: got %d cards, want both", name, len(cards))
		}
		var left *CardError
		if len(reasons) != 1 || !errors.As(reasons[0], &left) || left.Line != 4 || !strings.Contains(left.Reason, "PHOTO has more than 16 MB") {
			t.Errorf("%s: got %v, want that the photo at line 4 is too long", name, reasons)
		}
		if used := since.TotalAlloc - before.TotalAlloc; name == "of one piece" && used > most {
			t.Errorf("it allocated %d MB in all for %d MB", used>>20, huge>>20)
		}
		if held := since.Sys - before.Sys; held > most {
			t.Errorf("%s: it took %d MB for %d MB", name, held>>20, huge>>20)
		}
	}
}

func TestOddEncodingsOfAFile(t *testing.T) {
	text := "BEGIN:VCARD\r\nFN:Zoë 日本\r\nEND:VCARD\r\n"
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, file := range map[string]string{"utf-8": text, "bom": "\ufeff" + text, "utf-16": string(wide), "line feeds alone": strings.ReplaceAll(text, "\r\n", "\n"),
		"carriage returns alone": strings.ReplaceAll(text, "\r\n", "\r")} {
		if c := one(t, file); c.Contact.DisplayName != "Zoë 日本" {
			t.Errorf("%s: got %q", name, c.Contact.DisplayName)
		}
	}
	if c := one(t, "BEGIN:VCARD\nFN:J\xfcrgen\nEND:VCARD\n"); c.Contact.DisplayName != "Jürgen" {
		t.Errorf("latin1: got %q, want Jürgen", c.Contact.DisplayName)
	}
}

// drawContact makes a contact with every field that a card can carry.
func drawContact(t *rapid.T) model.Contact {
	n := 0
	s := func() string {
		n++
		return "x" + rapid.StringOfN(rapid.RuneFrom([]rune(`a,;:\"=^é日 `+"\n")), 0, 60, -1).Draw(t, "text") + "x"
	}
	word := func() string { return strings.ReplaceAll(s(), "\n", "") }
	c := model.Contact{DisplayName: word(), Surname: word(), GivenName: word(), Title: word(), NickName: word(), JobTitle: word(),
		CompanyName: word(), Department: word(), Profession: s(), PersonalNotes: s(), Manager: word(), SpouseName: word(), FileAs: word(),
		OfficeLocation: word(), AssistantName: word(), Initials: word(), MobilePhone: word(), HomePhones: []string{word()},
		BusinessPhones: []string{word(), word()}, ImAddresses: []string{word()}, Children: []string{word()},
		BusinessAddress: &model.PhysicalAddress{Street: s(), City: word(), CountryOrRegion: word()}}
	c.Categories = []string{word(), word()}
	c.EmailAddresses = []model.EmailAddress{{Name: c.DisplayName, Address: "b@example.com"}, {Name: c.DisplayName, Address: "a@example.com"}}
	c.Extensions = extras([]string{"UID:u1", `X-A;TYPE="b,c":d\,e`})
	return c
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Card{Contact: drawContact(t), Photo: []byte("\xff\xd8\xffphoto"), PhotoType: "image/jpeg", Line: 1}
		for range rapid.IntRange(0, 3).Draw(t, "depth") {
			want.Folder = append(want.Folder, strings.Join(strings.Fields(rapid.StringMatching(`[a-z;:,/\\\\ ]{0,12}x`).Draw(t, "folder")), " "))
		}
		version := rapid.SampledFrom([]Version{Version3, Version4}).Draw(t, "version")
		var out bytes.Buffer
		if err := Write(&out, version, want); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(out.String()) {
			if len(l) > 77 || !strings.HasSuffix(l, "\r\n") {
				t.Fatalf("line of %d bytes: %q", len(l), l)
			}
		}
		for got, err := range Read(bytes.NewReader(out.Bytes())) {
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(withoutExtras(got), withoutExtras(want)) {
				t.Fatalf("got  %+v\nwant %+v\nin %s", got, want, out.String())
			}
			if len(got.Contact.Extensions) != 1 {
				t.Fatalf("got extensions %v, want the lines kept", got.Contact.Extensions)
			}
		}
		// An independent reader understands it too.
		card, err := vcard.NewDecoder(&out).Decode()
		if err != nil || len(card["TEL"]) != 4 || card.Get("UID") == nil {
			t.Fatalf("the library reads %v, %v", card, err)
		}
	})
}

func withoutExtras(c Card) Card {
	c.Contact.Extensions = nil
	return c
}

func TestNothingAddsALineToACard(t *testing.T) {
	evil := "x\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:evil\r\n"
	c := model.Contact{DisplayName: evil, PersonalNotes: evil, EmailAddresses: []model.EmailAddress{{Address: evil}}, MobilePhone: evil,
		Extensions: extras([]string{"X-A:" + evil, "BEGIN:VCARD", "X-B;P=\"a\r\nEND:VCARD\":v", "no property"})}
	c.Categories = []string{evil}
	var out bytes.Buffer
	if err := Write(&out, Version4, Card{Contact: c, PhotoType: evil, Photo: []byte("p"), Folder: []string{evil, evil}}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\r\nEND:VCARD"); n != 1 || strings.Count(out.String(), "BEGIN:VCARD\r\n") != 1 {
		t.Errorf("got %d ends of a card in %s", n, out.String())
	}
	if err := Write(io.Discard, "2.1", Card{}); err == nil {
		t.Error("version 2.1 is not written: want an error")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:=C3=\n=A9\nTEL;HOME:1\nEND:VCARD\n")
	f.Add("BEGIN:VCARD\nFN:a\nPHOTO;ENCODING=b:AAAA\n AAA\na.b;c=\"d:e\":f\\n\nBDAY:20200101\nEND:VCARD")
	f.Fuzz(func(t *testing.T, s string) {
		for c, err := range Read(strings.NewReader(s)) {
			if err != nil {
				continue
			}
			var out bytes.Buffer
			if err := Write(&out, Version4, c); err != nil {
				t.Fatal(err)
			}
			n := 0
			for again, err := range Read(&out) {
				n++
				if err != nil || again.Contact.DisplayName != c.Contact.DisplayName {
					t.Errorf("%q: written and read again: %q, %v", c.Contact.DisplayName, again.Contact.DisplayName, err)
				}
			}
			if n != 1 {
				t.Errorf("got %d cards from one", n)
			}
		}
	})
}

func TestACarriageReturnAloneIsNoPartOfAName(t *testing.T) {
	c := one(t, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\rAvery\r\nN:Av\rery;Ann;;;\r\n"+
		"TITLE;ENCODING=QUOTED-PRINTABLE:Head=0Dof tides\r\nEND:VCARD\r\n")
	if got := c.Contact.DisplayName + "|" + c.Contact.Surname + "|" + c.Contact.JobTitle; strings.ContainsRune(got, '\r') || !strings.HasPrefix(got, "Ann Avery|Av ery|Head") {
		t.Errorf("got %q", got)
	}
}

// What a contact has no field for is kept, told, and written again.
func TestFurtherThanTheFields(t *testing.T) {
	for _, bday := range []string{"BDAY:--0312", "BDAY:--03-12", "BDAY:1604-03-12", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-12", "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1700:17000312"} {
		c := one(t, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\n"+bday+"\r\nADR;TYPE=work:;;1 St;A;;;\r\nADR;TYPE=home:;;2 St;B;;;\r\n"+
			"ADR:;;3 St;C;;;\r\nADR;TYPE=home:;;4 St;Bergen;;5003;Norway\r\nTEL;TYPE=work,fax:+47 4\r\nTEL;TYPE=cell:+47 1\r\nTEL;TYPE=cell:+47 2\r\n"+
			"item1.X-ABDATE:2001-05-06\r\nitem1.X-ABLabel:_$!<Anniversary>!$_\r\nUID:1\r\nX-ODD:odd\r\nEND:VCARD\r\n")
		if c.Contact.Birthday != nil {
			t.Errorf("%s is a birthday in %s", bday, c.Contact.Birthday)
		}
		want := [][2]string{{"Birthday", "12 March"}, {"Address, home", "4 St, Bergen, 5003, Norway"}, {"Fax, work", "+47 4"}, {"Phone", "+47 2"}, {"Anniversary", "2001-05-06"}}
		if got := Further(&c.Contact); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", bday, got, want)
		}
		for version, line := range map[Version]string{Version3: "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-12\r\n", Version4: "BDAY:--0312\r\n"} {
			var b bytes.Buffer
			if err := Write(&b, version, c); err != nil || strings.Count(b.String(), line) != 1 || !strings.Contains(b.String(), "TYPE=fax") {
				t.Errorf("%s is written %s, %v", bday, b.String(), err)
			}
			again := one(t, b.String())
			if got := Further(&again.Contact); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, written as %s: got %q, want %q", bday, version, got, want)
			}
		}
		day := time.Date(1980, 3, 12, 0, 0, 0, 0, time.UTC)
		c.Contact.Birthday = &day // the year was learned
		var b bytes.Buffer
		if err := Write(&b, Version4, c); err != nil || strings.Count(b.String(), "BDAY") != 1 {
			t.Errorf("with its year: %s, %v", b.String(), err)
		}
	}
}
