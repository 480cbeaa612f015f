package views_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// owner has the steps with its name as payload.
type owner struct {
	name string
	did  *string
}

func (o owner) Owns(s views.Step) bool     { return string(s.Payload) == o.name }
func (o owner) Revert(views.Step) tea.Cmd  { *o.did = o.name + " reverts"; return nil }
func (o owner) Reapply(views.Step) tea.Cmd { *o.did = o.name + " reapplies"; return nil }
func (o owner) Expired(s views.Step) bool  { return !o.Owns(s) }

func TestAStepGoesToThePartThatOwnsIt(t *testing.T) {
	var did string
	owners := views.StepOwners{owner{"custom", &did}, owner{"edits", &did}}
	for payload, want := range map[string]string{"custom": "custom", "edits": "edits", "nobody's": "edits"} {
		s := views.Step{Payload: []byte(payload)}
		if owners.Revert(s); did != want+" reverts" {
			t.Errorf("%s: %s", payload, did)
		}
		if owners.Reapply(s); did != want+" reapplies" {
			t.Errorf("%s: %s", payload, did)
		}
		if got := owners.Expired(s); got != (payload == "nobody's") {
			t.Errorf("%s: expired %v", payload, got)
		}
	}
}
