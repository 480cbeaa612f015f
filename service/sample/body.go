package sample

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"daybook/model"
)

// quoteLimit is how many lines of the mail before an answer repeats.
const quoteLimit = 16

// previewLimit is the length of bodyPreview in characters.
const previewLimit = 255

// said is what an answer may quote.
type said struct {
	by     model.EmailAddress
	to     []model.Recipient
	at     time.Time
	title  string
	text   string
	isHTML bool
}

// compose is the body of a message by a person: the text, the signature, and
// the mail it answers in that person's way. A text that starts with "<" is
// HTML as it stands; one that quotes by itself gets no second quote.
func compose(p person, text string, answers *said, zone *time.Location, asHTML bool) model.ItemBody {
	if strings.HasPrefix(text, "<") {
		return model.ItemBody{ContentType: "html", Content: page(text)}
	}
	quote := p.quote
	if answers == nil || answers.isHTML && !asHTML || strings.Contains("\n"+text, "\n> ") {
		quote = quoteNone
	}
	if p.sign != "" {
		text += "\n\n" + p.sign
	}
	if !asHTML {
		return model.ItemBody{ContentType: "text", Content: text + quoteText(quote, answers, zone) + "\n"}
	}
	return model.ItemBody{ContentType: "html", Content: page(paragraphs(text) + quoteHTML(quote, answers, zone))}
}

func quoteText(q quoting, s *said, zone *time.Location) string {
	switch q {
	case quoteAbove:
		return fmt.Sprintf("\n\nOn %s, %s wrote:\n%s",
			s.at.In(zone).Format("Mon 2 Jan 2006 at 15:04"), s.by.Name, behind("> ", s.text))
	case quoteBlock:
		return fmt.Sprintf("\n\n-----Original message-----\nFrom: %s <%s>\nSent: %s\nTo: %s\nSubject: %s\n\n%s",
			s.by.Name, s.by.Address, s.at.In(zone).Format("2 January 2006 15:04"), names(s.to), s.title, s.text)
	}
	return ""
}

func quoteHTML(q quoting, s *said, zone *time.Location) string {
	if q == quoteNone {
		return ""
	}
	repeated := s.text
	if !s.isHTML {
		repeated = paragraphs(s.text)
	}
	return fmt.Sprintf("<hr>\n<p><b>From:</b> %s &lt;%s&gt;<br>\n<b>Sent:</b> %s<br>\n<b>To:</b> %s<br>\n<b>Subject:</b> %s</p>\n<blockquote>\n%s</blockquote>\n",
		html.EscapeString(s.by.Name), html.EscapeString(s.by.Address), s.at.In(zone).Format("2 January 2006 15:04"),
		html.EscapeString(names(s.to)), html.EscapeString(s.title), repeated)
}

// behind puts a mark before each line, and leaves out what goes on too long.
func behind(mark, text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) > quoteLimit {
		lines = append(lines[:quoteLimit], "[…]")
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(mark+l, " ")
	}
	return strings.Join(lines, "\n")
}

func names(rs []model.Recipient) string {
	var out []string
	for _, r := range rs {
		out = append(out, r.EmailAddress.Name)
	}
	return strings.Join(out, "; ")
}

var link = regexp.MustCompile(`https://[^\s<>)]*[^\s<>).,;:]`)

// paragraphs writes plain text as HTML: blocks between empty lines become
// paragraphs, or lists when every line starts with "- ".
func paragraphs(text string) string {
	var b strings.Builder
	for block := range strings.SplitSeq(text, "\n\n") {
		block = strings.Trim(block, "\n")
		if block == "" {
			continue
		}
		escaped := link.ReplaceAllStringFunc(html.EscapeString(block), func(u string) string {
			return `<a href="` + u + `">` + u + `</a>`
		})
		if strings.HasPrefix(block, "- ") {
			b.WriteString("<ul>\n")
			for item := range strings.SplitSeq("\n"+escaped, "\n- ") {
				if item != "" {
					fmt.Fprintf(&b, "<li>%s</li>\n", strings.ReplaceAll(item, "\n", " "))
				}
			}
			b.WriteString("</ul>\n")
			continue
		}
		// A line that stops short was meant to: greetings, signatures, lists.
		lines := strings.Split(escaped, "\n")
		for i, l := range lines[:len(lines)-1] {
			if utf8.RuneCountInString(l) < 50 {
				lines[i] = l + "<br>"
			}
		}
		fmt.Fprintf(&b, "<p>%s</p>\n", strings.Join(lines, "\n"))
	}
	return b.String()
}

// page wraps a fragment as mail programs do.
func page(fragment string) string {
	return "<html><head><meta charset=\"utf-8\"></head><body>\n" + strings.Trim(fragment, "\n") + "\n</body></html>\n"
}

var tag = regexp.MustCompile(`(?s)<style.*?</style>|<[^>]*>`)

// quoted is a line of somebody else's.
var quoted = regexp.MustCompile(`(?m)^>.*$`)

// preview is the start of the writer's own words as one line.
func preview(text string) string {
	if strings.HasPrefix(text, "<") {
		text = html.UnescapeString(tag.ReplaceAllString(text, " "))
	}
	text = strings.Join(strings.Fields(quoted.ReplaceAllString(text, "")), " ")
	if utf8.RuneCountInString(text) <= previewLimit {
		return text
	}
	return string([]rune(text)[:previewLimit])
}
