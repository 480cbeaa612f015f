package views

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

// TestOnlyTheNewestOfASlotIsTaken begins, gives up and answers in any order,
// beside an oracle that has a number a slot: that of what was begun last.
func TestOnlyTheNewestOfASlotIsTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const slots = 3
		w := Work{Screen: Week}
		var requests [slots]Request
		var wanted, failures [slots]int // the oracle: what is awaited, 0 for nothing
		again := [slots]bool{}
		var taken, want []string
		type pending struct {
			slot, number int
			cmd          tea.Cmd
		}
		var under []pending
		begun := 0
		begin := func(slot int) {
			begun++
			number := begun
			cmd := Load(&w, &requests[slot], func(context.Context) (int, error) {
				if number%3 == 0 {
					return 0, errors.New("no")
				}
				return number, nil
			}, func(v int, err error) tea.Cmd {
				taken = append(taken, fmt.Sprint(slot, v, err))
				return nil
			})
			wanted[slot], again[slot] = number, false
			under = append(under, pending{slot, number, cmd})
		}
		t.Repeat(map[string]func(*rapid.T){
			"begin": func(t *rapid.T) { begin(rapid.IntRange(0, slots-1).Draw(t, "slot")) },
			"cancel": func(t *rapid.T) {
				slot := rapid.IntRange(0, slots-1).Draw(t, "slot")
				requests[slot].Cancel()
				wanted[slot], again[slot] = 0, false
			},
			"answer": func(t *rapid.T) {
				if len(under) == 0 {
					t.Skip()
				}
				i := rapid.IntRange(0, len(under)-1).Draw(t, "which")
				p := under[i]
				under = slices.Delete(under, i, i+1)
				p.cmd().(Result).Apply()
				if wanted[p.slot] != p.number {
					return
				}
				wanted[p.slot] = 0
				if p.number%3 == 0 {
					failures[p.slot]++
					again[p.slot] = true
					want = append(want, fmt.Sprint(p.slot, 0, errors.New("no")))
				} else {
					failures[p.slot] = 0
					want = append(want, fmt.Sprint(p.slot, p.number, error(nil)))
				}
			},
			"again": func(t *rapid.T) { // it fails as before
				slot := rapid.IntRange(0, slots-1).Draw(t, "slot")
				cmd := requests[slot].Again()
				if (cmd != nil) != again[slot] {
					t.Fatalf("slot %d: begun again %v, want %v", slot, cmd != nil, again[slot])
				}
				if cmd != nil {
					cmd().(Result).Apply()
					failures[slot]++
					want = append(want, fmt.Sprint(slot, 0, errors.New("no")))
				}
			},
			"": func(t *rapid.T) {
				if !slices.Equal(taken, want) {
					t.Fatalf("taken %q, want %q", taken, want)
				}
				for slot := range slots {
					if requests[slot].Busy() != (wanted[slot] != 0) || requests[slot].Failures() != failures[slot] {
						t.Fatalf("slot %d: busy %v, %d failures; want %v, %d", slot, requests[slot].Busy(), requests[slot].Failures(), wanted[slot] != 0, failures[slot])
					}
				}
			},
		})
	})
}

func TestWhatIsGivenUpIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := Work{Screen: Week}
		var r Request
		got := make(chan tea.Msg, 2)
		load := func() {
			cmd := Load(&w, &r, func(ctx context.Context) (int, error) {
				<-ctx.Done()
				return 0, ctx.Err()
			}, func(_ int, err error) tea.Cmd { return Send(err) })
			go func() { got <- cmd() }()
		}
		load()
		synctest.Wait()
		load() // the one before ends
		if first := (<-got).(Result); !errors.Is(first.Err(), context.Canceled) || first.Apply() != nil || !r.Busy() {
			t.Error("the older answer was taken, or not cancelled")
		}
		begun := time.Now()
		last := (<-got).(Result)
		if took := time.Since(begun); took != TimeFor(0) || !errors.Is(last.Err(), context.DeadlineExceeded) {
			t.Errorf("ended after %v with %v, want %v", took, last.Err(), TimeFor(0))
		}
		if cmd := last.Apply(); cmd == nil || r.Busy() || r.Failures() != 1 {
			t.Error("that it took too long was not told")
		}
	})
}

func TestWhatIsCarriedGetsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bytes = 100 * slowest
		w, begun := Work{Screen: Week}, time.Now()
		Call(&w, bytes, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, nil
		}, func(int, error) tea.Cmd { return nil })()
		if took, want := time.Since(begun), TimeFor(0)+100*time.Second; took != want {
			t.Errorf("ended after %v, want %v", took, want)
		}
	})
}

func TestAPauseGivesWayToWhatIsBegunAfterIt(t *testing.T) {
	var waiting []tea.Msg
	w := Work{Screen: Finder, Later: func(_ time.Duration, msg tea.Msg) tea.Cmd {
		waiting = append(waiting, msg)
		return nil
	}}
	var r Request
	said := ""
	say := func(s string) func() tea.Cmd {
		return func() tea.Cmd { said += s; return nil }
	}
	w.Wait(&r, time.Second, say("a"))
	w.Wait(&r, time.Second, say("b"))
	w.After(time.Second, say("c"))
	w.Wait(&r, time.Second, say("d"))
	for _, msg := range waiting {
		if to := msg.(Addressed).To(); to != Finder {
			t.Errorf("addressed to %q", to)
		}
		msg.(Result).Apply()
	}
	if said != "cd" {
		t.Errorf("said %q, want cd", said)
	}
}

// TestASlotThatWasOverwrittenTakesNothing: a screen clears a part by giving it
// its zero value.
func TestASlotThatWasOverwrittenTakesNothing(t *testing.T) {
	w := Work{Screen: Week}
	var r Request
	taken := 0
	load := func() tea.Cmd {
		return Load(&w, &r, func(context.Context) (error, error) { return nil, nil },
			func(error, error) tea.Cmd { taken++; return nil })
	}
	old := load()
	r = Request{}
	now := load()
	old().(Result).Apply()
	if taken != 0 || !r.Busy() {
		t.Fatal("the answer of the slot that was there before was taken")
	}
	if now().(Result).Apply(); taken != 1 {
		t.Error("the newest was not taken")
	}
}

func TestAFailureMakesTheRestLonger(t *testing.T) {
	w := Work{Screen: Week}
	var r Request
	for _, want := range []time.Duration{3, 3, 4, 8} {
		if got := w.Rest(&r, 3*time.Second); got != want*time.Second {
			t.Errorf("after %d failures: %v, want %v s", r.Failures(), got, want)
		}
		Load(&w, &r, func(context.Context) (int, error) { return 0, errors.New("no") },
			func(int, error) tea.Cmd { return nil })().(Result).Apply()
	}
	Load(&w, &r, func(context.Context) (int, error) { return 0, nil },
		func(int, error) tea.Cmd { return nil })().(Result).Apply()
	if got := w.Rest(&r, 3*time.Second); got != 3*time.Second || r.Again() != nil {
		t.Errorf("after an answer: %v, again %v", got, r.Again() != nil)
	}
}
