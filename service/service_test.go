package service

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"daybook/service/store"
)

// status asks for the caller's folders with a token.
func status(s *Service, token string) int {
	req := httptest.NewRequest(http.MethodGet, "http://daybook.test/v1.0/me/mailFolders", nil)
	req.Header.Set("Authorization", "Bearer "+token)
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, req)
	return rec.Code
}

func TestATokenLastsAsLongAsItWasMintedForAndIsKeptNowhere(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	now := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	s, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Store().AddMailbox(ctx, store.Mailbox{Kind: store.KindUser, PrincipalName: "Ann@contoso.example"}); err != nil {
		t.Fatal(err)
	}
	short, err := s.MintToken(ctx, "ann@CONTOSO.example", "Mail.Read", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		after time.Duration
		want  int
	}{{0, 200}, {59 * time.Minute, 200}, {time.Minute, 401}} {
		now = now.Add(at.after)
		if got := status(s, short); got != at.want {
			t.Errorf("at %s: %d, want %d", now, got, at.want)
		}
	}
	lasting, err := s.MintToken(ctx, "ann@contoso.example", "Mail.Read", 0)
	if err != nil || len(lasting) < 43 || lasting == short {
		t.Fatalf("MintToken = %q, %v; want 256 random bits", lasting, err)
	}
	if got := status(s, lasting); got != 200 {
		t.Errorf("a lasting token: %d", got)
	}
	if err := s.auth.Revoke(ctx, lasting); err != nil {
		t.Fatal(err)
	}
	if got := status(s, lasting); got != 401 {
		t.Errorf("a revoked token: %d, want 401", got)
	}
	if _, err := s.MintToken(ctx, "nobody@contoso.example", "Mail.Read", 0); err == nil {
		t.Error("a token was minted for nobody")
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, token := range []string{short, lasting} {
			if strings.Contains(string(b), token) {
				t.Errorf("%s holds a token", d.Name())
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestAReopenedServiceHasWhatWasWritten(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	for i := range 3 {
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		users, err := s.Users(ctx)
		if err != nil || len(users) != i {
			t.Errorf("opening %d: %v, %v; want %d users", i, users, err, i)
		}
		name := strings.Repeat("a", i+1) + "@contoso.example"
		if _, err := s.Store().AddMailbox(ctx, store.Mailbox{Kind: store.KindUser, PrincipalName: name}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
