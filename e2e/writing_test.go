package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

// TestALetterIsWrittenAsAnotherAndAskedAbout makes an address with a signature
// in Account, writes as it, is refused in words by a mailbox that may not, and
// is asked about what seems to be forgotten. Then a search is kept, and a folder
// is exported.
func TestALetterIsWrittenAsAnotherAndAskedAbout(t *testing.T) {
	data, file := sampleCopy(t), filepath.Join(t.TempDir(), "drafts.mbox")
	journey(t, setup{Data: data}, func(d *driver) {
		d.section(1)
		d.Press("n")
		d.wipe()
		d.Type("The desk")
		d.Press("tab")
		d.wipe()
		d.Type("desk@contoso.example")
		d.Press("tab")
		d.Type("Ferries since 1901")
		d.Press("ctrl+s")
		d.See("desk@contoso.example", "Ferries since 1901")

		d.Press("1", "c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab", "tab")
		d.Type("The plan is attached.")
		d.See("From", "ann@contoso.example")
		d.Press("alt+s")
		d.See("The desk <desk@contoso.example>", "Ferries since 1901")
		d.Press("ctrl+s")
		d.See("Send it as it is?", "speaks of an attachment", "There is no")
		d.Pass(2 * time.Second)
		d.Press("enter")
		d.Pass(15 * time.Second)
		d.See("may not send as desk@contoso.example", "The plan is attached.")
		d.Press("alt+s", "ctrl+s")
		d.Pass(2 * time.Second)
		d.Press("enter")
		d.Pass(15 * time.Second)

		d.Press("/")
		d.Type("release zebra")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("matches zebra.")
		d.Press("S")
		d.See("Save the search as")
		d.Pass(time.Second) // a box takes no key that was meant for what was there before
		d.Press("enter")
		d.See("Searches", "Saved the search")
		d.Press("esc", "/")
		d.See("release zebra", "recent")
		d.Press("esc")

		d.Press("g", "a", "h", "G", "l")
		d.Pass(time.Second)
		d.Press("g", "g", "G", "enter")
		d.Pass(time.Second)
		d.wipe()
		d.Type(file)
		d.Press("enter")
		for range 20 { // a folder of mail is written while others are answered
			if d.Pass(time.Second); strings.Contains(d.Screen(), "Wrote") {
				break
			}
		}
		d.See("Wrote")
	})
	truth(t, data, bos, func(t *testing.T, c *api.Client) {
		if _, came := inFolder(t, c, model.FolderInbox)[""]; !came {
			t.Error("the letter without a subject did not come")
		}
	})
	if written, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(written), "From ") {
		t.Errorf("exported %.80q, %v", written, err)
	}
}
