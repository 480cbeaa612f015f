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
	"daybook/theme"
	"daybook/views"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// What the card shows of a group's calendar.
const (
	eventSpan = 28 * 24 * time.Hour
	eventMost = 8
)

// The cells of the group's photo, and the width of a card from which it has
// room. facesKept bounds the drawn ones, in bytes.
const (
	photoCols, photoRows = 20, 10
	photoRoom            = 50
	facesKept            = 1 << 20
)

// about is what the card shows of a group, each part with what went wrong.
type about struct {
	read       bool
	members    []model.User
	membersErr error
	events     []model.Event
	eventsErr  error
	photo      *picture.Picture // nil where there is none
	photoErr   error
}

// loadAbout reads the card of the group under the cursor, unless it is known.
func (m *Model) loadAbout() tea.Cmd {
	g := m.group()
	if g == nil || g.about.read {
		return nil
	}
	service, id, now := m.service, g.id, m.env.Now()
	return views.Load(&m.work, &m.aboutAsked, func(ctx context.Context) (about, error) {
		return readAbout(ctx, service, id, now), nil
	}, func(a about, _ error) tea.Cmd {
		if g := m.groupByID(id); g != nil {
			g.about = a
			m.layReader(true)
		}
		return nil
	})
}

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
func (m *Model) links() []views.Open {
	g := m.group()
	if g == nil {
		return nil
	}
	var out []views.Open
	for _, e := range shownEvents(g) {
		day := ""
		if start, err := e.Start.Time(); err == nil {
			day = start.In(m.env.Zone()).Format(time.DateOnly)
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

// stepCard moves from link to link, and shows it.
func (m *Model) stepCard(n int) {
	m.cardAt = max(1, min(m.cardAt+n, len(m.links())))
	m.layReader(true)
	if i := slices.IndexFunc(m.reader.lines, func(l line) bool { return l.link == m.cardAt }); i >= 0 {
		top, height := m.reader.pager.Top(), m.layout().posts.h
		switch {
		case m.cardAt == 1:
			m.reader.pager.ScrollTo(0)
		case i < top:
			m.reader.pager.ScrollTo(i)
		case i >= top+height:
			m.reader.pager.ScrollTo(i - height + 1)
		}
	}
}

func (m *Model) openLink() tea.Cmd {
	if links := m.links(); m.cardAt >= 1 && m.cardAt <= len(links) {
		return views.Send(links[m.cardAt-1])
	}
	return nil
}

// clickLink goes to a link; a click on the one that has the cursor opens it.
func (m *Model) clickLink(link int) tea.Cmd {
	if link == m.cardAt {
		return m.openLink()
	}
	m.cardAt = link
	m.layReader(true)
	return nil
}

// group is the card of the group.
func (c *conversation) group() {
	g := c.Model.group()
	if g == nil {
		return
	}
	c.cardHead(g)
	c.add(-1, text.Text{}, c.env.Theme.Text)
	if !g.about.read {
		c.add(-1, text.Literal("Loading the calendar and the members"), c.env.Theme.Muted)
		return
	}
	link := c.cardEvents(g, 0)
	c.cardMembers(g, link)
}

// cardHead is the photo with the name and what is said of the group.
func (c *conversation) cardHead(g *group) {
	th := c.env.Theme
	photo := c.groupPhoto(g)
	beside := conversation{Model: c.Model, width: c.width}
	if photo != nil {
		beside.width -= photoCols + 2
	}
	beside.wrap(-1, g.name, th.Title)
	beside.wrap(-1, text.Clean(g.Mail), th.Accent)
	said := strings.ToLower(g.Visibility) + " group"
	if g.CreatedDateTime != nil {
		said += " since " + g.CreatedDateTime.In(c.env.Zone()).Format("2 January 2006")
	}
	beside.wrap(-1, text.Clean(strings.TrimSpace(said)), th.Muted)
	if g.about.photoErr != nil {
		beside.wrap(-1, joined("The photo could not be read: ", g.about.photoErr), th.Muted)
	}
	if g.Description != "" {
		beside.add(-1, text.Text{}, th.Text)
		for _, part := range text.CleanBlock(g.Description).Wrap(max(beside.width, 1)) {
			beside.add(-1, part, th.Text)
		}
	}
	for i := range max(len(beside.lines), len(photo)) {
		l := line{post: -1, drawn: "  "}
		if i < len(beside.lines) {
			l = beside.lines[i]
		}
		if photo != nil {
			left := text.Blanks(photoCols)
			if i < len(photo) {
				left = photo[i]
			}
			l.drawn = "  " + left + l.drawn
		}
		c.lines = append(c.lines, l)
	}
}

// groupPhoto is the group's photo or its initials, nil without room for it.
func (c *conversation) groupPhoto(g *group) []string {
	if c.width < photoRoom {
		return nil
	}
	th := c.env.Theme
	if g.about.photo == nil {
		return picture.Initials(g.name, photoCols, photoRows, picture.Framed(th))
	}
	key := picture.Key{ID: fmt.Sprintf("%s %p", g.id, g.about.photo), Cols: photoCols, Rows: photoRows, Options: picture.Suited(th)}
	lines, drawn := c.faces.Get(key)
	if !drawn {
		lines = picture.Render(*g.about.photo, photoCols, photoRows, key.Options)
		c.faces.Put(key, lines)
	}
	return lines
}

// cardEvents lists what is next in the group's calendar.
func (c *conversation) cardEvents(g *group, link int) int {
	th := c.env.Theme
	c.add(-1, text.Literal("Calendar, the next four weeks"), th.Heading)
	events := shownEvents(g)
	switch {
	case g.about.eventsErr != nil:
		c.wrap(-1, joined("The calendar could not be read: ", g.about.eventsErr), th.Error)
	case len(events) == 0:
		c.add(-1, text.Literal("Nothing stands in it."), th.Muted)
	}
	for _, e := range events {
		link++
		when := text.Clean(eventTime(e, c.env.Zone())).Fit(min(24, c.width), c.ellipsis())
		c.link(link, when, text.Clean(e.Subject), th.Muted, th.Text)
	}
	c.add(-1, text.Text{}, th.Text)
	return link
}

// eventTime is when an event is, in a zone: "Thu 22 Oct 14:00–15:00".
func eventTime(e model.Event, zone *time.Location) string {
	start, err := e.Start.Time()
	if err != nil {
		return ""
	}
	if e.IsAllDay { // its days are days in any zone
		return start.Format("Mon 2 Jan")
	}
	start = start.In(zone)
	out := start.Format("Mon _2 Jan 15:04")
	if e.End == nil {
		return out
	}
	if end, err := e.End.Time(); err == nil {
		out += "–" + end.In(zone).Format("15:04")
	}
	return out
}

func (c *conversation) cardMembers(g *group, link int) {
	th := c.env.Theme
	if g.about.membersErr != nil {
		c.wrap(-1, joined("The members could not be read: ", g.about.membersErr), th.Error)
		return
	}
	c.add(-1, joined("Members ", len(g.about.members)), th.Heading)
	for _, u := range g.about.members {
		link++
		name := text.Address(u.DisplayName, u.Mail).Short().Fit(min(24, c.width), c.ellipsis())
		c.link(link, name, text.Clean(u.JobTitle), th.Text, th.Muted)
	}
}

// link is a line that enter opens.
func (c *conversation) link(link int, left, right text.Text, leftLook, rightLook theme.Style) {
	th := c.env.Theme
	edge := "  "
	if link == c.cardAt && c.focus == postFocus {
		edge = th.Bar.Render(string(th.Glyphs.Bar)) + " "
	}
	right = right.Truncate(max(c.width-left.Width()-2, 0), c.ellipsis())
	c.lines = append(c.lines, line{post: -1, link: link, text: text.Concat(left, text.Literal("  "), right),
		drawn: edge + leftLook.Render(left.String()) + "  " + rightLook.Render(right.String())})
}
