package inbox

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/compose"
	"daybook/views/viewtest"
)

// offList is a list that is asked to let somebody off it.
type offList struct {
	asked []string
	err   error
}

func (o *offList) Unsubscribe(_ context.Context, address string) error {
	o.asked = append(o.asked, address)
	return o.err
}

// newsletter is a mailbox with a letter of a list that has these fields.
func newsletter(list, post string) *fake {
	f := newFake()
	m := message("n", "n", "News", "Offers", "x", 1)
	m.InternetMessageHeaders = []model.InternetMessageHeader{{Name: "List-Unsubscribe", Value: list}, {Name: "List-Unsubscribe-Post", Value: post}}
	f.add(m)
	return f
}

const oneClickPost = "List-Unsubscribe=One-Click"

func TestUnsubscribingInOneClickIsAskedFirst(t *testing.T) {
	for _, fails := range []error{nil, errors.New("the list answered 500")} {
		off := &offList{err: fails}
		d := startWith(t, newsletter("<https://news.example/u?id=7>", oneClickPost), 120, 34, viewtest.Memory{}, Options{Unsubscriber: off})
		d.Press("O")
		d.See("Unsubscribe from News", "Ask news.example, in one click")
		d.Press("enter")
		if len(off.asked) > 0 || d.Question() == nil {
			t.Fatalf("asked %q without a question", off.asked)
		}
		d.Run(d.Question().Yes())
		if len(off.asked) != 1 || off.asked[0] != "https://news.example/u?id=7" {
			t.Errorf("asked %q", off.asked)
		}
		want := "Asked news.example"
		if fails != nil {
			want = "Could not unsubscribe"
		}
		if last := d.Notices[len(d.Notices)-1]; !strings.Contains(last, want) {
			t.Errorf("said %q, want %q", last, want)
		}
	}
}

func TestUnsubscribingOnAPageOpensTheBrowser(t *testing.T) {
	off := &offList{}
	d := startWith(t, newsletter("<https://news.example/u>", ""), 80, 24, viewtest.Memory{}, Options{Unsubscriber: off})
	d.Press("O")
	if len(d.Desktop.Opened) > 0 {
		t.Error("opened before it was chosen")
	}
	d.Press("enter")
	if len(d.Desktop.Opened) != 1 || d.Desktop.Opened[0] != "https://news.example/u" || len(off.asked) > 0 {
		t.Errorf("opened %q, asked %q", d.Desktop.Opened, off.asked)
	}
}

func TestUnsubscribingByMailOpensADraft(t *testing.T) {
	d := start(t, newsletter("<mailto:off@news.example?subject=off%20me&bcc=eve@x.example>", ""), 40, 12)
	d.m.options.Composer = new(compose.Composer)
	var got string
	d.m.lists.write = func(to []model.EmailAddress, subject, _ string) tea.Cmd {
		got += to[0].Address + " " + subject
		return nil
	}
	d.Press("enter", "O")
	d.Press("enter")
	if got != "off@news.example off me" {
		t.Errorf("written: %q", got)
	}
}

func TestNoWayToUnsubscribeIsSaid(t *testing.T) {
	d := start(t, newsletter("", ""), 120, 34)
	d.Press("O")
	if last := d.Notices[len(d.Notices)-1]; !strings.Contains(last, "offers no way") {
		t.Errorf("said %q", last)
	}
}

func TestJunkAndNotJunk(t *testing.T) {
	d := start(t, office(), 120, 34)
	id := d.selected()
	d.Press("!")
	if got := d.folderOf(id); got != "id-junkemail" {
		t.Fatalf("it is in %q", got)
	}
	if !d.Undo() || d.folderOf(id) != "id-inbox" {
		t.Errorf("undone, it is in %q", d.folderOf(id))
	}
	d.Press("!")
	d.Run(d.m.openFolder(model.FolderJunk))
	d.Press("!")
	if got := d.folderOf(id); got != "id-inbox" {
		t.Errorf("not junk, it is in %q", got)
	}
}
