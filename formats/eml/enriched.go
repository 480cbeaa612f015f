package eml

import "strings"

// unenrich is the text of text/enriched (RFC 1896), or of the text/richtext
// that was before it (RFC 1341): the commands in angle brackets go, and with
// <param> what it holds. In enriched text "<<" is a bracket, and of line ends
// that follow each other the first one only ends the line.
func unenrich(s string, rich bool) string {
	var b strings.Builder
	param := false // inside one, which is not text
	write := func(text string) {
		if !param {
			b.WriteString(text)
		}
	}
	for s != "" {
		i := strings.IndexAny(s, "<\n")
		if i < 0 {
			write(s)
			break
		}
		write(s[:i])
		s = s[i:]
		if s[0] == '\n' {
			n := len(s) - len(strings.TrimLeft(s, "\n"))
			switch {
			case rich, n == 1:
				write(" ")
			default:
				write(strings.Repeat("\n", n-1))
			}
			s = s[n:]
			continue
		}
		end := strings.IndexByte(s, '>')
		switch {
		case !rich && strings.HasPrefix(s, "<<"):
			write("<")
			s = s[2:]
			continue
		case end < 0 || strings.ContainsAny(s[1:end], " \n<"):
			write("<") // no command: it stands for itself
			s = s[1:]
			continue
		}
		switch command := strings.ToLower(s[1:end]); command {
		case "param", "comment":
			param = true
		case "/param", "/comment":
			param = false
		case "lt":
			write("<")
		case "nl", "np", "/paragraph":
			write("\n")
		}
		s = s[end+1:]
	}
	return strings.TrimRight(b.String(), " \n") + "\n"
}
