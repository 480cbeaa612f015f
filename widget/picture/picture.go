// Package picture turns photographs into text: pure ASCII, ASCII with colours,
// or block glyphs, for any size in cells and any number of colours.
//
// The picture is resampled by exact area in linear light to 8 by 16 pixels a
// cell. For each cell the glyph is chosen whose coverage, with the colours that
// suit it best in the least-squares sense, is nearest to the pixels. Where
// there is but one colour, the glyphs of neighbouring cells are chosen
// together, so that what a reader's eye blurs is near to the picture.
//
// Invariants: Render returns exactly rows lines of exactly cols cells, each
// line ends with its colours reset, and the same arguments give the same text.
// Decode allocates no more than its limits, whatever it is given.
package picture

import (
	"image"
)

// Style is what a picture is drawn with.
type Style int

const (
	// Mono is ASCII in the terminal's own colours.
	Mono Style = iota
	// Ink is ASCII in colours on the terminal's background.
	Ink
	// Filled is ASCII in colours on colours.
	Filled
	// Blocks is half, quadrant and eighth blocks in colours on colours.
	Blocks
	// Mosaics adds the 2 by 3 mosaics and the wedges of Unicode 13, which many
	// fonts lack and some terminals draw themselves.
	Mosaics
)

// Profile is how many colours the terminal has.
type Profile int

const (
	// NoColors and SixteenColors draw in the terminal's own two colours: the
	// sixteen are another sixteen in every theme.
	NoColors Profile = iota
	SixteenColors
	// Palette uses entries 16 to 255, which themes leave alone.
	Palette
	TrueColor
)

// Options is how a picture is drawn. It is comparable, for use as a key.
type Options struct {
	Style   Style
	Profile Profile
	// Dark says that the terminal's background is dark.
	Dark bool
	// Reverse allows reverse video where there is but one colour: the largest
	// gain of all. Without it, Mono writes no escape sequence.
	Reverse bool
	// Letterbox shows the whole picture between blank cells; else its middle
	// is shown, and its edges cut, so that all cells are filled.
	Letterbox bool
}

// Picture is a decoded image, and how it is to be turned.
type Picture struct {
	pixels      image.Image
	orientation orientation
}

// Size is the width and height of the picture, turned upright, in pixels.
func (p Picture) Size() (width, height int) {
	b := p.pixels.Bounds()
	if p.orientation.swapsSides() {
		return b.Dy(), b.Dx()
	}
	return b.Dx(), b.Dy()
}

// Rows is how many rows show the whole picture in cols columns, at least one
// and at most as many as twice the columns.
func (p Picture) Rows(cols int) int {
	w, h := p.Size()
	return min(max(1, (cols*h+w)/(2*w)), 2*cols)
}

// Render draws the picture in cols by rows cells, each of which is taken to be
// twice as high as wide.
func Render(p Picture, cols, rows int, o Options) []string {
	if cols <= 0 || rows <= 0 {
		return nil
	}
	inner := image.Rect(0, 0, cols, rows)
	width, height := p.Size()
	if width == 0 || height == 0 {
		inner = image.Rectangle{}
	} else if o.Letterbox {
		inner = letterbox(width, height, cols, rows)
	}
	cells := make([]cell, cols*rows)
	for i := range cells {
		cells[i].glyph = ' '
	}
	if !inner.Empty() {
		paste(cells, cols, inner, choose(p, inner.Dx(), inner.Dy(), o))
	}
	return paint(cells, cols, o)
}

// letterbox is where the whole picture fits, in the middle of the cells.
func letterbox(width, height, cols, rows int) image.Rectangle {
	w, h := cols, rows
	if width*2*rows > cols*height {
		h = max(1, (cols*height+width)/(2*width))
	} else {
		w = max(1, (2*rows*width+height/2)/height)
	}
	w, h = min(w, cols), min(h, rows)
	at := image.Pt((cols-w)/2, (rows-h)/2)
	return image.Rectangle{at, at.Add(image.Pt(w, h))}
}

func paste(onto []cell, cols int, where image.Rectangle, cells []cell) {
	for y := range where.Dy() {
		copy(onto[(where.Min.Y+y)*cols+where.Min.X:], cells[y*where.Dx():(y+1)*where.Dx()])
	}
}

// choose decides the glyph and colours of each cell.
func choose(p Picture, cols, rows int, o Options) []cell {
	light := sample(p, cols*cellW, rows*cellH, !o.Dark)
	if o.Profile < Palette || o.Style == Mono {
		return weave(light, cols, rows, o)
	}
	switch o.Style {
	case Ink:
		return inked(light, cols, rows, o)
	case Filled:
		return fill(light, cols, rows, asciiShapes(), asciiShortlist, o.Profile)
	case Mosaics:
		return fill(light, cols, rows, mosaicShapes(), blockShortlist, o.Profile)
	default:
		return fill(light, cols, rows, blockShapes(), blockShortlist, o.Profile)
	}
}
