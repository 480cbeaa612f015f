package sample

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"daybook/model"
	"daybook/service"
	"daybook/service/account"
	"daybook/service/files"
	"daybook/service/store"
)

// stores are the loaded stores by their now, for tests that only read them.
// TestMain closes them and removes their folder.
var stores = struct {
	sync.Mutex
	dir  string
	open map[time.Time]*store.Store
}{open: map[time.Time]*store.Store{}}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sample")
	if err != nil {
		panic(err)
	}
	stores.dir = dir
	code := m.Run()
	for _, s := range stores.open {
		err = errors.Join(err, s.Close())
	}
	if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// loaded is a store that holds the sample of a day, and that nobody changes.
func loaded(t testing.TB, now time.Time) (*store.Store, *World) {
	t.Helper()
	stores.Lock()
	defer stores.Unlock()
	w := build(t, now)
	if s, ok := stores.open[now]; ok {
		return s, w
	}
	s, err := store.Open(filepath.Join(stores.dir, strconv.FormatInt(now.Unix(), 10)), store.Options{Now: func() time.Time { return now }, Areas: service.Areas()})
	if err != nil {
		t.Fatal(err)
	}
	stores.open[now] = s
	if err := Load(t.Context(), s, w); err != nil {
		t.Fatal(err)
	}
	return s, w
}

// read runs fn in a reading transaction on a user's mailbox.
func read(t *testing.T, s *store.Store, userID string, fn func(tx *store.Tx, mailbox int64) error) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *store.Tx) error {
		number, err := tx.Mailbox(userID)
		if err != nil {
			return err
		}
		return fn(tx, number)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLoadedFoldersHoldTheirMail(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for i := range w.Mailboxes {
		box := &w.Mailboxes[i]
		total, unread := map[string]int{}, map[string]int{}
		for _, m := range box.Mail {
			total[m.Folder]++
			if !m.Message.IsRead {
				unread[m.Folder]++
			}
		}
		read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
			got := map[string]model.MailFolder{}
			if err := walk(tx, mailbox, "", "", got); err != nil {
				return err
			}
			for _, f := range box.Folders {
				key := f.Path
				if f.WellKnown != "" {
					key = f.WellKnown
				}
				if g := got[key]; g.TotalItemCount != total[f.Path] || g.UnreadItemCount != unread[f.Path] {
					t.Errorf("%s, %s: %d messages, %d unread; want %d and %d", w.address(box.UserID), f.Path, g.TotalItemCount, g.UnreadItemCount, total[f.Path], unread[f.Path])
				}
			}
			return nil
		})
	}
}

// walk collects the folders under a parent: well-known ones under that name,
// others under their path.
func walk(tx *store.Tx, mailbox int64, parent, above string, into map[string]model.MailFolder) error {
	list, err := tx.Folders(mailbox, parent)
	if err != nil {
		return err
	}
	for _, f := range list {
		path := above + f.DisplayName
		into[path] = f
		if f.WellKnownName != "" {
			into[f.WellKnownName] = f
		}
		if err := walk(tx, mailbox, f.ID, path+"/", into); err != nil {
			return err
		}
	}
	return nil
}

func TestLoadedMessagesKeepTheirThreadAndAttachments(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for _, box := range w.Mailboxes {
		read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
			conversation := map[string]string{}
			for _, m := range box.Mail {
				ids, err := tx.MessagesByMessageID(mailbox, m.Message.InternetMessageID)
				if err != nil {
					return err
				}
				if len(ids) != 1 {
					t.Errorf("%q is kept %d times, want once", m.Message.Subject, len(ids))
					continue
				}
				got, err := tx.Message(mailbox, ids[0])
				if err != nil {
					return err
				}
				if known, ok := conversation[m.ConversationKey]; ok && known != got.ConversationID {
					t.Errorf("%q is in conversation %s, want %s", m.Message.Subject, got.ConversationID, known)
				}
				conversation[m.ConversationKey] = got.ConversationID
				if got.Body.Content != m.Message.Body.Content {
					t.Errorf("%q: the body has changed", m.Message.Subject)
				}
				files, err := tx.Attachments(store.MessageOwner(mailbox, ids[0]))
				if err != nil {
					return err
				}
				for i, f := range files {
					full, err := tx.Attachment(store.MessageOwner(mailbox, ids[0]), f.ID)
					if err != nil {
						return err
					}
					if len(full.ContentBytes) == 0 || len(full.ContentBytes) != len(m.Message.Attachments[i].ContentBytes) {
						t.Errorf("%q: attachment %s has %d bytes, want %d", m.Message.Subject, f.Name, len(full.ContentBytes), len(m.Message.Attachments[i].ContentBytes))
					}
				}
				if len(files) != len(m.Message.Attachments) {
					t.Errorf("%q: %d attachments, want %d", m.Message.Subject, len(files), len(m.Message.Attachments))
				}
			}
			return nil
		})
	}
}

func TestLoadingTwiceLeavesTheFirst(t *testing.T) {
	s, w := loaded(t, moments()["saturday"])
	if err := Load(t.Context(), s, w); err == nil {
		t.Fatal("the second load gave no error")
	}
	users, err := s.Mailboxes(t.Context(), store.KindUser)
	if err != nil {
		t.Fatal(err)
	}
	if len(users) != len(w.Users) || users[0].ID != w.Owner {
		t.Errorf("%d users, the first %s; want %d, the first the owner", len(users), users[0].PrincipalName, len(w.Users))
	}
}

// BenchmarkFirstStart is what a first start pays before it can show the inbox:
// the store made, the world built and loaded.
func BenchmarkFirstStart(b *testing.B) {
	now := moments()["tuesday afternoon"]
	for b.Loop() {
		s, err := store.Open(b.TempDir(), store.Options{Now: func() time.Time { return now }, Areas: service.Areas()})
		if err != nil {
			b.Fatal(err)
		}
		if err := Load(b.Context(), s, buildAgain(b, now)); err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLoadedSettingsAndGrantsAreTheWorlds(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for _, box := range w.Mailboxes {
		read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
			got, err := account.Settings(tx, mailbox)
			if err != nil {
				return err
			}
			if got.TimeZone != box.Settings.TimeZone {
				t.Errorf("%s: the zone is %q, want %q", w.address(box.UserID), got.TimeZone, box.Settings.TimeZone)
			}
			if want := box.Settings.WorkingHours; want != nil && (got.WorkingHours.StartTime != want.StartTime || got.WorkingHours.TimeZone != want.TimeZone) {
				t.Errorf("%s: the hours are %+v, want %+v", w.address(box.UserID), *got.WorkingHours, *want)
			}
			if want := box.Settings.AutomaticRepliesSetting; want != nil && got.AutomaticRepliesSetting.Status != want.Status {
				t.Errorf("%s: replies are %s, want %s", w.address(box.UserID), got.AutomaticRepliesSetting.Status, want.Status)
			}
			grants, err := account.Grants(tx)
			if err == nil && len(grants) != len(w.Grants) {
				t.Errorf("%d grants, want %d", len(grants), len(w.Grants))
			}
			return err
		})
	}
}

func TestLoadedDrivesHoldTheWorldsFiles(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	drives := map[string]*Drive{}
	for _, box := range w.Mailboxes {
		drives[box.UserID] = box.Drive
	}
	for _, g := range w.Groups {
		drives[g.ID] = g.Drive
	}
	for owner, drive := range drives {
		if drive == nil {
			continue
		}
		want := int64(0)
		for _, item := range drive.Items {
			want += int64(len(item.Content))
		}
		read(t, s, owner, func(tx *store.Tx, mailbox int64) error {
			got, err := files.Drive(tx, mailbox)
			if err == nil && got.Quota.Used != want {
				t.Errorf("%s: the files have %d bytes, want %d", w.address(owner), got.Quota.Used, want)
			}
			return err
		})
	}
}
