package inbox

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// The bounds of muting: how many threads are muted, the oldest forgotten first,
// how many at a key, and how much of the inbox is looked through for what came
// while nobody looked.
const (
	mutedMost  = 1000
	muteAtOnce = 20
	missedPage = 200
	missedMost = 1000
)

// muted is a thread whose mail goes to the archive as it comes, until one of it
// is written to the person. Heard is the time of the newest message that this
// was decided for: what a person has put back stays.
type muted struct {
	Thread string    `json:"thread"`
	Heard  time.Time `json:"heard"`
}

// mutes are the muted threads, the last first.
type mutes []muted

func (m mutes) find(thread string) int {
	return slices.IndexFunc(m, func(is muted) bool { return is.Thread == thread })
}

// set mutes a thread, or no longer.
func (m *mutes) set(c *change.Mute) {
	*m = slices.DeleteFunc(*m, func(is muted) bool { return is.Thread == c.Thread })
	if !c.Off {
		*m = slices.Insert(*m, 0, muted{c.Thread, c.Heard})
		*m = (*m)[:min(len(*m), mutedMost)]
	}
}

// mute mutes the threads of the messages that are meant, and archives what of
// them is in the inbox; where all are muted it lets them be heard again.
func (t *triage) mute(int) tea.Cmd {
	targets := t.list.targets()
	archive := t.folders.wellKnown(model.FolderArchive)
	var threads []*rows.Message // the newest of each
	for _, e := range targets.known {
		same := func(other *rows.Message) bool { return other.Conversation == e.Conversation }
		if e.Conversation != e.ID && !slices.ContainsFunc(threads, same) {
			threads = append(threads, e)
		}
	}
	switch {
	case archive == "":
		return t.foldersMissing("Archive")
	case targets.rest != nil || len(threads) > muteAtOnce:
		return views.Notice(views.Warning, "At most ", muteAtOnce, " threads are muted at once: select fewer.")
	case len(threads) == 0:
		return views.Notice(views.Info, "The mailbox does not say which thread this message is of.")
	}
	heard := slices.DeleteFunc(slices.Clone(threads), func(e *rows.Message) bool { return t.list.mutes.find(e.Conversation) >= 0 })
	if len(heard) == 0 {
		label, all := t.unmuting("Unmuted", threads)
		return t.doAs(label, func([]change.Change) string { return label }, all, nil)
	}
	var all change.Changes
	for _, e := range heard {
		all = append(all, change.Change{Mute: &change.Mute{Thread: e.Conversation, Heard: e.Received}})
	}
	var gone []*rows.Message
	t.list.rows.Messages(func(e *rows.Message) {
		of := func(c change.Change) bool { return c.Mute != nil && c.Mute.Thread == e.Conversation }
		if e.Folder == t.folders.inbox() && slices.ContainsFunc(all[:len(heard)], of) {
			gone = append(gone, e)
		}
	})
	move := t.moving("Muted", archive)
	for _, e := range gone {
		all.Add(e, move.want(e))
	}
	label := labelled(move.label, heard[0].Subject, len(heard))
	cmds := []tea.Cmd{t.doAs(label, func([]change.Change) string { return label }, all, gone)}
	for _, e := range heard {
		cmds = append(cmds, t.muteRest(e, gone))
	}
	return tea.Batch(cmds...)
}

// unmuting lets threads be heard again; where their mail is, it stays.
func (t *triage) unmuting(why string, threads []*rows.Message) (label string, all change.Changes) {
	for _, e := range threads {
		if i := t.list.mutes.find(e.Conversation); i >= 0 {
			all = append(all, change.Change{Mute: &change.Mute{Thread: e.Conversation, Heard: t.list.mutes[i].Heard, Off: true}})
		}
	}
	return labelled(why, threads[0].Subject, len(threads)), all
}

// doAside is what no key asked for: it leaves the selection alone.
func (t *triage) doAside(label string, all change.Changes, of []*rows.Message) tea.Cmd {
	t.departed.putAll(of)
	cmd := t.edits.DoAs(label, func([]change.Change) string { return label }, all...)
	return tea.Batch(cmd, t.list.follow())
}

// muteRest archives what of a thread is in the inbox and not in the list: a step
// of its own, as it is found later.
func (t *triage) muteRest(thread *rows.Message, gone []*rows.Message) tea.Cmd {
	service := t.service
	return views.Call(&t.work, 0, func(ctx context.Context) ([]*rows.Message, error) {
		all, err := service.Conversation(ctx, thread.Conversation)
		return entries(all), err
	}, func(all []*rows.Message, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Warning, "Older messages of the muted thread may stay in the inbox: ", views.Reason(err, noLongerThere))
		}
		return t.archiveMuted("Archived more of a muted thread", slices.DeleteFunc(all, func(e *rows.Message) bool {
			same := func(other *rows.Message) bool { return other.ID == e.ID }
			return e.Folder != t.folders.inbox() || e.Received.After(thread.Received) || slices.ContainsFunc(gone, same)
		}))
	})
}

func (t *triage) archiveMuted(label string, all []*rows.Message) tea.Cmd {
	move := t.moving(label, t.folders.wellKnown(model.FolderArchive))
	var changes change.Changes
	for _, e := range all {
		changes.Add(e, move.want(e))
	}
	if changes.Empty() || *move.want(all[0]).Folder == "" || t.list.mutes.find(all[0].Conversation) < 0 {
		return nil // or it was taken back since
	}
	return t.doAside(labelled(label, all[0].Subject, len(all)), changes, all)
}

// named reports whether a message is written to one of these addresses: a copy
// is no address.
func named(m *model.Message, self []string) bool {
	return slices.ContainsFunc(m.ToRecipients, func(r model.Recipient) bool {
		return slices.ContainsFunc(self, func(s string) bool { return strings.EqualFold(s, r.EmailAddress.Address) })
	})
}

// hear archives what has come to muted threads, and lets a thread be heard again
// from the first message on that is written to the person.
func (t *triage) hear(came []arrival) tea.Cmd {
	if len(t.list.mutes) == 0 {
		return nil
	}
	slices.SortStableFunc(came, func(a, b arrival) int { return a.Received.Compare(b.Received) })
	var archived, heard []*rows.Message
	for _, e := range came {
		i := t.list.mutes.find(e.Conversation)
		same := func(other *rows.Message) bool { return other.Conversation == e.Conversation }
		switch {
		case i < 0, e.Folder != t.folders.inbox(), e.Draft, !e.Received.After(t.list.mutes[i].Heard), slices.ContainsFunc(heard, same):
			continue
		case e.named:
			heard = append(heard, e.Message)
		default:
			archived = append(archived, e.Message)
		}
		t.list.mutes[i].Heard, t.list.unsaved = e.Received, true
	}
	cmds := []tea.Cmd{t.archiveMuted("Archived, as its thread is muted", archived)}
	if len(heard) > 0 {
		label, all := t.unmuting("Unmuted, as it is to you", heard)
		cmds = append(cmds, t.doAside(label, all, nil))
	}
	return tea.Batch(append(cmds, t.list.saveChanged())...)
}

// arrival is a message that may be new; named says that it is to the person.
type arrival struct {
	*rows.Message
	named bool
}

// arrivals makes them in a command; of all those that have an id.
func arrivals(all []model.Message, self []string) []arrival {
	var out []arrival
	for i := range all {
		if all[i].ID != "" {
			out = append(out, arrival{entry(&all[i]), named(&all[i], self)})
		}
	}
	return out
}

// missed looks through the newest mail for what came to muted threads while
// nobody looked.
func (t *triage) missed() tea.Cmd {
	inbox := t.folders.inbox()
	if len(t.list.mutes) == 0 || inbox == "" {
		return nil
	}
	oldest := slices.MinFunc(t.list.mutes, func(a, b muted) int { return a.Heard.Compare(b.Heard) }).Heard
	service, self := t.service, t.self()
	return views.Load(&t.work, &t.missing, func(ctx context.Context) (came []arrival, err error) {
		list := rows.New(false)
		for edge := rows.Top; ; edge = rows.Upper {
			page, err := service.Page(ctx, Query{Folder: inbox, Edge: edge, From: list.Edge(edge), Size: missedPage})
			if err != nil {
				return nil, err
			}
			came = append(came, arrivals(page.Messages, self)...)
			list.Add(entries(page.Messages), edge, page.More)
			if n := len(page.Messages); n == 0 || list.Complete() || len(came) >= missedMost || !came[len(came)-1].Received.After(oldest) {
				return came, nil
			}
		}
	}, func(came []arrival, err error) tea.Cmd {
		if err != nil {
			return nil // the next look says why; what stays in the inbox is seen
		}
		return t.hear(slices.DeleteFunc(came, func(e arrival) bool { return t.departed.byID[e.ID] != nil }))
	})
}

// muted reports whether a row is of a muted thread.
func (d *rowDrawer) muted(r *rows.Row) bool { return d.list.mutes.find(r.Newest().Conversation) >= 0 }

// self are the person's own addresses.
func (s *shared) self() []string {
	self := []string{s.options.Me.Address}
	if s.options.Composer != nil {
		self = append(self, s.options.Composer.Self()...)
	}
	return self
}
