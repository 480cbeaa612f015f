package week

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/invite"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// answerWith asks for a comment and another time with the answer to the
// selected invitation.
func (m *Model) answerWith() tea.Cmd {
	it := m.days.selected()
	if it == nil {
		return nil
	}
	m.dialog.Open(invite.AskReply(m.env.Theme, m.now().In(m.zone()), &it.Event, func(r invite.Reply) tea.Cmd {
		return m.changes.respond(it, r)
	}))
	return nil
}

// chooseProposal asks what becomes of the times proposed for the selected event.
func (m *Model) chooseProposal() tea.Cmd {
	if it := m.days.selected(); it != nil {
		return m.askProposal(it)
	}
	return nil
}

// askProposal asks which of the times that are proposed for an event of one's
// own it moves to, or whom to tell that it stays. The interface has no word for
// a proposal that is declined, so that is a letter, as other programs have it.
func (m *Model) askProposal(it *item) tea.Cmd {
	proposals := invite.Proposals(&it.Event, m.zone())
	if len(proposals) == 0 {
		return views.Notice(views.Info, "No other time is proposed for ", it.quoted())
	}
	var items []picker.Item
	for i, p := range proposals {
		detail := text.Literal("nothing else then")
		if busy := m.events.busy(p.Start, p.End, it.ID); len(busy) > 0 {
			detail = text.Concat(text.Literal("at the same time: "), text.Join(text.Literal(", "), busy...))
		}
		items = append(items, picker.Item{ID: fmt.Sprint("take ", i), Title: text.Concat(text.Literal("Move to "), p.Words(m.now()), text.Literal(", as "),
			shortly(p.By), text.Literal(" proposes")), Detail: detail})
	}
	for i, p := range proposals {
		items = append(items, picker.Item{ID: fmt.Sprint("keep ", i), Title: text.Concat(text.Literal("Keep the time, and write so to "), shortly(p.By)),
			Detail: p.Words(m.now())})
	}
	options := picker.Options{Title: text.Concat(text.Literal("Proposed for "), it.title), Placeholder: text.Literal("take it, or keep the time?")}
	m.dialog.Open(dialog.PickWide(m.env.Theme, items, options, func(chosen picker.Choice) tea.Cmd {
		var what string
		var at int
		if _, err := fmt.Sscan(chosen.IDs[0], &what, &at); err != nil || at >= len(proposals) {
			return nil
		}
		if p := proposals[at]; what == "keep" {
			return views.Send(views.Open{Screen: views.Inbox, Item: views.ComposeTo{To: []string{p.By.Address},
				Subject: "The time stays: " + it.Subject}})
		}
		return m.takeProposal(it, proposals[at])
	}))
	return nil
}

func shortly(a model.EmailAddress) text.Text { return text.Address(a.Name, a.Address).Short() }

// takeProposal moves an event, of a series the one, to where it is proposed.
func (m *Model) takeProposal(it *item, p invite.Proposal) tea.Cmd {
	to := grab{id: it.ID, start: p.Start, end: p.End, clock: model.ClockIn(p.Start)}
	after, err := retimed(it.Event, it, to, one)
	if it.allDay {
		after, err = converted(it.Event, it, to, one)
	}
	if err != nil {
		return views.Notice(views.Failure, "Could not move the event: ", views.Reason(err, noLongerThere))
	}
	label := "Moved " + it.quoted() + " to " + m.moment(p.Start, false) + ", as " + shortly(p.By).String() + " proposed"
	return m.changes.edits.Do(label, m.changes.editOf(one, it, it.Event, after))
}
