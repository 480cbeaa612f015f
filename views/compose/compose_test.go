package compose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/identity"
	"daybook/views/viewtest"
)

// bench holds a composer in a fake view: it runs the composer's commands, hands their
// results back, and keeps what was meant for the root.
type bench struct {
	views.Desktop // what is not below is not asked for
	*Composer
	service *fakeService
	state   *fakeState
	results chan tea.Msg
	notes   []string
	steps   []views.Step
	asked   []views.Confirm
	edit    func(string) string
}

func sit(t *testing.T, o Options, state *fakeState, story func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if state == nil {
			state = &fakeState{docs: map[string][]byte{}}
		}
		th, err := theme.New(theme.Options{Name: "dark"})
		if err != nil {
			t.Fatal(err)
		}
		ids := 0
		b := &bench{service: &fakeService{}, state: state, results: make(chan tea.Msg, 100), edit: strings.ToUpper}
		env := &views.Env{
			Now: time.Now, Zone: func() *time.Location { return time.UTC },
			NewID: func() string { ids++; return fmt.Sprint("id", ids, "-", len(state.docs)) },
			Theme: th, State: state, Desktop: b,
		}
		b.Composer = NewComposer(env, views.Inbox, b.service, fakeFiles{}, o)
		b.SetSize(80, 20)
		b.run(b.Init())
		story(b)
		time.Sleep(time.Minute) // let every pause end before the bubble does
		b.settle()
	})
}

func (b *bench) Edit(_, text string, done func(string, error) tea.Msg) tea.Cmd {
	return views.Send(done(b.edit(text), nil))
}
func (b *bench) OpenURL(string, func(error) tea.Msg) tea.Cmd          { return nil }
func (b *bench) OpenFile(string, []byte, func(error) tea.Msg) tea.Cmd { return nil }
func (b *bench) Copy(string) tea.Cmd                                  { return nil }

func (b *bench) run(cmd tea.Cmd) {
	b.start(cmd)
	b.settle()
}

func (b *bench) start(cmd tea.Cmd) {
	if cmd != nil {
		go func() { b.results <- cmd() }()
	}
}

func (b *bench) settle() {
	for {
		synctest.Wait()
		select {
		case msg := <-b.results:
			b.take(msg)
		default:
			return
		}
	}
}

func (b *bench) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.start(c)
		}
	case views.Notify:
		b.notes = append(b.notes, msg.Text.String())
	case views.Did:
		b.steps = append(b.steps, msg.Step)
		b.notes = append(b.notes, cmp.Or(msg.Words, msg.Step.Label))
	case views.Confirm:
		b.asked = append(b.asked, msg)
	case views.Result:
		b.start(msg.Apply())
	default:
		if cmds, ok := viewtest.Sequence(msg); ok {
			go func() {
				for _, c := range cmds {
					if c != nil {
						b.results <- c()
					}
				}
			}()
			return
		}
		cmd, _ := b.Update(msg)
		b.start(cmd)
	}
}

func (b *bench) press(keys ...string) {
	for _, k := range keys {
		if key := viewtest.Key(k); key.Text == "" {
			b.take(key)
		} else {
			b.do(k)
		}
		b.settle()
	}
}

// do runs the action of an id.
func (b *bench) do(id string) {
	for _, a := range b.Actions() {
		if a.ID == id {
			b.run(a.Do(0))
			return
		}
	}
	panic("no action " + id)
}

func (b *bench) typeText(s string) {
	for _, r := range s {
		if r == '\n' {
			b.take(tea.KeyPressMsg{Code: tea.KeyEnter})
			continue
		}
		b.take(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	b.settle()
}

func (b *bench) pass(d time.Duration) {
	time.Sleep(d)
	b.settle()
}

func (b *bench) said(t *testing.T, want string) {
	t.Helper()
	if !slices.ContainsFunc(b.notes, func(n string) bool { return strings.Contains(n, want) }) {
		t.Errorf("said %q, want something with %q", b.notes, want)
	}
}

type fakeService struct {
	mu      sync.Mutex
	saved   []Draft
	sent    []Draft
	deleted []string
	people  []model.EmailAddress
	fail    error
	half    error // what a save ends with that has made the draft, without its files
	made    int   // drafts
}

func (f *fakeService) SaveDraft(_ context.Context, d Draft) (Draft, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return d, f.fail
	}
	f.saved = append(f.saved, d)
	if d.ServerID == "" {
		d.ServerID = "server-" + d.LocalID
		f.made++
	}
	return d, f.half
}

func (f *fakeService) Send(_ context.Context, d Draft) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	f.sent = append(f.sent, d)
	return nil
}

func (f *fakeService) Resume(ctx context.Context, d Draft) error {
	if len(f.sent) > 0 && f.sent[0].MessageID == d.MessageID {
		return nil // it is found in Sent Items
	}
	return f.Send(ctx, d)
}

func (f *fakeService) DeleteDraft(_ context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	f.deleted = append(f.deleted, id)
	return nil
}

func (f *fakeService) Complete(_ context.Context, beginning string, _ int) ([]model.EmailAddress, error) {
	var out []model.EmailAddress
	for _, a := range append(f.people, model.EmailAddress{Name: "Bo Berg", Address: "bo@contoso.example"}, model.EmailAddress{Name: "Bo, Jr.", Address: "jr@contoso.example"}) {
		beginning := strings.ToLower(beginning)
		if strings.HasPrefix(strings.ToLower(a.Name), beginning) || f.people != nil && strings.HasPrefix(a.Address, beginning) {
			out = append(out, a)
		}
	}
	return out, nil
}

type fakeFiles struct{}

func (fakeFiles) Stat(path string) (File, error) {
	if path != "/plan.xlsx" {
		return File{}, errors.New("there is no file " + path)
	}
	return File{Path: path, Name: "plan.xlsx", Size: 14_000}, nil
}

func (fakeFiles) Complete(beginning string, _ int) []string {
	if beginning != "" && strings.HasPrefix("/plan.xlsx", beginning) {
		return []string{"/plan.xlsx"}
	}
	return nil
}

type fakeState struct {
	mu   sync.Mutex
	docs map[string][]byte
}

func (s *fakeState) Load(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[name], nil
}

func (s *fakeState) Save(name string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[name] = data
	return nil
}

func (s *fakeState) Left(prefix string) (names []string, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := range s.docs {
		if strings.HasPrefix(n, prefix) {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names, nil
}

func (s *fakeState) Delete(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.docs, name)
	return nil
}

var fromBo = model.Message{
	Item:             model.Item{Entity: model.Entity{ID: "m1"}},
	Subject:          "Release plan",
	From:             &model.Recipient{EmailAddress: model.EmailAddress{Name: "Bo Berg", Address: "bo@contoso.example"}},
	ToRecipients:     recipients([]model.EmailAddress{{Address: "ann@contoso.example"}, {Address: "cy@contoso.example"}}),
	CcRecipients:     recipients([]model.EmailAddress{{Address: "dee@contoso.example"}, {Address: "ANN@contoso.example"}}),
	ReceivedDateTime: ptr(time.Date(2026, 10, 22, 9, 42, 0, 0, time.UTC)),
}

func ptr[T any](v T) *T { return &v }

func TestALetterIsWrittenAndGoesWhenItsMomentIsOver(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.typeText("Bo B")
		b.pass(time.Second) // completions appear
		b.press("enter", "tab", "tab")
		b.typeText("Lunch\nAt one?")
		b.press("send")
		if len(b.service.sent) != 0 || b.IsOpen() || b.Expired(b.steps[0]) {
			t.Fatalf("within the moment: sent %v, open %v, expired %v", b.service.sent, b.IsOpen(), b.Expired(b.steps[0]))
		}
		b.said(t, "Sending to Bo Berg in 8 s")
		if slices.ContainsFunc(b.notes, func(n string) bool { return strings.Contains(n, "Sent to") }) {
			t.Errorf("said %q before it has gone", b.notes)
		}
		if n, what := b.Unsent(); n != 1 || what != "letter" {
			t.Errorf("within the moment %d %s can be taken back, want one letter", n, what)
		}
		b.pass(defaultMoment)
		if n, _ := b.Unsent(); n != 0 {
			t.Errorf("after the moment %d can be taken back", n)
		}
		if len(b.service.sent) != 1 || !b.Expired(b.steps[0]) {
			t.Fatalf("after the moment: sent %d, want 1; expired %v", len(b.service.sent), b.Expired(b.steps[0]))
		}
		b.said(t, "Sent to Bo Berg.")
		got := b.service.sent[0]
		if got.Subject != "Lunch" || got.Body != "At one?" || got.To[0].Address != "bo@contoso.example" || got.MessageID == "" {
			t.Errorf("sent %+v", got)
		}
		if len(b.state.docs) != 0 {
			t.Errorf("left on the disk: %v", b.state.docs)
		}
	})
}

func TestUndoWithinTheMomentBringsTheLetterBack(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.run(b.Revert(b.steps[0]))
		b.pass(defaultMoment + time.Second)
		if len(b.service.sent) != 0 || !b.IsOpen() || b.editor.value(fieldSubject) != "Lunch" {
			t.Errorf("sent %v, open %v", b.service.sent, b.IsOpen())
		}
		b.run(b.Reapply(b.steps[0]))
		b.pass(defaultMoment + time.Second)
		if len(b.service.sent) != 1 {
			t.Errorf("done again: sent %d, want 1", len(b.service.sent))
		}
		b.run(b.Revert(b.steps[0]))
		b.said(t, "Too late")
	})
}

func TestWhatIsTypedIsOnTheDiskAndComesBackAfterACrash(t *testing.T) {
	state := &fakeState{docs: map[string][]byte{}}
	sit(t, Options{}, state, func(b *bench) {
		b.run(b.Answer(ReplyAll, fromBo, "Can we ship on Friday?"))
		b.typeText("Yes, but")
		b.pass(localPause)
		if len(state.docs) != 1 {
			t.Fatalf("documents after a pause: %d, want 1", len(state.docs))
		}
		crashed := &fakeState{docs: map[string][]byte{}}
		for k, v := range state.docs {
			crashed.docs[k] = v
		}
		again := NewComposer(b.env, views.Inbox, b.service, fakeFiles{}, Options{})
		b.env.State = crashed
		again.SetSize(80, 20)
		again.drafts.recover(again.onRecovered)().(views.Result).Apply()
		if !again.IsOpen() || !strings.HasPrefix(again.editor.body.Value(), "Yes, but") || again.editor.draft.SourceID != "m1" {
			t.Errorf("after the crash: open %v, letter %+v", again.IsOpen(), again.editor)
		}
	})
}

// TestTheCursorComesBackAfterACrash: in every field, also where it was only
// moved; and a message that was never typed into is not kept for that.
func TestTheCursorComesBackAfterACrash(t *testing.T) {
	reopened := func(b *bench, state *fakeState) *Composer {
		again := NewComposer(b.env, views.Inbox, b.service, fakeFiles{}, Options{})
		b.env.State = &fakeState{docs: maps.Clone(state.docs)}
		again.SetSize(40, 20)
		again.drafts.recover(again.onRecovered)().(views.Result).Apply()
		b.env.State = state
		return again
	}
	state := &fakeState{docs: map[string][]byte{}}
	sit(t, Options{}, state, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", ""))
		b.press("down")
		b.pass(localPause)
		if len(state.docs) != 0 {
			t.Fatal("a letter that nobody typed into is kept")
		}
		b.typeText("One\n" + strings.Repeat("a line that is longer than the letter is wide ", 6) + "\nThree\nFour")
		b.pass(localPause)
		for range 7 {
			b.take(tea.KeyPressMsg{Code: tea.KeyLeft})
		}
		b.pass(localPause)
		again := reopened(b, state)
		if line, column := again.editor.body.Line(), again.editor.body.Column(); again.editor.at != fieldBody || line != 2 || column != 3 {
			t.Errorf("the cursor is in field %d at %d, %d, want the body at 2, 3", again.editor.at, line, column)
		}
		b.take(tea.KeyPressMsg{Code: tea.KeyTab}) // to the first line of the head
		b.pass(localPause)
		b.take(tea.KeyPressMsg{Code: tea.KeyLeft})
		b.pass(localPause)
		again = reopened(b, state)
		if at := again.editor.inputs[fieldTo].Position(); again.editor.at != fieldTo || at != len("bo@contoso.example")-1 {
			t.Errorf("the cursor is in field %d at %d, want before the last letter of To", again.editor.at, at)
		}
	})
}

func TestALetterOnItsWayAtTheCrashGoesOn(t *testing.T) {
	for _, phase := range []Phase{Pending, Sending} {
		state := &fakeState{docs: map[string][]byte{
			"letter:x": []byte(`{"localId":"x","messageId":"<x@d>","subject":"Lunch","to":[{"address":"bo@contoso.example"}],"phase":"` + string(phase) + `"}`),
		}}
		sit(t, Options{}, state, func(b *bench) {
			b.pass(time.Second)
			if len(b.service.sent) != 1 || b.service.sent[0].MessageID != "<x@d>" || b.IsOpen() {
				t.Errorf("%s: sent %+v, open %v", phase, b.service.sent, b.IsOpen())
			}
		})
	}
}

func TestALetterCutShortByAFullDiskIsPassedOver(t *testing.T) {
	state := &fakeState{docs: map[string][]byte{"letter:x": []byte(`{"localId":"x","subj`)}}
	sit(t, Options{}, state, func(b *bench) {
		if b.IsOpen() || len(b.service.sent) != 0 {
			t.Errorf("open %v, sent %v", b.IsOpen(), b.service.sent)
		}
	})
}

func TestALetterThatIsRefusedComesBackWithTheReason(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.fail = errors.New("the mailbox is full")
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.pass(defaultMoment + time.Second)
		b.said(t, "Not sent to bo@contoso.example: the mailbox is full")
		if slices.ContainsFunc(b.notes, func(n string) bool { return strings.HasPrefix(n, "Sent to") }) {
			t.Errorf("said %q of a letter that was refused", b.notes)
		}
		if !b.IsOpen() {
			t.Error("the letter did not come back")
		}
	})
}

func TestALetterThatMayHaveGoneIsNeverSentBlind(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.fail = ErrUnresolved
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.pass(defaultMoment + time.Second)
		if len(b.asked) != 1 || len(b.service.sent) != 0 {
			t.Errorf("asked %d times, sent %d", len(b.asked), len(b.service.sent))
		}
		if len(b.state.docs) != 1 {
			t.Errorf("kept on the disk: %d letters, want 1", len(b.state.docs))
		}
	})
}

func TestALetterWaitsForTheMailboxAndGoesOnce(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.fail = ErrOffline
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.pass(defaultMoment + time.Second)
		b.said(t, "Not gone yet: the letter to bo@contoso.example waits")
		if b.IsOpen() || len(b.state.docs) != 1 || b.Waiting() != 1 {
			t.Fatalf("open %v, %d on the disk, %d waiting: want it in the outbox and on the disk", b.IsOpen(), len(b.state.docs), b.Waiting())
		}
		b.service.fail = nil
		cmd, _ := b.Update(views.Refreshed{})
		b.run(cmd)
		b.pass(2 * time.Minute) // what had been waiting for its own next try finds nothing to do
		if len(b.service.sent) != 1 || b.Waiting() != 0 || len(b.state.docs) != 0 {
			t.Errorf("sent %d times, %d waiting, %d on the disk, want it gone once", len(b.service.sent), b.Waiting(), len(b.state.docs))
		}
	})
}

func TestALetterThatWaitsForTheMailboxCanBeTakenBack(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.fail = ErrOffline
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.pass(defaultMoment + time.Second)
		b.run(b.Revert(b.stepOf(opSend, "", b.outbox.list[0].Draft)))
		b.service.fail = nil
		b.pass(2 * time.Minute)
		if !b.IsOpen() || len(b.service.sent) != 0 {
			t.Errorf("open %v, sent %d, want it back on the desk", b.IsOpen(), len(b.service.sent))
		}
		b.press("send") // it has a moment of its own again, though the mailbox is back
		cmd, _ := b.Update(views.Refreshed{})
		b.run(cmd)
		if len(b.service.sent) != 0 {
			t.Error("the message went before its moment was over")
		}
		b.pass(defaultMoment + time.Second)
		if len(b.service.sent) != 1 {
			t.Errorf("sent %d times after its moment, want once", len(b.service.sent))
		}
	})
}

func TestAnEarlierMomentDoesNotSendALetterThatWasTakenBack(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "At one?"))
		b.press("send")
		b.pass(5 * time.Second)
		b.run(b.Revert(b.stepOf(opSend, "", b.outbox.list[0].Draft)))
		b.press("send")
		b.pass(5 * time.Second) // the first moment is over, the second not
		if len(b.service.sent) != 0 {
			t.Error("the letter went within its second moment")
		}
		b.pass(5 * time.Second)
		if len(b.service.sent) != 1 {
			t.Errorf("sent %d times, want once", len(b.service.sent))
		}
	})
}

func TestADraftThatCouldNotBeGivenToTheMailboxIsGivenLater(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.fail = ErrOffline
		b.run(b.New(nil, "", "At one?"))
		b.run(b.editor.changed())
		b.run(b.close())
		b.service.fail = nil
		cmd, _ := b.Update(views.Refreshed{})
		b.run(cmd)
		b.pass(time.Second)
		if len(b.service.saved) != 1 || len(b.state.docs) != 0 {
			t.Errorf("saved %d times, %d on the disk, want it in the mailbox alone", len(b.service.saved), len(b.state.docs))
		}
	})
}

func TestSendingIsHeldBack(t *testing.T) {
	for _, c := range []struct{ name, to, says string }{
		{"nobody to send it to", "", "Say whom it goes to"},
		{"what is no address", "bo@contoso.example, nonsense", "Not an address: nonsense"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit(t, Options{}, nil, func(b *bench) {
				b.run(b.New(nil, "x", "y"))
				b.editor.inputs[fieldTo].SetValue(c.to)
				b.press("send")
				b.said(t, c.says)
				if !b.IsOpen() || len(b.asked) > 0 {
					t.Fatalf("the letter was let go, or there was a question: %v", b.asked)
				}
			})
		})
	}
}

// TestSendingAsks holds that what may be forgotten is asked about in one box,
// and that the letter goes when it is said so.
func TestSendingAsks(t *testing.T) {
	for _, c := range []struct {
		name, subject, body, path string
		asks                      []string
	}{
		{name: "a promised attachment", subject: "x", body: "The plan is attached.", asks: []string{"speaks of an attachment"}},
		{name: "a promise in the subject", subject: "Plan im Anhang", body: "Gruß", asks: []string{"speaks of an attachment"}},
		{name: "no subject", body: "y", asks: []string{"no subject"}},
		{name: "both", body: "Allego il piano.", asks: []string{"speaks of an attachment", "no subject"}},
		{name: "a file that is named", subject: "x", body: "See attached.", path: "~/big.bin", asks: []string{"not attached yet"}},
		{name: "the empty line for a path", subject: "x", body: "Here it is.", path: pathBegins},
		{name: "nothing", subject: "x", body: "y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit(t, Options{}, nil, func(b *bench) {
				b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, c.subject, c.body))
				if c.path != "" {
					b.press("attach")
					b.editor.inputs[fieldPath].SetValue(c.path)
				}
				b.press("send")
				if len(c.asks) == 0 {
					if b.IsOpen() || len(b.asked) > 0 {
						t.Fatalf("asked %v", b.asked)
					}
					return
				}
				if len(b.asked) != 1 || !b.IsOpen() {
					t.Fatalf("asked %d questions, still open: %v", len(b.asked), b.IsOpen())
				}
				for _, want := range c.asks {
					if says := b.asked[0].Detail.String(); !strings.Contains(says, want) {
						t.Errorf("asks %q, want something with %q", says, want)
					}
				}
				if b.run(b.asked[0].Yes()); b.IsOpen() {
					t.Error("the letter is still there")
				}
			})
		})
	}
}

func TestAttachingAFile(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Plan", "It is attached."))
		b.press("attach")
		b.editor.inputs[fieldPath].SetValue("/nowhere")
		b.press("enter")
		b.said(t, "there is no file /nowhere")
		b.editor.inputs[fieldPath].SetValue("/plan.xlsx")
		b.press("enter")
		if !strings.Contains(b.View(), "plan.xlsx") {
			t.Errorf("not drawn:\n%s", b.View())
		}
		b.press("send")
		if b.IsOpen() {
			t.Error("held back though the file is there")
		}
	})
}

func TestEscKeepsTheLetterAsADraft(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.press("esc")
		if len(b.service.saved) != 0 {
			t.Errorf("an empty letter was saved: %+v", b.service.saved)
		}
		b.run(b.New(nil, "", ""))
		b.typeText("bo@contoso.example")
		b.pass(time.Second)
		b.press("esc")
		if b.IsOpen() || len(b.service.saved) != 1 || len(b.state.docs) != 0 {
			t.Errorf("open %v, saved %d, on disk %d", b.IsOpen(), len(b.service.saved), len(b.state.docs))
		}
	})
}

// TestRecipientsThatAreNotFinishedAreKept: through a crash, and in a draft that
// was put away, which comes back from the mailbox without them.
func TestRecipientsThatAreNotFinishedAreKept(t *testing.T) {
	state := &fakeState{docs: map[string][]byte{}}
	sit(t, Options{}, state, func(b *bench) {
		want := func(when string, l *editor) {
			t.Helper()
			if l == nil {
				t.Fatalf("%s: no letter is open", when)
			}
			if to, cc := l.inputs[fieldTo].Value(), l.inputs[fieldCc].Value(); to != "bo@contoso.example, garbage person" || cc != "half typed" {
				t.Errorf("%s: To is %q and Cc %q", when, to, cc)
			}
		}
		b.run(b.New(nil, "", ""))
		b.typeText("garbage person, bo@contoso.example")
		b.press("tab")
		b.typeText("half typed")
		b.pass(localPause)
		again := NewComposer(b.env, views.Inbox, b.service, fakeFiles{}, Options{})
		b.env.State = &fakeState{docs: maps.Clone(state.docs)}
		again.SetSize(80, 20)
		again.drafts.recover(again.onRecovered)().(views.Result).Apply()
		want("after a crash", again.editor)
		b.env.State = state

		b.press("esc")
		b.pass(time.Second)
		if len(b.service.saved) == 0 {
			t.Fatal("the draft is not in the mailbox")
		}
		later := &bench{service: b.service, state: state, results: b.results, edit: b.edit}
		later.Composer = NewComposer(b.env, views.Inbox, b.service, fakeFiles{}, Options{})
		later.SetSize(80, 20)
		later.run(later.Init())
		later.settle()
		stored := b.service.saved[len(b.service.saved)-1]
		m := stored.Message()
		m.ID = "s1"
		for id := range later.drafts.unfinished {
			m.ID = id
		}
		later.run(later.Composer.Edit(m, ""))
		want("opened again", later.editor)
		later.press("send")
		later.said(t, "Not an address: garbage person")
		later.editor.inputs[fieldTo].SetValue("bo@contoso.example")
		later.press("send")
		later.said(t, "Not an address: half typed")
		later.editor.inputs[fieldCc].SetValue("")
		later.run(later.editor.changed())
		later.press("esc")
		later.pass(time.Second)
		if len(later.drafts.unfinished) != 0 {
			t.Errorf("kept for a finished draft: %v", later.drafts.unfinished)
		}
	})
}

func TestALetterWithNothingButAnUnfinishedRecipientIsKept(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.typeText("bo@")
		b.press("esc")
		b.pass(time.Second)
		if len(b.service.saved) != 1 || len(b.drafts.unfinished) != 1 {
			t.Errorf("saved %d drafts, kept %v", len(b.service.saved), b.drafts.unfinished)
		}
	})
}

// What the mailbox could not be given whole is gone on with, not begun anew.
func TestASaveThatEndsHalfWayMakesOneDraft(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.service.half = errors.New("attach plan.xlsx: the line broke")
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Tide", ""))
		for range 3 {
			b.typeText("x")
			b.pass(mailboxPause)
		}
		b.press("send")
		b.pass(time.Minute)
		if !b.IsOpen() {
			t.Error("the letter that did not go is not open")
		}
		b.press("esc")
		if len(b.service.saved) < 5 || b.service.made != 1 {
			t.Errorf("%d saves made %d drafts, want one", len(b.service.saved), b.service.made)
		}
		b.service.half = nil
	})
}

func TestAForwardShowsWhatItCarries(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		m := model.Message{Subject: "Figures"}
		m.ID = "m"
		m.Attachments = []model.Attachment{{Name: "budget.xlsx", Size: 4000}}
		b.run(b.Answer(Forward, m, "see attached"))
		if drawn := ansi.Strip(b.View()); !strings.Contains(drawn, "budget.xlsx") {
			t.Errorf("what it carries is not drawn:\n%s", drawn)
		}
		d := b.editor.collect()
		if d.Body = "see attached\n" + d.Body; forgotFiles(&d) {
			t.Error("the attachment that it speaks of is missed")
		}
		b.press("detach")
		if d := b.editor.collect(); len(d.Files) != 0 || !d.Listed {
			t.Errorf("%+v after it was taken off", d.Files)
		}
	})
}

func TestDiscardIsUndone(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "Lunch", "At one?"))
		b.editor.pristine = false
		b.press("discard")
		b.run(b.Revert(b.steps[0]))
		if !b.IsOpen() || b.editor.value(fieldSubject) != "Lunch" {
			t.Error("the letter did not come back")
		}
	})
}

// Undo brings a letter back once: thrown away as it came, it makes no step, so
// that the next undo is of what was done before; redo has it still.
func TestALetterThatUndoBroughtBackIsThrownAwayOnce(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "Lunch", "At one?"))
		b.press("discard")
		b.run(b.Revert(b.steps[0]))
		b.press("discard")
		if len(b.steps) != 1 || b.IsOpen() {
			t.Errorf("%d steps, open %t", len(b.steps), b.IsOpen())
		}
		b.notes = nil
		b.run(b.Reapply(b.steps[0]))
		if len(b.notes) > 0 || b.IsOpen() {
			t.Errorf("done again: says %q, open %t", b.notes, b.IsOpen())
		}
		b.run(b.Revert(b.steps[0]))
		b.typeText("x")
		b.press("discard")
		if len(b.steps) != 2 {
			t.Error("what was typed since cannot be brought back")
		}
	})
}

func TestTypingIsTakenBackByWordsAndTypedAgain(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", "\na\tb\n"))
		body := func(want string) {
			t.Helper()
			if got := b.editor.collect().Body; got != want {
				t.Errorf("the body is %q, want %q", got, want)
			}
		}
		b.typeText("Good morning")
		b.pass(typingPause)
		b.typeText(" Bo")
		b.press("undo-typing")
		body("Good morning \na\tb\n")
		b.press("undo-typing")
		body("Good morning\na\tb\n")
		b.press("undo-typing")
		body("Good \na\tb\n")
		b.press("redo-typing", "redo-typing", "redo-typing")
		body("Good morning Bo\na\tb\n")
		b.press("undo-typing", "undo-typing")
		b.typeText("!")
		b.press("redo-typing")
		b.said(t, "Nothing is left to type again")
		body("Good morning!\na\tb\n")
		b.press("down", "home", "ctrl+k") // a\tb
		b.pass(typingPause)
		b.press("editor")
		body("GOOD MORNING!")
		b.press("undo-typing", "undo-typing")
		body("Good morning!\na\tb\n")
		b.press("tab")
		b.typeText("é@")
		b.editor.moved()
		b.press("undo-typing", "undo-typing", "undo-typing", "undo-typing")
		body("\na\tb\n")
		if to := b.editor.value(fieldTo); to != "bo@contoso.example" || b.editor.at != fieldBody {
			t.Errorf("To is %q, the cursor in field %d", to, b.editor.at)
		}
		b.press("undo-typing")
		b.said(t, "Nothing typed is left to take back")
	})
}

func TestWhatIsRememberedOfTypingIsBounded(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Lunch", ""))
		subject := &b.editor.inputs[fieldSubject]
		for i := range mostChanges + 20 {
			subject.SetValue(fmt.Sprint("subject ", i*i))
			b.editor.changed()
		}
		if n := len(b.editor.typing.done); n != mostChanges {
			t.Errorf("%d changes are remembered, want %d", n, mostChanges)
		}
		subject.SetValue(strings.Repeat("x", mostChangedBytes))
		b.editor.changed()
		if n := len(b.editor.typing.done); n != 1 {
			t.Errorf("%d changes beside a large one", n)
		}
	})
}

// Whatever is changed into whatever: both can be had from the difference.
func TestDifferencesAreOfWholeCharacters(t *testing.T) {
	for _, pair := range [][2]string{{"", "a"}, {"a", ""}, {"aa", "aaa"}, {"é", "è"}, {"aéb", "aèb"}, {"日本", "日木"}, {"ab", "ba"}, {"x", "x"}, {"éé", "é"}, {"\u00e9", "\u0169"}} {
		was, is := pair[0], pair[1]
		c := difference(was, is)
		if got := was[:c.from] + c.is + was[c.from+len(c.was):]; got != is {
			t.Errorf("%q to %q comes to %q by %+v", was, is, got, c)
		}
		if !utf8.ValidString(c.was) || !utf8.ValidString(c.is) {
			t.Errorf("%q to %q cuts a character: %+v", was, is, c)
		}
	}
}

func TestTheQuotationBelowTheCursorIsCut(t *testing.T) {
	sit(t, Options{Signature: "Ann"}, nil, func(b *bench) {
		b.run(b.Answer(Reply, fromBo, "one\n\ttwo\nthree"))
		b.typeText("Yes.")
		b.press("alt+k")
		b.press("cut-quote")
		if got := b.editor.collect().Body; got != "Yes.\n\n-- \nAnn\n" {
			t.Errorf("left is %q", got)
		}
		b.press("undo-typing")
		if got := b.editor.collect().Body; !strings.Contains(got, "> \ttwo\n> three\n") {
			t.Errorf("it does not come back: %q", got)
		}
		if line := b.editor.body.Line(); line > 2 {
			t.Errorf("the cursor is at line %d, far from where it was cut", line)
		}
		b.press("cut-quote", "cut-quote")
		b.said(t, "Nothing is quoted below the cursor")
	})
}

func TestAnAddressTypedWholeLeavesTabToTheFields(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.service.people = []model.EmailAddress{{Name: "Cy Chan", Address: "cy@contoso.example"}, {Address: "cy@contoso.example.org"}}
		b.typeText("cy@contoso.exampl")
		b.pass(time.Second)
		b.press("tab")
		if b.editor.at != fieldTo || b.editor.value(fieldTo) != "Cy Chan <cy@contoso.example>, " {
			t.Errorf("not completed: %q", b.editor.value(fieldTo))
		}
		b.editor.inputs[fieldTo].SetValue("")
		b.typeText("CY@contoso.example")
		b.pass(time.Second)
		if len(b.editor.offered) == 0 {
			t.Fatal("nothing is offered")
		}
		b.press("tab")
		if b.editor.at != fieldCc || b.editor.value(fieldTo) != "CY@contoso.example" {
			t.Errorf("in field %d, To %q", b.editor.at, b.editor.value(fieldTo))
		}
	})
}

// A file that is named stays in sight until it is attached, or dropped by esc.
func TestAFileThatIsNamedStaysInSight(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Plan", "Hello"))
		b.press("attach")
		b.typeText("/plan")
		b.press("tab")
		if !strings.Contains(b.View(), "/plan") || b.editor.at != fieldBody {
			t.Errorf("left by tab:\n%s", b.View())
		}
		b.press("attach", "esc")
		if strings.Contains(b.View(), "Attach") || !b.IsOpen() {
			t.Errorf("left by esc:\n%s", b.View())
		}
		b.press("send")
		if len(b.asked) > 0 || b.IsOpen() {
			t.Errorf("held back by what was dropped: %v", b.asked)
		}
	})
}

func TestADraftOfTheMailboxSaysWhatItAnswers(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		for subject, want := range map[string]string{"Re: Plan": "Reply", "Fw: Plan": "Forward", "Plan": "New message", "": "New message"} {
			b.run(b.Composer.Edit(model.Message{Subject: subject, Item: model.Item{Entity: model.Entity{ID: "s1"}}}, "Hello"))
			if title, _, _ := strings.Cut(b.View(), "\n"); !strings.Contains(title, want) {
				t.Errorf("%q: %s", subject, title)
			}
		}
	})
}

func TestRecipientsOfAnyLengthAreKept(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		for _, typed := range []string{strings.Repeat("what is this ", 30_000), "<", `"`, "a@b <c> d", "("} {
			b.run(b.New(nil, "", ""))
			b.take(tea.PasteMsg{Content: typed})
			b.settle()
			b.press("esc")
			b.pass(time.Second)
			m := b.service.saved[len(b.service.saved)-1].Message()
			for id := range b.drafts.unfinished {
				m.ID = id
			}
			b.run(b.Composer.Edit(m, ""))
			if got := b.editor.value(fieldTo); strings.TrimSpace(got) != strings.TrimSpace(typed) {
				t.Errorf("%.20q comes back as %.20q (%d of %d)", typed, got, len(got), len(typed))
			}
			b.press("discard")
		}
	})
}

func TestTheEditorsTextComesBack(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "Lunch", "at one"))
		b.press("editor")
		if got := b.editor.body.Value(); got != "AT ONE" {
			t.Errorf("got %q", got)
		}
	})
}

func TestPastedEscapesAreHarmless(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.take(tea.PasteMsg{Content: "bo\x1b]0;pwned\x07@x\u202e"})
		b.settle()
		if v := b.View(); strings.ContainsAny(v, "\a\u202e") || strings.Contains(v, "\x1b]") {
			t.Errorf("drawn raw: %q", v)
		}
	})
}

// In somebody else's mailbox a message, an answer and a draft found there go out
// in its name, and the head says so.
func TestALetterFromSomebodyElsesMailboxIsInItsName(t *testing.T) {
	team := model.EmailAddress{Name: "Team", Address: "team@contoso.example"}
	sit(t, Options{From: team, Self: []string{"ann@contoso.example", team.Address}}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Tide", "High."))
		if got := strings.Split(b.View(), "\n"); !strings.Contains(got[1], "From") || !strings.Contains(got[1], "Team <team@contoso.example>") ||
			!strings.Contains(got[2], "To") {
			t.Errorf("the head does not say whom it is from:\n%s", b.View())
		}
		if c := b.Cursor(); c == nil || c.Y != b.editor.headHeight() {
			t.Errorf("the cursor is at %+v, want in the body below a head of %d lines", c, b.editor.headHeight())
		}
		d := b.editor.collect()
		if m, p := d.Message(), d.Patch(); m.From == nil || m.From.EmailAddress != team || p.From == nil || p.From.EmailAddress != team {
			t.Errorf("it goes from %+v, and is changed to be from %+v", m.From, p.From)
		}
	})
	sit(t, Options{From: team}, nil, func(b *bench) {
		b.run(b.Composer.Edit(model.Message{Item: model.Item{Entity: model.Entity{ID: "d1"}}, Subject: "Tide"}, ""))
		if b.editor.draft.From == nil || b.editor.draft.From.Address != team.Address {
			t.Errorf("a draft goes on from %+v", b.editor.draft.From)
		}
	})
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "Tide", "High."))
		if strings.Contains(b.View(), "From") || b.editor.draft.Message().From != nil {
			t.Errorf("one's own letter says whom it is from:\n%s", b.View())
		}
	})
}

// TestALetterIsTheSameInTheMailboxAndBack goes by way of what is made and of
// what is changed.
func TestALetterIsTheSameInTheMailboxAndBack(t *testing.T) {
	ann, bo, cy := model.EmailAddress{Address: "ann@x.example"}, model.EmailAddress{Address: "bo@x.example"}, model.EmailAddress{Address: "cy@x.example"}
	for _, importance := range []string{model.ImportanceHigh, model.ImportanceLow, model.ImportanceNormal} {
		for _, asks := range []bool{true, false} {
			want := Draft{LocalID: "1", Kind: New, To: []model.EmailAddress{ann}, Cc: []model.EmailAddress{bo}, Bcc: []model.EmailAddress{cy}, Subject: "Tides",
				Body: "High water.", Importance: importance, ReadReceipt: asks, DeliveryReceipt: !asks, Phase: Writing}
			m, p := want.Message(), want.Patch()
			changed := model.Message{Subject: *p.Subject, Body: p.Body, Importance: *p.Importance, ToRecipients: *p.ToRecipients, CcRecipients: *p.CcRecipients,
				BccRecipients: *p.BccRecipients, IsReadReceiptRequested: *p.IsReadReceiptRequested, IsDeliveryReceiptRequested: *p.IsDeliveryReceiptRequested}
			for how, m := range map[string]model.Message{"made": m, "changed": changed} {
				if got := ofMessage(m, m.Body.Content, "1"); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, it is\n%+v\nwant\n%+v", how, got, want)
				}
			}
		}
	}
}

// A message of which a part is more than a mailbox takes stays where it is, with
// the cursor in that part, and no half of it is saved.
func TestALetterThatNoMailboxTakesStaysOpen(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "", "High water at noon."))
		b.editor.inputs[fieldSubject].SetValue(strings.Repeat("t", 1000))
		b.run(b.editor.focus(fieldSubject))
		b.typeText("ide")
		b.run(b.editor.focus(fieldBody))
		b.pass(time.Minute)
		for _, key := range []string{"esc", "close", "send"} {
			b.press(key)
			if !b.IsOpen() || b.editor.at != fieldSubject {
				t.Fatalf("%s: open %v, in field %d, want the subject", key, b.IsOpen(), b.editor.at)
			}
			b.run(b.editor.focus(fieldBody))
		}
		b.said(t, "Subject: this is too long: 1003 characters, and at most 1000 are taken")
		if len(b.service.saved) > 0 {
			t.Errorf("the mailbox was given %d drafts", len(b.service.saved))
		}
		b.editor.inputs[fieldSubject].SetValue("Tide")
		b.press("esc")
		b.pass(time.Minute)
		if b.IsOpen() || len(b.service.saved) != 1 || b.service.saved[0].Subject != "Tide" {
			t.Errorf("open %v, saved %d", b.IsOpen(), len(b.service.saved))
		}
	})
}

func TestADraftThatTheMailboxRefusesComesBack(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.typeText("bo@contoso.example\tTide")
		b.service.fail = &model.Error{Code: model.CodeInvalidRequest, Message: "no letters on Sundays"}
		b.press("esc")
		b.said(t, "no letters on Sundays")
		if !b.IsOpen() {
			t.Error("the letter was closed, and is only on this machine")
		}
		b.service.fail = nil
	})
}

func TestADraftThatTheMailboxWillNotDeleteIsSaid(t *testing.T) {
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.typeText("bo@contoso.example\tTide")
		b.pass(mailboxPause)
		b.service.fail = errors.New("the mailbox is locked")
		b.press("discard")
		b.said(t, "The draft could not be deleted: the mailbox is locked")
		if len(b.service.deleted) != 0 {
			t.Errorf("deleted %v", b.service.deleted)
		}
		b.service.fail = nil
	})
}

func TestEnterAttachesTheFileThatIsOffered(t *testing.T) {
	for _, typed := range []string{"/plan.xlsx", "/pl"} {
		sit(t, Options{}, nil, func(b *bench) {
			b.run(b.New(nil, "Tide", ""))
			b.press("attach")
			b.typeText(typed)
			b.pass(time.Second)
			if len(b.editor.offered) != 1 {
				t.Fatalf("offered are %q", b.editor.offered)
			}
			b.press("enter")
			if len(b.editor.draft.Files) != 1 || b.editor.at != fieldBody || len(b.editor.offered) != 0 {
				t.Errorf("%q: %+v, in field %d", typed, b.editor.draft.Files, b.editor.at)
			}
		})
	}
}

func TestAPathOfItsOwnTakesThePlaceOfTheOneAtHome(t *testing.T) {
	for typed, want := range map[string]string{"/plan.xlsx": "/plan.xlsx", "~/plan.xlsx": "~/plan.xlsx", "plan": "~/plan"} {
		sit(t, Options{}, nil, func(b *bench) {
			b.run(b.New(nil, "Tide", ""))
			b.press("attach")
			b.typeText(typed)
			if got := b.editor.inputs[fieldPath].Value(); got != want {
				t.Errorf("%s is typed, and the line has %q", typed, got)
			}
			b.editor.inputs[fieldPath].SetValue(pathBegins)
			b.take(tea.PasteMsg{Content: typed})
			if got := b.editor.inputs[fieldPath].Value(); got != want {
				t.Errorf("%s is pasted, and the line has %q", typed, got)
			}
		})
	}
}

func TestALetterHasTheTimeThatItsFilesTake(t *testing.T) {
	if got := views.TimeFor(carried(Draft{})); got != views.TimeFor(0) {
		t.Errorf("without files: got %v, want %v", got, views.TimeFor(0))
	}
	files := []File{{Size: 10 << 20}, {Size: 25 << 20, ServerID: "there"}}
	if got, want := views.TimeFor(carried(Draft{Files: files})), views.TimeFor(0)+640*time.Second; got != want {
		t.Errorf("with ten megabytes to go: got %v, want %v", got, want)
	}
}

// three is a book of three identities, one of them another's mailbox.
func three() *identity.Book {
	book := identity.New(identity.Identity{Name: "Ann Ek", Address: "ann@contoso.example", Signature: "Ann\nContoso"})
	book.Set([]identity.Identity{book.Own(), {Name: "Ann at home", Address: "ann@home.example"},
		{Name: "The desk", Address: "desk@contoso.example", Signature: "The desk"}})
	return book
}

func TestALetterIsWrittenAsAnother(t *testing.T) {
	sit(t, Options{Self: []string{"ann@contoso.example"}, Identities: three()}, nil, func(b *bench) {
		b.run(b.New([]model.EmailAddress{{Address: "bo@contoso.example"}}, "Plan", "Hello"))
		if drawn := b.View(); !strings.Contains(drawn, "Ann Ek <ann@contoso.example>") || !strings.Contains(drawn, "Contoso\n") && !strings.Contains(drawn, "Contoso ") {
			t.Errorf("the own address is not shown with its signature:\n%s", drawn)
		}
		if b.editor.collect().From != nil {
			t.Errorf("from %v, want what the mailbox says by itself", b.editor.collect().From)
		}
		for _, want := range []struct{ address, body string }{
			{"ann@home.example", "Hello"}, {"desk@contoso.example", "Hello\n\n-- \nThe desk"}, {"ann@contoso.example", "Hello\n\n-- \nAnn\nContoso"}, {"ann@home.example", "Hello"},
		} {
			b.press("send-as")
			d, address := b.editor.collect(), ""
			if d.From != nil {
				address = d.From.Address
			}
			if got := strings.TrimRight(d.Body, "\n"); address != want.address || got != want.body {
				t.Errorf("from %q with %q, want %q with %q", address, got, want.address, want.body)
			}
		}
		b.service.fail = model.Errorf(model.CodeSendAsDenied, "not yours")
		b.press("send")
		b.pass(10 * time.Second)
		b.said(t, "may not send as ann@home.example: alt+s writes as another address")
	})
}

func TestTakingBackAnotherAddressBringsBackItsSignatureToo(t *testing.T) {
	sit(t, Options{Self: []string{"ann@contoso.example"}, Identities: three()}, nil, func(b *bench) {
		b.run(b.New(nil, "Plan", "Hello"))
		type is struct{ from, body string }
		now := func() is {
			d, from := b.editor.collect(), ""
			if d.From != nil {
				from = d.From.Address
			}
			return is{from, d.Body}
		}
		seen := []is{now()}
		for range 4 {
			b.press("send-as")
			seen = append(seen, now())
		}
		for i := 3; i >= 0; i-- {
			if b.press("undo-typing"); now() != seen[i] {
				t.Errorf("taken back to %d: %q, want %q", i, now(), seen[i])
			}
		}
		for i := 1; i < 4; i++ {
			if b.press("redo-typing"); now() != seen[i] {
				t.Errorf("done again to %d: %q, want %q", i, now(), seen[i])
			}
		}
		b.press("undo-typing", "send-as") // the signature that stands there again is known
		if now() != seen[3] {
			t.Errorf("another address then: %q, want %q", now(), seen[3])
		}
	})
}

func TestASignatureThatWasChangedStays(t *testing.T) {
	sit(t, Options{Self: []string{"ann@contoso.example"}, Identities: three()}, nil, func(b *bench) {
		b.run(b.New(nil, "Plan", "Hello"))
		b.editor.body.SetValue("Hello\n\n-- \nAnn, mostly\n")
		b.press("send-as")
		if d := b.editor.collect(); d.From == nil || !strings.Contains(d.Body, "Ann, mostly") {
			t.Errorf("from %v with %q, want another address and the body as it was", d.From, d.Body)
		}
		b.said(t, "changed by hand")
	})
}

func TestAnAnswerIsFromTheAddressThatTheMessageWentTo(t *testing.T) {
	sit(t, Options{Self: []string{"ann@contoso.example"}, Identities: three()}, nil, func(b *bench) {
		m := fromBo
		m.ToRecipients = recipients([]model.EmailAddress{{Address: "cy@contoso.example"}, {Address: "Desk@contoso.example"}})
		m.CcRecipients = recipients([]model.EmailAddress{{Address: "ann@home.example"}})
		b.run(b.Answer(ReplyAll, m, "Hello"))
		d := b.editor.collect()
		if d.From == nil || d.From.Address != "desk@contoso.example" || !strings.Contains(d.Body, "-- \nThe desk\n") {
			t.Errorf("from %v with %q, want the desk", d.From, d.Body)
		}
		if all := addrs(append(d.To, d.Cc...)); all != "bo@contoso.example cy@contoso.example" {
			t.Errorf("goes to %s, want nobody of one's own", all)
		}
		b.press("send-as", "send-as") // to the one without a signature, over one's own
		if body := b.editor.collect().Body; strings.Contains(body, "-- \n") || !strings.Contains(body, "> Hello") {
			t.Errorf("without a signature: %q", body)
		}
		b.press("send-as")
		if body := b.editor.collect().Body; strings.Index(body, "-- \nThe desk") < strings.Index(body, "> Hello") {
			t.Errorf("the signature is not below the quotation: %q", body)
		}
	})
}

func TestIdentitiesComeBackInTheNextRun(t *testing.T) {
	state := &fakeState{docs: map[string][]byte{}}
	if err := identity.Write(state, three().All()); err != nil {
		t.Fatal(err)
	}
	book := identity.New(three().Own())
	sit(t, Options{Self: []string{"ann@contoso.example"}, Identities: book}, state, func(b *bench) {
		if got := len(book.All()); got != 3 {
			t.Errorf("%d identities, want those that were saved", got)
		}
	})
}

// At any speed a comma is who would be offered for what was typed before it.
func TestACommaNamesWhoWasTyped(t *testing.T) {
	for _, pause := range []time.Duration{0, completePause + time.Millisecond} {
		for typed, want := range map[string]string{
			"bo, dee@x.example, bo":  "Bo Berg <bo@contoso.example>, dee@x.example, bo",
			"nobody, bo; ":           "nobody, Bo Berg <bo@contoso.example>; ",
			"bo@contoso.example, x,": "bo@contoso.example, x,",
		} {
			sit(t, Options{}, nil, func(b *bench) {
				b.run(b.New(nil, "", ""))
				for _, r := range typed {
					b.typeText(string(r))
					b.pass(pause)
				}
				b.pass(time.Second)
				if got := b.editor.inputs[fieldTo].Value(); got != want {
					t.Errorf("%q, %v a key: got %q, want %q", typed, pause, got, want)
				}
				b.press("discard")
			})
		}
	}
}

func TestACompletionTakesThePlaceOfWhatStandsAtTheCursor(t *testing.T) {
	for _, c := range []struct{ line, want string }{ // | is the cursor
		{"bo|", "Cy <cy@x.example>, |"},
		{"ann@x.example, bo|", "ann@x.example, Cy <cy@x.example>, |"},
		{"bo|, ann@x.example", "Cy <cy@x.example>|, ann@x.example"},
		{"ann@x.example, b|o b; dee@x.example", "ann@x.example, Cy <cy@x.example>|; dee@x.example"},
		{`"Berg, Bo" <bo@x.example> cy|`, `"Berg, Bo" <bo@x.example>, Cy <cy@x.example>, |`},
		{`"Berg, B|`, "Cy <cy@x.example>, |"},
		{"Åsa <å@x.example>, b|", "Åsa <å@x.example>, Cy <cy@x.example>, |"},
	} {
		before, after, _ := strings.Cut(c.line, "|")
		line, cursor := withRecipient(before+after, len([]rune(before)), "Cy <cy@x.example>")
		if got := string([]rune(line)[:cursor]) + "|" + string([]rune(line)[cursor:]); got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
	sit(t, Options{}, nil, func(b *bench) {
		b.run(b.New(nil, "", ""))
		b.editor.inputs[fieldTo].SetValue("b, cy@contoso.example")
		b.editor.inputs[fieldTo].SetCursor(1)
		b.typeText("o")
		b.pass(time.Second)
		b.press("tab")
		if got, want := b.editor.inputs[fieldTo].Value(), "Bo Berg <bo@contoso.example>, cy@contoso.example"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
