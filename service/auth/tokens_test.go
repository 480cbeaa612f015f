package auth

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/store"
)

func TestATokenIsNowhereInTheFile(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := New(s, rand.Reader, time.Now)
	user, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, secret := t.Context(), "canary-0123456789"
	if err := a.saveToken(ctx, secret, user.ID, "Mail.Read", time.Time{}); err != nil {
		t.Fatal(err)
	}
	g, err := a.findToken(ctx, secret)
	if err != nil || g.UserID != user.ID || g.Scopes != "Mail.Read" || !g.Expires.IsZero() {
		t.Errorf("findToken = %+v, %v", g, err)
	}
	if _, err := a.findToken(ctx, "another"); !errors.Is(err, model.ErrUnauthorized) {
		t.Errorf("an unknown token: %v, want unauthorized", err)
	}
	if err := a.Revoke(ctx, secret); err != nil {
		t.Fatal(err)
	}
	if g, _ := a.findToken(ctx, secret); !g.Revoked {
		t.Error("the token is not revoked")
	}
	s.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the files of the store: %v, %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(b), secret) {
		t.Errorf("the file holds the token (%v)", err)
	}
}

func TestATokenOfARunHoldsInItsProcessAlone(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	w, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ann, err := w.AddMailbox(ctx, store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, other := New(s, rand.Reader, time.Now), New(w, rand.Reader, time.Now)
	var said *model.Error
	if err := a.saveToken(ctx, "t", ann.ID, "Mail.Read", time.Now()); !errors.As(err, &said) || said.Code != model.CodeQuota || !strings.Contains(said.Message, "read-only") {
		t.Errorf("a token: %v, want a 507 that says read-only", err)
	}
	if err := a.holdToken(ctx, "held", ann.ID, "Mail.Read"); err != nil {
		t.Fatal(err)
	}
	if g, err := a.findToken(ctx, "held"); err != nil || g.UserID != ann.ID || g.Scopes != "Mail.Read" || g.Administrator || !g.Expires.IsZero() {
		t.Errorf("a token that is held: %+v, %v", g, err)
	}
	if _, err := other.findToken(ctx, "held"); !errors.Is(err, model.ErrUnauthorized) {
		t.Errorf("a token that another process holds: %v", err)
	}
	if err := w.SetAdministrator(ctx, ann.ID, true); err != nil {
		t.Fatal(err)
	}
	if g, err := a.findToken(ctx, "held"); err != nil || !g.Administrator {
		t.Errorf("what the writer did is not seen: %+v, %v", g, err)
	}
}
