package rest

import (
	"strings"
	"testing"

	"daybook/model"
)

// TestATextOfALineHasNoControlCharacters holds what becomes a field of a
// header to one line, and lets what has many have them.
func TestATextOfALineHasNoControlCharacters(t *testing.T) {
	for body, property := range map[string]string{
		`{"subject":"a\r\nBcc: b@example.com"}`:                               "subject",
		`{"subject":"a\u0000"}`:                                               "subject",
		`{"internetMessageId":"<a@b>\nX: y"}`:                                 "internetMessageId",
		`{"toRecipients":[{"emailAddress":{"name":"A\nB"}}]}`:                 "toRecipients/emailAddress/name",
		`{"from":{"emailAddress":{"address":"a@b\r\n"}}}`:                     "from/emailAddress/address",
		`{"attachments":[{"name":"a\u001b[31m"}]}`:                            "attachments/name",
		`{"attachments":[{"contentId":"a\r"}]}`:                               "attachments/contentId",
		`{"internetMessageHeaders":[{"name":"x-a\r\nBcc","value":"v"}]}`:      "internetMessageHeaders/name",
		`{"internetMessageHeaders":[{"name":"x-a","value":"v\r\nBcc: e"}]}`:   "internetMessageHeaders/value",
		`{"categories":["a\nb"]}`:                                             "categories",
		`{"subject":"a\tb","body":{"content":"a\r\nb"},"bodyPreview":"a\nb"}`: "",
	} {
		err := DecodeJSON([]byte(body), &model.Message{})
		if property == "" && err != nil || property != "" && (err == nil || !strings.Contains(err.Error(), "property "+property+": is one line")) {
			t.Errorf("%s: got %v, want a refusal of %q", body, err, property)
		}
	}
	for body, into := range map[string]any{
		`{"subject":"a\nb"}`: &model.Event{}, `{"attendees":[{"emailAddress":{"name":"a\nb"}}]}`: &model.Event{}, `{"Subject":"a\nb"}`: &model.EventPatch{},
	} {
		if err := DecodeJSON([]byte(body), into); err == nil {
			t.Errorf("%s is taken for an event", body)
		}
	}
	if err := DecodeJSON([]byte(`{"personalNotes":"a\nb","homeAddress":{"street":"1 A\nB"}}`), &model.Contact{}); err != nil {
		t.Error(err)
	}
}

// TestABodyIsAnObjectInUTF8 refuses what would be kept as something else.
func TestABodyIsAnObjectInUTF8(t *testing.T) {
	for body, says := range map[string]string{
		"null":                       "null is given where an object belongs",
		" null ":                     "null is given where an object belongs",
		"[]":                         "an array is given where an object belongs",
		"{\"subject\":\"a\xff\"}":    "line 1, column 14: the byte 0xff is no UTF-8",
		"{\"subject\":\"\xc3\x28\"}": "no UTF-8",
	} {
		for from, err := range map[string]error{"a body": DecodeJSON([]byte(body), &model.Message{}), "an object": func() error {
			_, err := ReadObject([]byte(body))
			return err
		}()} {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%q as %s: got %v, want %q", body, from, err, says)
			}
		}
	}
}
