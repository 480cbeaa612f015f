package rows

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

var start = time.Date(2026, 10, 22, 9, 0, 0, 0, time.UTC)

// msg makes message n: the higher n, the newer. Every third one shares its
// moment with the one before.
func msg(n, conversation int) *Message {
	return &Message{
		ID:           fmt.Sprintf("m%05d", n),
		Conversation: fmt.Sprintf("c%d", conversation),
		Received:     start.Add(time.Duration(n-n%3/2) * time.Minute),
	}
}

// box is a mailbox that answers pages as the service does.
type box []*Message

func (b box) page(l *List, e Edge, size int) (page []*Message, more bool) {
	all := slices.Clone(b)
	slices.SortFunc(all, func(x, y *Message) int { return order(x.before(y)) })
	bound := l.Edge(e)
	if e == Bottom || e == Lower {
		slices.Reverse(all)
	}
	var hits []*Message
	for _, m := range all {
		if e == Upper && m.Received.After(bound.Time) || e == Lower && m.Received.Before(bound.Time) {
			continue
		}
		copied := *m
		hits = append(hits, &copied)
	}
	if e == Upper || e == Lower {
		hits = hits[min(bound.Skip, len(hits)):]
	}
	return hits[:min(size, len(hits))], len(hits) > size
}

func (b box) load(l *List, e Edge, size int) {
	page, more := b.page(l, e, size)
	l.Add(page, e, more)
}

func keys(l *List) string {
	var out []string
	for i := range l.Len() {
		r := l.At(i)
		switch {
		case r == nil && i == l.Cursor():
			out = append(out, "[gap]")
		case r == nil:
			out = append(out, "gap")
		case i == l.Cursor():
			out = append(out, "["+r.Key+"]")
		default:
			out = append(out, r.Key)
		}
	}
	return strings.Join(out, " ")
}

func want(t *testing.T, l *List, keysWanted string) {
	t.Helper()
	if got := keys(l); got != keysWanted {
		t.Errorf("list\n got %s\nwant %s", got, keysWanted)
	}
}

func flat(n int) box {
	var b box
	for i := range n {
		m := msg(i*3, i)
		m.ID = fmt.Sprint(i)
		b = append(b, m)
	}
	return b
}

func TestPagesMeetInTheGap(t *testing.T) {
	l, b := New(false), flat(10)
	want(t, l, "")
	b.load(l, Top, 3)
	want(t, l, "[9] 8 7 gap")
	b.load(l, Bottom, 3)
	l.MoveTo(l.Len())
	want(t, l, "9 8 7 gap 2 1 [0]")
	l.MoveTo(3)
	want(t, l, "9 8 7 [gap] 2 1 0")
	b.load(l, Upper, 3)
	want(t, l, "9 8 7 [6] 5 gap 2 1 0")
	l.MoveTo(5)
	b.load(l, Lower, 2)
	want(t, l, "9 8 7 6 5 gap [3] 2 1 0")
	b.load(l, Upper, 3)
	want(t, l, "9 8 7 6 5 4 [3] 2 1 0")
	if !l.Complete() {
		t.Error("everything is known, but the list is not complete")
	}
}

func TestTheOldestRowsComeFirst(t *testing.T) {
	l, b := New(false), flat(10)
	l.SetOldestFirst(true)
	b.load(l, Top, 3)
	l.MoveTo(0)
	want(t, l, "[gap] 7 8 9")
	b.load(l, Bottom, 2)
	want(t, l, "[0] 1 gap 7 8 9")
	l.Pin([]string{"8"})
	want(t, l, "8 [0] 1 gap 7 9")
	l.MoveTo(3)
	b.load(l, Lower, 2)
	want(t, l, "8 0 1 [2] gap 7 9")
	l.MoveTo(4)
	b.load(l, Upper, 2) // 7 again, as others may be of its moment
	want(t, l, "8 0 1 2 gap [6] 7 9")
	l.Remove([]string{"6"}, Next)
	want(t, l, "8 0 1 2 gap [7] 9")
	l.Remove([]string{"7"}, Previous)
	want(t, l, "8 0 1 [2] gap 9")
	l.SetOldestFirst(false)
	want(t, l, "8 9 gap [2] 1 0")
}

func TestNewMailKeepsTheSelection(t *testing.T) {
	l, b := New(false), flat(4)
	b.load(l, Top, 10)
	l.Select("2")
	m := msg(90, 0)
	m.ID = "new"
	l.Put(m)
	want(t, l, "new 3 [2] 1 0")
	b = append(b[:1], b[2:]...) // 1 is gone
	b.load(l, Top, 10)
	want(t, l, "3 [2] 0")
}

func TestARefreshThatReachesNothingKnownStartsOver(t *testing.T) {
	l, b := New(false), flat(20)
	b[:8].load(l, Top, 4)
	want(t, l, "[7] 6 5 4 gap")
	b.load(l, Top, 4)
	want(t, l, "[19] 18 17 16 gap")
}

func TestRemoveSelectsTheNextRow(t *testing.T) {
	for _, c := range []struct {
		remove []string
		after  After
		want   string
	}{
		{[]string{"2"}, Next, "4 3 [1] 0"},
		{[]string{"2"}, Previous, "4 [3] 1 0"},
		{[]string{"2", "1"}, Next, "4 3 [0]"},
		{[]string{"2", "1", "0"}, Next, "4 [3]"},
		{[]string{"2", "3", "4"}, Previous, "[1] 0"},
		{[]string{"4"}, Next, "3 [2] 1 0"},
		{[]string{"0", "1", "2", "3", "4"}, Next, ""},
	} {
		l, b := New(false), flat(5)
		b.load(l, Top, 10)
		l.Select("2")
		l.Remove(c.remove, c.after)
		want(t, l, c.want)
	}
}

func TestThreadsGroupAcrossPages(t *testing.T) {
	l := New(true)
	b := box{msg(0, 1), msg(3, 2), msg(6, 1), msg(9, 3), msg(12, 2), msg(15, 3)}
	b.load(l, Top, 2)
	want(t, l, "[c3] c2 gap")
	b.load(l, Bottom, 1)
	want(t, l, "[c3] c2 gap c1")
	b.load(l, Upper, 10)
	want(t, l, "[c3] c2 c1")
	if n := len(l.At(2).Messages); n != 2 {
		t.Errorf("c1 has %d messages, want 2", n)
	}
	l.MoveTo(2)
	l.SetThreaded(false)
	if id := l.Selected().Key; id != "m00006" {
		t.Errorf("flat: selected %s, want the thread's newest, m00006", id)
	}
	l.SetThreaded(true)
	want(t, l, "c3 c2 [c1]")
}

func TestPinsComeFirstAndMayLieInTheGap(t *testing.T) {
	l, b := New(false), flat(10)
	b.load(l, Top, 3)
	l.Pin([]string{"4"})
	if !l.Put(b[4]) {
		t.Fatal("a pinned message was not taken")
	}
	want(t, l, "4 [9] 8 7 gap")
	l.Pin(nil)
	want(t, l, "[9] 8 7 gap")
	if l.Put(b[5]) {
		t.Error("a message of the gap was taken")
	}
}

func TestMarks(t *testing.T) {
	l, b := New(false), flat(6)
	b.load(l, Top, 4)
	l.Move(1)
	l.ToggleMark(l.Selected())
	l.Move(2)
	l.MarkTo()
	if l.MarkCount() != 3 {
		t.Errorf("marked %d, want 3", l.MarkCount())
	}
	l.Remove([]string{"3", "0"}, Next)
	if l.MarkCount() != 2 {
		t.Errorf("after a removal: marked %d, want 2", l.MarkCount())
	}
	l.Unmark()
	if l.MarkCount() != 0 || l.Marked(l.At(0)) {
		t.Error("marks are left after Unmark")
	}
}

// TestMarkAllHoldsWhatIsNotLoaded: what comes of the gap is marked, what
// arrives anew is not, and a mark taken off stays off.
func TestMarkAllHoldsWhatIsNotLoaded(t *testing.T) {
	l, b := New(false), flat(9)
	b[:8].load(l, Top, 3)
	l.MarkAll(func(m *Message) bool { return m.ID != b[2].ID }, -1)
	if from, count, ok := l.Rest(); !ok || count != -1 || !from.Time.Equal(b[5].Received) {
		t.Fatalf("the rest is %v, %d, %v, want it from message 5 on, not counted", from, count, ok)
	}
	l.CountRest(5) // 5, 4, 3, 1, 0
	l.Put(b[8])    // new mail
	l.ToggleMark(l.byKey[b[6].ID])
	b.load(l, Upper, 4)
	marked := ""
	for _, m := range b {
		if r := l.byKey[m.ID]; r != nil && l.Marked(r) {
			marked += m.ID
		}
	}
	if _, count, ok := l.Rest(); marked != "3457" || !ok || count != 2 {
		t.Errorf("marked are %q and %d not loaded (%v), want 3457 and 2", marked, count, ok)
	}
	l.CloseGap()
	if _, _, ok := l.Rest(); ok || !l.Complete() {
		t.Error("a closed gap still has something selected in it")
	}
}

// TestSelectionSurvivesEverything: whatever happens around it, the selected
// row stays selected until it leaves, and the list stays sound.
func TestSelectionSurvivesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := New(rapid.Bool().Draw(t, "threaded"))
		l.SetOldestFirst(rapid.Bool().Draw(t, "oldest"))
		var b box
		next := 0
		grow := func(n int) {
			for range n {
				b = append(b, msg(next, rapid.IntRange(0, 12).Draw(t, "conversation")))
				next++
			}
		}
		grow(rapid.IntRange(0, 30).Draw(t, "size"))
		b.load(l, Top, 5)
		t.Repeat(map[string]func(*rapid.T){
			"page": func(t *rapid.T) {
				if l.hasGap() {
					e := rapid.SampledFrom([]Edge{Upper, Bottom}).Draw(t, "edge")
					if l.tail && e == Bottom {
						e = Lower
					}
					held := held(l)
					b.load(l, e, 4)
					check(t, l, held)
				}
			},
			"move": func(t *rapid.T) { l.Move(rapid.IntRange(-9, 9).Draw(t, "delta")) },
			"mail": func(t *rapid.T) {
				grow(1)
				held := held(l)
				copied := *b[len(b)-1]
				l.Put(&copied)
				check(t, l, held)
			},
			"refresh": func(t *rapid.T) {
				held := held(l)
				b.load(l, Top, 40)
				check(t, l, held)
			},
			"remove": func(t *rapid.T) {
				if len(b) == 0 {
					return
				}
				i := rapid.IntRange(0, len(b)-1).Draw(t, "which")
				id := b[i].ID
				b = slices.Delete(b, i, i+1)
				held := held(l)
				l.Remove([]string{id}, Next)
				check(t, l, held)
			},
			"turn": func(t *rapid.T) {
				held := held(l)
				l.SetOldestFirst(!l.OldestFirst())
				check(t, l, held)
			},
			"thread": func(t *rapid.T) { l.SetThreaded(!l.Threaded()) },
			"mark": func(t *rapid.T) {
				if r := l.Selected(); r != nil {
					l.ToggleMark(r)
				}
			},
			"": func(t *rapid.T) { sound(t, l) },
		})
		for l.hasGap() {
			b.load(l, Upper, 4)
		}
		sound(t, l)
		if len(l.messages) != len(b) {
			t.Fatalf("complete with %d messages of %d", len(l.messages), len(b))
		}
	})
}

func held(l *List) *Row { return l.Selected() }

func check(t *rapid.T, l *List, before *Row) {
	if before != nil && l.byKey[before.Key] != nil && l.Selected() != l.byKey[before.Key] {
		t.Fatalf("selection moved from %s: %s", before.Key, keys(l))
	}
}

func sound(t *rapid.T, l *List) {
	seen := 0
	for i, r := range l.rows {
		if i > 0 && !l.rows[i-1].before(r) {
			t.Fatalf("rows out of order at %d: %s", i, keys(l))
		}
		if l.byKey[r.Key] != r || len(r.Messages) == 0 {
			t.Fatalf("row %s is lost or empty", r.Key)
		}
		seen += len(r.Messages)
	}
	if seen != len(l.messages) {
		t.Fatalf("%d messages in rows, %d known", seen, len(l.messages))
	}
	if len(l.rows) == 0 {
		return
	}
	r := l.At(l.Cursor())
	if r != l.Selected() || r == nil && l.Cursor() != l.Gap() {
		t.Fatalf("cursor %d is not on the selection %q: %s", l.Cursor(), l.key, keys(l))
	}
}

func BenchmarkRemoveAndUndoIn100000(b *testing.B) {
	l, all := New(true), box{}
	for i := range 100_000 {
		all = append(all, msg(i, i/3))
	}
	slices.Reverse(all)
	l.Add(all, Top, false)
	for i := 0; b.Loop(); i++ {
		m := all[i%len(all)]
		l.Remove([]string{m.ID}, Next)
		l.Put(m)
	}
}
