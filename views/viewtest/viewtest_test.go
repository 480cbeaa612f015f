package viewtest

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// pad is a screen that shows what is typed, saves it after a second, and undoes
// that.
type pad struct {
	env    views.Env
	work   views.Work
	w, h   int
	typing bool
	typed  string
	boxes  dialog.Stack
}

func (p *pad) Init() tea.Cmd        { return nil }
func (p *pad) SetSize(w, h int)     { p.w, p.h = w, h }
func (p *pad) Capturing() bool      { return p.typing }
func (p *pad) Status() views.Status { return views.Status{} }
func (p *pad) Cursor() *tea.Cursor  { return nil }

func (p *pad) Boxes() *dialog.Stack { return &p.boxes }

func (p *pad) Actions() []views.Action {
	return []views.Action{
		{ID: "type", Keys: []string{"i"}, Do: func(int) tea.Cmd { p.typing = true; return nil }},
		{ID: "never", Keys: []string{"x"}, Enabled: func() bool { return false }, Do: func(int) tea.Cmd { return nil }},
	}
}

func (p *pad) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if msg.String() == "enter" {
			p.typing = false
			return p.work.After(time.Second, func() tea.Cmd {
				return tea.Sequence(views.Send(views.Did{Step: views.Step{Label: "Saved", Payload: []byte(p.typed)}}),
					views.Send(views.Notify{Text: text.Literal("done")}))
			})
		}
		p.typed += msg.Text
	case views.Result:
		return msg.Apply()
	}
	return nil
}

func (p *pad) Revert(s views.Step) tea.Cmd  { p.typed = ""; return nil }
func (p *pad) Reapply(s views.Step) tea.Cmd { p.typed = string(s.Payload); return nil }

func (p *pad) View() string {
	lines := slices.Repeat([]string{text.Blanks(p.w)}, p.h)
	row := p.env.Theme.Row(theme.RowState{Cursor: true, Focused: true})
	lines[0] = p.env.Theme.Title.Render(text.Clean(p.typed).Fit(p.w, text.Text{}).String())
	lines[1] = row.Text.Render(" ") + row.Muted.Render("ab") + row.Text.Render(text.Blanks(p.w-3))
	return strings.Join(lines, "\n")
}

func open(t testing.TB) (*Driver, *pad) {
	d := New(t, Options{Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)})
	p := &pad{env: d.Env, work: views.Work{Later: d.Later}}
	d.Show(p, 12, 3)
	return d, p
}

func TestADriverIsTheRoot(t *testing.T) {
	d, p := open(t)
	d.Press("i")
	d.Type("hiu")
	d.Press("enter")
	d.Pass(time.Second - 1)
	if len(d.Steps) != 0 || d.Pauses() != 1 {
		t.Fatalf("%d steps, %d pauses before the second is over", len(d.Steps), d.Pauses())
	}
	d.Pass(1)
	d.See("hiu")
	d.Says("done")
	if len(d.Steps) != 1 || !slices.Equal(d.Said, []string{"Saved", "done"}) {
		t.Fatalf("%d steps, said %q", len(d.Steps), d.Said)
	}
	d.Press("u")
	d.DontSee("hiu")
	d.Press("U")
	if p.typed != "hiu" || len(d.Steps) != 1 || len(d.Undone) != 0 {
		t.Errorf("%q after a redo, %d steps, %d undone", p.typed, len(d.Steps), len(d.Undone))
	}
	if d.Action("x") != nil {
		t.Error("an action that cannot be done has its key")
	}
}

func TestAnswersAreHeldBack(t *testing.T) {
	d, p := open(t)
	d.Hold()
	d.Run(views.Call(&p.work, 0, nothing("one"), func(s string, _ error) tea.Cmd { p.typed += s; return nil }))
	d.Run(views.Call(&p.work, 0, nothing("two"), func(s string, _ error) tea.Cmd { p.typed += s; return nil }))
	if p.typed != "" {
		t.Errorf("%q came in", p.typed)
	}
	d.Answer(func(v any) bool { return v == "two" })
	d.Release()
	if p.typed != "twoone" {
		t.Errorf("%q came in", p.typed)
	}
}

// A map says which style each cell has, and a blank has one where it shows.
func TestAMapOfStylesCanBeRead(t *testing.T) {
	d, p := open(t)
	p.typed = "hi"
	want := "tt          \n" + "ommooooooooo\n" + "            \n" + "\nm Muted on cursor\nt Title\no on cursor\n"
	if got := styleMap(p.View(), d.Env.Theme); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAFrameIsComparedWithItsFile(t *testing.T) {
	d, p := open(t)
	p.typed = "hi"
	t.Chdir(t.TempDir())
	*update = true
	d.StyledGolden("pad")
	*update = false
	d.StyledGolden("pad")
	if b, err := os.ReadFile("testdata/pad.golden"); err != nil || !strings.HasPrefix(string(b), "hi ") {
		t.Errorf("%q, %v", b, err)
	}
}

func nothing(s string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return s, nil }
}
