package views

import (
	"fmt"
	"slices"

	"daybook/widget/text"
)

// Size is a number of bytes for people.
func Size[N int | int64](bytes N) string {
	switch n := int64(bytes); {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_500:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	case n < 999_950_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
}

// Count is so many of something: "1 file", "3 files".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Joined puts what there is one behind the other, with commas between.
func Joined(words ...string) text.Text {
	var parts []text.Text
	for _, w := range words {
		if t := text.Clean(w); !t.Empty() {
			parts = append(parts, t)
		}
	}
	return text.Join(text.Literal(", "), parts...)
}

// Sentences are words one after the other, without those that say nothing.
func Sentences(all ...text.Text) text.Text {
	return text.Join(text.Literal(". "), slices.DeleteFunc(all, text.Text.Empty)...)
}
