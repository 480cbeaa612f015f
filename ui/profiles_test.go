package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

type screen = views.View

// leaverView is a view with a letter that cannot go.
type leaverView struct {
	screen
	kept    text.Text
	results []tea.Msg
}

func (v leaverView) Leave(bool) tea.Cmd {
	return views.Send(views.Left{Kept: v.kept, Results: v.results})
}

func profiles() Profiles {
	return Profiles{
		Current: "home", All: []Profile{{Name: "home"}, {Name: "work"}, {Name: "club"}}, Every: time.Minute,
		Unread: func(_ context.Context, name string) Unread {
			if name == "club" {
				return Unread{Trouble: text.Literal("offline")}
			}
			return Unread{Count: 3}
		},
	}
}

func TestUnreadMailOfOtherProfilesStandsAtTheTop(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.profiles = profiles()
	for _, o := range m.profiles.others() {
		m.onProfiles(unreadKnown{o.Name, m.profiles.Unread(t.Context(), o.Name)})
	}
	if got := m.elsewhere().String(); got != "work 3" {
		t.Errorf("got %q, want %q", got, "work 3")
	}
	var items []string
	for _, i := range m.profileItems() {
		items = append(items, i.ID+" "+i.Detail.String())
	}
	want := []string{"work 3 unread", "club offline", "home open now"}
	for i := range want {
		if i >= len(items) || items[i] != want[i] {
			t.Fatalf("got %q, want %q", items, want)
		}
	}
}

func TestWhatCannotGoIsSaidBeforeTheProgramEnds(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.profiles = profiles()
	m.tabs[0].View = leaverView{screen: m.tabs[0].View, kept: text.Literal("A letter waits.")}
	cmd := m.switchTo("work")
	m.Update(cmd())
	if _, again := m.Next(); again || m.quitting || !m.boxes.IsOpen() {
		t.Fatalf("got again %v, quitting %v, box %v; want a question first", again, m.quitting, m.boxes.Top())
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if to, again := m.Next(); to != "work" || !again || !m.quitting {
		t.Errorf("after agreeing: got %q, %v", to, again)
	}
}

// senderView is a view with a letter that undo still brings back.
type senderView struct {
	leaverView
	left *bool
}

func (v senderView) Unsent() (int, string) { return 1, "letter" }

func (v senderView) Leave(online bool) tea.Cmd {
	*v.left = true
	return nil
}

func TestWhoQuitsWithinTheMomentIsAskedBeforeTheLetterGoes(t *testing.T) {
	for _, c := range []struct {
		keys       []tea.KeyPressMsg
		sent, ends bool
	}{
		{keys: []tea.KeyPressMsg{{Code: tea.KeyEscape}}},
		{keys: []tea.KeyPressMsg{{Code: tea.KeyEnter}}, sent: true, ends: true},
		{keys: []tea.KeyPressMsg{{Code: 'c', Mod: tea.ModCtrl}}, ends: true}, // kept, and sent when it opens again
	} {
		m, left := newTestRoot(t, 100, 30).Model, false
		m.tabs[0].View = senderView{leaverView{screen: m.tabs[0].View}, &left}
		m.Update(Reopen{})
		m.quit(0)
		if left || m.quitting || !m.boxes.IsOpen() {
			t.Fatalf("got left %v, quitting %v; want a question first", left, m.quitting)
		}
		if box := m.boxes.Top().View(80, 20); !strings.Contains(box, "1 letter") || !strings.Contains(box, "go back") {
			t.Errorf("the question is %s", box)
		}
		for _, key := range c.keys {
			_, _ = m.Update(key)
		}
		if left != c.sent || m.quitting != c.ends || m.boxes.IsOpen() && !c.ends {
			t.Errorf("%v: got sent %v, ended %v", c.keys, left, m.quitting)
		}
	}
}

func TestAProgramWithNothingToFinishEndsAtOnce(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.quit(0)
	if _, again := m.Next(); again || !m.quitting {
		t.Errorf("got again %v, quitting %v", again, m.quitting)
	}
}

func TestAMailboxIsOpenedAnewOnlyWhenNobodyIsInTheMiddle(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.profiles = profiles()
	m.ask(views.Confirm{})
	m.Update(Reopen{})
	if m.quitting {
		t.Fatal("a box was open")
	}
	m.boxes.Close(m.boxes.Top())
	m.Update(Reopen{})
	if to, again := m.Next(); to != "home" || !again {
		t.Errorf("got %q, %v; want home again", to, again)
	}
}

func TestAMailboxThatDoesNotAnswerIsAskedMoreAndMoreRarely(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	m.env.Now = func() time.Time { return now }
	asked := map[string]int{}
	m.profiles = profiles()
	answer := m.profiles.Unread
	m.profiles.Unread = func(ctx context.Context, name string) Unread { asked[name]++; return answer(ctx, name) }
	for range 60 {
		batch := m.watchProfiles()().(tea.BatchMsg)
		for _, cmd := range batch[:len(batch)-1] { // the last waits for the next look
			msg := cmd()
			if all, several := msg.(tea.BatchMsg); several {
				for _, one := range all {
					m.onProfiles(one())
				}
				continue
			}
			m.onProfiles(msg)
		}
		now = now.Add(m.profiles.Every)
	}
	if asked["work"] != 60 || asked["club"] < 12 || asked["club"] > 20 {
		t.Errorf("in an hour the one that answers was asked %d times, want 60; the other %d times, want 12 to 20", asked["work"], asked["club"])
	}
}
