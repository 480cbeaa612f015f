package ingest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daybook/formats/eml"
	"daybook/model"
)

func TestBaseSubject(t *testing.T) {
	tests := []struct {
		in, want string
		reply    bool
	}{
		{"Lunch?", "lunch?", false}, {"Re: Lunch?", "lunch?", true}, {"RE:  re: AW: Lunch?", "lunch?", true},
		{"Re[2]: Lunch?", "lunch?", true}, {"Re：Lunch?", "lunch?", true}, {"回复: Lunch?", "lunch?", true},
		{"Reply to all", "reply to all", false}, {"Fwd: Lunch?", "fwd: lunch?", false}, {"Re:", "", true}, {"", "", false},
	}
	for _, tt := range tests {
		if got, reply := baseSubject(tt.in); got != tt.want || reply != tt.reply {
			t.Errorf("%q: got %q %v, want %q %v", tt.in, got, reply, tt.want, tt.reply)
		}
	}
}

// link joins messages as the store does: what shares an id is one thread.
func link(messages []*eml.Parsed) map[string]int {
	threads, thread, next := newThreads(), map[string]int{}, 0
	of := map[string]int{}
	for i, p := range messages {
		next++
		mine := next
		for _, id := range append(threads.references(p, Fingerprint{byte(i)}), p.Message.InternetMessageID) {
			if id == "" {
				continue
			}
			if known, ok := thread[id]; ok && known != mine {
				for id, n := range thread {
					if n == known {
						thread[id] = mine
					}
				}
				for s, n := range of {
					if n == known {
						of[s] = mine
					}
				}
			}
			thread[id] = mine
		}
		of[p.Message.Subject] = mine
	}
	return of
}

func message(id, subject string, refs ...string) *eml.Parsed {
	return &eml.Parsed{Message: model.Message{InternetMessageID: id, Subject: subject}, References: refs}
}

func TestThreadsDoNotDependOnTheOrder(t *testing.T) {
	messages := []*eml.Parsed{
		message("<a>", "plan"), message("<b>", "Re: plan (b)", "<a>"), message("<c>", "Re: plan (c)", "<missing>", "<b>"),
		message("<d>", "other words", "<c>"),
		message("<x>", "lunch"), message("", "Re: lunch"), // linked by the subject alone
		message("<y>", "plan of another"), message("<z>", "Re: plan", "<elsewhere>"), // ids beat subjects
		message("", "Re: nobody began this"),
	}
	for seed := range uint64(50) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
		of := link(messages)
		groups := map[int][]string{}
		for s, n := range of {
			groups[n] = append(groups[n], s)
		}
		var got []string
		for _, g := range groups {
			slices.Sort(g)
			got = append(got, strings.Join(g, "+"))
		}
		slices.Sort(got)
		want := "[Re: lunch+lunch Re: nobody began this Re: plan Re: plan (b)+Re: plan (c)+other words+plan plan of another]"
		if fmt.Sprint(got) != want {
			t.Fatalf("order %d: got %v\nwant %v", seed, got, want)
		}
	}
}

func TestManyReferencesAreBounded(t *testing.T) {
	p := message("<a>", "s")
	for i := range 5000 {
		p.References = append(p.References, fmt.Sprintf("<%d>", i))
	}
	refs := newThreads().references(p, Fingerprint{})
	if len(refs) != maxReferences || refs[0] != "<0>" || refs[len(refs)-1] != "<4999>" {
		t.Errorf("got %d references from %s to %s, want %d with the first and the last", len(refs), refs[0], refs[len(refs)-1], maxReferences)
	}
}
