package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/ui"
	"daybook/views"
	view "daybook/views/signin"
	"daybook/widget/text"
)

// clockFunc is the time source.
type clockFunc = func() time.Time

// errNotSignedIn says that the person left the box.
var errNotSignedIn = errors.New("not signed in")

// loginScreen shows the box alone.
func (c common) loginScreen(ctx context.Context, s *signingIn, way view.Way, remote bool, now clockFunc) (string, error) {
	profile := colorprofile.Detect(os.Stdout, os.Environ())
	look := theme.Options{Name: c.theme, Dark: true, Profile: profile, ASCII: c.ascii}
	if look.Name == "auto" {
		look.Name = ""
	}
	th, err := theme.New(look)
	if err != nil {
		return "", err
	}
	env := views.Env{Now: now, NewID: rand.Text, Theme: th, Desktop: ui.NewDesktop(os.Getenv, "")}
	o := view.Options{Where: text.Clean(s.place.where()), Remote: remote, Begin: way}
	if way == view.Ask {
		o.Why = text.Literal("This is a session over SSH: a browser that is opened here is not before you. A code can be typed on any device.")
	}
	screen := &loginModel{box: view.New(env, s.service(), o), theme: th, look: look}
	program := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithColorProfile(profile))
	if _, err := program.Run(); err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		return "", err
	}
	switch {
	case !screen.box.Account().Empty():
		return screen.box.Account().String(), nil
	case screen.box.Err() != nil:
		return "", screen.box.Err()
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	return "", errNotSignedIn
}

// loginModel is a program of one box.
type loginModel struct {
	box           *view.Model
	theme         *theme.Theme
	look          theme.Options
	width, height int
	left          bool
}

func (m *loginModel) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, m.box.Init()) }

func (m *loginModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.BackgroundColorMsg:
		m.look.Dark = msg.IsDark()
		if th, err := theme.New(m.look); err == nil {
			*m.theme = *th
		}
		return m, nil
	}
	cmd, finished := m.box.Update(msg)
	if finished {
		m.left = true
		return m, tea.Quit
	}
	return m, cmd
}

// View takes the whole screen, so that nothing of the box is left behind when
// the terminal is given back.
func (m *loginModel) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	if m.width > 0 && !m.left {
		v.SetContent(m.box.Box(m.width, m.height))
	}
	return v
}

// loginLines signs in where there is no terminal: for scripts and for tests.
func loginLines(ctx context.Context, s *signingIn, way view.Way, now clockFunc, out io.Writer) (string, error) {
	a, err := s.service().Begin(ctx, way)
	if err != nil {
		return "", err
	}
	defer a.Close()
	minutes := int(a.Until.Sub(now()).Round(time.Minute) / time.Minute)
	if way == view.Code {
		fmt.Fprintf(out, "Go to %s and type the code %s\n", text.Clean(a.Address), text.Clean(a.Code))
	} else {
		fmt.Fprintf(out, "Sign in with a browser of this machine:\n%s\n", text.Clean(a.Address))
	}
	fmt.Fprintf(out, "There are %d minutes for it; ctrl+c stops.\n", minutes)
	return a.Wait(ctx)
}
