// Package viewer is the box in which a text or a picture is looked at over the
// whole screen: an attachment, or what a command has printed.
//
// Invariants: what it shows is clean text (package htmltext) or a drawn picture,
// made in a command; it has no I/O of its own.
package viewer

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views/portrait"
	"daybook/widget/dialog"
	"daybook/widget/htmltext"
	"daybook/widget/overlay"
	"daybook/widget/pager"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// Options are what is shown: a text, or a picture.
type Options struct {
	Title text.Text
	Text  *htmltext.Document
	Note  text.Text // below the text: that it was cut; empty for nothing
	// Picture is what is drawn where Text is nil, by Gallery under the name ID.
	Picture picture.Picture
	Gallery *portrait.Gallery
	ID      string
	// Save does what s does; nil has no such key.
	Save func() tea.Cmd
}

type box struct {
	Options
	theme *theme.Theme
	pager *pager.Pager
	width int // that the text is wrapped for
	cols  int // inside of the frame, as the box was drawn last
	rows  int
	drawn []string // the picture, as it was drawn last
}

// New is a box on a screen of that size, and the command that draws its
// picture, nil for none.
func New(th *theme.Theme, o Options, width, height int) (dialog.Box, tea.Cmd) {
	b := &box{Options: o, theme: th, pager: pager.New(th)}
	b.setSize(width, height)
	return b, b.draw()
}

func (b *box) setSize(width, height int) {
	b.cols, b.rows = max(width-2, 1), max(height-2, 1)
	if b.Text != nil {
		b.wrap(b.cols - 1)
	}
}

// draw draws the picture for the cells that there are now.
func (b *box) draw() tea.Cmd {
	if b.Text != nil {
		return nil
	}
	cols, rows := b.size()
	return b.Gallery.Draw(b.ID, cols, rows, portrait.Decoded(b.Picture), nil)
}

// size is the cells of the picture: as wide as the box, or as high.
func (b *box) size() (cols, rows int) {
	rows = b.Picture.Rows(b.cols)
	if rows > b.rows {
		return max(b.cols*b.rows/rows, 1), b.rows
	}
	return b.cols, rows
}

func (b *box) wrap(width int) {
	if b.width == width {
		return
	}
	b.width = width
	glyphs := b.theme.Glyphs
	page := b.Text.Wrap(width, glyphs)
	if page.Truncated && b.Note.Empty() {
		b.Note = text.Literal("There is more than what is shown.")
	}
	b.pager.Rewrap(page.With(&b.theme.Styles))
}

// Capturing: all keys are the box's.
func (b *box) Capturing() bool { return true }

// Update scrolls, saves, and closes.
func (b *box) Update(msg tea.Msg) dialog.Outcome {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		b.pager.Scroll(map[bool]int{true: -3, false: 3}[msg.Button == tea.MouseWheelUp])
	case tea.KeyPressMsg:
		switch key := msg.String(); {
		case key == "q":
			return dialog.Outcome{Done: true}
		case key == "s" && b.Save != nil:
			return dialog.Outcome{Cmd: b.Save()}
		case b.Text != nil:
			b.pager.Update(msg)
		}
	}
	return dialog.Outcome{Cmd: b.draw()}
}

// View draws the box over the whole screen.
func (b *box) View(width, height int) string {
	b.setSize(width, height)
	var keys []dialog.Key
	if b.Text != nil {
		keys = append(keys, dialog.Key{Key: "space", Does: "read on"})
	}
	if b.Save != nil {
		keys = append(keys, dialog.Key{Key: "s", Does: "save"})
	}
	foot := dialog.Foot(b.theme, width-4, append(keys, dialog.Key{Key: "esc", Does: "close"})...)
	return overlay.Frame(b.theme, b.Title, b.body(), foot, width, height)
}

func (b *box) body() string {
	if b.Text == nil {
		cols, rows := b.size()
		if lines, done := b.Gallery.Lines(b.ID, cols, rows); done {
			b.drawn = lines
		}
		if len(b.drawn) == 0 {
			return b.theme.Muted.Render("Drawing")
		}
		indent := text.Blanks(max(0, (b.cols-text.Width(b.drawn[0]))/2))
		return strings.Repeat("\n", max(0, (b.rows-len(b.drawn))/2)) + indent + strings.Join(b.drawn, "\n"+indent)
	}
	rows := b.rows
	note := ""
	if !b.Note.Empty() {
		rows = max(rows-1, 1)
		note = "\n" + b.theme.Muted.Render(b.Note.Truncate(b.cols, text.Glyph(b.theme.Glyphs.Ellipsis)).String())
	}
	b.pager.SetTheme(b.theme)
	b.pager.SetSize(b.cols, rows)
	return b.pager.View() + note
}

// Cursor: there is none.
func (b *box) Cursor() *tea.Cursor { return nil }
