package threads

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/viewtest"
)

var now = time.Date(2026, 11, 16, 9, 30, 0, 0, time.UTC)

// fake is a service with groups in memory; it keeps the rule about locked
// threads itself.
type fake struct {
	groups  []model.Group
	threads map[string][]model.ConversationThread
	posts   map[string][]model.Post
	forward []model.ForwardRequest
	removed []string
	files   []string // paths of what was attached
	fail    error
}

func when(hours int) *time.Time { t := now.Add(time.Duration(-hours) * time.Hour); return &t }

func aPost(id, name string, hours int, body string) model.Post {
	p := model.Post{ReceivedDateTime: when(hours), Body: &model.ItemBody{ContentType: "text", Content: body},
		From: &model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: strings.ToLower(strings.Fields(name)[0]) + "@contoso.example"}}}
	p.ID = id
	return p
}

func newFake() *fake {
	f := &fake{threads: map[string][]model.ConversationThread{}, posts: map[string][]model.Post{}}
	add := func(group, id, topic string, locked bool, posts ...model.Post) {
		t := model.ConversationThread{Topic: topic, IsLocked: locked, Preview: posts[len(posts)-1].Body.Content, LastDeliveredDateTime: posts[len(posts)-1].ReceivedDateTime, Posts: posts}
		t.ID = id
		for _, p := range posts {
			if n := p.From.EmailAddress.Name; !slices.Contains(t.UniqueSenders, n) {
				t.UniqueSenders = append(t.UniqueSenders, n)
			}
		}
		f.threads[group], f.posts[id] = append(f.threads[group], t), posts
	}
	for i, name := range []string{"Atlas", "Choir", "Empty"} {
		g := model.Group{DisplayName: name, Mail: strings.ToLower(name) + "@contoso.example", Description: "Everything about " + name, Visibility: "Private", CreatedDateTime: when(9000)}
		g.ID = fmt.Sprint("g", i+1)
		f.groups = append(f.groups, g)
	}
	plan := aPost("p2", "Cy Chan", 3, "I can take the notes.\n\n> one\n> two\n> three\n> four\n> five\n> six\n\nCy")
	plan.HasAttachments, plan.Attachments = true, []model.Attachment{{Entity: model.Entity{ID: "a1"}, Name: "../plan.txt", Size: 14200}}
	add("g1", "t1", "Release on Friday?", false, aPost("p1", "Bo Berg", 5, "Can we ship on Friday?"), plan)
	add("g1", "t2", "Naming, decided", true, aPost("p3", "Dee Diaz", 80, "It is called Atlas."))
	add("g2", "t3", "Evil \x1b[31mred\u202e", false, aPost("p4", "Eve\x1b]0;x\x07 Ek", 30, "a\x1b[2Jb\u202ec"))
	return f
}

func (f *fake) Groups(context.Context) ([]model.Group, error) { return f.groups, f.fail }
func (f *fake) Members(context.Context, string) ([]model.User, error) {
	return []model.User{{DisplayName: "Ann Avery", Mail: "ann@contoso.example", JobTitle: "Engineer"}}, f.fail
}
func (f *fake) Photo(_ context.Context, g string) ([]byte, error) {
	if g != "g1" {
		return nil, f.fail
	}
	img := image.NewRGBA(image.Rect(0, 0, 20, 20))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{0, 200, 0, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), cmp.Or(f.fail, err)
}
func (f *fake) Events(_ context.Context, g string, from, to time.Time) ([]model.Event, error) {
	event := func(subject string, hours int) model.Event {
		start, end := now.Add(time.Duration(hours)*time.Hour), now.Add(time.Duration(hours+1)*time.Hour)
		s, err := model.NewDateTime(start, "UTC")
		e, failed := model.NewDateTime(end, "UTC")
		if err = errors.Join(err, failed); err != nil {
			panic(err)
		}
		return model.Event{Subject: subject, Start: &s, End: &e}
	}
	if g != "g1" || from.After(now) || to.Before(now) {
		return nil, f.fail
	}
	off := event("Called off", 25)
	off.IsCancelled = true
	return []model.Event{event("Atlas planning", 24), off, event("Atlas demo", 48)}, f.fail
}
func (f *fake) Threads(_ context.Context, g string) ([]model.ConversationThread, error) {
	return slices.Clone(f.threads[g]), f.fail
}
func (f *fake) Posts(_ context.Context, _, t string) ([]model.Post, error) {
	return slices.Clone(f.posts[t]), f.fail
}
func (f *fake) find(id string) *model.ConversationThread {
	for _, list := range f.threads {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}
func (f *fake) Lock(_ context.Context, _, t string, locked bool) error {
	if f.fail == nil {
		f.find(t).IsLocked = locked
	}
	return f.fail
}
func (f *fake) CheckFiles(paths []string) error {
	for _, path := range paths {
		if strings.HasPrefix(path, "/no/") {
			return errors.New("there is no file " + path)
		}
	}
	return nil
}
func (f *fake) Reply(_ context.Context, _, t, _ string, p model.Post, files []string) error {
	f.files = append(f.files, files...)
	if f.find(t).IsLocked {
		return model.Errorf(model.CodeAccessDenied, "the thread is locked")
	}
	if f.fail == nil {
		made := aPost(fmt.Sprint("new", len(f.posts[t])), "Ann Avery", 0, p.Body.Content)
		f.posts[t] = append(f.posts[t], made)
		f.find(t).LastDeliveredDateTime = made.ReceivedDateTime
	}
	return f.fail
}
func (f *fake) Forward(_ context.Context, _, _, _ string, r model.ForwardRequest) error {
	f.forward = append(f.forward, r)
	return f.fail
}
func (f *fake) Begin(_ context.Context, g, topic string, first model.Post, files []string) (string, error) {
	f.files = append(f.files, files...)
	t := model.ConversationThread{Topic: topic, LastDeliveredDateTime: when(0)}
	t.ID = "begun"
	f.threads[g] = append(f.threads[g], t)
	f.posts["begun"] = []model.Post{aPost("b1", "Ann Avery", 0, first.Body.Content)}
	return "begun", f.fail
}
func (f *fake) Delete(_ context.Context, _, t string) error {
	f.removed = append(f.removed, t)
	return f.fail
}
func (f *fake) Attachment(context.Context, string, string, string, string) ([]byte, error) {
	return []byte("the plan"), f.fail
}
func (f *fake) DeleteAttachment(_ context.Context, _, _, _, a string) error {
	f.removed = append(f.removed, a)
	return f.fail
}
func (f *fake) Complete(_ context.Context, beginning string, _ int) ([]model.EmailAddress, error) {
	return []model.EmailAddress{{Name: "Bo Berg", Address: "bo@contoso.example"}}, f.fail
}

// bench is the screen with hands on it.
type bench struct {
	*Model
	*viewtest.Driver
	service   *fake
	downloads string
}

func sit(t testing.TB, width, height int, o theme.Options, service *fake, state viewtest.Memory) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, viewtest.Options{Theme: o, Now: now, State: state, ID: "id"}), service: service, downloads: t.TempDir()}
	b.Model = New(b.Env, service, Options{Me: model.EmailAddress{Name: "Ann Avery", Address: "ann@contoso.example"}, Downloads: b.downloads})
	b.work.Later = b.Later
	b.Rest = func(pause time.Duration) viewtest.Pause {
		if pause < edit.Moment { // a look, a rest of the hands
			return viewtest.Endless
		}
		return viewtest.Waits
	}
	b.Show(b.Model, width, height)
	return b
}

func TestAReplyIsPostedAndForgottenAsADraft(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Ship it")
	if !strings.Contains(string(b.State[stateDocument]), "Ship it") {
		t.Errorf("what was typed is not kept: %s", b.State[stateDocument])
	}
	b.Keys("ctrl+s")
	if got := b.service.posts["t1"]; len(got) != 3 || got[2].Body.Content != "Ship it" {
		t.Fatalf("posts: %+v", got)
	}
	if s := b.Screen(); !strings.Contains(s, "Ship it") || strings.Contains(s, "sending") {
		t.Errorf("the post is not shown:\n%s", s)
	}
	if len(b.saved.Drafts) != 0 {
		t.Errorf("drafts: %v", b.saved.Drafts)
	}
}

func TestWhatIsTypedOutlivesACrash(t *testing.T) {
	state := viewtest.Memory{}
	b := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	b.Do("reply")
	b.Type("Half a thou")
	for range 4 {
		b.Take(tea.KeyPressMsg{Code: tea.KeyLeft})
	}
	again := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	if !again.Noticed("What you were writing when daybook stopped is kept: “Reply to") {
		t.Errorf("nothing says that it is there: %q", again.Notices)
	}
	again.Do("reply")
	if s := again.Screen(); !strings.Contains(s, "Half a thou") {
		t.Errorf("the draft is gone:\n%s", s)
	}
	again.Type("good ")
	if s := again.Screen(); !strings.Contains(s, "Half a good thou") {
		t.Errorf("the cursor is not where it was:\n%s", s)
	}
	again.Keys("esc")
	if third := sit(t, 120, 36, viewtest.Dark, newFake(), state); third.Noticed("What you were writing") {
		t.Error("it is said though it was put away")
	}
}

func TestALockedThreadTakesNoPostsAndSaysSo(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("down")
	if s := b.Screen(); !strings.Contains(s, "Locked: no posts are taken") {
		t.Errorf("nothing says that it is locked:\n%s", s)
	}
	b.Do("reply")
	if b.writer.writing != nil || !b.Noticed("is locked: it takes no posts") {
		t.Errorf("letter %v, notes %q", b.writer.writing, b.Notices)
	}
	b.Do("lock", "reply")
	if b.service.find("t2").IsLocked || b.writer.writing == nil {
		t.Errorf("unlocked, but the reply is not open")
	}
}

func TestLockingIsUndoneAndDoneAgain(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("lock")
	if !b.service.find("t1").IsLocked || len(b.Steps) != 1 || b.Steps[0].Label != "Locked Release on Friday?" {
		t.Fatalf("locked %v, steps %+v", b.service.find("t1").IsLocked, b.Steps)
	}
	b.Run(b.Revert(b.Steps[0]))
	if b.service.find("t1").IsLocked || b.thread().locked {
		t.Error("undone, but locked")
	}
	b.Run(b.Reapply(b.Steps[0]))
	if !b.service.find("t1").IsLocked || !b.thread().locked {
		t.Error("done again, but not locked")
	}
}

func TestARefusedLockIsRolledBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.service.fail = errors.New("no way")
	b.Do("lock")
	if b.thread().locked || len(b.Forgot) != 1 || !b.Noticed("no way") {
		t.Errorf("locked %v, forgot %d, notes %q", b.thread().locked, len(b.Forgot), b.Notices)
	}
	b.service.fail = model.Errorf(model.CodeNotFound, `no thread has the id "06h"`)
	b.Do("lock")
	if !b.Noticed("Not done: it is no longer there.") || b.Noticed("06h") {
		t.Errorf("notes %q, want no id in them", b.Notices)
	}
}

func TestAReplyThatFailsIsKept(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Ship it")
	b.service.find("t1").IsLocked = true // by somebody else, meanwhile
	b.Keys("ctrl+s")
	if !b.Noticed("Not sent, and kept: ") || len(b.saved.Drafts) != 1 || !b.thread().locked {
		t.Errorf("notes %q, drafts %v, locked %v", b.Notices, b.saved.Drafts, b.thread().locked)
	}
	if s := b.Screen(); strings.Contains(s, "Ship it") {
		t.Errorf("a post that nobody took is shown:\n%s", s)
	}
}

func TestPostsAreUnseenUntilLookedAt(t *testing.T) {
	state := viewtest.Memory{}
	b := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	if n := b.groups.unseenIn(b.groups.all[0]); n != 2 {
		t.Errorf("unseen at first: %d, want 2", n)
	}
	b.Do("next-pane")
	again := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	if n := again.groups.unseenIn(again.groups.all[0]); n != 1 {
		t.Errorf("unseen after a look and a restart: %d, want 1", n)
	}
}

func TestPostsFillTheScreenAndGiveItBack(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		b := sit(t, size[0], size[1], viewtest.Dark, newFake(), viewtest.Memory{})
		was := b.focus
		b.Press("z")
		if l := b.layout(); l[postFocus].W != size[0] || l[groupFocus].W+l[threadFocus].W > 0 || b.focus != postFocus {
			t.Errorf("%v: the panes are %v", size, l)
		}
		viewtest.CheckFrame(t, b.Frame(), size[0], size[1])
		b.Press("z")
		if b.focus != was || b.full.On {
			t.Errorf("%v: the keys are in pane %d, were in %d", size, b.focus, was)
		}
		b.Press("z", "esc")
		viewtest.CheckFrame(t, b.Frame(), size[0], size[1])
		if b.focus != was || b.full.On {
			t.Errorf("%v: esc leaves the keys in pane %d, were in %d", size, b.focus, was)
		}
	}
}

func TestAttachmentsOfPostsAreLookedAtAndPiped(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		b := sit(t, size[0], size[1], viewtest.Dark, newFake(), viewtest.Memory{})
		b.Desktop.Prints = "8 words\n"
		b.Do("next-pane", "next-post", "attachments")
		b.Type("Show")
		b.Keys("enter")
		b.See("plan.txt", "the plan", "close")
		b.DontSee("Posts")
		b.Keys("esc")
		b.Do("attachments")
		b.Type("Pipe")
		b.Keys("enter")
		b.Type("wc -w")
		b.Keys("enter")
		b.See("8 words")
		if got := b.Desktop.Piped; !slices.Equal(got, []string{"wc -w <the plan"}) {
			t.Errorf("%v: piped %q", size, got)
		}
		viewtest.CheckFrame(t, b.Frame(), size[0], size[1])
	}
}

func TestAttachmentsAreSavedUnderACleanName(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("next-pane", "next-post", "attachments")
	b.Type("Save")
	b.Take(tea.KeyPressMsg{Code: tea.KeyEnter})
	b.Take(tea.KeyPressMsg{Code: tea.KeyEnter})
	got, err := os.ReadFile(filepath.Join(b.downloads, "plan.txt"))
	if err != nil || string(got) != "the plan" {
		t.Errorf("saved %q, %v; notes %q", got, err, b.Notices)
	}
	b.Do("attachments")
	b.Type("Delete")
	b.Take(tea.KeyPressMsg{Code: tea.KeyEnter})
	if len(b.Asked) != 1 {
		t.Fatalf("not asked: %q", b.Screen())
	}
	b.Run(b.Asked[0].Yes())
	if strings.Contains(b.Screen(), "plan.txt") || len(b.service.removed) != 0 || b.Expired(b.Steps[0]) {
		t.Errorf("before the moment is over: removed %v, expired %v\n%s", b.service.removed, b.Expired(b.Steps[0]), b.Screen())
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	if !strings.Contains(b.Screen(), "plan.txt") || len(b.service.removed) != 0 {
		t.Errorf("taken back: removed %v\n%s", b.service.removed, b.Screen())
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if !slices.Equal(b.service.removed, []string{"a1"}) || !b.Expired(b.Steps[0]) || len(b.Steps) != 1 {
		t.Errorf("removed %v, expired %v, %d steps", b.service.removed, b.Expired(b.Steps[0]), len(b.Steps))
	}
}

func TestAConversationIsBegunAndGoneTo(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("new")
	b.Type(strings.Repeat("x", 501))
	b.Take(tea.KeyPressMsg{Code: tea.KeyTab})
	b.Type("Noon?")
	b.Keys("ctrl+s")
	if s := b.Screen(); b.writer.writing == nil || !strings.Contains(s, "at most 500 are taken") || !slices.ContainsFunc(b.Notices, func(n string) bool { return strings.HasPrefix(n, "Not saved") }) {
		t.Fatalf("a topic that is too long: open %t, notes %q\n%s", b.writer.writing != nil, b.Notices, s)
	}
	b.Take(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	b.Type("Lunch")
	b.Keys("ctrl+s")
	if s := b.Screen(); b.thread() == nil || b.thread().id != "begun" || !strings.Contains(s, "Noon?") {
		t.Errorf("not on the new thread:\n%s", s)
	}
}

func TestAPostIsForwardedToWhomIsTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("forward")
	b.Type("gus@contoso.example")
	b.Keys("ctrl+s")
	if f := b.service.forward; len(f) != 1 || f[0].ToRecipients[0].EmailAddress.Address != "gus@contoso.example" {
		t.Errorf("forwarded %+v; notes %q", f, b.Notices)
	}
}

func TestFilesGoWithAPostAndStayWithItsDraft(t *testing.T) {
	state := viewtest.Memory{}
	b := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	b.Do("reply")
	b.Type("The plan")
	b.Keys("tab")
	b.Type("~/plan.pdf")
	b.Keys("enter")
	b.Type("/tmp/no") // begun, and taken as it is by ctrl+s
	again := sit(t, 120, 36, viewtest.Dark, newFake(), state)
	again.Do("reply")
	again.See("plan.pdf", "/tmp/no")
	again.service.fail = errors.New("there is no file /tmp/no")
	again.Keys("ctrl+s")
	if got := again.service.files; !slices.Equal(got, []string{"~/plan.pdf", "/tmp/no"}) || !again.Noticed("Not sent, and kept: there is no file /tmp/no") {
		t.Fatalf("attached %q, said %q", got, again.Notices)
	}
	again.service.fail, again.service.files = nil, nil
	again.Do("reply")
	again.Keys("backspace", "ctrl+s") // it stands where it was left, in the files
	if got := again.service.files; !slices.Equal(got, []string{"~/plan.pdf"}) || len(again.saved.Drafts) != 0 {
		t.Errorf("after the wrong one was taken off: attached %q, drafts %v", got, again.saved.Drafts)
	}
}

// A file that cannot go holds the post back where it is written: nothing is sent,
// and there is nothing to take back.
func TestAPostWithAFileThatIsNotThereStaysOpen(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("The plan")
	b.Keys("tab")
	b.Type("/no/such")
	b.Keys("ctrl+s")
	b.See("there is no file /no/such", "The plan")
	if len(b.service.files) != 0 || len(b.Steps) != 0 || len(b.saved.Outbox) != 0 {
		t.Errorf("attached %q, %d steps, %d on the way", b.service.files, len(b.Steps), len(b.saved.Outbox))
	}
	b.Keys("backspace", "ctrl+s")
	if n := len(b.service.posts["t1"]); len(b.saved.Drafts) != 0 || b.writer.writing != nil {
		t.Errorf("%d posts, drafts %v", n, b.saved.Drafts)
	}
}

func TestAForwardedPostHasAComment(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("forward")
	b.See("Comment")
	b.Type("gus@contoso.example")
	b.Keys("tab")
	b.Type("What do you say?")
	b.Keys("ctrl+s")
	if f := b.service.forward; len(f) != 1 || f[0].Comment != "What do you say?" {
		t.Errorf("forwarded %+v; notes %q", f, b.Notices)
	}
}

func TestMembersAndFilesOfAGroupHaveAKey(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("members")
	if got, ok := b.card.openLink()().(views.Open); !ok || got.Item != (views.ShowPerson{Address: "ann@contoso.example"}) {
		t.Errorf("the card is not at the first member but at %+v", got)
	}
	i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == "group-files" })
	if got, want := b.Actions()[i].Do(1)(), (views.Open{Screen: views.Files, Item: views.ShowDrive{Group: "g1"}}); got != want {
		t.Errorf("the files of the group are %+v, want %+v", got, want)
	}
}

func TestAClickBesideADraftLeavesItOpen(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Noon")
	b.Screen()
	b.Click(0, 1)
	b.Type(" it is")
	b.See("Noon it is")
}

func TestAThreadIsDeletedWhenAgreed(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("delete")
	if len(b.Asked) != 1 || len(b.service.removed) != 0 {
		t.Fatalf("asked %d, removed %v", len(b.Asked), b.service.removed)
	}
	b.Run(b.Asked[0].Yes())
	if b.thread() == nil || b.thread().id != "t2" || len(b.service.removed) != 0 {
		t.Errorf("on %+v after deleting t1, removed %v", b.thread(), b.service.removed)
	}
	b.Take(views.Refreshed{}) // it stays off the screen
	if b.thread() == nil || b.thread().id != "t2" || b.Steps[0].Label != "Deleted “Release on Friday?” for good" {
		t.Errorf("on %+v after reading anew; steps %+v", b.thread(), b.Steps)
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	if b.thread() == nil || b.thread().id != "t1" || len(b.service.removed) != 0 {
		t.Errorf("on %+v after undo, removed %v", b.thread(), b.service.removed)
	}
	b.service.fail = errors.New("no")
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if b.threads.listed[0].id != "t1" {
		t.Errorf("what was refused is not back: %+v", b.threads.listed)
	}
	b.service.fail, b.service.removed = nil, nil
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if !slices.Equal(b.service.removed, []string{"t1"}) || !b.Expired(b.Steps[0]) || b.threads.listed[0].id != "t2" {
		t.Errorf("removed %v, expired %v, on %+v", b.service.removed, b.Expired(b.Steps[0]), b.threads.listed[0])
	}
}

func TestEveryStateIsDrawnExactly(t *testing.T) {
	broken := newFake()
	broken.fail = errors.New("the service does not answer")
	for _, o := range []theme.Options{viewtest.Dark, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {60, 15}, {80, 24}, {120, 36}, {200, 60}} {
			for name, service := range map[string]*fake{"full": newFake(), "none": {}, "broken": broken} {
				b := sit(t, size[0], size[1], o, service, viewtest.Memory{})
				for _, do := range []string{"", "next-pane", "reply", "forward", "new", "about", "previous-pane", "bottom"} {
					if do != "" {
						b.DoAnyway(do)
					}
					lines := strings.Split(b.Frame(), "\n")
					if len(lines) != size[1] {
						t.Errorf("%v %s %q: %d lines", size, name, do, len(lines))
					}
					for i, l := range lines {
						if w := ansi.StringWidth(l); w != size[0] {
							t.Errorf("%v %s %q: line %d has %d cells", size, name, do, i, w)
						}
					}
					if strings.ContainsAny(b.Screen(), "\x1b\u202e\x07") {
						t.Errorf("%v %s %q: not clean: %q", size, name, do, b.Screen())
					}
					b.writer.closeDraft()
				}
			}
		}
	}
}

func TestAThemeThatChangesIsFollowed(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	_ = b.Frame()
	light, err := theme.New(theme.Options{Name: "light", Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	*b.env.Theme = *light
	got := b.Frame()
	want := sit(t, 120, 36, theme.Options{Name: "light", Profile: colorprofile.TrueColor}, newFake(), viewtest.Memory{}).View()
	if got != want {
		t.Errorf("something is drawn in the old theme: got\n%q\nwant\n%q", got, want)
	}
}

func TestFrame(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		b := sit(t, size[0], size[1], theme.Options{Profile: colorprofile.ASCII}, newFake(), viewtest.Memory{})
		b.Golden(fmt.Sprintf("%dx%d", size[0], size[1]))
	}
}

func TestTheCardShowsPhotoCalendarAndMembersAndOpensThem(t *testing.T) {
	b := sit(t, 140, 40, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("about")
	b.See("Atlas planning", "Tue 17 Nov 09:30-10:30", "Ann Avery", "private group since")
	if strings.Contains(b.Screen(), "Called off") {
		t.Error("an event that was called off is on the card")
	}
	if !strings.Contains(b.Frame(), "48;2;0;200;0") {
		t.Error("the photo is not on the card")
	}
	open := func() views.Open {
		t.Helper()
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == "open" })
		got, _ := b.Actions()[i].Do(0)().(views.Open)
		return got
	}
	if got, want := open(), (views.Open{Screen: views.Week, Item: views.ShowEvent{Day: "2026-11-17"}}); got != want {
		t.Errorf("enter on the first event opened %v, want %v", got, want)
	}
	b.Do("bottom")
	if got, want := open(), (views.Open{Screen: views.People, Item: views.ShowPerson{Address: "ann@contoso.example"}}); got != want {
		t.Errorf("enter on the member opened %v, want %v", got, want)
	}
}

func TestTheFilterNarrowsTheThreadsAndEscShowsAll(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("filter")
	b.Type("naming dee")
	b.See("Naming, decided", "It is called Atlas.")
	if strings.Contains(b.Screen(), "Release on Friday?") {
		t.Errorf("a thread without the words is still there:\n%s", b.Screen())
	}
	b.Type(" nothing")
	b.See("No thread here has these words.")
	b.Take(tea.KeyPressMsg{Code: tea.KeyEscape})
	b.See("Naming, decided", "Release on Friday?")
	if viewtest.Capturing(b.Model) {
		t.Error("the filter still has the keys")
	}
}

func TestWhoIsNoMemberIsToldBeforeTyping(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.options.Me.Address = "gus@contoso.example"
	b.Do("reply", "new")
	if b.writer.writing != nil || len(b.Notices) != 2 || !strings.Contains(b.Notices[0], "Only members post to") {
		t.Errorf("a letter is open: %v; said %q", b.writer.writing != nil, b.Notices)
	}
	b.options.Me.Address = "ANN@contoso.example"
	b.Do("reply")
	if b.writer.writing == nil {
		t.Errorf("a member cannot reply: %q", b.Notices)
	}
}

func TestAMissingRightIsAQuietLine(t *testing.T) {
	for _, refused := range []bool{false, true} {
		service := newFake()
		service.fail = &views.MissingRight{Tier: "groups", What: "groups", Command: "daybook login --with groups", Refused: refused}
		b := sit(t, 120, 36, theme.Options{Profile: colorprofile.NoTTY}, service, viewtest.Memory{})
		b.Model.env.AskRight = func(string) tea.Cmd { return nil }
		b.Model.actions = b.allActions()
		shown := strings.Join(strings.Fields(b.Screen()), " ")
		if len(b.Notices) > 0 || strings.Contains(shown, "could not be read") {
			t.Errorf("it is told as a fault: %v\n%s", b.Notices, b.Screen())
		}
		want := "were not asked for"
		if refused {
			want = "The organization does not"
		}
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown:\n%s", want, b.Screen())
		}
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == "rights" })
		if can := b.Actions()[i].Can(); can == refused {
			t.Errorf("refused %v: the right can be asked for: %v", refused, can)
		}
	}
}

// TestAnAddressThatIsBegunKeepsAForwardOpen holds that a click outside takes
// nothing away that was typed, and that leaving on purpose keeps it.
func TestAnAddressThatIsBegunKeepsAForwardOpen(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("forward")
	b.Type("gu")
	if !b.writer.writing.Written() {
		t.Error("a click outside would leave the box")
	}
	b.Keys("esc")
	if b.writer.writing != nil {
		t.Fatal("the box is still there")
	}
	b.Do("forward")
	if typed := b.writer.writing.to.Typed(); typed != "gu" {
		t.Errorf("the line has %q, want what was typed", typed)
	}
}

func TestEveryPartIsConnected(t *testing.T) {
	viewtest.CheckConnected(t, sit(t, 120, 34, viewtest.Dark, newFake(), viewtest.Memory{}).Model)
}

func TestWordsAreFoundInThePosts(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark, newFake(), viewtest.Memory{})
	b.Do("find")
	b.Type("N")
	b.Keys("backspace")
	b.Type("on") // of Friday, notes and a quotation that was folded
	if s := b.Screen(); !strings.Contains(s, "1 of ") || b.Cursor() == nil || !b.Capturing() {
		t.Fatalf("typed:\n%s", s)
	}
	b.Keys("enter")
	b.Do("previous-match")
	b.See("2 of 2")
	b.Do("next-match")
	if b.See("1 of 2"); b.writer.writing != nil {
		t.Error("n began a conversation")
	}
	b.Do("back", "new")
	if b.reader.Finding() || b.writer.writing == nil {
		t.Error("after esc n begins no conversation")
	}
}
