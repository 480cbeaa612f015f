package inbox

import (
	"context"
	"net/url"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Unsubscriber asks a mailing list to let the person off it, by its https
// address (RFC 8058), with nothing that tells who asks but the address itself.
type Unsubscriber interface {
	Unsubscribe(ctx context.Context, address string) error
}

// lists is the way off the mailing list that a message came from.
type lists struct {
	*shared
	dialog  *dialog.Stack
	current func() *reader.Message
	junk    func() bool // the message is in Junk
	write   func(to []model.EmailAddress, subject, body string) tea.Cmd
	reading views.Request
}

func (l *lists) action() views.Action {
	return views.Action{ID: "unsubscribe", Name: "Unsubscribe from the mailing list", Words: "newsletter opt out block", Keys: []string{"O"}, Do: views.Once(l.ask),
		Enabled: func() bool { return l.focus != folderFocus && l.current() != nil && !l.options.Others }}
}

// ask reads the ways that the message offers.
func (l *lists) ask() tea.Cmd {
	m, service := l.current(), l.service
	id, from := m.ID, m.From.Short()
	return views.Load(&l.work, &l.reading, func(ctx context.Context) (model.Unsubscribe, error) {
		fields, err := service.Headers(ctx, id)
		return model.UnsubscribeOf(fields), err
	}, func(ways model.Unsubscribe, err error) tea.Cmd { return l.onWays(from, ways, err) })
}

// onWays offers them: nothing is done before one is chosen.
func (l *lists) onWays(from text.Text, ways model.Unsubscribe, err error) tea.Cmd {
	var answers []dialog.Answer
	add := func(title text.Text, do func() tea.Cmd) {
		answers = append(answers, dialog.Answer{Title: title, Do: do})
	}
	if ways.OneClick != "" && l.options.Unsubscriber != nil {
		add(text.Of("Ask ", host(ways.OneClick), ", in one click"), func() tea.Cmd { return l.confirm(from, ways.OneClick) })
	}
	if ways.Mail.Address != "" && l.options.Composer != nil {
		add(text.Of("Write to ", ways.Mail.Address), func() tea.Cmd {
			return l.write([]model.EmailAddress{ways.Mail}, text.Clean(ways.Subject).String(), text.CleanBlock(ways.Body).String())
		})
	}
	if page := ways.Web; page != "" {
		add(text.Of("Open ", host(page), " in the browser"), func() tea.Cmd {
			return views.Browse(l.env.Desktop, page, text.Of("Opened ", host(page), "."))
		})
	}
	switch {
	case err != nil:
		return views.Notice(views.Failure, "Could not read how to unsubscribe: ", views.Reason(err, noLongerThere))
	case len(answers) == 0:
		return views.Notice(views.Info, "This message offers no way to unsubscribe. ! moves it to Junk.")
	}
	l.dialog.Open(dialog.Choose(&l.theme, dialog.Menu{Title: text.Concat(text.Literal("Unsubscribe from "), from), Answers: answers, Left: "stay on it"}))
	return nil
}

// confirm asks before the list is told.
func (l *lists) confirm(from text.Text, address string) tea.Cmd {
	detail := text.Of(host(address), " is asked to send you nothing more. It learns that somebody reads this address, and yours on the network.")
	if l.junk() {
		detail = text.Concat(text.Literal("This is junk: an answer tells its sender that somebody is here. "), detail)
	}
	return l.env.Ask(views.Confirm{Title: text.Concat(text.Literal("Unsubscribe from "), from, text.Literal("?")), Detail: detail,
		Verb: "Unsubscribe", No: "stay on it", Yes: func() tea.Cmd { return l.oneClick(from, address) }})
}

func (l *lists) oneClick(from text.Text, address string) tea.Cmd {
	asks := l.options.Unsubscriber
	return views.Call(&l.work, 0, func(ctx context.Context) (struct{}, error) { return struct{}{}, asks.Unsubscribe(ctx, address) },
		func(_ struct{}, err error) tea.Cmd {
			if err != nil {
				return views.Notice(views.Failure, "Could not unsubscribe from ", from, ": ", views.Reason(err, noLongerThere))
			}
			return views.Notice(views.Success, "Asked ", host(address), " to send you nothing more.")
		})
}

// host is whose an address is, clean, in punycode when it could be mistaken.
func host(address string) text.Text {
	u, err := url.Parse(address)
	if err != nil {
		return text.Literal("the list")
	}
	const at = "to@"
	shown := text.Address("", at+u.Hostname()).Address
	return shown.Slice(text.Range{From: min(len(at), len(shown.String())), To: len(shown.String())})
}
