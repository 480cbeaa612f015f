package sample

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/model"
)

// moments are nows that have shown mistakes, or could: a working day, a
// weekend, the small hours, the days about each change of the clocks, the
// turn of the year.
func moments() map[string]time.Time {
	return map[string]time.Time{
		"tuesday afternoon":   time.Date(2026, 11, 24, 15, 30, 0, 0, time.UTC),
		"saturday":            time.Date(2026, 11, 21, 11, 0, 12, 345, time.UTC),
		"sunday, small hours": time.Date(2026, 11, 22, 2, 10, 0, 0, time.UTC),
		"monday at nine":      time.Date(2026, 6, 15, 8, 1, 0, 0, time.UTC),
		"late evening":        time.Date(2027, 2, 17, 23, 50, 0, 0, time.UTC),
		"clocks went back":    time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC),
		"clocks went forward": time.Date(2027, 3, 28, 12, 0, 0, 0, time.UTC),
		"new year":            time.Date(2027, 1, 1, 0, 0, 1, 0, time.UTC),
		"leap day":            time.Date(2028, 2, 29, 16, 45, 0, 0, time.UTC),
	}
}

// built are the worlds that were built already: tests only read them.
var built sync.Map

func build(t testing.TB, now time.Time) *World {
	t.Helper()
	if w, ok := built.Load(now); ok {
		return w.(*World)
	}
	w := buildAgain(t, now)
	built.Store(now, w)
	return w
}

func buildAgain(t testing.TB, now time.Time) *World {
	t.Helper()
	w, err := Build(now, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// mailbox finds a mailbox by its user's id.
func (w *World) mailbox(userID string) (*Mailbox, bool) {
	for i := range w.Mailboxes {
		if w.Mailboxes[i].UserID == userID {
			return &w.Mailboxes[i], true
		}
	}
	return nil, false
}

func owner(t testing.TB, w *World) *Mailbox {
	t.Helper()
	box, ok := w.mailbox(w.Owner)
	if !ok {
		t.Fatal("the owner has no mailbox")
	}
	return box
}

func digest(t *testing.T, w *World) string {
	t.Helper()
	raw, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(raw))
}

func TestTheSameNowAndSeedMakeTheSameWorld(t *testing.T) {
	now := moments()["tuesday afternoon"]
	one := digest(t, build(t, now))
	if two := digest(t, buildAgain(t, now)); one != two {
		t.Errorf("two builds differ: %s and %s", one, two)
	}
	other, err := Build(now, 2)
	if err != nil {
		t.Fatal(err)
	}
	if digest(t, other) == one {
		t.Error("another seed made the same world")
	}
}

func TestAnotherNowMovesTheMail(t *testing.T) {
	early, late := build(t, moments()["tuesday afternoon"]), build(t, moments()["tuesday afternoon"].AddDate(0, 0, 14))
	a, b := owner(t, early).Mail, owner(t, late).Mail
	if len(a) != len(b) {
		t.Fatalf("a fortnight later there are %d messages, want %d as before", len(b), len(a))
	}
	for i := range a {
		if !b[i].Message.ReceivedDateTime.After(*a[i].Message.ReceivedDateTime) {
			t.Fatalf("message %d (%s) did not move: %s, then %s", i, a[i].Message.Subject, a[i].Message.ReceivedDateTime, b[i].Message.ReceivedDateTime)
		}
	}
}

func TestTheOwnersMailboxIsOfTheRightSize(t *testing.T) {
	for name, now := range moments() {
		box := owner(t, build(t, now))
		if n := len(box.Mail); n < 570 || n > 630 {
			t.Errorf("%s: %d messages, want about 600", name, n)
		}
		if len(box.Folders) != 15 {
			t.Errorf("%s: %d folders, want 15", name, len(box.Folders))
		}
		total, unread, recent := map[string]int{}, map[string]int{}, 0
		for _, m := range box.Mail {
			total[m.Folder]++
			if !m.Message.IsRead {
				unread[m.Folder]++
			}
			if m.Folder == inInbox && now.Sub(*m.Message.ReceivedDateTime) < 4*24*time.Hour {
				recent++
			}
		}
		for _, f := range box.Folders {
			if total[f.Path] == 0 {
				t.Errorf("%s: folder %s is empty", name, f.Path)
			}
			delete(total, f.Path)
		}
		for f := range total {
			t.Errorf("%s: mail in %q, which is no folder", name, f)
		}
		if n := unread[inInbox]; n < 8 || n > 26 {
			t.Errorf("%s: %d unread in the inbox, want 8 to 26", name, n)
		}
		if recent < 20 {
			t.Errorf("%s: %d messages of the last four days in the inbox, want at least 20", name, recent)
		}
	}
}

func TestNoMessageIsFromTheFutureOrOlderThanAYear(t *testing.T) {
	for name, now := range moments() {
		for _, box := range build(t, now).Mailboxes {
			for _, m := range box.Mail {
				at := *m.Message.ReceivedDateTime
				if at.After(now) || at.Before(now.AddDate(-1, 0, 0)) {
					t.Errorf("%s: %q in %s is dated %s", name, m.Message.Subject, m.Folder, at)
				}
			}
		}
	}
}

func TestTheWelcomeIsTheNewestMessage(t *testing.T) {
	for name, now := range moments() {
		box := owner(t, build(t, now))
		newest := slices.MaxFunc(box.Mail, func(a, z Mail) int { return a.Message.ReceivedDateTime.Compare(*z.Message.ReceivedDateTime) })
		if !strings.Contains(newest.Message.Subject, "sample mailbox") {
			t.Errorf("%s: the newest message is %q, want the welcome", name, newest.Message.Subject)
		}
		for _, want := range []string{"daybook import PATH", "daybook login"} {
			if !strings.Contains(newest.Message.Body.Content, want) {
				t.Errorf("%s: the welcome does not name %q", name, want)
			}
		}
	}
}

func header(m model.Message, name string) string {
	for _, h := range m.InternetMessageHeaders {
		if h.Name == name {
			return h.Value
		}
	}
	return ""
}

func TestThreadsHoldTogether(t *testing.T) {
	w := build(t, moments()["tuesday afternoon"])
	known := map[string]string{} // Message-ID to conversation
	for _, box := range w.Mailboxes {
		seen := map[string]bool{}
		for _, m := range box.Mail {
			id := m.Message.InternetMessageID
			if seen[id] {
				t.Errorf("%s is twice in one mailbox (%s)", id, m.Message.Subject)
			}
			seen[id] = true
			if c, ok := known[id]; ok && c != m.ConversationKey {
				t.Errorf("%s is in two conversations", id)
			}
			known[id] = m.ConversationKey
		}
	}
	for _, box := range w.Mailboxes {
		for _, m := range box.Mail {
			refs := strings.Fields(header(m.Message, "References"))
			for _, r := range refs {
				if known[r] != m.ConversationKey {
					t.Errorf("%q refers to %s, which is in conversation %q, want %q", m.Message.Subject, r, known[r], m.ConversationKey)
				}
			}
			if last := header(m.Message, "In-Reply-To"); len(refs) > 0 && last != refs[len(refs)-1] {
				t.Errorf("%q answers %s, want its last reference %s", m.Message.Subject, last, refs[len(refs)-1])
			}
		}
	}
}

func TestWhatTheOwnerSentIsInHerColleaguesMailboxes(t *testing.T) {
	w := build(t, moments()["tuesday afternoon"])
	byAddress := map[string]*Mailbox{}
	for _, u := range w.Users {
		if box, ok := w.mailbox(u.ID); ok {
			byAddress[u.Mail] = box
		}
	}
	checked := 0
	for _, m := range owner(t, w).Mail {
		if m.Folder != inSent {
			continue
		}
		for _, r := range slices.Concat(m.Message.ToRecipients, m.Message.CcRecipients) {
			box, ok := byAddress[r.EmailAddress.Address]
			if !ok {
				continue
			}
			checked++
			if !slices.ContainsFunc(box.Mail, func(o Mail) bool { return o.Message.InternetMessageID == m.Message.InternetMessageID }) {
				t.Errorf("%q, sent to %s, has not come", m.Message.Subject, r.EmailAddress.Address)
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d recipients checked: the sample has lost its colleagues", checked)
	}
}

var (
	address = regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN.-]+`)
	webLink = regexp.MustCompile(`https?://([^/\s"<>)]+)`)
	phone   = regexp.MustCompile(`\+\d[\d ]{7,}`)
)

// fictional are the ranges of telephone numbers kept for fiction.
var fictional = regexp.MustCompile(`^\+(44 20 7946 0\d{3}|44 7700 900\d{3}|44 1632 960\d{3}|49 30 23125 \d{3}|1 \d{3} 555 01\d{2})$`)

func TestEverythingIsFictional(t *testing.T) {
	w := build(t, moments()["saturday"])
	raw, err := json.Marshal(struct {
		Users     []User
		Mailboxes []Mailbox
		Groups    []Group
	}{w.Users, w.Mailboxes, w.Groups})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(raw))
	for _, a := range address.FindAllString(text, -1) {
		if !strings.HasSuffix(strings.TrimRight(a, "."), ".example") {
			t.Errorf("address %s is not under .example", a)
		}
	}
	for _, l := range webLink.FindAllStringSubmatch(text, -1) {
		if !strings.HasSuffix(l[1], ".example") {
			t.Errorf("link to %s is not under .example", l[1])
		}
	}
	for _, p := range phone.FindAllString(text, -1) {
		if !fictional.MatchString(strings.TrimSpace(p)) {
			t.Errorf("telephone number %s is in no range for fiction", p)
		}
	}
}

func TestAddressesAreWellFormed(t *testing.T) {
	for _, m := range owner(t, build(t, moments()["saturday"])).Mail {
		for _, r := range slices.Concat(m.Message.ToRecipients, m.Message.CcRecipients, []model.Recipient{*m.Message.From}) {
			if _, err := mail.ParseAddress((&mail.Address{Name: r.EmailAddress.Name, Address: r.EmailAddress.Address}).String()); err != nil {
				t.Errorf("%q: %v", m.Message.Subject, err)
			}
		}
	}
}

func TestNoPlaceholderIsLeft(t *testing.T) {
	placeholder := regexp.MustCompile(`\{[a-z]+[+-]?\d*(:[a-z]+)?\}`)
	for _, m := range owner(t, build(t, moments()["saturday"])).Mail {
		if m.Folder == inJunk { // where "Dear {name}" is the joke
			continue
		}
		if p := placeholder.FindString(m.Message.Subject + m.Message.Body.Content); p != "" {
			t.Errorf("%q: %s was not filled in", m.Message.Subject, p)
		}
	}
}

func TestTheMailboxShowsEveryKindOfState(t *testing.T) {
	box := owner(t, build(t, moments()["tuesday afternoon"]))
	found := map[string]int{}
	for _, m := range box.Mail {
		x := m.Message
		found[x.InferenceClassification]++
		found[x.Importance+" importance"]++
		found[x.Flag.FlagStatus]++
		found[x.Body.ContentType]++
		found[x.MeetingMessageType]++
		for _, c := range x.Categories {
			found["category "+c]++
		}
		if len(x.Attachments) > 0 {
			found["attachments"]++
		}
		if len(x.Extensions) > 0 {
			found["extensions"]++
		}
		if x.IsDraft {
			found["drafts"]++
		}
		if (len(x.Attachments) > 0) != x.HasAttachments {
			t.Errorf("%q: hasAttachments is %v with %d attachments", x.Subject, x.HasAttachments, len(x.Attachments))
		}
	}
	want := []string{model.Focused, model.Other, "high importance", "low importance", model.Flagged, "text", "html", "attachments", "extensions", "drafts",
		model.MeetingRequest, model.MeetingAccepted, model.MeetingDeclined, model.MeetingTentative}
	for _, c := range box.Categories {
		want = append(want, "category "+c.DisplayName)
	}
	for _, k := range want {
		if found[k] == 0 {
			t.Errorf("no message with %s", k)
		}
	}
	if len(box.Overrides) == 0 {
		t.Error("no sender is sorted by hand")
	}
}

func BenchmarkBuild(b *testing.B) {
	now := moments()["tuesday afternoon"]
	for b.Loop() {
		buildAgain(b, now)
	}
}
