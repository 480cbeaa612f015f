package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// serving is "daybook serve" as a process of its own, on a copy of the sample.
type serving struct {
	t          *testing.T
	data       string
	url, token string
	process    *exec.Cmd
	said       *spoken // on standard error
}

// spoken is what a process says while it runs.
type spoken struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *spoken) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *spoken) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func serve(t *testing.T, args ...string) *serving {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{t: t, data: sampleCopy(t), said: &spoken{}}
	s.token = strings.TrimSpace(asCommand(t, s.data, "token", "--scopes", "Mail.ReadWrite Files.ReadWrite"))
	s.process = exec.Command(binary, append([]string{"serve", "--data", s.data, "--sample", "--listen", "127.0.0.1:0"}, args...)...)
	s.process.Env = append(os.Environ(), asProgram+"=1", "XDG_CONFIG_HOME="+t.TempDir())
	s.process.Stderr = s.said
	out, err := s.process.StdoutPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.process.Process.Kill() })
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		_ = s.process.Wait()
		t.Fatalf("serve did not start: %s", s.said.String())
	}
	s.url = lines.Text()
	return s
}

// logged waits for the address that follows some words of the log.
func (s *serving) logged(words string) string {
	address := regexp.MustCompile(regexp.QuoteMeta(words) + `(http://[0-9.]+:[0-9]+)`)
	for {
		if m := address.FindStringSubmatch(s.said.String()); m != nil {
			return m[1]
		}
		time.Sleep(time.Millisecond)
	}
}

func (s *serving) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// ask sends a request, and returns the status and the body of its answer.
func (s *serving) ask(method, path, body string) (int, string, error) {
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return res.StatusCode, string(b), err
}

// subjects are those of the drafts, as the next program finds them.
func (s *serving) subjects() map[string]int {
	s.t.Helper()
	var page struct {
		Value []struct{ Subject string }
	}
	out := asCommand(s.t, s.data, "api", "GET", "/me/mailFolders/drafts/messages?$top=1000&$select=subject")
	if err := json.Unmarshal([]byte(out), &page); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
	found := map[string]int{}
	for _, m := range page.Value {
		found[m.Subject]++
	}
	return found
}

// Many write while the service is told to end: what was answered is there, and
// what was not was never begun.
func TestWhatIsUnderWayWhenServeEndsIsAnsweredOrNeverBegun(t *testing.T) {
	s := serve(t)
	var mu sync.Mutex
	acknowledged, refused := map[string]bool{}, map[string]bool{}
	var writers sync.WaitGroup
	told := make(chan bool)
	for w := range 8 {
		writers.Go(func() {
			for i := 0; ; i++ {
				subject := fmt.Sprintf("written %d %d", w, i)
				status, body, err := s.ask("POST", "/v1.0/me/messages", `{"subject":"`+subject+`"}`)
				mu.Lock()
				if err == nil && status == http.StatusCreated {
					acknowledged[subject] = true
				} else {
					refused[subject] = true
				}
				if len(acknowledged) == 40 && acknowledged[subject] {
					close(told)
				}
				mu.Unlock()
				if err != nil {
					return
				}
				if status != http.StatusCreated {
					t.Errorf("%s: %d %s", subject, status, body)
					return
				}
			}
		})
	}
	<-told
	s.signal(syscall.SIGTERM)
	writers.Wait()
	if err := s.process.Wait(); err != nil {
		t.Errorf("serve ended with %v: %s", err, s.said.String())
	}
	there := s.subjects()
	for subject := range acknowledged {
		if there[subject] != 1 {
			t.Errorf("%q was acknowledged, and is there %d times", subject, there[subject])
		}
	}
	for subject := range refused {
		if there[subject] != 0 {
			t.Errorf("%q was not answered, and is there", subject)
		}
	}
	if len(refused) != 8 {
		t.Errorf("%d were not answered, want the last of each of the 8", len(refused))
	}
	if _, err := os.Stat(s.data + "/sample/daybook.db-wal"); err == nil {
		t.Error("the mailbox was not closed in order")
	}
}

// A balancer asks the status address, and takes its time: from the moment at
// which serve is told to end it hears so, and meanwhile everybody is answered.
func TestABalancerHearsOfTheEndBeforeItComes(t *testing.T) {
	s := serve(t, "--status", "127.0.0.1:0", "--drain", "2s", "--log", "json", "--access-log")
	status := s.logged("Status at ")
	ready := func() int {
		res, err := http.Get(status + "/readyz")
		if err != nil {
			return 0
		}
		res.Body.Close()
		return res.StatusCode
	}
	if got := ready(); got != http.StatusOK {
		t.Fatalf("it is not ready: %d", got)
	}
	s.signal(syscall.SIGTERM)
	for ready() == http.StatusOK {
		if code, body, err := s.ask("GET", "/v1.0/me/mailFolders", ""); err != nil || code != http.StatusOK {
			t.Errorf("while it is ready a request gets %d %s, %v", code, body, err)
		}
	}
	last := ready()
	code, body, err := s.ask("GET", "/v1.0/me/mailFolders", "")
	if last == http.StatusServiceUnavailable && (err != nil || code != http.StatusOK) {
		t.Errorf("while it drains a request gets %d %s, %v", code, body, err)
	}
	if err := s.process.Wait(); err != nil {
		t.Errorf("serve ended with %v: %s", err, s.said.String())
	}
	requests := 0
	for line := range strings.Lines(s.said.String()) {
		var r struct{ Msg, Request, Operation string }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Errorf("no JSON: %q", line)
		}
		if r.Msg == "request" && r.Operation == "ListMailFolders" && r.Request != "" {
			requests++
		}
	}
	if requests == 0 {
		t.Errorf("no request is logged: %s", s.said.String())
	}
}

// A body that never comes whole keeps serve from ending, until somebody insists.
func TestASecondSignalEndsServeAtOnce(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		s := serve(t)
		at := strings.TrimPrefix(s.url, "http://")
		slow, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer slow.Close()
		fmt.Fprintf(slow, "POST /v1.0/me/messages HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n", at, s.token)
		if line, err := bufio.NewReader(slow).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
			t.Fatalf("the body is not waited for: %q, %v", line, err)
		}
		s.signal(sig)
		for { // the first signal has come once nobody listens
			c, err := net.Dial("tcp", at)
			if err != nil {
				break
			}
			c.Close()
		}
		s.signal(sig)
		err = s.process.Wait()
		if state, ok := s.process.ProcessState.Sys().(syscall.WaitStatus); !ok || !state.Signaled() || state.Signal() != sig {
			t.Errorf("after a second %v serve ended with %v: %s", sig, err, s.said.String())
		}
	}
}
