package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// childVariable makes the test binary the program: another process with the
// same store.
const childVariable = "DAYBOOK_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(Execute(context.Background()))
	}
	os.Exit(m.Run())
}

// child is a command line of another process that is to begin.
func child(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), childVariable+"=1")
	return cmd
}

// served starts "daybook serve" in another process, until the test has ended,
// and returns its address.
func served(t *testing.T, data string) string {
	t.Helper()
	cmd := child(t, "serve", "--data", data, "--listen", "127.0.0.1:0")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: it says %q", err, complaints.String())
	}
	return strings.TrimSpace(line)
}

// now runs a command in this process, by the clock of the machine, as a service
// of another process goes by it.
func now(t *testing.T, data, in string, args ...string) string {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetIn(strings.NewReader(in))
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append(args, "--data", data))
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("daybook %s: %v", strings.Join(args, " "), err)
	}
	return out.String()
}

// ask sends a request and returns the status and the reply.
func ask(t *testing.T, method, address, token, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// What this process sets up a service in another one sees, with no word between
// them: people, passwords, rooms, groups, and what is taken away.
func TestATeamIsSetUpWhileAnotherProcessServes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts another process")
	}
	data := t.TempDir()
	now(t, data, "", "user", "add", "zoe@contoso.example")
	url := served(t, data)
	see := func(method, path, token, body string, status int, want ...string) string {
		t.Helper()
		got, text := ask(t, method, url+"/v1.0"+path, token, body)
		if got != status {
			t.Errorf("%s %s: status %d, want %d: %s", method, path, got, status, text)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s %s: got %s, want %s", method, path, text, w)
			}
		}
		return text
	}

	now(t, data, "", "user", "add", "ann@contoso.example", "--name", "Ann Ash")
	now(t, data, annsPassword+"\n", "user", "password", "ann@contoso.example")
	home := t.TempDir()
	login := []string{"--data", filepath.Join(home, "data"), "--config", filepath.Join(home, "config.toml"), "--profile", "work"}
	if says, err := command(t, func(line string) {
		if inPage.FindString(line) == line {
			go person(t, line, "")
		}
	}, append(login, "login", "--base-url", url, "--passphrase-command", "echo some long passphrase")...); err != nil || !strings.Contains(says, "as ann@contoso.example") {
		t.Fatalf("login: %v\n%s", err, says)
	}
	ann := string(session(t, filepath.Join(home, "data")).Grant.Access)
	see("GET", "/me", ann, "", 200, `"displayName":"Ann Ash"`)
	see("GET", "/users/bo@contoso.example", ann, "", 404)

	now(t, data, "", "user", "add", "bo@contoso.example", "--manager", "ann@contoso.example")
	bo := strings.TrimSpace(now(t, data, "", "token", "--user", "bo@contoso.example", "--expires", "1h"))
	see("GET", "/me/mailFolders/inbox", bo, "", 200, `"totalItemCount":0`)
	see("GET", "/users/bo@contoso.example/manager", ann, "", 200, "ann@contoso.example")
	now(t, data, "", "user", "change", "bo@contoso.example", "--title", "Pilot", "--manager", "")
	var before struct{ ID string }
	if err := json.Unmarshal([]byte(see("GET", "/users/bo@contoso.example", ann, "", 200, `"jobTitle":"Pilot"`)), &before); err != nil {
		t.Fatal(err)
	}
	see("GET", "/users/bo@contoso.example/manager", ann, "", 404)
	see("POST", "/me/sendMail", ann, `{"message":{"subject":"Tide","body":{"content":"High."},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`, 202)
	see("GET", "/me/messages", bo, "", 200, `"subject":"Tide"`)

	now(t, data, "", "user", "add", "hood@contoso.example", "--room", "--name", "Hood", "--capacity", "8")
	see("GET", "/users?$filter=userType%20eq%20'resource'", ann, "", 200, `"displayName":"Hood, 8 seats"`)
	see("POST", "/me/events", ann, `{"subject":"Chart","start":{"dateTime":"2031-03-03T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2031-03-03T10:00:00","timeZone":"UTC"},
		"attendees":[{"type":"resource","emailAddress":{"address":"hood@contoso.example"}}]}`, 201)
	see("GET", "/me/events?$select=attendees", ann, "", 200, `"response":"accepted"`)
	see("POST", "/me/findMeetingTimes", ann, `{"attendees":[{"type":"resource","emailAddress":{"address":"hood@contoso.example"}}],"meetingDuration":"PT1H","timeConstraint":{"activityDomain":"unrestricted",
		"timeslots":[{"start":{"dateTime":"2031-03-03T08:00:00","timeZone":"UTC"},"end":{"dateTime":"2031-03-03T11:00:00","timeZone":"UTC"}}]}}`, 200, `"meetingTimeSuggestions":[{`)

	now(t, data, "", "group", "add", "Crew", "--address", "crew@contoso.example", "--owner", "ann@contoso.example", "--private")
	var groups struct{ Value []struct{ ID string } }
	if err := json.Unmarshal([]byte(see("GET", "/groups", ann, "", 200, `"displayName":"Crew"`)), &groups); err != nil || len(groups.Value) != 1 {
		t.Fatalf("%d groups, %v", len(groups.Value), err)
	}
	crew := "/groups/" + groups.Value[0].ID + "/threads"
	see("GET", crew, ann, "", 200)
	see("GET", crew, bo, "", 403)
	now(t, data, "", "group", "members", "crew@contoso.example", "--add", "bo@contoso.example")
	see("GET", crew, bo, "", 200)
	now(t, data, "", "group", "remove", "Crew", "--yes")
	see("GET", crew, ann, "", 404)

	now(t, data, "", "user", "remove", "bo@contoso.example", "--yes")
	see("GET", "/me/messages", bo, "", 401)
	see("GET", "/users/bo@contoso.example", ann, "", 404)
	see("GET", "/users/"+before.ID, ann, "", 404)
	now(t, data, "", "user", "add", "bo@contoso.example")
	if again := see("GET", "/users/bo@contoso.example", ann, "", 200); strings.Contains(again, before.ID) || strings.Contains(again, "Pilot") {
		t.Errorf("who has the address now is who had it: %s", again)
	}
	see("GET", "/me/messages", bo, "", 401)

	now(t, data, "another good password\n", "user", "password", "ann@contoso.example")
	see("GET", "/me", ann, "", 401)
}
