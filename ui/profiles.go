package ui

import (
	"context"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
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

type (
	unreadDue   struct{}
	unreadKnown struct {
		name   string
		unread Unread
	}
)

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

// ask asks mailboxes each on its own, so that a slow one holds up none.
func (p Profiles) ask(which []Profile) tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range which {
		unread, name := p.Unread, o.Name
		cmds = append(cmds, func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), unreadTime)
			defer cancel()
			return unreadKnown{name, unread(ctx, name)}
		})
	}
	return tea.Batch(cmds...)
}

// unreadPause is how often a mailbox is asked that could not be read so many times in a row.
func (m *Model) unreadPause(failures int) time.Duration {
	return max(m.profiles.Every, views.Backoff(failures+unreadHead, m.env.Random))
}

// unreadHead is where the pauses begin: after two failures they are longer than a minute.
const unreadHead = 4

// watchProfiles asks the others now and then, those less often that do not answer; nil when there are none.
func (m *Model) watchProfiles() tea.Cmd {
	if len(m.profiles.others()) == 0 {
		return nil
	}
	now := m.env.Now()
	var due []Profile
	for _, o := range m.profiles.others() {
		if w := m.watched[o.Name]; w.failures == 0 || now.Sub(w.at) >= m.unreadPause(w.failures) {
			due = append(due, o)
		}
	}
	later := tea.Tick(m.profiles.Every, func(time.Time) tea.Msg { return unreadDue{} })
	return tea.Batch(m.profiles.ask(due), later)
}

func (m *Model) onProfiles(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case unreadDue:
		return m.watchProfiles(), true
	case unreadKnown:
		if m.unread == nil {
			m.unread, m.watched = map[string]Unread{}, map[string]watched{}
		}
		w := watched{at: m.env.Now()}
		if !msg.unread.Trouble.Empty() {
			w.failures = m.watched[msg.name].failures + 1
		}
		m.unread[msg.name], m.watched[msg.name] = msg.unread, w
		if m.switcher != nil {
			m.boxes.SetItems(m.switcher, m.profileItems())
		}
	default:
		return nil, false
	}
	return nil, true
}

// openProfiles offers the mailboxes, and asks the others once more.
func (m *Model) openProfiles(int) tea.Cmd {
	if _, ok := m.view().(views.Leaver); !ok && m.capturing() {
		m.say(views.Warning, "Finish what is being written first, or leave it with esc")
		return nil
	}
	m.choose("Open a profile", m.profileItems(), m.switchTo)
	m.switcher = m.boxes.Top()
	return m.profiles.ask(m.profiles.others())
}

func (m *Model) switchTo(name string) tea.Cmd {
	if name == m.profiles.Current {
		m.say(views.Info, "This is "+name+" already")
		return nil
	}
	return m.leave(name, true)
}

// profileItems lists the others first, so that enter alone goes to one.
func (m *Model) profileItems() []picker.Item {
	var items []picker.Item
	all := m.profiles.others()
	for _, p := range m.profiles.All {
		if p.Name == m.profiles.Current {
			all = append(all, p)
		}
	}
	for _, p := range all {
		state := m.unread[p.Name].Trouble
		switch n, known := m.unread[p.Name]; {
		case p.Name == m.profiles.Current:
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
func (m *Model) elsewhere() text.Text {
	var parts []text.Text
	for _, p := range m.profiles.others() {
		if n := m.unread[p.Name].Count; n > 0 {
			parts = append(parts, text.Clean(p.Name+" "+strconv.Itoa(n)))
		}
	}
	return text.Join(text.Literal("  "), parts...)
}
