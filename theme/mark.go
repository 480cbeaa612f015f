package theme

// Mark is a sign of our own that stands for something, and what that is. What a screen draws and what its help explains
// are read from the same marks.
type Mark struct {
	// Sign is a cell, or two of letters.
	Sign func(*Glyphs) Glyph
	// Look is its style on the background of a row.
	Look  func(*Styles) Style
	Means string
}
