package e2e

import (
	"path/filepath"
	"testing"
	"time"
)

func TestReplyAllGoesToEverybodyAndLandsInSentItems(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("j", "R")
		d.Pass(time.Second)
		d.See("Reply to all", "bo@contoso.example", "cy@contoso.example", "Re: Release plan", "wrote:")
		d.Type("Thursday it is, and I bring the biscuits.")
		d.Press("ctrl+s")
		d.See("Sent to Bo Berg", "u undo")
		d.Pass(20 * time.Second)
		d.Press("/")
		d.Type("in:sent biscuits")
		d.Pass(time.Second)
		d.See("Re: Release plan")
	})
}

func TestASentLetterIsTakenBackWithinItsMoment(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("Lunch")
		d.Press("tab")
		d.Type("At one?")
		d.Press("ctrl+s")
		d.See("Sent to bo@contoso.example")
		d.Press("u")
		d.See("New message", "At one?")
		d.Pass(time.Minute)
		d.Press("esc")
		d.Press("/")
		d.Type("in:sent subject:lunch")
		d.Pass(time.Second)
		d.DontSee("At one?")
	})
}

func TestALetterToNobodyComesBack(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("c")
		d.Type("nobody@nowhere.example")
		d.Press("tab", "tab")
		d.Type("Are you there")
		d.Press("tab")
		d.Type("Hello?")
		d.Press("ctrl+s")
		d.Pass(40 * time.Second) // its moment, and the next look for new mail
		d.See("Are you there")
	})
}

func TestWhatIsBeingWrittenComesBackAfterACrash(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("Half a thought")
		d.Press("tab")
		d.Type("which ends in the mid")
		d.Pass(time.Second)
		d.Press("left", "left", "left") // moved alone, without a change
		d.Pass(time.Second)
		d.Kill()
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.See("Half a thought", "which ends in the mid", "Here is what you were writing")
		d.Type("far ")
		d.See("which ends in the far mid")
	})
}
