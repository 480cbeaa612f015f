package theme

import "strings"

// Glyph is a sign of our own, one cell unless its comment says otherwise.
type Glyph string

// Glyphs is a glyph set. Every sign is measured the same by all terminals: no emoji, nothing with a variation selector.
type Glyphs struct {
	Ellipsis                                                Glyph
	Unread, Flag, Attachment                                Glyph
	High, Low, Draft                                        Glyph
	Snoozed, Muted, Answered, Recurring, Locked, Invitation Glyph
	Expanded, Collapsed, Leaf, Thread                       Glyph
	// Bar marks the cursor's row at its left edge, Marked a selected row.
	Bar, Marked                   Glyph
	Check, Cross, Warning, Bullet Glyph
	// CheckOn and CheckOff take three cells.
	CheckOn, CheckOff              Glyph
	ArrowLeft, ArrowRight, ArrowUp Glyph
	// Search is the prompt of a search, Prompt of other inputs.
	Search, Prompt Glyph
	// Wrapped begins what goes on of a line that its writer has set.
	Wrapped   Glyph
	Separator Glyph
	Now       Glyph
	// Free to OffHours are one cell of an availability grid, and the left edge of an event's block as which it counts.
	Free, Busy, Tentative, Away, Elsewhere, Unknown, OffHours Glyph
	Person, Optional, Room                                    Glyph
	// Sheet is a workbook's file, Image a picture's.
	Sheet, Image Glyph
	// BlockLeft to BlockGone are the left edge of other blocks: busy, free, and not to be.
	BlockLeft, BlockFree, BlockGone Glyph
	// Divider stands between the parts of a day. NowLine is a cell of the now line, Dashed one of a stretch of time that is not there; Second marks the second
	// pass over an hour when the clocks go back.
	Divider, NowLine, Dashed, Second Glyph
	// Calendar is a shape for each of Styles.Calendar.
	Calendar [9]Glyph
	// Spinner is the frames of the spinner.
	Spinner []Glyph
	// Levels rise from empty to full: small charts.
	Levels []Glyph
	// ProgressFull and ProgressEmpty are cells of a bar, ProgressPart the steps of a cell between them.
	ProgressFull, ProgressEmpty Glyph
	ProgressPart                []Glyph
	ScrollTrack, ScrollThumb    Glyph
	Border                      Border
}

// Border is the lines of frames and panes.
type Border struct {
	Horizontal, Vertical                       Glyph
	TopLeft, TopRight, BottomLeft, BottomRight Glyph
	TeeTop, TeeBottom, TeeLeft, Cross          Glyph
}

// ASCIIOnly reports whether this is the set without a character above U+007F.
func (g Glyphs) ASCIIOnly() bool { return g.Bar < "\x80" }

// typography is what is set in words of our own beyond ASCII, and what stands for each in the same cells.
var typography = strings.NewReplacer("·", "-", "–", "-", "—", "-", "×", "x", "…", "~", "‘", "'", "’", "'",
	"“", `"`, "”", `"`, "•", "*", "►", ">", "→", ">", "←", "<", "✓", "+", "✗", "X", "\u00a0", " ", "−", "-")

// Typeset is a frame as it is drawn in this set: in the one without a character above U+007F the signs of our own
// words have a plain sign of the same width. Letters are left as they are, whoever wrote them.
func (g Glyphs) Typeset(frame string) string {
	if !g.ASCIIOnly() {
		return frame
	}
	return typography.Replace(frame)
}

// Unicode is the default set.
func Unicode() Glyphs {
	return Glyphs{
		Ellipsis: "…", Unread: "●", Flag: "⚑", Attachment: "⋐",
		High: "!", Low: "↓", Draft: "✎",
		Snoozed: "◷", Muted: "⊘", Answered: "↩", Recurring: "↻", Locked: "⊠", Invitation: "▦",
		Expanded: "▾", Collapsed: "▸", Leaf: " ", Thread: "↳",
		Bar: "▌", Marked: "✓", Check: "✓", Cross: "✗", Warning: "▲", Bullet: "•",
		CheckOn: "[✓]", CheckOff: "[ ]",
		ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑",
		Search: "/", Prompt: "›", Wrapped: "↪", Separator: "·", Now: "►",
		Free: "·", Busy: "█", Tentative: "▒", Away: "▚", Elsewhere: "╱", Unknown: "?", OffHours: "░",
		Person: "●", Optional: "○", Room: "⌂", Sheet: "▦", Image: "▣",
		BlockLeft: "▌", BlockFree: "▏", BlockGone: "┊",
		Divider: "╎", NowLine: "━", Dashed: "╌", Second: "²",
		Calendar:     [9]Glyph{"●", "■", "▲", "◆", "○", "□", "△", "◇", "★"},
		Spinner:      []Glyph{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
		Levels:       []Glyph{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		ProgressFull: "█", ProgressEmpty: "░", ProgressPart: []Glyph{"▏", "▎", "▍", "▌", "▋", "▊", "▉"},
		ScrollTrack: "│", ScrollThumb: "┃",
		Border: Border{
			Horizontal: "─", Vertical: "│", TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯",
			TeeTop: "┬", TeeBottom: "┴", TeeLeft: "├", Cross: "┼",
		},
	}
}

// ASCII is the set for terminals and fonts without the rest.
func ASCII() Glyphs {
	return Glyphs{
		Ellipsis: "~", Unread: "*", Flag: "F", Attachment: "@",
		High: "!", Low: "-", Draft: "D",
		Snoozed: "z", Muted: "x", Answered: "r", Recurring: "%", Locked: "L", Invitation: "#",
		Expanded: "v", Collapsed: ">", Leaf: " ", Thread: "`",
		Bar: ">", Marked: "+", Check: "+", Cross: "X", Warning: "!", Bullet: "*",
		CheckOn: "[*]", CheckOff: "[ ]",
		ArrowLeft: "<", ArrowRight: ">", ArrowUp: "^",
		Search: "/", Prompt: ">", Wrapped: `\`, Separator: "-", Now: ">",
		Free: ".", Busy: "#", Tentative: "~", Away: "%", Elsewhere: "/", Unknown: "?", OffHours: ":",
		Person: "*", Optional: "o", Room: "R", Sheet: "#", Image: "@",
		BlockLeft: "|", BlockFree: ".", BlockGone: "!",
		Divider: ";", NowLine: "=", Dashed: "-", Second: "'",
		Calendar:     [9]Glyph{"o", "#", "^", "*", "+", "=", "x", "$", "&"},
		Spinner:      []Glyph{"|", "/", "-", "\\"},
		Levels:       []Glyph{" ", "1", "2", "3", "4", "5", "6", "7", "8"},
		ProgressFull: "#", ProgressEmpty: ".",
		ScrollTrack: "|", ScrollThumb: "#",
		Border: Border{
			Horizontal: "-", Vertical: "|", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
			TeeTop: "+", TeeBottom: "+", TeeLeft: "+", Cross: "+",
		},
	}
}
