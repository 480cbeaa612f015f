package sample

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The content is written in lines of about 75 characters, for whoever edits
// it. fullLine is the length from which a line's end is no more than that; a
// shorter one was meant to end.
const fullLine = 52

// listItem starts a list's entry.
var listItem = regexp.MustCompile(`^(-|\d\.) `)

// flow joins the lines of paragraphs and of list entries, so that a reader of
// any width can wrap them. What is indented, quoted or short stays as it is.
func flow(text string) string {
	if strings.HasPrefix(text, "<") { // HTML flows by itself
		return text
	}
	var out []string
	last := "" // as written
	for row := range strings.SplitSeq(text, "\n") {
		if n := len(out); n > 0 && goesOn(last, row) {
			out[n-1] += " " + strings.TrimSpace(row)
		} else {
			out = append(out, row)
		}
		last = row
	}
	return strings.Join(out, "\n")
}

// goesOn reports whether a line continues the one before.
func goesOn(last, row string) bool {
	switch {
	case last == "" || row == "" || listItem.MatchString(row):
		return false
	case strings.HasPrefix(last, ">") || strings.HasPrefix(row, ">"):
		return false
	case strings.HasPrefix(last, "   ") || strings.HasPrefix(row, "    "):
		return false
	}
	hanging := strings.HasPrefix(row, "  ") && (listItem.MatchString(last) || strings.HasPrefix(last, "  "))
	return hanging || !strings.HasPrefix(row, " ") && utf8.RuneCountInString(last) >= fullLine
}
