package bridge

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"daybook/model"
)

// Each property of an event is asked for in a week, or known not to be needed
// there: a new one is not forgotten.
func TestAWeekAsksForWhatItKeeps(t *testing.T) {
	left := []string{"id", "createdDateTime", "lastModifiedDateTime", "locations", "recurrenceRule", "cancelledOccurrences", "transactionId",
		"webLink", "attachments", "extensions", "instances", "exceptionOccurrences", "calendar"}
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
