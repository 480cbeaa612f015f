package htmltext

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/theme"
)

var update = flag.Bool("update", false, "write the goldens anew")

// A golden shows every line, the spans that begin on it by their words, and the targets.
func TestFixturesReadAsBefore(t *testing.T) {
	pages, _ := filepath.Glob("testdata/*.html")
	plain, _ := filepath.Glob("testdata/*.txt")
	files := append(pages, plain...)
	if len(pages) == 0 || len(plain) == 0 {
		t.Fatalf("no fixtures: found %v", files)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parse := HTML
		if strings.HasSuffix(file, ".txt") {
			parse = Plain
		}
		for _, width := range []int{60, 24} {
			got := dump(parse(string(src)), width)
			golden := fmt.Sprintf("%s.%d.golden", file, width)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s at %d cells\ngot:\n%s\nwant:\n%s", file, width, got, want)
			}
		}
	}
}

func dump(d *Document, width int) string {
	var b strings.Builder
	for _, line := range d.Wrap(width, theme.Unicode()).Lines {
		fmt.Fprintf(&b, "%-*s|", width, line.Text)
		for _, s := range line.Spans {
			fmt.Fprintf(&b, " %s(%s)", names(s.Attr), line.Text.Slice(s.Range))
		}
		b.WriteByte('\n')
	}
	for _, l := range d.Links {
		fmt.Fprintf(&b, "[%d] %s -> %s  %s\n", l.Number, l.Label, l.Target, l.Warning)
	}
	fmt.Fprintf(&b, "remote images: %d\n", d.RemoteImages)
	return b.String()
}

func names(a Attr) string {
	all := []string{"bold", "italic", "struck", "code", "heading", "link", "suspicious", "image", "quote", "rule", "bullet", "signature", "added", "removed", "hunk"}
	var on []string
	for i, name := range all {
		if a&(1<<i) != 0 {
			on = append(on, name)
		}
	}
	return strings.Join(on, "+")
}
