package views

import (
	"strings"
	"testing"
)

func TestAnAddressThatIsNoneIsNamed(t *testing.T) {
	if _, err := ParsePerson("bo at home"); err == nil || !strings.Contains(err.Error(), `"bo at home" is no address`) {
		t.Errorf("got %v, want what was typed", err)
	}
	if p, err := ParsePerson("Bo Berg <bo@contoso.example>"); err != nil || p.Label.String() != "Bo Berg" || p.Suspect {
		t.Errorf("got %+v, %v", p, err)
	}
	if p, err := ParsePerson(`"ceo@contoso.example" <eve@evil.example>`); err != nil || p.Label.String() != "eve@evil.example" || !p.Suspect {
		t.Errorf("a name that is another's address: %+v, %v", p, err)
	}
}
