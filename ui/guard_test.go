package ui

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// tripping is a screen that trips where it is told to, with a canary in what
// it panics with.
type tripping struct {
	fakeView
	where string
	kept  chan string
}

type trip struct{}

func (trip) To() views.Screen { return views.Inbox }

func fall() tea.Msg { panic("a canary of " + string(views.Inbox)) }

func (v *tripping) SaveNow() tea.Cmd {
	return func() tea.Msg { v.kept <- "a letter"; return nil }
}

func (v *tripping) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(trip); !ok {
		return nil
	}
	switch v.where {
	case "update":
		fall()
	case "view":
		v.status.Text = "fall"
	case "command":
		return fall
	case "batch":
		return tea.Batch(func() tea.Msg { return nil }, fall)
	case "sequence":
		return tea.Sequence(func() tea.Msg { return nil }, tea.Batch(fall, fall))
	}
	return nil
}

func (v *tripping) View() string {
	if v.status.Text == "fall" {
		fall()
	}
	return v.fakeView.View()
}

func TestAPanicAnywhereKeepsTheLetterAndLeavesTheTerminalUsable(t *testing.T) {
	for where, reported := range map[string]string{"update": "update", "view": "view", "command": "command", "batch": "command", "sequence": "command"} {
		t.Run(where, func(t *testing.T) {
			r := newTestRoot(t, 80, 24)
			screen := &tripping{where: where, kept: make(chan string, 8)}
			r.screens.tabs[0].View = screen
			guard := NewGuard(r.Model)
			var out bytes.Buffer
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			p := tea.NewProgram(guard, tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(&out), tea.WithWindowSize(80, 24), tea.WithoutSignalHandler())
			go p.Send(trip{})
			if _, err := p.Run(); err != nil {
				t.Fatalf("the program ended with %v, want in order", err)
			}
			c := guard.Crash()
			if c == nil || c.Where != reported || c.Err.Error() != "panic with a string" || !strings.Contains(c.Stack, "guard_test.go") {
				t.Errorf("got %+v, want a panic of a string in %s", c, reported)
			}
			if c != nil && strings.Contains(c.Stack+c.Err.Error()+c.On, "canary") {
				t.Error("the report says what it panicked with")
			}
			select {
			case <-screen.kept:
			default:
				t.Error("what was written was not kept")
			}
			for mode, after := range map[string]byte{"1049": 'l', "1002": 'l', "25": 'h'} { // alternate screen, mouse, cursor
				at := strings.LastIndex(out.String(), "\x1b[?"+mode)
				if at >= 0 && out.Bytes()[at+3+len(mode)] != after {
					t.Errorf("the terminal is left in mode %s", mode)
				}
			}
			if strings.Contains(out.String(), "canary") {
				t.Errorf("the screen shows what it panicked with: %q", out.String())
			}
		})
	}
}
