package eml

import "strings"

// unflow joins the lines of format=flowed text (RFC 3676) into paragraphs.
// Quoting marks stay, one "> " a level for the levels of a joined paragraph.
// With delSp the blank before the break goes too.
func unflow(s string, delSp bool) string {
	var out, para strings.Builder
	depth := -1 // of the paragraph being joined, -1 when none is
	end := func() {
		if depth >= 0 {
			out.WriteString(para.String())
			out.WriteByte('\n')
		}
		para.Reset()
		depth = -1
	}
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		quotes := len(line) - len(strings.TrimLeft(line, ">"))
		text := strings.TrimPrefix(line[quotes:], " ")
		flowed := strings.HasSuffix(text, " ") && text != "-- "
		if depth >= 0 && (quotes != depth || text == "-- ") {
			end()
		}
		if depth < 0 {
			depth = quotes
			para.WriteString(strings.Repeat(">", quotes))
			if quotes > 0 {
				para.WriteByte(' ')
			}
		}
		if flowed && delSp {
			text = text[:len(text)-1]
		}
		para.WriteString(text)
		if !flowed {
			end()
		}
	}
	end()
	return out.String()
}
