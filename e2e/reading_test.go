package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/e2e/faults"
	"daybook/model"
	"daybook/views"
)

// pipes is a desktop that keeps what is piped, and prints its first line.
type pipes struct {
	still
	piped *[]byte
}

func (p pipes) Pipe(_ string, content []byte, done func([]byte, error) tea.Msg) tea.Cmd {
	*p.piped = content
	return views.Send(done([]byte("applied "+fmt.Sprint(len(content) > 0)), nil))
}

// ofRoof is a message of a thread on a mailing list, which answers another.
func ofRoof(n, answers, minutes int, body string) string {
	at, reply := now.Add(time.Duration(minutes)*time.Minute), ""
	if answers > 0 {
		reply = fmt.Sprintf("In-Reply-To: <roof%d@list.example>\nReferences: <roof1@list.example>\n", answers)
	}
	return fmt.Sprintf("From w%d@list.example %s\nFrom: Writer %d <w%d@list.example>\nTo: roof@list.example\nSubject: The roof leaks\nDate: %s\n"+
		"Message-ID: <roof%d@list.example>\n%sList-Unsubscribe: <https://127.0.0.1/leave?who=canary>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n%s\n\n",
		n, at.Format(time.ANSIC), n, n, at.Format(time.RFC1123Z), n, reply, body)
}

const withPlan = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nHere is the plan of the roof.\n" +
	"--x\nContent-Type: text/x-patch; name=roof.patch\nContent-Disposition: attachment; filename=roof.patch\n\n-old tiles\n+new tiles\n--x--\n"

// TestAListIsReadPipedMutedAndLeft reads a thread of a mailing list whole, looks
// at what is attached, pipes it, sees who answered whom, and calls it junk and
// not; forwards a message on a slow line, with keys typed before the form is
// there; asks to be let off the list; mutes the thread, to which mail comes while
// the program is closed.
func TestAListIsReadPipedMutedAndLeft(t *testing.T) {
	data := sampleCopy(t)
	importMail(t, data, "Inbox", ofRoof(1, 0, -60, "\nIt leaks, it leaks.")+ofRoof(2, 1, -50, "\nOn Thu, Writer 1 wrote:\n> It leaks, it leaks.\n\nWhere?")+ofRoof(3, 2, -40, "\nAbove the stairs.")+
		ofRoof(4, 1, -30, "\nNot at mine.")+ofRoof(5, 3, -20, withPlan))
	inInbox := func(want int) {
		t.Helper()
		truth(t, data, "", func(t *testing.T, c *api.Client) {
			page, err := c.Me().MailFolder(model.FolderInbox).Messages(t.Context(), api.Top(100))
			n := 0
			for _, m := range valueOf(t, page, err) {
				if m.Subject == "The roof leaks" {
					n++
				}
			}
			if n != want {
				t.Errorf("%d of the thread are in the inbox, want %d", n, want)
			}
		})
	}
	var piped []byte
	journey(t, setup{Data: data, Env: []string{"HOME=" + t.TempDir()}, Desktop: pipes{piped: &piped}, Network: faults.Plan{Latency: 400 * time.Millisecond}}, func(d *driver) {
		d.Pass(3 * time.Second)
		d.Press("/")
		d.Type("in:inbox subject:roof")
		d.Press("enter")
		d.Pass(8 * time.Second)
		d.See("Here is the plan", "roof.patch")
		d.Press("enter", "z")
		d.Pass(time.Second)
		d.See("Here is the plan")
		d.DontSee("Archive")
		d.Press("z", "]", "]", "]", "]", "b")
		d.Type("show")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("+new tiles")
		d.Press("esc", "|")
		d.Type("git am")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("applied true")
		d.Press("esc", "C")
		d.Pass(2 * time.Second)
		d.See("Who answered whom", "├ Writer 2  Where?", "│ ╰ Writer 3", "│   ╰ Writer 5")
		d.Press("esc", "\\")
		d.Type("leaks")
		d.See("\\ leaks", "1 of 4")
		d.Press("enter", "N")
		d.See("4 of 4")
		d.Press("esc")
		d.DontSee("4 of 4")

		d.atOnce("f", "e", "e", "d")
		d.See("Opening")
		d.Pass(3 * time.Second)
		d.See("Fw: The roof leaks", "eed")
		d.Press("esc")
		d.Pass(time.Second)
		d.Press("O")
		d.Pass(2 * time.Second)
		d.See("127.0.0.1, in one click")
		d.Press("enter")
		d.See("It learns that")
		d.Pass(2 * time.Second)
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("Could not unsubscribe", "not a public one")
		d.DontSee("canary")

		d.Press("!")
		d.Pass(3 * time.Second)
		d.See("Moved to Junk")
		d.Press("u")
		d.Pass(3 * time.Second)
		d.Press("/")
		d.Type(" message-id:<roof3@list.example>")
		d.Press("enter")
		d.Pass(3 * time.Second)
		d.See("1 message", "Above the stairs.")
		d.Press("esc", "esc")
		d.Pass(3 * time.Second)
	})
	inInbox(5)
	if !strings.Contains(string(piped), "+new tiles") {
		t.Errorf("piped %.80q", piped)
	}

	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("/")
		d.Type("in:inbox subject:roof")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.Press("M")
		d.Pass(2 * time.Second)
		d.See("Muted: The roof leaks")
	})
	inInbox(0)
	importMail(t, data, "Inbox", ofRoof(6, 5, 5, "\nMine too."))
	inInbox(1)
	journey(t, setup{Data: data, Later: 10 * time.Minute}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.See("Archived, as its thread is muted")
	})
	inInbox(0)
}
