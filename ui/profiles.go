package ui

import (
	"context"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// Profile is a mailbox that can be opened instead of the present one.
type Profile struct {
	Name   string
	Detail text.Text // whose it is, and where
}

// Unread is how many messages wait in a profile's inbox, or why nobody knows:
// "offline", "sign in".
type Unread struct {
	Count   int
	Trouble text.Text
}

// Profiles are the mailboxes to switch between. The zero value offers none.
type Profiles struct {
	Current string
	All     []Profile
	// Unread asks another profile's mailbox.
	Unread func(ctx context.Context, name string) Unread
	Every  time.Duration // between two looks
}

// unreadTime is how long one mailbox is asked for.
const unreadTime = 15 * time.Second

// switcher knows what waits in the other mailboxes, and goes to one.
type switcher struct {
	*common
	Profiles
	leave func(to *string) tea.Cmd

	unread  map[string]Unread // as far as they have answered
	watched map[string]watched
	box     dialog.Box // the last one opened
}

// watched is when another mailbox last answered or did not, and how often in a row it did not.
type watched struct {
	at       time.Time
	failures int
}

// others are the profiles beside the open one.
func (p Profiles) others() []Profile {
	var out []Profile
	for _, o := range p.All {
		if o.Name != p.Current {
			out = append(out, o)
		}
	}
	return out
}

// look asks mailboxes each on its own, so that a slow one holds up none.
func (s *switcher) look(which []Profile) tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range which {
		ask, name := s.Unread, o.Name
		cmds = append(cmds, views.Call(&s.work, 0, func(ctx context.Context) (Unread, error) {
			ctx, cancel := context.WithTimeout(ctx, unreadTime)
			defer cancel()
			return ask(ctx, name), nil
		}, func(u Unread, _ error) tea.Cmd { s.onUnread(name, u); return nil }))
	}
	return tea.Batch(cmds...)
}

// pause is how often a mailbox is asked that could not be read so many times in a row.
func (s *switcher) pause(failures int) time.Duration {
	return max(s.Every, views.Backoff(failures+unreadHead, s.env.Random))
}

// unreadHead is where the pauses begin: after two failures they are longer than a minute.
const unreadHead = 4

// watch asks the others now and then, those less often that do not answer; nil when there are none.
func (s *switcher) watch() tea.Cmd {
	if len(s.others()) == 0 {
		return nil
	}
	now := s.env.Now()
	var due []Profile
	for _, o := range s.others() {
		if w := s.watched[o.Name]; w.failures == 0 || now.Sub(w.at) >= s.pause(w.failures) {
			due = append(due, o)
		}
	}
	return tea.Batch(s.look(due), s.work.After(s.Every, s.watch))
}

func (s *switcher) onUnread(name string, u Unread) {
	if s.unread == nil {
		s.unread, s.watched = map[string]Unread{}, map[string]watched{}
	}
	w := watched{at: s.env.Now()}
	if !u.Trouble.Empty() {
		w.failures = s.watched[name].failures + 1
	}
	s.unread[name], s.watched[name] = u, w
	if s.box != nil {
		s.boxes.SetItems(s.box, s.items())
	}
}

// open offers the mailboxes, and asks the others once more.
func (s *switcher) open(int) tea.Cmd {
	if _, ok := s.screens.view().(views.Leaver); !ok && s.screens.capturing() {
		s.say(views.Warning, "Finish what is being written first, or leave it with esc")
		return nil
	}
	s.choose("Open a profile", "open it", s.items(), s.switchTo)
	s.box = s.boxes.Top()
	return s.look(s.others())
}

func (s *switcher) switchTo(name string) tea.Cmd {
	if name == s.Current {
		s.say(views.Info, "This is "+name+" already")
		return nil
	}
	return s.leave(&name)
}

// items lists the others first, so that enter alone goes to one.
func (s *switcher) items() []picker.Item {
	var items []picker.Item
	all := s.others()
	for _, p := range s.All {
		if p.Name == s.Current {
			all = append(all, p)
		}
	}
	for _, p := range all {
		state := s.unread[p.Name].Trouble
		switch n, known := s.unread[p.Name]; {
		case p.Name == s.Current:
			state = text.Literal("open now")
		case !known:
			state = text.Literal("asking")
		case state.Empty():
			state = text.Clean(strconv.Itoa(n.Count) + " unread")
		}
		title := text.Join(text.Literal("  "), text.Clean(p.Name), p.Detail)
		items = append(items, picker.Item{ID: p.Name, Title: title, Detail: state})
	}
	return items
}

// elsewhere is the unread mail of the other profiles, quiet at the top.
func (s *switcher) elsewhere() text.Text {
	var parts []text.Text
	for _, p := range s.others() {
		if n := s.unread[p.Name].Count; n > 0 {
			parts = append(parts, text.Clean(p.Name+" "+strconv.Itoa(n)))
		}
	}
	return text.Join(text.Literal("  "), parts...)
}
