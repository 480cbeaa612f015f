package model

import (
	"fmt"
	"strings"
	"testing"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

// answering is a message with an id that refers to others, the nearest last.
func answering(id string, refs ...string) Message {
	m := Message{InternetMessageID: "<" + id + ">"}
	if n := len(refs); n > 0 {
		m.InternetMessageHeaders = []InternetMessageHeader{{Name: "in-reply-to", Value: "<" + refs[n-1] + ">"},
			{Name: "References", Value: "<" + strings.Join(refs, ">\r\n <") + ">"}}
	}
	return m
}

func outline(messages []Message) string {
	var b strings.Builder
	for _, a := range Answers(messages) {
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat(" ", a.Depth), strings.Trim(messages[a.Message].InternetMessageID, "<>"))
	}
	return b.String()
}

func TestAnswersStandBelowWhatTheyAnswer(t *testing.T) {
	for _, c := range []struct {
		name string
		list []Message
		want string
	}{
		{"branches", []Message{answering("a"), answering("b", "a"), answering("c", "a"), answering("d", "a", "b")}, "a\n b\n  d\n c\n"},
		{"a missing parent", []Message{answering("a"), answering("c", "a", "gone"), answering("d", "gone too")}, "a\n c\nd\n"},
		{"a circle", []Message{answering("a", "b"), answering("b", "a"), answering("c", "c")}, "b\n a\nc\n"},
		{"one id twice", []Message{answering("a"), answering("a", "a"), answering("b", "a")}, "a\n a\n b\n"},
		{"no ids", []Message{{}, {InternetMessageHeaders: []InternetMessageHeader{{Name: "References", Value: "<> >< <"}}}}, "\n\n"},
	} {
		if got := outline(c.list); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// The oracle is the tree that the fields were written from: each message below
// the nearest of its ancestors that is in the list, in the order of a walk.
func TestAnswersAreTheTreeThatTheFieldsCameFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		parent, here := make([]int, n), make([]bool, n)
		var list []Message
		for i := range n {
			parent[i] = rapid.IntRange(-1, i-1).Draw(t, "parent")
			here[i] = rapid.IntRange(0, 4).Draw(t, "here") > 0
			var refs []string
			for p := parent[i]; p >= 0; p = parent[p] {
				refs = append([]string{fmt.Sprint("m", p)}, refs...)
			}
			if here[i] {
				list = append(list, answering(fmt.Sprint("m", i), refs...))
			}
		}
		var want strings.Builder
		var walk func(above, depth int)
		walk = func(above, depth int) {
			for i := range n {
				p := parent[i]
				for here[i] && p >= 0 && !here[p] {
					p = parent[p]
				}
				if here[i] && p == above {
					fmt.Fprintf(&want, "%sm%d\n", strings.Repeat(" ", depth), i)
					walk(i, depth+1)
				}
			}
		}
		walk(-1, 0)
		if got := outline(list); got != want.String() {
			t.Fatalf("got\n%swant\n%s", got, want.String())
		}
	})
}

func TestAnswersHaveEveryMessageOnceWhateverTheFieldsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"a", "b", "c", "d", "", "<", ">", "a b"})
		list := make([]Message, rapid.IntRange(0, 20).Draw(t, "n"))
		for i := range list {
			list[i] = answering(id.Draw(t, "id"), rapid.SliceOfN(id, 0, 5).Draw(t, "refs")...)
		}
		seen, before := map[int]bool{}, -1
		for _, a := range Answers(list) {
			if seen[a.Message] || a.Depth < 0 || a.Depth > before+1 {
				t.Fatalf("%+v after depth %d, seen %v", a, before, seen[a.Message])
			}
			seen[a.Message], before = true, a.Depth
		}
		if len(seen) != len(list) {
			t.Fatalf("%d of %d", len(seen), len(list))
		}
	})
}

func TestAThousandAnswersInACircleEnd(t *testing.T) {
	var list []Message
	for i := range 1000 { // each answers the next: the longest way to look for a circle
		list = append(list, answering(fmt.Sprint(i), fmt.Sprint((i+1)%1000)))
	}
	if n := len(Answers(list)); n != 1000 {
		t.Errorf("%d messages", n)
	}
}
