package signin_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"daybook/signin"
)

const (
	processes = 8
	expiries  = 200
)

// TestEightProcessesRenewOnce lets eight processes want a token at the same
// moment, two hundred times, at a service that ends the session as soon as an
// old refresh token comes back.
func TestEightProcessesRenewOnce(t *testing.T) {
	if dir := os.Getenv("DAYBOOK_TEST_VAULT"); dir != "" {
		wantTokens(t, dir, os.Getenv("DAYBOOK_TEST_SERVICE"))
		return
	}
	rounds := expiries
	if testing.Short() {
		rounds = 20
	}
	s := signIn(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	type child struct {
		in  io.WriteCloser
		out *bufio.Reader
	}
	var children []child
	for range processes {
		cmd := exec.Command(exe, "-test.run=^TestEightProcessesRenewOnce$")
		cmd.Env = append(os.Environ(), "DAYBOOK_TEST_VAULT="+s.dir, "DAYBOOK_TEST_SERVICE="+s.server.URL)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, child{in, bufio.NewReader(out)})
		t.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	}
	for round := 1; round <= rounds; round++ {
		for _, c := range children {
			fmt.Fprintln(c.in, round)
		}
		first := ""
		for i, c := range children {
			line, err := c.out.ReadString('\n')
			got, ok := strings.CutPrefix(strings.TrimSpace(line), "token ")
			if err != nil || !ok {
				t.Fatalf("round %d, process %d: %q, %v", round, i, line, err)
			}
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("round %d: processes have %s and %s", round, first, got)
			}
		}
		if n, bad := s.server.counts(); n != round || bad != 0 {
			t.Fatalf("after %d expiries: %d renewals, %d invalid_grant; want %d and 0", round, n, bad, round)
		}
	}
}

// wantTokens is one of the processes: at each line it lives an hour later and
// asks for a token.
func wantTokens(t *testing.T, dir, service string) {
	c := &clock{t: time.Now()}
	source := signin.NewSource(signin.SourceOptions{
		Sessions: openSessions(t, dir), Client: signin.New(signin.Options{Now: c.now}), Profile: "work", BaseURL: service,
	})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		c.pass(time.Hour)
		tok, err := source.Token()
		if err != nil {
			fmt.Println("error", err)
			continue
		}
		fmt.Println("token", tok.AccessToken)
	}
	os.Exit(0)
}
