package inbox

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// tomorrow is tomorrow morning.
func tomorrow(now time.Time) time.Time { return dateparse.At(now.AddDate(0, 0, 1), dateparse.Morning) }

// nextWeek is Monday morning; on a Sunday that of the week after, as the other
// is tomorrow.
func nextWeek(now time.Time) time.Time {
	days := 7 - (int(now.Weekday())+6)%7
	if days == 1 {
		days += 7
	}
	return dateparse.At(now.AddDate(0, 0, days), dateparse.Morning)
}

func (t *triage) snoozeEvening(int) tea.Cmd {
	at, _ := dateparse.ThisEvening(t.today())
	return t.snooze(at, t.list.targets())
}

func (t *triage) snoozeTomorrow(int) tea.Cmd { return t.snooze(tomorrow(t.today()), t.list.targets()) }

func (t *triage) snoozeWeek(int) tea.Cmd { return t.snooze(nextWeek(t.today()), t.list.targets()) }

// eveningWords and those below say when mail comes back, while the last key is
// awaited.
func (t *triage) eveningWords() string {
	at, late := dateparse.ThisEvening(t.today())
	if late {
		return "in an hour " + views.Clock(at)
	}
	return "evening " + views.Clock(at)
}

func (t *triage) tomorrowWords() string { return "tomorrow " + views.Clock(tomorrow(t.today())) }

func (t *triage) weekWords() string { return views.DateTime(nextWeek(t.today()), t.today()) }

// snooze moves messages to the Snoozed folder, which is made when there is
// none, and writes on them when they come back.
func (t *triage) snooze(at time.Time, targets selection) tea.Cmd {
	if len(targets.known) == 0 && targets.rest == nil {
		return nil
	}
	if id := t.folders.named(SnoozedFolder); id != "" {
		return t.snoozeInto(id, at, targets)
	}
	if !t.folders.loaded {
		return views.Notice(views.Warning, "The folders are not loaded yet. Try again in a moment.")
	}
	service := t.service
	t.making++
	return views.Call(&t.work, 0, func(ctx context.Context) (model.MailFolder, error) {
		return service.CreateFolder(ctx, "", SnoozedFolder)
	}, func(folder model.MailFolder, err error) tea.Cmd {
		t.making--
		if err != nil {
			return views.Notice(views.Failure, "Could not make the folder \u201c", SnoozedFolder, "\u201d: ", views.Reason(err, "the mailbox does not have it"))
		}
		t.folders.add(folder)
		return t.snoozeInto(folder.ID, at, targets.madeFor(folder))
	})
}

func (t *triage) snoozeInto(folder string, at time.Time, targets selection) tea.Cmd {
	until, unpinned := at.UTC().Format(time.RFC3339), false
	return t.act(targets, try{"Snoozed until " + views.NearDateTime(at, t.today()), func(r *rows.Message) change.State {
		s := change.State{Folder: &folder, Snoozed: &until}
		if t.list.rows.Pinned(r.ID) {
			s.Pinned = &unpinned
		}
		return s
	}})
}

// wake looks for snoozed mail whose time has come.
func (t *triage) wake() tea.Cmd {
	folder := t.folders.named(SnoozedFolder)
	if folder == "" || t.sleepers.Busy() {
		return nil
	}
	service, now := t.service, t.env.Now()
	return views.Load(&t.work, &t.sleepers, func(ctx context.Context) (due []*rows.Message, err error) {
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
	}, t.onSleepers)
}

// onSleepers moves woken mail back to the inbox and pins it on top until it
// is handled.
func (t *triage) onSleepers(due []*rows.Message, err error) tea.Cmd {
	if err != nil || len(due) == 0 {
		return nil
	}
	inbox, none, unread, pinned := t.folders.inbox(), "", false, true
	var woken []change.Edit
	for _, e := range due {
		edit, _ := change.To(e, change.State{Folder: &inbox, Snoozed: &none, Read: &unread})
		edit.After.Pinned = &pinned
		woken = append(woken, edit)
	}
	t.departed.putAll(due)
	cmd := t.edits.DoQuietly(change.Of(woken...)...)
	t.list.sync()
	words := text.Of("Back from snooze: ", due[0].Subject)
	if n := len(due); n > 1 {
		words = text.Of(n, " messages are back from snooze")
	}
	return tea.Batch(cmd, t.list.selected(),
		views.Send(views.Notify{Text: words, Level: views.Info}))
}
