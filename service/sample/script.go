package sample

import (
	"bufio"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"daybook/model"
)

// content is the prose, one file a theme. A file is a list of threads:
//
//	== Subject of the thread
//	folder: Projects/Atlas          where what the owner receives lies now
//	tags: Atlas, Later              categories of every message
//	on: weekend                     only when now is on a weekend
//	locked:                         (groups) no more posts
//
//	@ bo > ann, cy; dee | -3 16:20 | unread flag | plan.xlsx
//	The text of the message, up to the next line that starts with "@ " or
//	"== ". {release:w} stands for a date (see almanac.fill).
//
//	@ ann | +25m
//	Without recipients a message answers everybody of the one before; with
//	"<" in their place, its sender alone.
//
// After the recipients and the date come marks and the names of attachments.
// The marks are read by markSetters and by flags named in thread.go.
//
//go:embed all:content
var content embed.FS

// scene is one thread as written.
type scene struct {
	subject string
	key     string // names the thread when its subject is not unique
	fields  map[string]string
	lines   []line
	where   string // file and line, for errors
}

// line is one message as written. An empty to means "answer all", "<" the
// sender alone.
type line struct {
	from, to, cc, when string
	marks              []string
	files              []string
	text               string
	subject            string // overrides the thread's
	where              string

	event       *model.Event // what a message about a meeting is about
	meetingType string
}

func (l line) has(mark string) bool { return slices.Contains(l.marks, mark) }

// value returns what follows "name:" among the marks.
func (l line) value(name string) (string, bool) {
	for _, m := range l.marks {
		if v, ok := strings.CutPrefix(m, name+":"); ok {
			return v, true
		}
	}
	return "", false
}

// scenes reads every file of a folder of the content, in name order.
func scenes(folder string) ([]scene, error) {
	names, err := fs.Glob(content, "content/"+folder+"/*.txt")
	if err != nil {
		return nil, err
	}
	var all []scene
	for _, name := range names {
		raw, err := content.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		got, err := parseScenes(name, string(raw))
		if err != nil {
			return nil, err
		}
		all = append(all, got...)
	}
	return all, nil
}

// parseScenes reads one file.
func parseScenes(name, text string) ([]scene, error) {
	var all []scene
	var body []string
	closeLine := func() {
		if len(all) == 0 || len(all[len(all)-1].lines) == 0 {
			return
		}
		lines := all[len(all)-1].lines
		lines[len(lines)-1].text = strings.Trim(strings.Join(body, "\n"), "\n")
		body = nil
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		row, where := lines.Text(), fmt.Sprintf("%s:%d", name, n)
		switch {
		case strings.HasPrefix(row, "== "):
			closeLine()
			all = append(all, scene{subject: row[3:], fields: map[string]string{}, where: where})
		case len(all) == 0:
			if row != "" && !strings.HasPrefix(row, "#") {
				return nil, fmt.Errorf("%s: text before the first thread", where)
			}
		case strings.HasPrefix(row, "@ "):
			closeLine()
			l, err := parseLine(row[2:])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", where, err)
			}
			l.where = where
			s := &all[len(all)-1]
			s.lines = append(s.lines, l)
		case len(all[len(all)-1].lines) == 0:
			if err := all[len(all)-1].field(row); err != nil {
				return nil, fmt.Errorf("%s: %w", where, err)
			}
		case len(body) == 0 && strings.HasPrefix(row, "Subject: "):
			s := all[len(all)-1]
			s.lines[len(s.lines)-1].subject = strings.TrimPrefix(row, "Subject: ")
		default:
			body = append(body, row)
		}
	}
	closeLine()
	return all, lines.Err()
}

// field reads a line between the subject and the first message.
func (s *scene) field(row string) error {
	row = strings.TrimSpace(row)
	if row == "" {
		return nil
	}
	name, value, _ := strings.Cut(row, ":")
	switch name {
	case "folder", "tags", "locked", "on":
		s.fields[name] = strings.TrimSpace(value)
		return nil
	}
	return fmt.Errorf("a thread has no field %q", name)
}

// parseLine reads "bo > ann, cy; dee | -3 16:20 | unread | plan.xlsx".
func parseLine(row string) (line, error) {
	parts := strings.Split(row, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	if len(parts) < 2 || len(parts) > 4 {
		return line{}, fmt.Errorf("message line has %d parts, want sender | date [| marks [| attachments]]", len(parts))
	}
	l := line{when: parts[1]}
	switch {
	case strings.HasSuffix(parts[0], "<"):
		l.from, l.to = strings.TrimSpace(strings.TrimSuffix(parts[0], "<")), "<"
	default:
		from, rest, _ := strings.Cut(parts[0], ">")
		l.from = strings.TrimSpace(from)
		to, cc, _ := strings.Cut(rest, ";")
		l.to, l.cc = strings.TrimSpace(to), strings.TrimSpace(cc)
	}
	if len(parts) > 2 {
		l.marks = strings.Fields(parts[2])
	}
	if len(parts) > 3 {
		l.files = list(parts[3])
	}
	return l, nil
}

// rows reads a table of the content: a line a row, cells between " | ", lines
// that start with "#" left out.
func rows(name string, cells int) ([][]string, error) {
	raw, err := content.ReadFile("content/" + name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	var out [][]string
	for row := range strings.Lines(string(raw)) {
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		r := strings.Split(row, " | ")
		if len(r) != cells {
			return nil, fmt.Errorf("%s: row %q has %d cells, want %d", name, row, len(r), cells)
		}
		out = append(out, r)
	}
	return out, nil
}

// list splits at commas.
func list(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
