package compose

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"daybook/model"
	"daybook/widget/text"
)

// quoteLimit is how many lines of the message answered are quoted, so that
// the message stays quick to type in however long that was.
const quoteLimit = 400

// answerTo makes the message that answers m. Body is m's readable text; self
// is left out of reply-all's recipients, unless self is the only one there.
func answerTo(kind Kind, m model.Message, body string, self []string, zone *time.Location) Draft {
	d := Draft{Kind: kind, SourceID: m.ID, Phase: Writing}
	m.Subject, body = elided(m.Subject, " "), elided(body, "\n\n")
	switch kind {
	case Reply:
		d.To = replyTargets(m, self)
	case ReplyAll:
		d.To, d.Cc = replyAllTargets(m, self)
	case Forward:
		d.Subject = withPrefix("Fw: ", m.Subject, forwards...)
		d.Body = "\n\n" + forwarded(m, body, zone)
		d.Files, d.Listed = carriedBy(m), true
		return d
	}
	d.Subject = withPrefix("Re: ", m.Subject, replies...)
	d.Body = "\n\n" + quoted(m, body, zone)
	return d
}

// elided says in place of the mark of what was not read, with which nothing is
// saved, that something is left out.
func elided(s, space string) string { return strings.ReplaceAll(s, model.TooLarge, space+"[…]") }

// replyTargets are Reply-To, else From; one's own message goes to whom it
// went before.
func replyTargets(m model.Message, self []string) []model.EmailAddress {
	if len(m.ReplyTo) > 0 {
		return addresses(m.ReplyTo)
	}
	if m.From == nil {
		return nil
	}
	if isSelf(m.From.EmailAddress, self) && len(m.ToRecipients) > 0 {
		return addresses(m.ToRecipients)
	}
	return []model.EmailAddress{m.From.EmailAddress}
}

// Everybody is whom a reply to all goes to; self are one's own addresses.
func Everybody(m model.Message, self []string) (to, cc []model.EmailAddress) {
	return replyAllTargets(m, self)
}

func replyAllTargets(m model.Message, self []string) (to, cc []model.EmailAddress) {
	to = replyTargets(m, self)
	to = append(slices.Clone(to), others(addresses(m.ToRecipients), self, to)...)
	return to, others(addresses(m.CcRecipients), self, to)
}

// others is list without one's own addresses and without those there already.
func others(list []model.EmailAddress, self []string, there []model.EmailAddress) []model.EmailAddress {
	var out []model.EmailAddress
	for _, a := range list {
		same := func(b model.EmailAddress) bool { return strings.EqualFold(a.Address, b.Address) }
		if !isSelf(a, self) && !slices.ContainsFunc(there, same) && !slices.ContainsFunc(out, same) {
			out = append(out, a)
		}
	}
	return out
}

func isSelf(a model.EmailAddress, self []string) bool {
	return slices.ContainsFunc(self, func(s string) bool { return strings.EqualFold(s, a.Address) })
}

// replies and forwards are the beginnings of subjects that answer.
var replies, forwards = []string{"re:", "aw:", "sv:"}, []string{"fw:", "fwd:"}

// withPrefix puts a prefix before a subject that has none of its kind.
func withPrefix(prefix, subject string, known ...string) string {
	low := strings.ToLower(strings.TrimSpace(subject))
	for _, k := range known {
		if strings.HasPrefix(low, k) {
			return subject
		}
	}
	return prefix + subject
}

// quoted is the attribution and the body behind "> ", its signature left out.
func quoted(m model.Message, body string, zone *time.Location) string {
	lines := strings.Split(text.Tabbed(strings.TrimRight(body, "\n ")), "\n")
	if i := slices.Index(lines, "-- "); i >= 0 {
		lines = lines[:i]
	}
	if len(lines) > quoteLimit {
		lines = append(lines[:quoteLimit], "[…]")
	}
	var b strings.Builder
	b.WriteString(attribution(m, zone) + "\n")
	for _, l := range lines {
		switch {
		case l == "", strings.HasPrefix(l, ">"):
			b.WriteString(">" + l + "\n")
		default:
			b.WriteString("> " + l + "\n")
		}
	}
	return b.String()
}

func attribution(m model.Message, zone *time.Location) string {
	who := "someone"
	if m.From != nil {
		who = m.From.EmailAddress.Name
		if who == "" {
			who = m.From.EmailAddress.Address
		}
	}
	return fmt.Sprintf("%s%s wrote:", when(m, zone), text.Clean(who))
}

func when(m model.Message, zone *time.Location) string {
	if m.ReceivedDateTime == nil || m.ReceivedDateTime.IsZero() {
		return ""
	}
	return "On " + m.ReceivedDateTime.In(zone).Format("Mon 2 Jan 2006 at 15:04") + ", "
}

// forwarded is the message with the headers a reader needs.
func forwarded(m model.Message, body string, zone *time.Location) string {
	var b strings.Builder
	b.WriteString("-------- Forwarded message --------\n")
	if m.From != nil {
		fmt.Fprintf(&b, "From: %s\n", text.Clean(formatAddress(m.From.EmailAddress)))
	}
	if m.ReceivedDateTime != nil && !m.ReceivedDateTime.IsZero() {
		fmt.Fprintf(&b, "Date: %s\n", m.ReceivedDateTime.In(zone).Format("Mon, 2 Jan 2006 15:04 -0700"))
	}
	fmt.Fprintf(&b, "Subject: %s\n", text.Clean(m.Subject))
	if to := formatRecipients(addresses(m.ToRecipients)); to != "" {
		fmt.Fprintf(&b, "To: %s\n", text.Clean(to))
	}
	b.WriteString("\n" + text.Tabbed(body) + "\n")
	return b.String()
}

// promises are words that announce an attachment, in the languages that the
// program's first readers write.
var promises = []string{
	"attached", "attachment", "attachments", "attaching", "enclosed", "i attach", "we attach",
	"anbei", "im anhang", "angehängt", "beigefügt", "füge ich bei", "hänge ich an",
	"ci-joint", "ci-jointe", "ci-joints", "en pièce jointe", "pièce jointe", "pièces jointes",
	"adjunto", "adjunta", "adjuntos", "adjuntas", "allegato", "allegata", "allegati", "allego",
	"em anexo", "segue anexo", "bijlage", "bijgevoegd", "bifogad", "bifogade", "bifogat", "bifogar",
	"vedhæftet", "vedlagt", "vedlegg", "liitteenä", "w załączniku", "v příloze", "ekteki", "ektedir",
	"во вложении", "прилагаю", "添付",
}

// promised reports whether one of promises stands in a line as words of its
// own: "unattached" promises nothing. Where words have no blanks between them
// they may stand anywhere.
func promised(line string) bool {
	low := strings.ToLower(line)
	return slices.ContainsFunc(promises, func(p string) bool {
		for rest, offset := low, 0; ; {
			at := strings.Index(rest, p)
			if at < 0 {
				return false
			}
			before, _ := utf8.DecodeLastRuneInString(low[:offset+at])
			rest, offset = rest[at+len(p):], offset+at+len(p)
			after, _ := utf8.DecodeRuneInString(rest)
			first, _ := utf8.DecodeRuneInString(p)
			if unicode.Is(unicode.Han, first) || !unicode.IsLetter(before) && !unicode.IsLetter(after) {
				return true
			}
		}
	})
}

// forgotFiles reports whether the message's own words promise an attachment
// that is not there: in the body, above a quotation or below it, or in the
// subject of a message that answers nothing. What is quoted, forwarded or
// signed does not count.
func forgotFiles(d *Draft) bool {
	if len(d.Files) > 0 {
		return false
	}
	if (d.Kind == New || d.Kind == "") && promised(d.Subject) {
		return true
	}
	lines := strings.Split(d.Body, "\n")
	signed := false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "-------- "):
			return false
		case line == "-- ":
			signed = true
		case strings.HasPrefix(line, ">"):
			signed = false
		case attributes(lines, i):
			signed = false
		case !signed && promised(line):
			return true
		}
	}
	return false
}

// attributes says that a line is the one before a quotation that says whose it
// is.
func attributes(lines []string, i int) bool {
	return strings.HasSuffix(lines[i], ":") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], ">")
}
