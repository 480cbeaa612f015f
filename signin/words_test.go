package signin

import (
	"errors"
	"strings"
	"testing"
)

// Every number and every code that is known has words that name the provider
// and the application, and is of a kind that somebody decides by.
func TestAllThatIsKnownOfRefusalsIsInWords(t *testing.T) {
	p, err := Microsoft(Directory{ClientID: "app-1"})
	if err != nil {
		t.Fatal(err)
	}
	check := func(code, description string) {
		r, ok := reasonOf(code, description)
		if !ok {
			t.Errorf("%s %s is not known", code, description)
			return
		}
		says := r.failure(p).Error()
		kinds := []error{ErrSignInAgain, ErrOffline, ErrDenied, ErrAdmin, ErrExpired, ErrSetup, ErrProvider}
		known := false
		for _, kind := range kinds {
			known = known || errors.Is(r.kind, kind)
		}
		if !known || len(says) < 30 || strings.Contains(says, "HOST") || strings.Contains(says, "CLIENT") || strings.Contains(says, "AADSTS") {
			t.Errorf("%s %s: %v, %q", code, description, r.kind, says)
		}
	}
	for number := range numbers {
		check("unheard_of", "AADSTS"+number+": something")
	}
	for code := range codes {
		check(code, "")
	}
}
