package sample

import (
	"strings"
	"testing"
)

func TestFlow(t *testing.T) {
	const full = "This line is as long as a line of the content is wont to be,"
	for name, c := range map[string]struct{ in, want string }{
		"a paragraph":         {full + "\nand goes on.", full + " and goes on."},
		"a greeting":          {"Dear Ann,\n" + full, "Dear Ann,\n" + full},
		"two paragraphs":      {full + "\n\nAnother.", full + "\n\nAnother."},
		"a list":              {"- one\n- two", "- one\n- two"},
		"a long entry":        {"- " + full + "\n  and on\n- two", "- " + full + " and on\n- two"},
		"a hanging number":    {"1. short\n   and on", "1. short and on"},
		"what is set in code": {"    a  b\n    c  d", "    a  b\n    c  d"},
		"a quotation":         {"> " + full + "\n> and on", "> " + full + "\n> and on"},
		"html":                {"<p>" + full + "\nand on</p>", "<p>" + full + "\nand on</p>"},
	} {
		if got := flow(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	if got := flow(full + "\n" + full + "\nend"); strings.Contains(got, "\n") {
		t.Errorf("three lines of one paragraph: got %q, want one line", got)
	}
}
