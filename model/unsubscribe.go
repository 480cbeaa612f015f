package model

import (
	"net/mail"
	"net/url"
	"strings"
)

// Unsubscribe is the ways off a mailing list that a message offers (RFC 2369,
// RFC 8058); empty is none. All of them are the sender's words.
type Unsubscribe struct {
	OneClick string       // an https address that takes a POST
	Web      string       // an http or https address for a browser
	Mail     EmailAddress // whom to write to
	Subject  string       // of that letter
	Body     string       // and its text
}

// None says that a message offers no way.
func (u Unsubscribe) None() bool { return u.OneClick == "" && u.Web == "" && u.Mail.Address == "" }

// The bounds of what is read of the header, and of what a mailto address may
// put into a letter, in bytes.
const (
	maxUnsubscribe = 8 << 10
	maxWays        = 16
	maxPrefilled   = 1000
)

// UnsubscribeOf reads the ways off a list from a message's header fields: the
// first of each kind. One-click needs the https address and the field that
// permits it; what does not parse is left out.
func UnsubscribeOf(fields []InternetMessageHeader) Unsubscribe {
	list, post := "", false
	for _, f := range fields {
		switch value := strings.TrimSpace(f.Value); {
		case strings.EqualFold(f.Name, "List-Unsubscribe") && list == "":
			list = value[:min(len(value), maxUnsubscribe)]
		case strings.EqualFold(f.Name, "List-Unsubscribe-Post"):
			post = post || strings.EqualFold(strings.ReplaceAll(value, " ", ""), "List-Unsubscribe=One-Click")
		}
	}
	var out Unsubscribe
	for range maxWays {
		_, after, found := strings.Cut(list, "<")
		address, rest, ended := strings.Cut(after, ">")
		if !found || !ended {
			break
		}
		list = rest
		out.add(strings.Join(strings.Fields(address), ""), post)
	}
	return out
}

func (u *Unsubscribe) add(address string, post bool) {
	to, err := url.Parse(address)
	if err != nil {
		return
	}
	switch scheme := strings.ToLower(to.Scheme); {
	case scheme == "mailto" && u.Mail.Address == "":
		u.letter(to)
	case scheme == "https" && post && to.Hostname() != "" && to.User == nil && u.OneClick == "":
		u.OneClick = to.String()
	case (scheme == "https" || scheme == "http") && to.Hostname() != "" && to.User == nil && u.Web == "":
		u.Web = to.String()
	}
}

// letter takes one recipient, subject and text alone: what else a mailto
// address would set is nobody's to set but the writer's.
func (u *Unsubscribe) letter(to *url.URL) {
	address, err := url.PathUnescape(to.Opaque)
	if err != nil {
		return
	}
	one, err := mail.ParseAddress(address)
	if err != nil || one.Name != "" {
		return
	}
	u.Mail = EmailAddress{Address: one.Address}
	for name, values := range to.Query() {
		value := values[0][:min(len(values[0]), maxPrefilled)]
		switch strings.ToLower(name) {
		case "subject":
			u.Subject = strings.Join(strings.Fields(value), " ")
		case "body":
			u.Body = value
		}
	}
}
