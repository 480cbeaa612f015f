package theme

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// reset ends every styled run.
const reset = "\x1b[m"

// Style is how a run of text looks. Text is written as given: it must be clean and of one line. The zero value
// writes it plainly.
type Style struct {
	open string
	look look
}

// look is a style before it is prepared; a nil colour is the terminal's own.
type look struct {
	fg, bg color.Color
	attrs  attrs
}

type attrs uint8

const (
	bold attrs = 1 << iota
	dim
	italic
	underline
	reverse
	strike
)

// Render is the text between the prepared sequences; the empty text stays empty.
func (s Style) Render(text string) string {
	if s.open == "" || text == "" {
		return text
	}
	return s.open + text + reset
}

// Write is Render into a builder, for rows made of many runs.
func (s Style) Write(b *strings.Builder, text string) {
	if s.open == "" || text == "" {
		b.WriteString(text)
		return
	}
	b.WriteString(s.open)
	b.WriteString(text)
	b.WriteString(reset)
}

// Lipgloss is the same look for the component library.
func (s Style) Lipgloss() lipgloss.Style {
	l := lipgloss.NewStyle().
		Bold(s.look.attrs&bold != 0).
		Faint(s.look.attrs&dim != 0).
		Italic(s.look.attrs&italic != 0).
		Underline(s.look.attrs&underline != 0).
		Reverse(s.look.attrs&reverse != 0).
		Strikethrough(s.look.attrs&strike != 0)
	if s.look.fg != nil {
		l = l.Foreground(s.look.fg)
	}
	if s.look.bg != nil {
		l = l.Background(s.look.bg)
	}
	return l
}

// Foreground is the colour of the text, nil for the terminal's own: for a cursor or a picture's frame.
func (s Style) Foreground() color.Color { return s.look.fg }

func prepare(l look) Style {
	var a ansi.Style
	if l.attrs&bold != 0 {
		a = a.Bold()
	}
	if l.attrs&dim != 0 {
		a = a.Faint()
	}
	if l.attrs&italic != 0 {
		a = a.Italic(true)
	}
	if l.attrs&underline != 0 {
		a = a.Underline(true)
	}
	if l.attrs&reverse != 0 {
		a = a.Reverse(true)
	}
	if l.attrs&strike != 0 {
		a = a.Strikethrough(true)
	}
	if l.fg != nil {
		a = a.ForegroundColor(l.fg)
	}
	if l.bg != nil {
		a = a.BackgroundColor(l.bg)
	}
	if len(a) == 0 {
		return Style{}
	}
	return Style{open: a.String(), look: l}
}
