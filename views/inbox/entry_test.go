package inbox

import (
	"testing"

	"daybook/model"
)

func TestARowOfOnesOwnMailSaysHowManyItWentTo(t *testing.T) {
	bo, eve := model.Recipient{EmailAddress: model.EmailAddress{Name: "Bo Berg", Address: "bo@contoso.example"}},
		model.Recipient{EmailAddress: model.EmailAddress{Address: "eve@contoso.example"}}
	for want, to := range map[string][]model.Recipient{"": nil, "Bo Berg": {bo}, "Bo Berg +2": {bo, eve, eve}} {
		if got := entry(&model.Message{ToRecipients: to}).To.String(); got != want {
			t.Errorf("to %d people: %q, want %q", len(to), got, want)
		}
	}
}

func TestACategoryHasNoCommaInItsName(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("t")
	d.Type("Red, blue")
	d.Press("enter")
	d.See("a comma stands between categories")
	if len(d.Steps) != 0 {
		t.Errorf("%d steps", len(d.Steps))
	}
}
