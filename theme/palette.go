package theme

// palette is the raw colours of a theme by their use.
type palette struct {
	name string
	dark bool
	// background is what the contrasts are made for: the theme's own when it paints, else the hardest of the
	// usual terminal backgrounds (the lightest dark one, the darkest light one).
	background colour
	// paints says that the theme sets the terminal's background.
	paints bool

	text, muted, faint, border, accent              colour
	red, orange, yellow, green, cyan, blue, magenta colour
	cursor, cursorIdle, marked, bar, barText        colour
	match, matchCurrent, matchText                  colour
}

// mono has no colour at all: NO_COLOR, and terminals without.
var mono = palette{name: "mono"}

var palettes = []palette{
	{
		name: "dark", dark: true, background: c(0x282c34, own),
		text: c(0xdfe3e8, own), muted: c(0x9aa7b4, own), faint: c(0x768390, brightBlack), border: c(0x444c56, brightBlack),
		accent: c(0x6cb6ff, brightBlue), red: c(0xff7b72, brightRed), orange: c(0xf0a35e, yellow), yellow: c(0xe3c35f, brightYellow),
		green: c(0x7bc275, green), cyan: c(0x56c9c2, cyan), blue: c(0x6cb6ff, brightBlue), magenta: c(0xd39bf2, magenta),
		cursor: c(0x264a6e, own), cursorIdle: c(0x343b44, own), marked: c(0x40391f, own), bar: c(0x20252c, own), barText: c(0xadbac7, own),
		match: c(0x6b5410, own), matchCurrent: c(0xe3c35f, own), matchText: c(0xffffff, own),
	},
	{
		name: "light", background: c(0xf2efe6, own),
		text: c(0x1f2328, own), muted: c(0x57606a, own), faint: c(0x848d97, brightBlack), border: c(0xc4c9cf, white),
		accent: c(0x0550ae, blue), red: c(0xb42318, red), orange: c(0x9a4b00, red), yellow: c(0x7a5c00, magenta),
		green: c(0x1a6b2f, green), cyan: c(0x0b6773, cyan), blue: c(0x0550ae, blue), magenta: c(0x7b3fb5, magenta),
		cursor: c(0xcfe3fb, own), cursorIdle: c(0xe3e6ea, own), marked: c(0xfaedc0, own), bar: c(0xe9ecef, own), barText: c(0x424a53, own),
		match: c(0xffe48a, own), matchCurrent: c(0xf5b83d, own), matchText: c(0x1f2328, own),
	},
	{
		name: "high-contrast", dark: true, background: c(0x000000, black), paints: true,
		text: c(0xffffff, brightWhite), muted: c(0xe0e0e0, white), faint: c(0xbdbdbd, white), border: c(0xffffff, white),
		accent: c(0x00e5ff, brightCyan), red: c(0xff8a80, brightRed), orange: c(0xffb74d, brightYellow), yellow: c(0xffff00, brightYellow),
		green: c(0x69f0ae, brightGreen), cyan: c(0x00e5ff, brightCyan), blue: c(0x82b1ff, brightBlue), magenta: c(0xff80ff, brightMagenta),
		cursor: c(0x0033aa, own), cursorIdle: c(0x3a3a3a, own), marked: c(0x4d4000, own), bar: c(0x1a1a1a, own), barText: c(0xffffff, own),
		match: c(0x7a6a00, own), matchCurrent: c(0xffff00, own), matchText: c(0xffffff, own),
	},
	{
		name: "gruvbox", dark: true, background: c(0x282828, own), paints: true,
		text: c(0xebdbb2, own), muted: c(0xa89984, own), faint: c(0x8a7d70, brightBlack), border: c(0x504945, brightBlack),
		accent: c(0xfabd2f, brightYellow), red: c(0xfb4934, brightRed), orange: c(0xfe8019, yellow), yellow: c(0xfabd2f, brightYellow),
		green: c(0xb8bb26, green), cyan: c(0x8ec07c, cyan), blue: c(0x83a598, brightBlue), magenta: c(0xd3869b, magenta),
		cursor: c(0x504945, own), cursorIdle: c(0x3c3836, own), marked: c(0x4a3f1d, own), bar: c(0x1d2021, own), barText: c(0xd5c4a1, own),
		match: c(0x7c6f64, own), matchCurrent: c(0xfabd2f, own), matchText: c(0xfbf1c7, own),
	},
	{
		name: "solarized-dark", dark: true, background: c(0x002b36, own), paints: true,
		text: c(0xa9b7b8, own), muted: c(0x839496, own), faint: c(0x657b83, brightBlack), border: c(0x2a4d56, brightBlack),
		accent: c(0x268bd2, brightBlue), red: c(0xdc322f, brightRed), orange: c(0xcb4b16, yellow), yellow: c(0xb58900, brightYellow),
		green: c(0x859900, green), cyan: c(0x2aa198, cyan), blue: c(0x268bd2, brightBlue), magenta: c(0xd33682, magenta),
		cursor: c(0x0d4f63, own), cursorIdle: c(0x0a3a47, own), marked: c(0x2f3f1c, own), bar: c(0x073642, own), barText: c(0x93a1a1, own),
		match: c(0x5a4a00, own), matchCurrent: c(0xb58900, own), matchText: c(0xfdf6e3, own),
	},
	{
		name: "solarized-light", background: c(0xfdf6e3, own), paints: true,
		text: c(0x46575d, own), muted: c(0x5c6f76, own), faint: c(0x8a9899, brightBlack), border: c(0xd3cdb8, white),
		accent: c(0x1a6ea8, blue), red: c(0xdc322f, red), orange: c(0xcb4b16, red), yellow: c(0xb58900, magenta),
		green: c(0x859900, green), cyan: c(0x2aa198, cyan), blue: c(0x268bd2, blue), magenta: c(0xd33682, magenta),
		cursor: c(0xd6e6ec, own), cursorIdle: c(0xeee8d5, own), marked: c(0xf3e6b3, own), bar: c(0xeee8d5, own), barText: c(0x586e75, own),
		match: c(0xf5dc7a, own), matchCurrent: c(0xe0a800, own), matchText: c(0x073642, own),
	},
	{ // hues of Okabe and Ito, told apart in every common kind of colour blindness
		name: "colour-blind", dark: true, background: c(0x1e1e1e, own), paints: true,
		text: c(0xe8e8e8, own), muted: c(0xa8a8a8, own), faint: c(0x808080, brightBlack), border: c(0x4a4a4a, brightBlack),
		accent: c(0x56b4e9, brightBlue), red: c(0xe58a4a, brightYellow), orange: c(0xe69f00, yellow), yellow: c(0xf0e442, brightYellow),
		green: c(0x56b4e9, brightCyan), cyan: c(0x7fd6c2, cyan), blue: c(0x56b4e9, brightBlue), magenta: c(0xcc79a7, magenta),
		cursor: c(0x1f4660, own), cursorIdle: c(0x333333, own), marked: c(0x4a4410, own), bar: c(0x161616, own), barText: c(0xc8c8c8, own),
		match: c(0x6b6110, own), matchCurrent: c(0xf0e442, own), matchText: c(0xffffff, own),
	},
	{
		name: "colour-blind-light", background: c(0xffffff, own), paints: true,
		text: c(0x202020, own), muted: c(0x585858, own), faint: c(0x8a8a8a, brightBlack), border: c(0xc8c8c8, white),
		accent: c(0x0072b2, blue), red: c(0xa84300, red), orange: c(0x9c6500, red), yellow: c(0x7a6c00, magenta),
		green: c(0x0072b2, blue), cyan: c(0x00705a, cyan), blue: c(0x0072b2, blue), magenta: c(0xa8447f, magenta),
		cursor: c(0xcde6f5, own), cursorIdle: c(0xe8e8e8, own), marked: c(0xf7f0b8, own), bar: c(0xeeeeee, own), barText: c(0x404040, own),
		match: c(0xf5ea7a, own), matchCurrent: c(0xe6b400, own), matchText: c(0x101010, own),
	},
	mono,
}

// categories are the interface's preset0 to preset24, in its order.
var categories = [25]colour{
	c(0xe74856, red), c(0xff8c00, yellow), c(0xab6b3f, yellow), c(0xfff100, brightYellow), c(0x47d041, green),
	c(0x30c6cc, cyan), c(0x73aa24, green), c(0x5a9bf5, blue), c(0x8764b8, magenta), c(0xc6357c, brightMagenta),
	c(0xa0aeb2, white), c(0x5c6b73, brightBlack), c(0xb1adab, white), c(0x7a7574, brightBlack), c(0x606060, own),
	c(0xa4262c, red), c(0xca5010, yellow), c(0x8e562e, yellow), c(0xc19c00, yellow), c(0x0b6a0b, green),
	c(0x038387, cyan), c(0x498205, green), c(0x1f5fbf, blue), c(0x5c2e91, magenta), c(0x86155b, magenta),
}

// calendars are the interface's calendar colours, in the order Styles.Calendar documents: as text and,
// under text, on dark and light backgrounds. The grounds differ in how
// light they are too, so that neighbouring hues are not taken for each other.
var calendars = [9]struct {
	dark, light             colour
	darkGround, lightGround lch
}{
	{c(0x69b7f0, brightBlue), c(0x005faf, blue), lch{0.40, 0.11, 255}, lch{0.87, 0.070, 250}},
	{c(0x7fcb6b, green), c(0x1f7a1f, green), lch{0.43, 0.10, 145}, lch{0.91, 0.090, 145}},
	{c(0xff9447, brightRed), c(0xb84a00, brightRed), lch{0.49, 0.12, 52}, lch{0.86, 0.090, 62}},
	{c(0xb0b5ba, white), c(0x5f6368, brightBlack), lch{0.42, 0, 0}, lch{0.87, 0, 0}},
	{c(0xf0d44a, brightYellow), c(0x686400, yellow), lch{0.53, 0.11, 95}, lch{0.94, 0.110, 102}},
	{c(0x45d0c4, cyan), c(0x007878, cyan), lch{0.47, 0.08, 195}, lch{0.91, 0.060, 198}},
	{c(0xf08cc0, brightMagenta), c(0xb0308a, magenta), lch{0.44, 0.13, 345}, lch{0.88, 0.070, 345}},
	{c(0xb5835a, yellow), c(0x64241a, own), lch{0.34, 0.05, 60}, lch{0.80, 0.055, 60}},
	{c(0xef6a6a, red), c(0xc01f1f, red), lch{0.39, 0.14, 25}, lch{0.83, 0.090, 20}},
}
