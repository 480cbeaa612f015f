package eventform

import (
	"strings"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// noteWidth is where the lines of an HTML text are broken: wide enough that
// its paragraphs stay whole in most notes.
const noteWidth = 400

// Notes is the text of an event as plain lines, also where it came as HTML.
func Notes(e model.Event, th *theme.Theme) text.Text {
	switch {
	case e.Body == nil:
		return text.CleanBlock(e.BodyPreview)
	case !strings.EqualFold(e.Body.ContentType, "html"):
		return text.CleanBlock(strings.TrimSpace(e.Body.Content))
	}
	page := htmltext.HTML(e.Body.Content).Wrap(noteWidth, th.Glyphs)
	lines := make([]text.Text, page.Len())
	for i := range lines {
		lines[i] = page.Text(i)
	}
	return text.CleanBlock(strings.TrimSpace(text.Join(text.Literal("\n"), lines...).String()))
}
