package week

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// colleaguesMost bounds how many calendars of others are laid beside one's own:
// each is a request or two whenever the days are read.
const colleaguesMost = 10

var errTooManyColleagues = fmt.Errorf("at most %d", colleaguesMost)

// beside is one's own calendars with those of colleagues.
func beside(own []Calendar, people []model.EmailAddress) []Calendar {
	all := slices.Clone(own)
	for _, p := range people {
		name := p.Name
		if name == "" {
			name = p.Address
		}
		all = append(all, Calendar{Person: p.Address, Name: name, Color: "auto"})
	}
	return all
}

// partWidth is the least that a colleague's part of a day needs, with the line
// before it.
const partWidth = 9

// colleagues are the calendars of others that are shown.
func (e *events) colleagues() (all []*calendar) {
	for _, c := range e.calendars {
		if c.Person != "" && !c.hidden {
			all = append(all, c)
		}
	}
	return all
}

// colleagues are those who have a part of each day beside the person's own, and
// those for whom there is no room.
func (d *days) colleagues() (beside, folded []*calendar) {
	all := d.events.colleagues()
	if len(all) == 0 || d.inAgenda() || d.inMonth() {
		return nil, nil // all are among the person's own
	}
	room := (d.width-d.gutter())/d.shown() - dayWidth
	n := min(len(all), max(room, 0)/partWidth)
	return all[:n], all[n:]
}

// setColleagues lays these people's calendars beside one's own, and no others'.
func (r *reading) setColleagues(people []model.EmailAddress) tea.Cmd {
	r.colleagues = people[:min(len(people), colleaguesMost)]
	return r.calendars()
}

// askColleagues asks whose calendars are to be seen beside one's own.
func (b *calendarBoxes) askColleagues() tea.Cmd {
	var tokens []form.Token
	for _, p := range b.reading.colleagues {
		tokens = append(tokens, views.PersonToken(p))
	}
	th := b.env.Theme
	b.guests = form.NewTokens(th, tokens, form.TokensOptions{Placeholder: text.Literal("names or addresses"),
		Parse: views.ParsePerson, Complete: b.suggestGuests})
	f := form.New(th, form.Field{Key: guestsField, Label: text.Literal("Whose"), Control: b.guests, Check: b.checkColleagues})
	b.dialog.Open(dialog.Fill(th, dialog.Filling{Title: text.Literal("Calendars of others beside yours"), Form: f, Wrong: views.NotSaved,
		Verb: "show", Width: 60, Height: 8, Take: func() tea.Cmd {
			var people []model.EmailAddress
			if typed := f.Value(guestsField); strings.TrimSpace(typed) != "" {
				people, _ = addresses(typed) // checked before it is taken
			}
			return tea.Batch(b.reading.setColleagues(people), b.save())
		}}))
	return nil
}

func (b *calendarBoxes) checkColleagues(typed string) (text.Text, error) {
	if strings.TrimSpace(typed) == "" {
		return text.Literal("nobody: your calendars alone"), nil
	}
	list, err := addresses(typed)
	isMe := func(a model.EmailAddress) bool { return strings.EqualFold(a.Address, b.options.Me.Address) }
	switch {
	case err != nil:
		return text.Text{}, errNoAddress
	case len(list) > colleaguesMost:
		return text.Text{}, errTooManyColleagues
	case slices.ContainsFunc(list, isMe):
		return text.Text{}, errOneself
	}
	return text.Text{}, nil
}
