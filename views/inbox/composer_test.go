package inbox

import (
	"context"
	"net/mail"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/compose"
	"daybook/views/viewtest"
)

// post is the desk's mailbox: it keeps what was sent.
type post struct{ sent []compose.Draft }

func (p *post) SaveDraft(_ context.Context, d compose.Draft) (compose.Draft, error) {
	d.ServerID = "draft"
	return d, nil
}
func (p *post) Send(_ context.Context, d compose.Draft) error { p.sent = append(p.sent, d); return nil }
func (p *post) Resume(_ context.Context, d compose.Draft) error {
	p.sent = append(p.sent, d)
	return nil
}
func (p *post) DeleteDraft(context.Context, string) error { return nil }
func (p *post) Complete(context.Context, string, int) ([]model.EmailAddress, error) {
	return nil, nil
}
func (p *post) Stat(string) (compose.File, error) { return compose.File{}, nil }

type noFiles struct{}

func (noFiles) Stat(string) (compose.File, error) { return compose.File{}, nil }
func (noFiles) Complete(string, int) []string     { return nil }

func startWriting(t *testing.T, f *fake) *driver {
	th := viewtest.Theme(t, looks[0].Options)
	env := &views.Env{Now: func() time.Time { return now }, Zone: func() *time.Location { return time.UTC },
		NewID: func() string { return "id" }, Theme: th, State: viewtest.Memory{}}
	desk := compose.NewComposer(env, views.Inbox, &post{}, noFiles{}, compose.Options{Self: []string{"ann@contoso.example"}})
	return startWith(t, f, 120, 34, viewtest.Memory{}, Options{Composer: desk})
}

func TestReplyQuotesTheMessageAndHasTheKeys(t *testing.T) {
	d := startWriting(t, office())
	d.Press("r")
	d.See("Bo Berg <bo.berg@contoso.example>", "Re: Release plan", "> Friday works, but the notes need one more pass")
	d.DontSee("Focused 6")
	if !viewtest.Capturing(d.m) {
		t.Fatal("the letter does not have the keys")
	}
	if d.Action("e") != nil {
		t.Error("archive can be chosen while a letter is open")
	}
	viewtest.CheckFrame(t, d.Frame(), 120, 34)
	d.m.SetSize(80, 22)
	viewtest.CheckFrame(t, d.Frame(), 80, 22)
	if c := d.m.Cursor(); c == nil || c.X >= 80 || c.Y >= 22 {
		t.Errorf("the cursor is at %+v", c)
	}
}

func TestReplyAllAndForward(t *testing.T) {
	d := startWriting(t, office())
	d.Press("R")
	d.See("cy@contoso.example", "dee@contoso.example")
	d = startWriting(t, office())
	d.Press("f")
	d.See("Fw: Re: Release plan")
}

func TestKeysWaitForTheMessageThatIsAnswered(t *testing.T) {
	for _, key := range []string{"r", "R", "f"} {
		d := startWriting(t, office())
		d.Hold()
		d.Press(key)
		if !d.m.Opening() || d.m.composer.IsOpen() {
			t.Fatalf("%s does not say that it opens", key)
		}
		d.m.GiveUp()
		d.Release()
		if d.m.Opening() || d.m.composer.IsOpen() {
			t.Errorf("%s opens though it was given up", key)
		}
	}
}

func TestOtherScreensOpenALetter(t *testing.T) {
	d := startWriting(t, office())
	d.Run(d.m.Open(views.ComposeTo{To: []string{"Bo Berg <bo@contoso.example>"}, Subject: "Lunch"}))
	d.See("bo@contoso.example", "Lunch")
}

func TestADraftIsGoneOnWith(t *testing.T) {
	f := office()
	draft := message("draft", "draft", "Ann Ek", "Half a thought", "I think that", 3)
	draft.ParentFolderID, draft.IsDraft = "id-drafts", true
	f.add(draft)
	d := startWriting(t, f)
	d.Run(d.m.openFolder("id-drafts"))
	d.Press("enter")
	d.See("Half a thought", "I think that")
	if !d.m.composer.IsOpen() {
		t.Error("no letter is open")
	}
}

func TestAMouseOverTheLetterIsTheLetters(t *testing.T) {
	d := startWriting(t, office())
	d.Press("c")
	before := strings.Count(d.Screen(), "Focused")
	d.Run(viewtest.Update(d.m, tea.MouseClickMsg{X: 60, Y: 10, Button: tea.MouseLeft}))
	if !d.m.composer.IsOpen() || strings.Count(d.Screen(), "Focused") != before {
		t.Errorf("the click closed the letter\n%s", d.Screen())
	}
}

func TestAddressesFromOtherScreensAreReadHoweverTheyAreWritten(t *testing.T) {
	for written, want := range map[string]model.EmailAddress{
		"bo@contoso.example":           {Address: "bo@contoso.example"},
		"Bo Berg <bo@contoso.example>": {Name: "Bo Berg", Address: "bo@contoso.example"},
		(&mail.Address{Name: "Berg, Bo", Address: "bo@contoso.example"}).String(): {Name: "Berg, Bo", Address: "bo@contoso.example"},
		(&mail.Address{Name: "Åse Ås", Address: "ase@trey.example"}).String():     {Name: "Åse Ås", Address: "ase@trey.example"},
		"R&D: Bo <bo@contoso.example>":                                            {Name: "R&D: Bo", Address: "bo@contoso.example"},
	} {
		if got := addresses([]string{written}); len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %+v, want %+v", written, got, want)
		}
	}
}

func TestAReplyQuotesTheMessagesThatAreSelected(t *testing.T) {
	d := startWriting(t, office())
	d.Press("v", "x", "x")
	var marked []string
	for _, m := range d.m.list.targets().known {
		marked = append(marked, m.ID)
	}
	d.Press("r")
	body := d.Screen()
	if n := strings.Count(body, " wrote:"); n != 2 || !viewtest.Capturing(d.m) {
		t.Errorf("%d messages are quoted of %v:\n%s", n, marked, body)
	}
	d.Says("Answers the newest of the 2 selected messages")
	newest := d.f.get(marked[0])
	d.See("<" + newest.From.EmailAddress.Address + ">")
}

func TestAReplyQuotesTheNewestOfEachThreadThatIsSelected(t *testing.T) {
	d := startWriting(t, office())
	d.Press("x", "x", "r")
	body := d.Screen()
	if n := strings.Count(body, " wrote:"); n != 2 || !viewtest.Capturing(d.m) {
		t.Errorf("%d messages are quoted:\n%s", n, body)
	}
	d.Says("Answers the newest of the 2 selected threads and quotes the newest message of each")
	d.See("> Friday works, but the notes need one more pass") // the newest of its thread alone
	d.DontSee("Draft is in the wiki")

	d = startWriting(t, office())
	d.Press("x", "r") // one thread, however many messages
	if n := strings.Count(d.Screen(), " wrote:"); n != 1 {
		t.Errorf("%d messages are quoted of one thread:\n%s", n, d.Screen())
	}
}

func TestMessagesAreForwardedAsTheyWereReceived(t *testing.T) {
	d := startWriting(t, office())
	d.Do("forward-attached")
	d.See("Forward", "Fw: Re: Release plan", "Re Release plan.eml")
	d.DontSee("> Friday works")
	d = startWriting(t, office())
	d.Press("x", "x")
	d.Do("forward-attached")
	if n := strings.Count(d.Screen(), ".eml"); n != 2 {
		t.Errorf("%d of 2 are attached:\n%s", n, d.Screen())
	}
	d = startWriting(t, office())
	d.Press("x", "x", "f")
	d.Says("One message is forwarded at a time")
}

// A thread whose last word is ours is marked, until somebody answers.
func TestAThreadThatWasAnsweredIsMarked(t *testing.T) {
	f := office()
	ours := func(id string, ago int) {
		m := message(id, "plan", "Ann Ek", "Re: Release plan", "Done.", ago)
		m.ParentFolderID, m.From = "id-sentitems", person("Ann Ek", "ann@contoso.example")
		f.add(m)
	}
	marked := func() bool {
		for _, line := range start(t, f, 140, 34).Lines() {
			if strings.Contains(line, "Re: Release plan  Friday") && strings.Contains(line, "↩") {
				return true
			}
		}
		return false
	}
	if marked() { // m02 of ours is older than Bo's m04
		t.Error("marked though there is a newer message")
	}
	ours("s1", 2)
	if !marked() {
		t.Errorf("not marked\n%s", start(t, f, 140, 34).Screen())
	}
}

func TestADraftOfAReplyIsMarkedInItsThread(t *testing.T) {
	f := office()
	for id, ago := range map[string]int{"d1": 1000, "d2": 5} { // folded between mail, and the last one
		draft := message(id, "plan", "Ann Ek", "Re: Release plan", "Half a thought "+id, ago)
		draft.ParentFolderID, draft.IsDraft = "id-drafts", true
		f.add(draft)
	}
	d := start(t, f, 140, 34)
	marked := 0
	for _, line := range d.Lines() {
		if strings.Contains(line, "Half a thought") && strings.Contains(line, "\u270e draft") {
			marked++
		}
	}
	if marked != 2 {
		t.Errorf("%d drafts are marked of 2\n%s", marked, d.Screen())
	}
}

func TestAReplyQuotesTheLinesThatAreSelected(t *testing.T) {
	f := office()
	f.messages["m04"].Body = &model.ItemBody{ContentType: "text", Content: "First line\nSecond line\nThird line\nFourth line\n"}
	for _, key := range []string{"r", "R", "f"} {
		d := startWriting(t, f)
		d.Press("enter", "v", "j", "v", "v") // once more: from anew
		d.Press("j", "j", "k")
		if got := d.m.Status().Selected; got != "2 lines selected, esc ends" {
			t.Fatalf("selected: %s\n%s", got, d.Screen())
		}
		d.Press(key)
		d.See("First line", "Second line")
		d.DontSee("Third line", "Fourth line")
		if key != "f" {
			d.See("Bo Berg wrote:", "> Second line")
		}
	}
	d := startWriting(t, f)
	d.Press("enter", "v", "G", "y")
	d.Says("Copied 4 lines")
	d.Press("v", "esc", "r")
	d.See("> First line", "> Fourth line")
}
