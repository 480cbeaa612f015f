package account

import (
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// section is one part of the screen: a name at the left, rows at the right.
type section struct {
	id, name string
	parts    []part // what it shows
	again    []part // what reading it again reads, parts if nil
	// brief says in a few words how it stands.
	brief func() text.Text
	// rows are what it shows in that width.
	rows func(width int) []row
	// about stands above the rows.
	about string
	// hints are the ids of the actions most useful in it.
	hints []string
}

// row is a few lines of a section. One with a key can have the cursor.
type row struct {
	key    string
	height int
	draw   func(state theme.RowState) []string
}

// allSections are the screen's, from the top.
func (m *Model) allSections() []section {
	return []section{
		{id: "you", name: "You", parts: []part{mePart, standingPart, photoPart}, brief: m.youBrief, rows: m.youRows,
			hints: []string{"photo", "set-photo"}},
		{id: "replies", name: "Automatic replies", parts: []part{settingsPart}, again: []part{repliesPart}, brief: m.repliesBrief, rows: m.repliesRows,
			about: "What the mailbox answers by itself, once to each sender.", hints: []string{"edit", "replies"}},
		{id: "region", name: "Language and time", parts: []part{settingsPart}, again: []part{regionPart}, brief: m.regionBrief, rows: m.regionRows,
			about: "How mail and calendar speak to you and to those who write to you.", hints: []string{"edit"}},
		{id: "hours", name: "Working hours", parts: []part{settingsPart}, brief: m.hoursBrief, rows: m.hoursRows,
			about: "When others find a time with you. Suggestions stay within them.", hints: []string{"edit"}},
		{id: "senders", name: "Senders", parts: []part{overridesPart}, brief: m.sendersBrief, rows: m.senderRows,
			about: "Whose mail is always focused, or always other, whatever it says.", hints: []string{"new", "focused-or-other", "delete"}},
		{id: "grants", name: "Permissions", parts: []part{grantsPart}, brief: m.grantsBrief, rows: m.grantRows,
			hints: []string{"edit", "new", "delete", "whose-permissions"}},
		{id: "categories", name: "Categories", parts: []part{categoriesPart}, brief: m.categoriesBrief, rows: m.categoryRows,
			about: "Names and colours to mark mail and events with. A name stands on all that has it, so it cannot change.", hints: []string{"new", "edit", "delete"}},
	}
}

// known says that all that a section shows was read once.
func (m *Model) known(s section) bool {
	for _, p := range s.parts {
		if !m.read[p] {
			return false
		}
	}
	return true
}

// trouble is why a part of a section could not be read, nil when it was.
func (m *Model) trouble(s section) error {
	for _, p := range append(s.parts, s.again...) {
		if m.errs[p] != nil {
			return m.errs[p]
		}
	}
	return nil
}

// missing is the line about a right that a section misses.
func (m *Model) missing(s section) (text.Text, bool) {
	return views.Missing(m.env, m.trouble(s))
}

// keys are the rows of the section that can have the cursor.
func keysOf(rows []row) []string {
	var out []string
	for _, r := range rows {
		if r.key != "" {
			out = append(out, r.key)
		}
	}
	return out
}
