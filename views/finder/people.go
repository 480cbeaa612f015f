package finder

import (
	"errors"
	"net/mail"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// directory is who can be asked.
type directory struct {
	*shared
	added func() tea.Cmd // more people are asked

	known   []Candidate // once loaded
	failed  error       // why not all are known
	loading views.Request
}

func (d *directory) load() tea.Cmd {
	return views.Load(&d.work, &d.loading, d.service.Candidates, d.onLoaded)
}

func (d *directory) onLoaded(known []Candidate, err error) tea.Cmd {
	d.failed = err
	if _, missing := views.Missing(d.env, err); err != nil && !missing {
		return views.Notice(views.Failure, "The directory could not be read: "+err.Error())
	}
	d.known = known
	for i, p := range d.meeting.people {
		if p.address.Name == "" {
			d.meeting.people[i].address = d.candidate(p.address.Address).Address
		}
	}
	return nil
}

// candidate is somebody by address, with what the directory knows.
func (d *directory) candidate(address string) Candidate {
	i := slices.IndexFunc(d.known, func(c Candidate) bool { return strings.EqualFold(c.Address.Address, address) })
	if i < 0 {
		return Candidate{Address: model.EmailAddress{Address: address}}
	}
	return d.known[i]
}

// open offers everybody who is not asked yet; what is typed and matches nobody
// is taken as an address.
func (d *directory) open() tea.Cmd {
	var items []picker.Item
	for _, c := range d.known {
		if d.meeting.index(c.Address.Address) >= 0 {
			continue
		}
		detail := c.Detail
		if c.Room {
			detail = strings.TrimSpace("room " + detail)
		}
		items = append(items, picker.Item{ID: c.Address.Address, Title: text.Clean(nameOf(c.Address)),
			Detail: text.Clean(detail), Words: c.Address.Address})
	}
	o := picker.Options{Title: text.Literal("Add people and rooms"),
		Placeholder: text.Literal("a name or an address; space marks several"), Multi: true, Free: true}
	var box dialog.Box
	box = dialog.Pick(d.env.Theme, items, o, func(c picker.Choice) tea.Cmd { return d.onChosen(box, c) })
	d.dialog.Open(box)
	return nil
}

func (d *directory) onChosen(box dialog.Box, choice picker.Choice) tea.Cmd {
	for _, id := range choice.IDs {
		d.meeting.add(d.candidate(id))
	}
	if choice.Typed {
		a, err := mail.ParseAddress(strings.TrimSpace(choice.Query))
		if err != nil {
			err = errors.New("nobody is called so, and it is no address")
			if !d.dialog.Refuse(box, err) {
				return tea.Batch(d.added(), views.NotTaken(choice.Query+": "+err.Error()))
			}
			return d.added()
		}
		c := d.candidate(a.Address)
		if c.Address.Name == "" {
			c.Address.Name = a.Name
		}
		d.meeting.add(c)
	}
	return d.added()
}

func nameOf(a model.EmailAddress) string {
	if a.Name != "" {
		return a.Name
	}
	return a.Address
}
