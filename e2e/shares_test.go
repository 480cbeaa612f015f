package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Ann shares her calendar from the week; Bo sees it, until she takes it back.
func TestACalendarIsSharedFromTheWeekAndTheOtherSeesIt(t *testing.T) {
	data := sampleCopy(t)
	bosView := setup{Data: data, User: bos, Mailbox: "ann@contoso.example"}
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w")
		d.Pass(time.Second)
		d.Press("g", "t")
		d.Type("sat 14:00")
		d.Press("enter", "n")
		d.Type("Hull survey")
		d.Press("ctrl+s")
		d.See("Created")
		d.Pass(time.Second)
		d.Press("C")
		d.See("alt+s shares")
		d.Press("alt+s")
		d.Pass(time.Second)
		d.See("Who sees “Calendar”", "Everybody in the organization", "free or busy only")
		d.Type("bo b")
		d.See("Share it with “bo b”")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("bo@contoso.example")
		d.Press("enter", "tab", "right", "enter")
		d.See("Shared “Calendar” with Bo Berg: everything")
		d.Pass(time.Second)
		d.DontSee("Not done")
	})
	journey(t, bosView, func(d *driver) {
		d.Press("2")
		d.Pass(time.Second)
		d.See("▌Hull")
		d.Press("s")
		d.Pass(time.Second)
		d.DontSee("Who sees") // it is Ann's to share
	})
	journey(t, setup{Data: data, User: bos}, func(d *driver) { // beside his own, in full
		d.Press("2")
		d.Pass(time.Second)
		d.DontSee("Hull")
		d.Press("P")
		d.Pass(time.Second)
		d.Type("ann@contoso.example")
		d.Press("enter", "enter")
		d.Pass(time.Second)
		d.Press("g", "t") // five days have room for her part
		d.Type("sat 14:00")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Hull")
		d.DontSee("could not be read")
		d.Press("P")
		d.Pass(time.Second)
		d.Press("backspace", "enter")
		d.Pass(time.Second)
		d.DontSee("Hull")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w")
		d.Pass(time.Second)
		d.Press("s")
		d.Pass(time.Second) // a box takes no answer before it can be seen
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Bo Berg", "everything")
		d.Press("down", "down", "enter")
		d.Pass(time.Second)
		d.See("Bo Berg sees", "now")
		d.Press("up", "up", "enter") // from everything, which the box is on
		d.See("Bo Berg sees of “Calendar”: free or busy only")
		d.Pass(time.Second)
	})
	journey(t, bosView, func(d *driver) {
		d.Press("2")
		d.Pass(time.Second)
		d.See("▌Busy")
		d.DontSee("Hull")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w")
		d.Pass(time.Second)
		d.Press("u")
		d.See("Taken back")
		d.Pass(time.Second)
		d.Press("u")
		d.Pass(time.Second)
		d.Press("s")
		d.Pass(time.Second) // a box takes no answer before it can be seen
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Who sees “Calendar”")
		d.DontSee("Bo Berg")
	})
	journey(t, bosView, func(d *driver) {
		d.Press("2")
		d.Pass(time.Second)
		d.See("No calendars to show")
	})
}

// asCommand runs "daybook" on a data folder as a shell would.
func asCommand(t *testing.T, data string, args ...string) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(binary, append([]string{"--data", data, "--sample"}, args...)...)
	c.Env = append(os.Environ(), asProgram+"=1", "XDG_CONFIG_HOME="+t.TempDir())
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("daybook %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// Of Ann's mail Bo is let into one folder, by the command: that is what opens.
func TestOneFolderIsSharedByTheCommandAndOpensAlone(t *testing.T) {
	data := sampleCopy(t)
	if said := asCommand(t, data, "share", "Travel", "--with", bos); !strings.Contains(said, "Travel is shared with "+bos) {
		t.Fatalf("it says %q", said)
	}
	journey(t, setup{Data: data, User: bos, Mailbox: "ann@contoso.example", Width: 80, Height: 24}, func(d *driver) {
		d.Pass(time.Second)
		d.See("ann@contoso.example as bo", "Travel")
		d.DontSee("does not let you", "no longer", "Could not", "No mail")
	})
	journey(t, setup{Data: data, User: bos, Mailbox: "ann@contoso.example"}, func(d *driver) {
		d.Pass(time.Second)
		if rows := strings.TrimSpace(d.list()); len(rows) < 100 {
			t.Errorf("the list is %q on\n%s", rows, d.Screen())
		}
		d.Press("N")
		d.Pass(time.Second)
		d.Press("e")
		d.Pass(10 * time.Second)
		d.Press("j")
		d.Pass(10 * time.Second)
		d.DontSee("Archived", "Could not")
		d.Press("e")
		d.Pass(time.Second)
		d.DontSee("Archived", "Could not", "e archive")
	})
	asCommand(t, data, "share", "Travel", "--with", bos, "--remove")
	journey(t, setup{Data: data, User: bos, Mailbox: "ann@contoso.example"}, func(d *driver) {
		d.Pass(time.Minute)
		d.See("ann@contoso.example does not let you read")
	})
}
