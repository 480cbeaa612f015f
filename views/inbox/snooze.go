package inbox

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// The clocks at which snoozed mail comes back.
const (
	morning = 8 * time.Hour
	evening = 18 * time.Hour
)

// snoozeEvening puts mail off until this evening, or an hour when it is late.
func (m *Model) snoozeEvening(int) tea.Cmd {
	now := m.today()
	at := dateparse.At(now, evening)
	if !at.After(now) {
		at = now.Add(time.Hour).Truncate(time.Minute)
	}
	return m.snooze(at, m.list.targets())
}

// snoozeTomorrow puts mail off until tomorrow morning.
func (m *Model) snoozeTomorrow(int) tea.Cmd {
	return m.snooze(dateparse.At(m.today().AddDate(0, 0, 1), morning), m.list.targets())
}

// snoozeWeek puts mail off until Monday morning.
func (m *Model) snoozeWeek(int) tea.Cmd {
	now := m.today()
	return m.snooze(dateparse.At(now.AddDate(0, 0, 7-(int(now.Weekday())+6)%7), morning), m.list.targets())
}

// snooze moves messages to the Snoozed folder, which is made when there is
// none, and writes on them when they come back.
func (m *Model) snooze(at time.Time, targets aim) tea.Cmd {
	if len(targets.known) == 0 && targets.rest == nil {
		return nil
	}
	if id := m.folders.named(SnoozedFolder); id != "" {
		return m.snoozeInto(id, at, targets)
	}
	if !m.folders.loaded {
		return notify(views.Warning, "The folders are not loaded yet. Try again in a moment.")
	}
	service := m.service
	m.making++
	return views.Call(&m.work, 0, func(ctx context.Context) (model.MailFolder, error) {
		return service.CreateFolder(ctx, "", SnoozedFolder)
	}, func(folder model.MailFolder, err error) tea.Cmd {
		m.making--
		if err != nil {
			return notify(views.Failure, "Could not make the folder \u201c", SnoozedFolder, "\u201d: ", err)
		}
		m.folders.add(folder)
		return m.snoozeInto(folder.ID, at, targets.madeFor(folder))
	})
}

func (m *Model) snoozeInto(folder string, at time.Time, targets aim) tea.Cmd {
	until, unpinned := at.UTC().Format(time.RFC3339), false
	return m.act(targets, try{"Snoozed until " + full(at, m.today()), func(r *rows.Message) change.State {
		s := change.State{Folder: &folder, Snoozed: &until}
		if m.list.rows.Pinned(r.ID) {
			s.Pinned = &unpinned
		}
		return s
	}})
}

// wake looks for snoozed mail whose time has come.
func (m *Model) wake() tea.Cmd {
	folder := m.folders.named(SnoozedFolder)
	if folder == "" || m.sleepers.Busy() {
		return nil
	}
	service, now := m.service, m.env.Now()
	return views.Load(&m.work, &m.sleepers, func(ctx context.Context) (due []*rows.Message, err error) {
		list := rows.New(false)
		for edge := rows.Top; ; edge = rows.Upper {
			page, err := service.Page(ctx, Query{Folder: folder, Edge: edge, From: list.Edge(edge), Size: 200})
			if err != nil {
				return due, err
			}
			all := entries(page.Messages)
			for _, e := range all {
				at, err := time.Parse(time.RFC3339, e.Snoozed)
				if err == nil && !at.After(now) && list.Message(e.ID) == nil {
					due = append(due, e)
				}
			}
			list.Add(all, edge, page.More)
			if list.Complete() || len(page.Messages) == 0 {
				return due, nil
			}
		}
	}, m.onSleepers)
}

// onSleepers moves woken mail back to the inbox and pins it on top until it
// is handled.
func (m *Model) onSleepers(due []*rows.Message, err error) tea.Cmd {
	if err != nil || len(due) == 0 {
		return nil
	}
	inbox, none, unread, pinned := m.folders.inbox(), "", false, true
	var woken []change.Edit
	for _, e := range due {
		edit, _ := change.To(e, change.State{Folder: &inbox, Snoozed: &none, Read: &unread})
		edit.After.Pinned = &pinned
		woken = append(woken, edit)
	}
	m.held.hold(due)
	cmd := m.edits.DoQuietly(change.Of(woken...)...)
	m.list.sync()
	words := say("Back from snooze: ", due[0].Subject)
	if n := len(due); n > 1 {
		words = say(n, " messages are back from snooze")
	}
	return tea.Batch(cmd, m.selected(),
		views.Send(views.Notify{Text: words, Level: views.Info}))
}

// setPin keeps a message on top of the inbox, or lets it go.
func (m *Model) setPin(id string, on bool) {
	m.pins = slices.DeleteFunc(m.pins, func(p string) bool { return p == id })
	if on {
		m.pins = slices.Insert(m.pins, 0, id)
	}
	m.pinsChanged = true
}

// keepPins saves the woken messages when they have changed.
func (m *Model) keepPins() tea.Cmd {
	if !m.pinsChanged {
		return nil
	}
	m.pinsChanged = false
	return m.save()
}

// pinWoken tells the list which messages stay on top: in the inbox alone.
func (m *Model) pinWoken() {
	if m.list.folder == m.folders.inbox() && !m.list.found {
		m.list.rows.Pin(m.pins)
	} else {
		m.list.rows.Pin(nil)
	}
}

// fetchPins gets those woken messages that the list has not come to.
func (m *Model) fetchPins() tea.Cmd {
	if m.list.folder != m.folders.inbox() || m.list.found {
		return nil
	}
	var missing []string
	for _, id := range m.pins {
		if m.list.rows.Message(id) == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return m.loadMessages(missing)
}
