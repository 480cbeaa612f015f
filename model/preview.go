package model

import (
	"slices"
	"strings"
)

// attributions are the words of which a line has one that ends with a colon and
// says whose words are quoted below it.
var attributions = []string{"wrote", "writes", "said", "schrieb", "a écrit", "escribió", "escreveu", "ha scritto", "schreef",
	"skrev", "kirjoitti", "napsal", "napsal(a)", "napisał", "napisał(a)", "написал", "пишет"}

// mostAttribution is how many lines such a line may be broken into.
const mostAttribution = 3

// OwnWords is a text of a message without the lines that it quotes and those that
// say whose they are; a text that has nothing else is as it was.
func OwnWords(body string) string {
	if !strings.Contains(body, ">") {
		return body
	}
	var own []string
	said := 0 // lines of own since the last blank one
	for line := range strings.Lines(body) {
		switch words := strings.TrimSpace(line); {
		case words == "":
			if said > 0 && !attributed(own) {
				said = 0
			}
		case words[0] == '>':
			if n := said; n > 0 && attributed(own) {
				own = own[:len(own)-attribution(own[len(own)-n:])]
			}
			said = 0
		default:
			own = append(own, line)
			said = min(said+1, mostAttribution)
		}
	}
	if len(own) == 0 {
		return body
	}
	return strings.Join(own, "")
}

// attributed reports whether the last line says whose the words below it are.
func attributed(lines []string) bool {
	last := strings.ToLower(strings.TrimSpace(lines[len(lines)-1]))
	last, colon := strings.CutSuffix(last, ":")
	words := " " + strings.Join(strings.Fields(last), " ") + " "
	return colon && slices.ContainsFunc(attributions, func(verb string) bool { return strings.Contains(words, " "+verb+" ") })
}

// attribution is how many of the last lines are that one, broken where it was too
// long: it names a day or an address where it begins.
func attribution(lines []string) int {
	for n := 1; n < len(lines); n++ {
		if strings.ContainsAny(lines[len(lines)-n], "0123456789@") && !strings.ContainsAny(lines[len(lines)-n-1], "0123456789@") {
			return n
		}
	}
	return len(lines)
}
