package vcf

import (
	"bytes"
	"strings"
	"testing"
)

// written is a card as version 4 has it, as lines.
func written(t *testing.T, c Card) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, Version4, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const typed = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nN;ALTID=1;LANGUAGE=en:Lee;Ann;;;\r\nN;ALTID=1;LANGUAGE=jp:リー;アン;;;\r\n" +
	"item1.ORG:Harbour;Tides\r\nitem1.X-ABLABEL:Employer\r\nEMAIL;TYPE=home:ann@example.com\r\nEMAIL;TYPE=work:lee@example.com\r\n" +
	"TEL:+1 1\r\nTEL;TYPE=work;VALUE=uri:tel:+1 2\r\nTEL:+1 3\r\nitem2.URL:https://example.com\r\nitem2.X-ABLABEL:Blog\r\n" +
	"item3.ADR;TYPE=home:PO 5;;2 Side St;Town;;;\r\nUID:1\r\nEND:VCARD\r\n"

func TestALineOfAFieldIsWrittenAsItWas(t *testing.T) {
	c := one(t, typed)
	for round := range 2 {
		out := written(t, c)
		for _, line := range []string{"N;ALTID=1;LANGUAGE=en:Lee;Ann;;;", "N;ALTID=1;LANGUAGE=jp:リー;アン;;;", "item1.ORG:Harbour;Tides",
			"item1.X-ABLABEL:Employer", "EMAIL;TYPE=home:ann@example.com", "EMAIL;TYPE=work:lee@example.com", "TEL:+1 1", "TEL;TYPE=work:+1 2",
			"TEL:+1 3", "item2.URL:https://example.com", "item2.X-ABLABEL:Blog", `item3.ADR;TYPE=home:;;PO 5\n2 Side St;Town;;;`} {
			if strings.Count(out, "\r\n"+line+"\r\n") != 1 {
				t.Errorf("round %d: want one %s in\n%s", round, line, out)
			}
		}
		c = one(t, out)
	}
}

func TestAChangedFieldIsNotWrittenAsItWas(t *testing.T) {
	c := one(t, typed)
	k := &c.Contact
	k.Surname, k.CompanyName = "Berg", "Pier"
	k.EmailAddresses[0].Address = "new@example.com"
	k.MobilePhone, k.BusinessPhones, k.HomePhones = "+1 2", []string{"+1 1"}, nil
	out := written(t, c)
	for _, line := range []string{"N;ALTID=1:Berg;Ann;;;", "item1.ORG:Pier;Tides", "EMAIL:new@example.com", "TEL;TYPE=cell:+1 2", "TEL;TYPE=work:+1 1"} {
		if strings.Count(out, "\r\n"+line+"\r\n") != 1 {
			t.Errorf("want one %s in\n%s", line, out)
		}
	}
}

func TestThePreferredAddressStaysFirst(t *testing.T) {
	c := one(t, "BEGIN:VCARD\r\nFN:Ann\r\nEMAIL;TYPE=work;PREF=2:b@example.com\r\nEMAIL;TYPE=home;PREF=1:a@example.com\r\nEND:VCARD\r\n")
	if out := written(t, c); !strings.Contains(out, "EMAIL;PREF=1;TYPE=home:a@example.com\r\nEMAIL;PREF=2;TYPE=work:b@example.com\r\n") {
		t.Errorf("got %s", out)
	}
	list := c.Contact.EmailAddresses
	list[0], list[1] = list[1], list[0]
	out := written(t, c)
	if !strings.Contains(out, "EMAIL;TYPE=work;TYPE=pref:b@example.com\r\nEMAIL;TYPE=home:a@example.com\r\n") {
		t.Errorf("the other way round: got %s", out)
	}
	if again := one(t, out); again.Contact.EmailAddresses[0].Address != "b@example.com" {
		t.Errorf("got %v, want the work address first", again.Contact.EmailAddresses)
	}
}

func TestACardHasOneName(t *testing.T) {
	for _, second := range []string{"N:Other;Ann;;;", "N;ALTID=2:Other;Ann;;;"} {
		c := one(t, "BEGIN:VCARD\r\nFN:Ann\r\nN;ALTID=1:Lee;Ann;;;\r\n"+second+"\r\nEND:VCARD\r\n")
		if out := written(t, c); strings.Count(out, "\r\nN") != 1 || len(kept(t, c)) != 1 {
			t.Errorf("%s: want it kept, and one N in\n%s", second, out)
		}
	}
	c := one(t, "BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n") // kept before what a line had was
	c.Contact.Extensions = extras([]string{"N;ALTID=1:Lee;Ann;;;"})
	if out := written(t, c); strings.Count(out, "\r\nN;ALTID=1:") != 2 || strings.Contains(out, "\r\nN:") {
		t.Errorf("got %s", out)
	}
}
