package bridge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"daybook/api"
	"daybook/model"
)

type answer string

func (a answer) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(string(a))), Request: r}, nil
}

func TestAListNamesEachThingOnce(t *testing.T) {
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"),
		Transport: answer(`{"value":[{"id":"a"},{"id":"b"},{"id":"a"},{},{}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	groups, err := NewThreads(client, nil).Groups(context.Background())
	ids := ""
	for _, g := range groups {
		ids += g.ID + "."
	}
	if err != nil || ids != "a.b..." {
		t.Errorf("got %q, %v, want a and b once, and both that have no id", ids, err)
	}
}

func TestAnAttachmentIsReadUpToABound(t *testing.T) {
	if b, err := readUpTo(strings.NewReader("12345"), 5); err != nil || string(b) != "12345" {
		t.Errorf("got %q, %v", b, err)
	}
	if b, err := readUpTo(strings.NewReader("123456"), 5); !errors.Is(err, errFile) || b != nil {
		t.Errorf("one that is larger: got %q, %v, want a refusal in words", b, err)
	}
}

// Each property of an event is asked for in a week, or known not to be needed
// there: a new one is not forgotten.
func TestAWeekAsksForWhatItKeeps(t *testing.T) {
	left := []string{"id", "createdDateTime", "lastModifiedDateTime", "locations", "recurrenceRule", "cancelledOccurrences", "transactionId",
		"webLink", "attachments", "extensions", "instances", "calendar"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[model.Event]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name[0] == '@' {
			continue
		}
		if slices.Contains(left, name) == slices.Contains(eventFields, name) {
			t.Errorf("%s of an event: it is neither asked for nor left, or both", name)
		}
	}
}
