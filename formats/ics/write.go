package ics

import (
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"daybook/model"
)

const productID = "-//daybook//daybook//EN"

// Writer writes one calendar, item by item. A zone is described by a
// VTIMEZONE before the first event that uses it.
type Writer struct {
	w     *folder
	enc   *ical.Encoder
	stamp time.Time
	zones map[string]bool
	begun bool
	name  string
}

// NewWriter writes to w. Stamp is the time of writing, for the DTSTAMP that
// every event must have; name is the calendar's, and may be empty.
func NewWriter(w io.Writer, name string, stamp time.Time) *Writer {
	f := &folder{w: w}
	return &Writer{w: f, enc: ical.NewEncoder(f), stamp: stamp.UTC(), zones: map[string]bool{}, name: name}
}

func (w *Writer) begin() error {
	if w.begun {
		return nil
	}
	w.begun = true
	head := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:" + productID + "\r\nCALSCALE:GREGORIAN\r\n"
	if w.name != "" {
		p := ical.NewProp("X-WR-CALNAME")
		p.SetText(printable(w.name))
		head += "X-WR-CALNAME:" + p.Value + "\r\n"
	}
	_, err := io.WriteString(w.w, head)
	return err
}

// Close ends the calendar. It does not close the writer below.
func (w *Writer) Close() error {
	if err := w.begin(); err != nil {
		return err
	}
	_, err := io.WriteString(w.w, "END:VCALENDAR\r\n")
	return err
}

// Write writes an event or a series with all that belongs to it.
func (w *Writer) Write(item Item) error {
	if err := w.begin(); err != nil {
		return err
	}
	s, err := planSeries(item)
	if err != nil {
		return fmt.Errorf("writing the event %q: %w", item.Event.Subject, err)
	}
	for _, c := range s.components(w.stamp) {
		for _, zone := range c.zones {
			if err := w.defineZone(zone, s.start); err != nil {
				return err
			}
		}
		if err := w.enc.Encode(&ical.Calendar{Component: c.Component}); err != nil {
			return fmt.Errorf("writing the event %q: %w", item.Event.Subject, err)
		}
	}
	return nil
}

func (w *Writer) defineZone(zone string, from time.Time) error {
	if w.zones[zone] || zone == "UTC" {
		return nil
	}
	w.zones[zone] = true
	c, err := timezone(zone, from)
	if err != nil {
		return err
	}
	return w.enc.Encode(&ical.Calendar{Component: c})
}

// plan is an item with its times in the zones they are written in. A series
// starts at its first occurrence, in the zone it recurs in: RFC 5545 counts
// from there.
type plan struct {
	item       Item
	uid        string
	start, end time.Time
	written    [2]model.DateTimeTimeZone // start and end
	rule       string
}

func planSeries(item Item) (*plan, error) {
	e := &item.Event
	p := &plan{item: item, uid: e.ICalUID}
	if p.uid == "" {
		p.uid = e.ID
	}
	if p.uid == "" || e.Start == nil || e.End == nil {
		return nil, fmt.Errorf("it needs an iCalUId or id, a start and an end")
	}
	var err error
	if p.start, p.end, err = model.Span(*e.Start, *e.End); err != nil {
		return nil, err
	}
	p.written = [2]model.DateTimeTimeZone{*e.Start, *e.End}
	if p.rule = oneLine(e.RecurrenceRule); p.rule != "" {
		rule, err := ParseRule(e.RecurrenceRule, *e.Start, *e.End)
		if err != nil {
			return nil, err
		}
		if first, ok := rule.First(); ok {
			p.start, p.end = first.Start, first.End
			p.written[0], p.written[1] = rule.Written(first)
		}
	}
	if e.Recurrence != nil {
		series, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
		if err != nil {
			return nil, err
		}
		first, _ := series.Nth(0)
		p.start, p.end = first.Start, first.End
		p.written[0], p.written[1] = series.Written(first)
		if p.written[0].TimeZone == "UTC" { // it recurs on another clock
			for i, t := range []time.Time{p.start, p.end} {
				if p.written[i], err = model.NewDateTime(t, t.Location().String()); err != nil {
					return nil, err
				}
			}
		}
		if p.rule, err = FormatRule(*e.Recurrence, *e.Start, e.IsAllDay); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// written is a component and the zones that its times name.
type written struct {
	*ical.Component
	zones []string
}

func (p *plan) components(stamp time.Time) []written {
	if e := p.item.Event; e.OriginalStart != nil && p.rule == "" {
		return []written{p.override(e, e.OriginalStart.In(p.start.Location()), stamp)}
	}
	master := written{Component: p.component(p.item.Event, stamp)}
	allDay := p.item.Event.IsAllDay
	master.setWritten(ical.PropDateTimeStart, p.written[0], allDay)
	master.setWritten(ical.PropDateTimeEnd, p.written[1], allDay)
	if p.rule != "" {
		rule := ical.NewProp(ical.PropRecurrenceRule)
		rule.Value = p.rule
		master.Props.Set(rule)
	}
	for _, t := range p.item.Cancelled {
		master.addTime(ical.PropExceptionDates, t.In(p.start.Location()), allDay)
	}
	all := []written{master}
	for _, e := range p.item.Exceptions {
		if e.OriginalStart != nil {
			all = append(all, p.override(e, e.OriginalStart.In(p.start.Location()), stamp))
		}
	}
	for _, e := range p.item.Added {
		start, err := e.Start.Time()
		if err != nil {
			continue // read once already
		}
		all[0].addTime(ical.PropRecurrenceDates, start, allDay)
		all = append(all, p.override(e, start, stamp))
	}
	return all
}

// component writes all of an event but its times, and which version it is.
func (p *plan) component(e model.Event, stamp time.Time) *ical.Component {
	c := eventComponent(e, p.uid, stamp)
	if p.item.Sequence > 0 {
		sequence := ical.NewProp(ical.PropSequence)
		sequence.Value = strconv.Itoa(p.item.Sequence)
		c.Props.Set(sequence)
	}
	return c
}

// override is one occurrence that differs from the series.
func (p *plan) override(e model.Event, original time.Time, stamp time.Time) written {
	c := written{Component: p.component(e, stamp)}
	c.setTime(ical.PropRecurrenceID, original, p.item.Event.IsAllDay)
	for name, at := range map[string]*model.DateTimeTimeZone{ical.PropDateTimeStart: e.Start, ical.PropDateTimeEnd: e.End} {
		if at == nil {
			continue
		}
		if t, err := at.Time(); err == nil {
			c.setTime(name, t, e.IsAllDay)
		}
	}
	return c
}

func (c *written) setTime(name string, t time.Time, isDate bool) {
	c.Props.Del(name)
	c.addTime(name, t, isDate)
}

// setWritten writes a time as it is written: also one that falls in a gap, which
// the rule of a series goes by.
func (c *written) setWritten(name string, d model.DateTimeTimeZone, isDate bool) {
	t, err := d.Time()
	if err != nil {
		return // it was read before
	}
	c.setTime(name, t, isDate)
	wall, err := d.AsWritten()
	if p := c.Props.Get(name); err == nil && !isDate && wall.TimeZone == d.TimeZone && p.Params.Get(ical.ParamTimezoneID) != "" {
		p.Value = strings.NewReplacer("-", "", ":", "").Replace(wall.DateTime[:len("2006-01-02T15:04:05")])
		c.Props.Set(p)
	}
}

// addTime writes a date, a UTC time, or a wall time with the name of its zone.
func (c *written) addTime(name string, t time.Time, isDate bool) {
	p := ical.NewProp(name)
	zone := t.Location().String()
	if d, err := model.NewDateTime(t, zone); err == nil && d.TimeZone == "UTC" {
		t, zone = t.UTC(), "UTC" // also where the clock shows it for the second time
	}
	switch {
	case isDate:
		p.Params.Set(ical.ParamValue, "DATE")
		p.Value = t.Format("20060102")
	case zone == "UTC":
		p.Value = t.Format("20060102T150405Z")
	default:
		p.Params.Set(ical.ParamTimezoneID, zone)
		p.Value = t.Format("20060102T150405")
		c.zones = append(c.zones, zone)
	}
	c.Props.Add(p)
}

// eventComponent writes all of an event but its times.
func eventComponent(e model.Event, uid string, stamp time.Time) *ical.Component {
	c := ical.NewComponent(ical.CompEvent)
	c.Props.SetText(ical.PropUID, printable(uid))
	c.Props.SetDateTime(ical.PropDateTimeStamp, stamp)
	setText := func(name, text string) {
		if text != "" {
			c.Props.SetText(name, printable(text))
		}
	}
	setText(ical.PropSummary, e.Subject)
	if e.Body != nil && e.Body.ContentType == "html" {
		html := ical.NewProp("X-ALT-DESC")
		html.SetText(printable(e.Body.Content))
		html.Params.Set(ical.ParamFormatType, "text/html")
		c.Props.Set(html)
		setText(ical.PropDescription, writeURL(c, &e, e.BodyPreview))
	} else if e.Body != nil {
		setText(ical.PropDescription, writeURL(c, &e, e.Body.Content))
	} else {
		writeURL(c, &e, "")
	}
	if e.Location != nil {
		setText(ical.PropLocation, e.Location.DisplayName)
	}
	if len(e.Categories) > 0 {
		p := ical.NewProp(ical.PropCategories)
		p.SetTextList(e.Categories)
		p.Value = oneLine(p.Value)
		c.Props.Set(p)
	}
	for name, t := range map[string]*time.Time{ical.PropCreated: e.CreatedDateTime, ical.PropLastModified: e.LastModifiedDateTime} {
		if t != nil {
			c.Props.SetDateTime(name, t.UTC())
		}
	}
	writeFlags(c, e)
	// Who has an event alone organizes nothing (RFC 5545, 3.8.4.3).
	alone := e.IsOrganizer && len(e.Attendees) == 0
	if e.Organizer != nil && e.Organizer.EmailAddress.Address != "" && !alone {
		c.Props.Set(addressProp(ical.PropOrganizer, e.Organizer.EmailAddress))
	}
	for _, a := range e.Attendees {
		c.Props.Add(attendeeProp(a))
	}
	for _, a := range e.Attachments {
		if len(a.ContentBytes) > 0 {
			c.Props.Add(attachProp(a))
		}
	}
	if e.IsReminderOn {
		c.Children = append(c.Children, alarm(e))
	}
	return c
}

func writeFlags(c *ical.Component, e model.Event) {
	set := func(name, value string) {
		p := ical.NewProp(name)
		p.Value = value
		c.Props.Set(p)
	}
	for name, show := range busyStatuses {
		if show == e.ShowAs && show != model.ShowBusy {
			set(propBusyStatus, name)
		}
	}
	if e.ShowAs == model.ShowFree {
		set(ical.PropTransparency, "TRANSPARENT")
	}
	switch {
	case e.IsCancelled:
		set(ical.PropStatus, "CANCELLED")
	case e.ShowAs == model.ShowTentative:
		set(ical.PropStatus, "TENTATIVE")
	}
	switch e.Sensitivity {
	case "private", "personal":
		set(ical.PropClass, "PRIVATE")
	case "confidential":
		set(ical.PropClass, "CONFIDENTIAL")
	}
	switch e.Importance {
	case model.ImportanceHigh:
		set(ical.PropPriority, "1")
	case model.ImportanceLow:
		set(ical.PropPriority, "9")
	}
}

func alarm(e model.Event) *ical.Component {
	c := ical.NewComponent(ical.CompAlarm)
	action, trigger := ical.NewProp(ical.PropAction), ical.NewProp(ical.PropTrigger)
	action.Value = "DISPLAY"
	trigger.Value = fmt.Sprintf("-PT%dM", max(0, e.ReminderMinutesBeforeStart))
	c.Props.Set(action)
	c.Props.Set(trigger)
	c.Props.SetText(ical.PropDescription, printable(e.Subject))
	return c
}

func attachProp(a model.Attachment) *ical.Prop {
	p := ical.NewProp(ical.PropAttach)
	p.Value = base64.StdEncoding.EncodeToString(a.ContentBytes)
	p.Params.Set(ical.ParamEncoding, "BASE64")
	p.Params.Set(ical.ParamValue, "BINARY")
	p.Params.Set(ical.ParamFormatType, strings.ReplaceAll(oneLine(a.ContentType), `"`, ""))
	p.Params.Set("FILENAME", strings.ReplaceAll(oneLine(a.Name), `"`, "'"))
	return p
}

// printable drops the control characters that a TEXT cannot have.
func printable(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, s)
}

// oneLine is printable in a value that has no way to write a line break.
func oneLine(s string) string { return strings.ReplaceAll(printable(s), "\n", " ") }

// folder folds lines to 75 bytes as RFC 5545, 3.1 wants them, and never
// within a character. It is written to in whole lines.
type folder struct{ w io.Writer }

const lineLength = 75

func (f *folder) Write(text []byte) (int, error) {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		for room := lineLength; len(line) > room; room = lineLength - 1 {
			cut := room
			for cut > 1 && line[cut]&0xc0 == 0x80 {
				cut--
			}
			b.WriteString(line[:cut] + "\r\n ")
			line = line[cut:]
		}
		b.WriteString(line + "\r\n")
	}
	if _, err := io.WriteString(f.w, b.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}
