package oauth

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"daybook/service/auth"
	"daybook/service/rest"
)

// Anybody may ask for any number of forms: what somebody else fills in stays.
func TestFormsOfOthersPushOutNobodys(t *testing.T) {
	now := time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC)
	f := newForms()
	secret := func(i int) string { return fmt.Sprintf("%043d", i) }
	show := func(i int, browser, user string) string {
		return f.add(secret(i), form{browser: sha256.Sum256([]byte(browser)), about: sha256.Sum256([]byte("x")),
			user: auth.Login{User: rest.User{ID: user}}, expires: now.Add(formLife)})
	}
	first, later, consent := show(0, "ann's", ""), show(1, "ann's", ""), show(2, "ann's", "ann")
	for i := range 2 * maxForms {
		show(3+i, "another", "")
	}
	if _, ok := f.take(first, "another", now); ok {
		t.Error("another browser's form was taken")
	}
	if got, ok := f.take(first, "ann's", now); !ok || !got.isAbout("x") || got.isAbout("y") || got.signedIn() {
		t.Errorf("the first form: got %t, about x: %t", ok, got.isAbout("x"))
	}
	if _, ok := f.take(first, "ann's", now); ok {
		t.Error("a form was taken twice")
	}
	if _, ok := f.take(later, "ann's", now.Add(formLife+time.Second)); ok {
		t.Error("a form was taken too late")
	}
	if got, ok := f.take(consent, "ann's", now); !ok || !got.signedIn() {
		t.Errorf("the form after the sign-in: got %t, signed in: %t", ok, got.signedIn())
	}
	if _, ok := newForms().take(show(4, "ann's", ""), "ann's", now); ok {
		t.Error("another service's form was taken")
	}
}
