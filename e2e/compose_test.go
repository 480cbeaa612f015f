package e2e

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

func TestReplyAllGoesToEverybodyAndLandsInSentItems(t *testing.T) {
	data := sampleCopy(t)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("j", "R")
		d.Pass(time.Second)
		d.See("Reply to all", "bo@contoso.example", "cy@contoso.example", "Subject Re: Release plan", "wrote:")
		d.Type("Thursday it is, and I bring the biscuits.")
		d.Press("ctrl+s")
		d.See("Sending to Bo Berg", "in 8 s", "u undo")
		d.Pass(9 * time.Second)
		d.See("Sent to Bo Berg")
		d.Pass(11 * time.Second)
		d.Press("/")
		d.Type("in:sent biscuits")
		d.Pass(time.Second)
		if got := d.list(); !strings.Contains(got, "Re: Release plan") || strings.Contains(got, "Welcome") {
			t.Errorf("in Sent Items is found\n%s", got)
		}
	})
	for _, reader := range []struct{ address, folder string }{
		{"", model.FolderSentItems}, {bos, model.FolderInbox}, {"cy@contoso.example", model.FolderInbox},
	} {
		truth(t, data, reader.address, func(t *testing.T, c *api.Client) {
			m := inFolder(t, c, reader.folder)["Re: Release plan"]
			if !strings.Contains(m.Body.Content, "I bring the biscuits.") || !strings.Contains(m.Body.Content, "wrote:") || len(m.ToRecipients)+len(m.CcRecipients) < 2 {
				t.Errorf("%s of %q has %+v", reader.folder, reader.address, m)
			}
		})
	}
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		if left := inFolder(t, c, model.FolderDrafts)["Re: Release plan"]; left.ID != "" {
			t.Errorf("its draft is still there: %+v", left)
		}
	})
}

func TestALetterIsForwardedWithItsFiles(t *testing.T) {
	data := sampleCopy(t)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("/")
		d.Type("subject:weekly subject:numbers has:attachment after:2026-10-15")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("f")
		d.Pass(time.Second)
		d.See("Forward", "Fw: Weekly numbers")
		d.Type("eve@contoso.example")
		d.Press("tab", "tab", "tab", "ctrl+t", "ctrl+r")
		d.Type("What do you make of these?")
		d.Press("ctrl+s")
		d.Pass(20 * time.Second)
	})
	truth(t, data, "eve@contoso.example", func(t *testing.T, c *api.Client) {
		for subject, m := range inFolder(t, c, model.FolderInbox) {
			if !strings.Contains(m.Body.Content, "What do you make of these?") {
				continue
			}
			page, err := c.Me().Message(m.ID).Attachments(t.Context())
			files := valueOf(t, page, err)
			if m.Importance != model.ImportanceHigh || !m.IsReadReceiptRequested {
				t.Errorf("its importance is %q, it asks for a receipt: %t", m.Importance, m.IsReadReceiptRequested)
			}
			if !strings.HasPrefix(subject, "Fw") || len(files) != 1 || files[0].Name != "numbers-week-42.csv" || files[0].Size == 0 {
				t.Errorf("%q has %+v", subject, files)
			}
			return
		}
		t.Error("it did not come")
	})
}

// What is forwarded as an attachment is, byte for byte, what was received.
func TestALetterIsForwardedAsAnAttachment(t *testing.T) {
	data := sampleCopy(t)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("/")
		d.Type("subject:weekly subject:numbers has:attachment after:2026-10-15")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("ctrl+p")
		d.Type("forward attach")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Forward", "Fw: Weekly numbers", "Weekly numbers", ".eml")
		d.Type("eve@contoso.example")
		d.Press("ctrl+s")
		d.Pass(20 * time.Second)
	})
	var original, came []byte
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		sent := inFolder(t, c, model.FolderInbox)
		for subject, m := range sent {
			if strings.HasPrefix(subject, "Weekly numbers") && m.HasAttachments {
				original = bytesOf(t, c, m.ID)
			}
		}
	})
	truth(t, data, "eve@contoso.example", func(t *testing.T, c *api.Client) {
		for subject, m := range inFolder(t, c, model.FolderInbox) {
			if !strings.HasPrefix(subject, "Fw: Weekly") {
				continue
			}
			page, err := c.Me().Message(m.ID).Attachments(t.Context())
			for _, a := range valueOf(t, page, err) {
				if came, err = c.Me().Message(m.ID).Attachment(a.ID).Bytes(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	if len(original) == 0 || !bytes.Equal(original, came) {
		t.Errorf("%d bytes came of %d", len(came), len(original))
	}
}

func bytesOf(t *testing.T, c *api.Client, id string) []byte {
	t.Helper()
	r, err := c.Me().Message(id).MIME(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestASentLetterIsTakenBackWithinItsMoment(t *testing.T) {
	data := sampleCopy(t)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("Lunch")
		d.Press("tab")
		d.Type("At one?")
		d.Press("ctrl+s")
		d.See("Sending to bo@contoso.example in 8 s")
		d.Press("u")
		d.See("New message", "At one?")
		d.Pass(time.Minute)
		d.Press("esc")
		d.Press("/")
		d.Type("in:sent subject:lunch")
		d.Pass(time.Second)
		d.DontSee("At one?")
	})
	truth(t, data, bos, func(t *testing.T, c *api.Client) {
		if m, came := inFolder(t, c, model.FolderInbox)["Lunch"]; came {
			t.Errorf("it came nevertheless: %+v", m)
		}
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
		d.See("Undeliverable: Are you there")
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
