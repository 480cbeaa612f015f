package htmltext

import (
	"regexp"
	"strconv"
	"strings"
)

// patch follows a unified diff: a hunk's header says how many lines belong to it, so that a list with dashes is not
// taken for one.
type patch struct{ old, new int }

var hunkHeader = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@`)

// open says that the next line belongs to a hunk.
func (p *patch) open() bool { return p.old > 0 || p.new > 0 }

// line is what a line is in a patch, 0 outside of patches.
func (p *patch) line(s string) Attr {
	if m := hunkHeader.FindStringSubmatch(s); m != nil {
		p.old, p.new = hunkLines(m[1]), hunkLines(m[2])
		return Hunk
	}
	if !p.open() {
		if strings.HasPrefix(s, "diff --git ") || strings.HasPrefix(s, "--- a/") || strings.HasPrefix(s, "+++ b/") ||
			s == "--- /dev/null" || s == "+++ /dev/null" {
			return Bold
		}
		return 0
	}
	switch {
	case strings.HasPrefix(s, "+"):
		p.new--
		return Added
	case strings.HasPrefix(s, "-"):
		p.old--
		return Removed
	case strings.HasPrefix(s, `\`):
	default:
		p.old, p.new = p.old-1, p.new-1
	}
	return 0
}

// hunkLines is a count of a hunk's header; left out it is 1.
func hunkLines(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1
	}
	return n
}
