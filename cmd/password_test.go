package cmd

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"daybook/mailbox"
	"daybook/service"
)

func TestAPasswordIsOneLineOfStandardInput(t *testing.T) {
	for in, want := range map[string]string{
		"a good password\n": "a good password", "a good password": "a good password", " spaces stay \r\n": " spaces stay ",
		"first\nsecond\n": "first", "": "", "\n": "",
	} {
		got, err := askPassword(t.Context(), strings.NewReader(in), io.Discard, "ann@contoso.example")
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestServingSaysHowToSignInUntilSomebodyCan(t *testing.T) {
	now := time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC)
	c := common{data: t.TempDir() + "/it's here", sample: true}
	h, err := mailbox.Location{Data: c.data, Sample: true}.OpenLocal(t.Context(), service.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	hint, err := howToSignIn(t.Context(), &c, h)
	if want := `daybook user password ` + h.Owner.PrincipalName + ` --data '` + strings.ReplaceAll(c.data, "'", `'\''`) + `' --sample`; err != nil || !strings.HasSuffix(hint, want) {
		t.Errorf("got %q, %v; want the command %s", hint, err, want)
	}
	set := newPassword(&common{data: c.data, sample: true, now: now.Format(time.RFC3339)})
	set.SetIn(strings.NewReader("a good password\n"))
	set.SetErr(io.Discard)
	set.SetArgs([]string{})
	if err := set.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	if hint, err := howToSignIn(t.Context(), &c, h); hint != "" || err != nil {
		t.Errorf("with a password: got %q, %v; want nothing", hint, err)
	}
}
