package threads

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/portrait"
	"daybook/views/reader"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// What the card shows of a group's calendar.
const (
	eventSpan = 28 * 24 * time.Hour
	eventMost = 8
)

// The cells of the group's photo, and the width of a card from which it has
// room. photosKept bounds the drawn ones, in bytes.
const (
	photoCols, photoRows = 20, 10
	photoRoom            = 50
	photosKept           = 1 << 20
)

// about is what the card shows of a group, each part with what went wrong.
type about struct {
	read       bool
	members    []model.User
	membersErr error
	events     []model.Event
	eventsErr  error
	photo      *picture.Picture // nil where there is none
	version    int              // of the photo: counts what was read
	photoErr   error
}

// card is what a group is, in the place of its posts: its photo and words, its
// calendar and its members, of which the keys are on one.
type card struct {
	*shared
	*reader.Pane
	groups *groupPane

	open      bool
	atMembers bool // the cursor goes to the first member when they are read
	photos    *portrait.Gallery
	reads     int // of cards
	request   views.Request
}

func newCard(s *shared, groups *groupPane) card {
	return card{shared: s, groups: groups, photos: portrait.New(&s.env, &s.work, photosKept),
		Pane: reader.NewPane(s.env.Theme, reader.Options{Margin: 2, Whole: true})}
}

// show opens the card, from its beginning.
func (c *card) show() {
	c.open, c.At, c.atMembers = true, 1, false
	c.Show(c.page(), false)
}

// showMembers opens the card at the members, when they are read.
func (c *card) showMembers() {
	c.show()
	c.atMembers = true
	c.toMembers()
}

func (c *card) toMembers() {
	g := c.groups.current()
	if !c.atMembers || g == nil || !g.about.read {
		return
	}
	c.atMembers = false
	if len(g.about.members) > 0 {
		c.step(len(shownEvents(g)) + 1 - c.At)
	}
}

// layout lays the card out anew while it is open.
func (c *card) layout() {
	if c.open {
		c.Show(c.page(), true)
	}
}

// setSize gives the card its cells.
func (c *card) setSize(width, height int) {
	before := c.TextWidth(width)
	c.SetSize(width, height)
	if c.Width() != before {
		c.layout()
	}
}

// load reads the card of the group under the cursor, unless it is known.
func (c *card) load() tea.Cmd {
	g := c.groups.current()
	switch {
	case g == nil:
		return nil
	case g.about.read:
		return c.drawPhoto()
	}
	service, id, now := c.service, g.id, c.env.Now()
	return views.Load(&c.work, &c.request, func(ctx context.Context) (about, error) {
		return readAbout(ctx, service, id, now), nil
	}, func(a about, _ error) tea.Cmd {
		g := c.groups.find(id)
		if g == nil {
			return nil
		}
		c.reads++
		a.version = c.reads
		g.about = a
		c.layout()
		c.toMembers()
		return c.drawPhoto()
	})
}

// drawPhoto draws the photo of the group under the cursor as the screen needs it now.
func (c *card) drawPhoto() tea.Cmd {
	g := c.groups.current()
	if g == nil || g.about.photo == nil {
		return nil
	}
	return c.photos.Draw(photoID(g), photoCols, photoRows, portrait.Decoded(*g.about.photo), func(error) tea.Cmd {
		c.layout()
		return nil
	})
}

// photoID names the photo of a group, and which it is.
func photoID(g *group) string { return fmt.Sprint(g.id, " ", g.about.version) }

// readAbout asks for the parts side by side.
func readAbout(ctx context.Context, s Service, group string, now time.Time) about {
	a := about{read: true}
	var wait sync.WaitGroup
	wait.Go(func() { a.members, a.membersErr = s.Members(ctx, group) })
	wait.Go(func() { a.events, a.eventsErr = s.Events(ctx, group, now, now.Add(eventSpan)) })
	wait.Go(func() {
		data, err := s.Photo(ctx, group)
		if a.photoErr = err; err != nil || len(data) == 0 {
			return
		}
		p, err := picture.Decode(data, picture.Limits{})
		if a.photoErr = err; err == nil {
			a.photo = &p
		}
	})
	wait.Wait()
	return a
}

// links are what enter opens on the card: the events, then the members.
func (c *card) links() []views.Open {
	g := c.groups.current()
	if g == nil {
		return nil
	}
	var out []views.Open
	for _, e := range shownEvents(g) {
		day := ""
		if start, err := e.Start.Time(); err == nil {
			day = start.In(c.env.Zone()).Format(time.DateOnly)
		}
		out = append(out, views.Open{Screen: views.Week, Item: views.ShowEvent{Day: day}})
	}
	for _, u := range g.about.members {
		out = append(out, views.Open{Screen: views.People, Item: views.ShowPerson{Address: u.Mail}})
	}
	return out
}

// shownEvents are the events of a group that have a start and are not called
// off, as many as the card has room for.
func shownEvents(g *group) []model.Event {
	events := slices.DeleteFunc(slices.Clone(g.about.events), func(e model.Event) bool { return e.Start == nil || e.IsCancelled })
	return events[:min(len(events), eventMost)]
}

// step moves from link to link, and shows it.
func (c *card) step(n int) {
	c.At = max(1, min(c.At+n, len(c.links())))
	if c.At == 1 {
		c.Pane.Top()
		return
	}
	c.ToLink(c.At)
}

// openLink opens the link that the keys are on.
func (c *card) openLink() tea.Cmd {
	if links := c.links(); c.At >= 1 && c.At <= len(links) {
		return views.Send(links[c.At-1])
	}
	return nil
}

// click goes to a link; a click on the one that has the cursor opens it.
func (c *card) click(x, y int) tea.Cmd {
	i, _ := c.Hit(x, y)
	if i < 0 || c.Line(i).Link == 0 {
		return nil
	}
	if link := c.Line(i).Link; link != c.At {
		c.At = link
		return nil
	}
	return c.openLink()
}

// page is the card of the group under the cursor.
func (c *card) page() *reader.Page {
	g := c.groups.current()
	if g == nil {
		return nil
	}
	th := c.env.Theme
	page := reader.NewPage(th, c.TextWidth(c.Cells()))
	c.head(page, g)
	page.Blank(-1)
	if !g.about.read {
		page.Line(reader.Words, -1, text.Literal("Loading the calendar and the members"), th.Muted)
		return page
	}
	c.members(page, g, c.events(page, g, 0))
	return page
}

// head is the photo with the name and what is said of the group.
func (c *card) head(page *reader.Page, g *group) {
	th, photo := c.env.Theme, c.photo(g, page.Width())
	beside := page
	if photo != nil {
		beside = reader.NewPage(th, page.Width()-photoCols-2)
	}
	beside.Words(-1, g.name, th.Title)
	beside.Words(-1, text.Clean(g.Mail), th.Accent)
	said := strings.ToLower(g.Visibility) + " group"
	if g.CreatedDateTime != nil {
		said += " since " + views.Day(g.CreatedDateTime.In(c.env.Zone()), c.now())
	}
	beside.Words(-1, text.Clean(strings.TrimSpace(said)), th.Muted)
	if g.about.photoErr != nil {
		beside.Words(-1, text.Of("The photo could not be read: ", g.about.photoErr), th.Muted)
	}
	if g.Description != "" {
		beside.Blank(-1)
		beside.Words(-1, text.CleanBlock(g.Description), th.Text)
	}
	if photo != nil {
		page.Beside(photo, photoCols, beside)
	}
}

// photo is the group's photo or its initials, nil without room for it.
func (c *card) photo(g *group, width int) []string {
	if width < photoRoom {
		return nil
	}
	return c.photos.Of(photoID(g), g.name, photoCols, photoRows)
}

// events lists what is next in the group's calendar.
func (c *card) events(page *reader.Page, g *group, link int) int {
	th := c.env.Theme
	page.Line(reader.Words, -1, text.Literal("Calendar, the next four weeks"), th.Heading)
	events := shownEvents(g)
	switch {
	case g.about.eventsErr != nil:
		page.Words(-1, text.Of("The calendar could not be read: ", g.about.eventsErr), th.Error)
	case len(events) == 0:
		page.Line(reader.Words, -1, text.Literal("Nothing stands in it."), th.Muted)
	}
	for _, e := range events {
		link++
		page.Link(link, text.Clean(views.EventTime(e.Start, e.End, e.IsAllDay, c.now())), text.Clean(e.Subject), th.Muted, th.Text)
	}
	page.Blank(-1)
	return link
}

// members lists who is in the group.
func (c *card) members(page *reader.Page, g *group, link int) {
	th := c.env.Theme
	if g.about.membersErr != nil {
		page.Words(-1, text.Of("The members could not be read: ", g.about.membersErr), th.Error)
		return
	}
	page.Line(reader.Words, -1, text.Of("Members ", len(g.about.members)), th.Heading)
	for _, u := range g.about.members {
		link++
		page.Link(link, text.Address(u.DisplayName, u.Mail).Short(), text.Clean(u.JobTitle), th.Text, th.Muted)
	}
}
