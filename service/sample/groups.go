package sample

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// society is a group as planned. Its threads are in content/groups/KEY.txt.
type society struct {
	key, name, about string
	emblem           string
	members          string
	owners           string
	private          bool
	events           []meeting
	files            []file
}

func societies() []society {
	return []society{
		{key: "atlas", name: "Atlas", about: "The timetable engine: what it does next, and why.", emblem: "atlas",
			members: "ann, bo, cy, gus, kiran, eve, jun, mo, dee", owners: "ann, bo",
			events: []meeting{
				{key: "g-release", subject: "Atlas 4 ships (Corvo)", on: "release", at: "10:00", mins: 60, text: "Nobody types without saying so."},
				{key: "g-office", subject: "Office hours: ask the solver", on: "monday-60", at: "14:30", mins: 60, repeat: weekly(1, "wednesday"), text: "Kiran and a blackboard."},
			},
			files: []file{{path: "Plans"}, {path: "Plans/plan.xlsx", make: "plan.xlsx"}, {path: "benchmark.csv", make: "benchmark.csv"}, {path: "migration-note.txt", make: "migration-note.txt"}}},
		{key: "borealis", name: "Borealis", about: "The pilot with Fabrikam Ferries. Cold hands, warm boards.", emblem: "borealis",
			members: "ann, kiran, eve, jun, hana, dee, gus", owners: "dee, ann", private: true,
			events: []meeting{{key: "g-golive", subject: "Winter timetable is published", on: "today+21", mins: 1, text: "One week of both boards, side by side."}},
			files:  []file{{path: "outer-islands.csv", make: "outer-islands.csv"}, {path: "minutes.txt", make: "minutes.txt"}, {path: "rota.xlsx", make: "rota.xlsx"}}},
		{key: "kettle", name: "Kettle & Biscuits", about: "London kitchen. Rules, supplies, remarks.", emblem: "kettle",
			members: "ann, gus, hana, ivo, eve, mo, cy", owners: "hana",
			events: []meeting{{key: "g-descale", subject: "Descale the honest kettle", on: "monday-24", at: "08:45", mins: 15, repeat: weekly(4, "friday")}}},
		{key: "everyone", name: "Everyone", about: "All twelve of us, in four time zones.", emblem: "lighthouse",
			members: "ann, " + everybodyElse, owners: "lena",
			events: []meeting{{key: "g-offsite", subject: "Offsite at the lake", on: "offsite", mins: 3}}},
	}
}

// groups makes the groups with their threads, calendars and files.
func (b *builder) groups() error {
	for _, s := range societies() {
		g, err := b.group(s)
		if err != nil {
			return fmt.Errorf("group %s: %w", s.name, err)
		}
		b.world.Groups = append(b.world.Groups, g)
	}
	return nil
}

func (b *builder) group(s society) (Group, error) {
	made := b.at(b.today.AddDate(-1, 0, -len(s.name)), 11, 0, b.home)
	g := Group{Group: model.Group{
		Entity: model.Entity{ID: stableID("group", s.key)}, DisplayName: s.name, Description: s.about,
		Mail: "group-" + s.key + "@" + company, MailNickname: "group-" + s.key, MailEnabled: true,
		GroupTypes: []string{"Unified"}, Visibility: "Public", CreatedDateTime: &made,
	}}
	if s.private {
		g.Visibility = "Private"
	}
	for _, m := range list(s.members) {
		g.Members = append(g.Members, userID(m))
	}
	for _, o := range list(s.owners) {
		g.Owners = append(g.Owners, userID(o))
	}
	var err error
	if g.Photo, err = picture(s.emblem); err != nil {
		return g, err
	}
	if g.Threads, err = b.threads(s.key); err != nil {
		return g, err
	}
	if g.Calendar, err = b.groupCalendar(s, g.Group); err != nil {
		return g, err
	}
	if len(s.files) > 0 {
		g.Drive = &Drive{}
		g.Drive.Items, err = b.items(s.files, list(s.owners)[0])
	}
	return g, err
}

// threads reads the conversations of a group, the oldest first.
func (b *builder) threads(key string) ([]Thread, error) {
	name := "content/groups/" + key + ".txt"
	raw, err := content.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all, err := parseScenes(name, string(raw))
	if err != nil {
		return nil, err
	}
	var out []Thread
	for _, s := range all {
		t := Thread{Topic: s.subject}
		_, t.IsLocked = s.fields["locked"]
		for i, l := range s.lines {
			p, err := b.post(s, l, i)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.where, err)
			}
			t.Posts = append(t.Posts, p)
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, z Thread) int {
		return a.Posts[0].ReceivedDateTime.Compare(*z.Posts[0].ReceivedDateTime)
	})
	return out, nil
}

// post makes a post as written.
func (b *builder) post(s scene, l line, n int) (model.Post, error) {
	at, err := b.when(l.when, time.Time{})
	if err != nil {
		return model.Post{}, err
	}
	from, err := b.who.address(l.from)
	if err != nil {
		return model.Post{}, err
	}
	by := &model.Recipient{EmailAddress: from}
	p := model.Post{
		Item: model.Item{Entity: model.Entity{ID: stableID("post", s.where, fmt.Sprint(n))}, CreatedDateTime: &at, LastModifiedDateTime: &at},
		Body: &model.ItemBody{ContentType: "html", Content: page(paragraphs(flow(b.fill(l.text))))},
		From: by, Sender: by, ReceivedDateTime: &at,
	}
	var m model.Message
	if err := b.attach(&m, l, at); err != nil {
		return p, err
	}
	p.Attachments, p.HasAttachments = m.Attachments, m.HasAttachments
	if n == 0 && strings.HasPrefix(s.subject, "What we say") {
		p.Extensions = append(p.Extensions, extension("example.contoso.glossary", map[string]any{
			"term": "held", "en": "WAITS", "nb": "VENTER", "letters": []int{5, 6}, "approved": true}))
	}
	return p, nil
}

// groupCalendar makes the group's events: the group organizes them.
func (b *builder) groupCalendar(s society, g model.Group) (Calendar, error) {
	owner := model.EmailAddress{Name: g.DisplayName, Address: g.Mail}
	c := Calendar{Calendar: model.Calendar{Entity: model.Entity{ID: stableID("calendar", g.ID)}, Name: "Calendar",
		IsDefaultCalendar: true, CanEdit: true, CanViewPrivateItems: true, Owner: &owner}}
	for _, m := range s.events {
		m.by = ownerKey // plans in the owner's zone
		d, err := b.dateOf(m.on)
		if err != nil {
			return c, err
		}
		e, err := b.plan(m, d)
		if err != nil {
			return c, err
		}
		e.ID, e.Organizer = stableID("event", g.ID, m.key), &model.Recipient{EmailAddress: owner}
		if m.key == "g-golive" {
			e.Extensions = append(e.Extensions, extension("example.contoso.checklist", map[string]any{"boards": 2, "weeks": 1, "cardLaminated": true}))
		}
		c.Events = append(c.Events, Event{Event: e})
	}
	return c, nil
}
