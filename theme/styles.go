package theme

// Styles are the semantic styles on one background.
type Styles struct {
	Text, Muted, Faint, Strong, Accent Style
	// Emphasis and Struck are stressed and crossed-out words of a text.
	Emphasis, Struck Style
	Title, Heading   Style
	// Unread is a message nobody opened yet; Flag, High and Low mark rows.
	Unread, Flag, High, Low Style
	// Bar is the selection bar at the left edge of the cursor's row, Mark the check of a selected row.
	Bar, Mark                       Style
	Error, Warning, Success, Info   Style
	Link, Match, MatchCurrent, Code Style
	// Key is a key in help and hints, KeyText what it does.
	Key, KeyText           Style
	Border, BorderActive   Style
	Tab, TabActive         Style
	StatusBar, StatusKey   Style
	StatusError            Style
	Input, Placeholder     Style
	Selection              Style
	Button, ButtonActive   Style
	Scrollbar, ScrollThumb Style
	// Quote is by depth of quotation; deeper levels repeat (QuoteLevel).
	Quote     [4]Style
	Signature Style
	// Added, Removed and Hunk are the lines of a patch.
	Added, Removed, Hunk Style
	// Busy to OffHours are availability, Today and Now the calendar's marks.
	Free, Busy, Tentative, Away, Elsewhere, Unknown, OffHours Style
	Today, Now                                                Style
	// Category is the 25 preset colours of categories, preset0 first.
	Category [25]Style
	// Calendar is lightBlue, lightGreen, lightOrange, lightGray, lightYellow, lightTeal, lightPink, lightBrown,
	// lightRed: the interface's calendar colours. Glyphs.Calendar has a shape for each.
	Calendar [9]Style
	// CalendarBlock is the same as the background of an event's block.
	CalendarBlock [9]Style
	// CalendarEdge is a block's left edge, CalendarActive the block that the cursor is on, CalendarLast the last row of
	// a block that another one follows without a gap.
	CalendarEdge, CalendarActive, CalendarLast [9]Style
}

// QuoteLevel is the style of a quotation, depth 1 the outermost; depth 0 is text.
func (s *Styles) QuoteLevel(depth int) Style {
	if depth <= 0 {
		return s.Text
	}
	return s.Quote[(depth-1)%len(s.Quote)]
}

// styles draws up all styles on a row's background.
func (k kit) styles(row look) Styles {
	p := k.palette
	on := func(c colour, a attrs) Style { return k.style(row, c, colour{}, a, textContrast) }
	block := func(c, bg colour, a attrs) Style { return k.style(row, c, bg, a, textContrast) }
	s := Styles{
		Text: on(p.text, 0), Muted: on(p.muted, 0), Faint: k.style(row, p.faint, colour{}, 0, faintContrast),
		Strong: on(p.text, bold), Accent: on(p.accent, 0),
		Emphasis: on(p.text, italic), Struck: on(p.muted, strike),
		Title: on(p.accent, bold), Heading: on(p.accent, bold),
		Unread: on(p.text, bold), Flag: on(p.orange, bold), High: on(p.red, bold), Low: on(p.muted, 0),
		Bar: on(p.accent, bold), Mark: on(p.yellow, bold),
		Error: on(p.red, bold), Warning: on(p.orange, bold), Success: on(p.green, 0), Info: on(p.cyan, 0),
		Link: on(p.blue, underline), Code: on(p.cyan, 0),
		Match: block(p.matchText, p.match, bold|underline), MatchCurrent: block(p.matchText, p.matchCurrent, bold|reverse&k.shapeOnly()),
		Key: on(p.accent, bold), KeyText: on(p.muted, 0),
		Border: k.style(row, p.border, colour{}, 0, 0), BorderActive: on(p.accent, bold&k.shapeOnly()),
		Tab: on(p.muted, 0), TabActive: block(p.text, p.cursorIdle, bold|reverse&k.shapeOnly()),
		StatusBar: block(p.barText, p.bar, 0), StatusKey: block(p.accent, p.bar, bold), StatusError: block(p.red, p.bar, bold),
		Input: on(p.text, 0), Placeholder: k.style(row, p.faint, colour{}, italic, faintContrast),
		Selection: block(p.text, p.cursor, reverse&k.shapeOnly()),
		Button:    on(p.muted, underline), ButtonActive: block(p.text, p.cursor, bold|reverse&k.shapeOnly()),
		Scrollbar: k.style(row, p.border, colour{}, 0, 0), ScrollThumb: on(p.muted, 0),
		Signature: k.style(row, p.faint, colour{}, italic, faintContrast),
		Added:     on(p.green, 0), Removed: on(p.red, 0), Hunk: on(p.cyan, bold),
		Free: on(p.green, 0), Busy: on(p.blue, bold), Tentative: on(p.cyan, 0), Away: on(p.magenta, bold),
		Elsewhere: on(p.yellow, 0), Unknown: on(p.muted, 0), OffHours: k.style(row, p.faint, colour{}, 0, faintContrast),
		Today: on(p.accent, bold|underline), Now: on(p.red, bold),
	}
	for i, c := range []colour{p.blue, p.magenta, p.green, p.orange} {
		s.Quote[i] = on(c, 0)
	}
	for i, c := range categories {
		s.Category[i] = on(k.tint(c), 0)
	}
	for i, tint := range k.tints {
		ground := k.grounds[i]
		s.Calendar[i] = on(tint, 0)
		s.CalendarBlock[i] = block(p.text, ground, 0)
		s.CalendarLast[i] = block(p.text, ground, underline)
		s.CalendarEdge[i] = block(tint, ground, 0)
		s.CalendarActive[i] = block(p.text, tint, bold|reverse&k.shapeOnly())
	}
	return s
}

// row is the background of a row's state, and the shape that repeats it where there are few colours.
func (k kit) row(s RowState) look {
	var l look
	switch {
	case s.Cursor && s.Focused:
		l = look{bg: k.colour(k.palette.cursor), attrs: reverse & k.shapeOnly()}
	case s.Cursor:
		l = look{bg: k.colour(k.palette.cursorIdle), attrs: underline & k.shapeOnly()}
	case s.Marked:
		l = look{bg: k.colour(k.palette.marked)}
	}
	if s.Marked {
		l.attrs |= bold & k.shapeOnly()
	}
	return l
}
