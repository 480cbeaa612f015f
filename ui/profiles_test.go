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
	m.switcher.Profiles = profiles()
	for _, o := range m.switcher.Profiles.others() {
		m.switcher.onUnread(o.Name, m.switcher.Unread(t.Context(), o.Name))
	}
	if got := m.switcher.elsewhere().String(); got != "work 3" {
		t.Errorf("got %q, want %q", got, "work 3")
	}
	var items []string
	for _, i := range m.switcher.items() {
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
	m.switcher.Profiles = profiles()
	m.screens.tabs[0].View = leaverView{screen: m.screens.tabs[0].View, kept: text.Literal("A letter waits.")}
	cmd := m.switcher.switchTo("work")
	m.Update(cmd())
	if _, again := m.Next(); again || m.departure.gone || !m.boxes.IsOpen() {
		t.Fatalf("got again %v, quitting %v, box %v; want a question first", again, m.departure.gone, m.boxes.Top())
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if to, again := m.Next(); to != "work" || !again || !m.departure.gone {
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
		m.screens.tabs[0].View = senderView{leaverView{screen: m.screens.tabs[0].View}, &left}
		m.Update(Reopen{})
		m.departure.quit(0)
		if left || m.departure.gone || !m.boxes.IsOpen() {
			t.Fatalf("got left %v, quitting %v; want a question first", left, m.departure.gone)
		}
		if box := m.boxes.Top().View(80, 20); !strings.Contains(box, "1 letter") || !strings.Contains(box, "go back") {
			t.Errorf("the question is %s", box)
		}
		for _, key := range c.keys {
			_, _ = m.Update(key)
		}
		if left != c.sent || m.departure.gone != c.ends || m.boxes.IsOpen() && !c.ends {
			t.Errorf("%v: got sent %v, ended %v", c.keys, left, m.departure.gone)
		}
	}
}

func TestAProgramWithNothingToFinishEndsAtOnce(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.departure.quit(0)
	if _, again := m.Next(); again || !m.departure.gone {
		t.Errorf("got again %v, quitting %v", again, m.departure.gone)
	}
}

func TestAMailboxIsOpenedAnewOnlyWhenNobodyIsInTheMiddle(t *testing.T) {
	m := newTestRoot(t, 100, 30).Model
	m.switcher.Profiles = profiles()
	m.ask(views.Confirm{})
	m.Update(Reopen{})
	if m.departure.gone {
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
	m.switcher.Profiles = profiles()
	answer := m.switcher.Unread
	m.switcher.Unread = func(ctx context.Context, name string) Unread { asked[name]++; return answer(ctx, name) }
	for range 60 {
		switch msg := m.switcher.watch()().(type) {
		case tea.BatchMsg:
			for _, one := range msg {
				m.Update(one())
			}
		default:
			m.Update(msg)
		}
		now = now.Add(m.switcher.Every)
	}
	if asked["work"] != 60 || asked["club"] < 12 || asked["club"] > 20 {
		t.Errorf("in an hour the one that answers was asked %d times, want 60; the other %d times, want 12 to 20", asked["work"], asked["club"])
	}
}
