package compose

import (
	"strings"

	"daybook/widget/text"
)

// tabs remembers the lines of a body that have tabs. The editor shows them with
// blanks up to stops of eight; a line that nobody has changed keeps its tabs, so
// that a patch is quoted, and sent, as it was written.
type tabs map[string][]string // by the line as it is shown, in the order in which they stand

// show is a body as the editor shows it.
func (t *tabs) show(body string) string {
	*t = tabs{}
	return t.add(body)
}

// add is show for what is put into a body.
func (t *tabs) add(part string) string {
	for raw := range strings.SplitSeq(part, "\n") {
		raw = text.Tabbed(raw)
		if shown := text.CleanBlock(raw).String(); shown != raw || (*t)[shown] != nil {
			if *t == nil {
				*t = tabs{}
			}
			(*t)[shown] = append((*t)[shown], raw)
		}
	}
	return text.CleanBlock(part).String()
}

// restore is a body as it is meant.
func (t tabs) restore(body string) string {
	if len(t) == 0 {
		return body
	}
	lines, had := strings.Split(body, "\n"), map[string]int{}
	for i, shown := range lines {
		if raws := t[shown]; raws != nil {
			lines[i] = raws[min(had[shown], len(raws)-1)]
			had[shown]++
		}
	}
	return strings.Join(lines, "\n")
}
