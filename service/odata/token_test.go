package odata

import (
	"bytes"
	"math"
	"reflect"
	"testing"
)

func TestATokenServesItsOwnQueryAlone(t *testing.T) {
	query := func(raw string) *Options {
		o, err := Parse(raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		return o
	}
	own := query("$filter=isRead eq false&$top=10").Fingerprint("/me/messages")
	token := Token{Keys: []any{int64(-5), "x", nil, 1.5}, Skip: 20}.Encode(own)
	for _, same := range []string{"$filter=isRead eq false&$top=50", "$select=id&$filter=isRead eq false&$count=true"} {
		got, err := DecodeToken("$skiptoken", token, query(same).Fingerprint("/me/messages"))
		if err != nil || got.Skip != 20 || !reflect.DeepEqual(got.Keys, []any{int64(-5), "x", nil, 1.5}) {
			t.Errorf("%s: got %+v, %v", same, got, err)
		}
	}
	for name, foreign := range map[string]Fingerprint{
		"another filter":   query("$filter=isRead eq true").Fingerprint("/me/messages"),
		"another order":    query("$filter=isRead eq false&$orderby=subject").Fingerprint("/me/messages"),
		"another search":   query("$filter=isRead eq false&$search=a").Fingerprint("/me/messages"),
		"another resource": query("$filter=isRead eq false").Fingerprint("/me/events"),
	} {
		_, err := DecodeToken("$skiptoken", token, foreign)
		checkRefusal(t, name, err, "$skiptoken", "$skiptoken: is not a token of this query: take it whole from @odata.nextLink, and start again without it when the query changed")
	}
}

func TestADamagedTokenIsRefused(t *testing.T) {
	f := Fingerprint{1}
	token := Token{Keys: []any{int64(7), "id"}}.Encode(f)
	for i := range token {
		for _, c := range []byte{'A', 'z', '_', ' '} {
			damaged := []byte(token)
			if damaged[i] == c {
				continue
			}
			damaged[i] = c
			if got, err := DecodeToken("$skiptoken", string(damaged), f); err == nil {
				t.Errorf("%q with %q at %d was read as %+v", token, c, i, got)
			}
		}
		if got, err := DecodeToken("$skiptoken", token[:i], f); err == nil {
			t.Errorf("the first %d characters were read as %+v", i, got)
		}
	}
}

func TestATokenOfAnotherOrderIsRefused(t *testing.T) {
	order, err := letterSchema().Order([]OrderBy{By("size", false)})
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]any{{}, {int64(1)}, {"x", "id"}, {nil, "id"}, {int64(1), int64(2)}, {int64(1), "id", "more"}} {
		_, err := order.After(keys)
		checkRefusal(t, "keys", err, "$skiptoken", "$skiptoken: was made for another order: start again without it")
	}
}

func FuzzToken(f *testing.F) {
	own := Fingerprint{1, 2}
	for _, t := range []Token{{}, {Skip: 50}, {Keys: []any{nil, int64(math.MinInt64), math.Inf(1), "é"}}} {
		f.Add(t.Encode(own), []byte{})
	}
	f.Add("AQ", []byte{tokenVersion, 0, 1, keyString, 200})
	f.Add("AQ", []byte{tokenVersion, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 101})
	f.Fuzz(func(t *testing.T, text string, body []byte) {
		if token, err := DecodeToken("$skiptoken", text, own); err == nil && token.Encode(own) != text {
			t.Errorf("%q was read and is written again as %q", text, token.Encode(own))
		}
		// A body with a good checksum reaches the reader behind it.
		sealed := sealToken(bytes.Clone(body), own)
		token, err := DecodeToken("$skiptoken", sealed, own)
		if err != nil {
			return
		}
		again, err := DecodeToken("$skiptoken", token.Encode(own), own)
		if err != nil || len(again.Keys) != len(token.Keys) || again.Skip != token.Skip {
			t.Errorf("%+v came back as %+v, %v", token, again, err)
		}
	})
}
