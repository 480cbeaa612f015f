package ics

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/emersion/go-ical"

	"daybook/model"
)

const defaultMaxEvents = 100_000

// Read reads a calendar. Whatever of it can be understood comes in; the
// Problems say what did not, or not as it was written. The error is ErrFormat
// when there is no calendar, or that of r, with what was read before it.
func Read(r io.Reader, opt Options) (*Calendar, error) {
	z, err := newResolver(opt.Zone)
	if err != nil {
		return nil, err
	}
	b := builder{zones: z, limit: opt.MaxEvents, bySeries: map[string]*group{}, kept: keptRules{}}
	if b.limit <= 0 {
		b.limit = defaultMaxEvents
	}
	properties := ical.Props{}
	s := newScanner(r)
	var components []found
	for {
		f, err := s.next(properties)
		b.problems, s.long = append(b.problems, s.long...), nil
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return b.calendar(properties, components), fmt.Errorf("reading the calendar: %w", err)
		}
		switch {
		case f.reason != "":
			b.leftOut(f.line, "", f.reason)
		case f.component.Name == ical.CompTimezone:
			z.define(f.component)
		default:
			components = append(components, f)
		}
		if len(components) > b.limit {
			b.leftOut(f.line, "", fmt.Sprintf("the file has more than %d entries: the rest is left out", b.limit))
			break
		}
	}
	if len(components) == 0 && len(b.problems) == 0 && properties.Get("BEGIN") == nil {
		return nil, ErrFormat
	}
	return b.calendar(properties, components), nil
}

// builder puts events together that belong to one series. Zones are all known
// by then, wherever in the file they were.
type builder struct {
	zones    *resolver
	limit    int
	groups   []*group // in the order of the file
	bySeries map[string]*group
	problems []Problem
	kept     keptRules
}

// group is what has one UID.
type group struct {
	master  *vevent
	changes []*vevent
}

func (b *builder) problem(line int, uid, reason string) {
	b.problems = append(b.problems, Problem{Line: line, UID: uid, Reason: reason})
}

func (b *builder) leftOut(line int, uid, reason string) {
	b.problems = append(b.problems, Problem{Line: line, UID: uid, Reason: reason, LeftOut: true})
}

func (b *builder) calendar(properties ical.Props, components []found) *Calendar {
	other := map[string]int{}
	for _, f := range components {
		if f.component.Name != ical.CompEvent {
			other[f.component.Name]++
			if other[f.component.Name] == 1 {
				b.leftOut(f.line, "", fmt.Sprintf("%s entries are not events and are left out", f.component.Name))
			}
			continue
		}
		v, err := b.zones.readEvent(f.component, f.line)
		if err != nil {
			b.leftOut(f.line, v.uid, fmt.Sprintf("an event is left out: %v", err))
			continue
		}
		b.add(v)
	}
	c := &Calendar{}
	for _, g := range b.groups {
		c.Items = append(c.Items, b.items(g)...)
	}
	for _, tzid := range slices.Sorted(maps.Keys(b.zones.notes)) {
		b.problem(1, "", b.zones.notes[tzid])
	}
	c.Problems = b.problems
	if name := properties.Get("X-WR-CALNAME"); name != nil {
		c.Name = unescape(name.Value)
	}
	if method := properties.Get(ical.PropMethod); method != nil {
		c.Method = strings.ToUpper(strings.TrimSpace(method.Value))
	}
	return c
}

// add finds the series of an event. Events without a UID belong to none.
func (b *builder) add(v *vevent) {
	g := b.bySeries[v.uid]
	if g == nil || v.uid == "" {
		g = &group{}
		b.groups = append(b.groups, g)
		b.bySeries[v.uid] = g
	}
	switch {
	case v.recurs != nil:
		g.changes = append(g.changes, v)
	case g.master == nil:
		g.master = v
	case v.sequence >= g.master.sequence:
		b.problem(g.master.line, v.uid, "the event is in the file again: the newer one is taken")
		g.master = v
	default:
		b.problem(v.line, v.uid, "the event is in the file again: the newer one is taken")
	}
}

// items makes one item of a group, or one of each changed occurrence of a
// series that is not in the file.
func (b *builder) items(g *group) []Item {
	if g.master == nil {
		var list []Item
		for _, v := range g.changes {
			item := Item{Event: b.single(v)}
			original := v.recurs.of(v.start).instant().UTC()
			item.Event.OriginalStart = &original
			item.version(v)
			b.report(v)
			list = append(list, item)
		}
		return list
	}
	v := g.master
	a := assembly{master: v, item: Item{Event: b.single(v)}, kept: b.kept}
	for _, c := range g.changes {
		a.named = append(a.named, *c.recurs)
	}
	if v.rule != "" {
		if err := a.recur(); err != nil {
			v.note("it comes in as a single event: %v", err)
		}
	}
	a.exclude()
	a.addDates()
	a.item.version(v)
	for _, c := range g.changes {
		a.item.version(c)
		a.change(c)
		b.report(c)
	}
	b.report(v)
	return []Item{a.item}
}

// version raises the item's version to that of a component.
func (i *Item) version(v *vevent) {
	i.Sequence = max(i.Sequence, v.sequence)
	if at := v.event.LastModifiedDateTime; at != nil && at.After(i.Modified) {
		i.Modified = *at
	}
}

func (b *builder) single(v *vevent) model.Event {
	e := v.event
	e.Type = model.SingleInstance
	return e
}

func (b *builder) report(v *vevent) {
	for _, note := range v.notes {
		b.problem(v.line, v.uid, note)
	}
}
