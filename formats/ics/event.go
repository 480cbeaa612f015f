package ics

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// vevent is a VEVENT that was read, before it has found its series.
type vevent struct {
	line     int
	uid      string
	sequence int
	event    model.Event
	start    moment
	rule     string
	recurs   *moment // its RECURRENCE-ID
	added    []period
	excluded []moment
	exrules  []string
	notes    []string
}

func (v *vevent) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// readEvent turns a VEVENT into an event; the error says why it cannot be one.
func (z *resolver) readEvent(c *ical.Component, line int) (*vevent, error) {
	v := &vevent{line: line, uid: value(c, ical.PropUID)}
	v.event.ICalUID = v.uid
	v.sequence, _ = strconv.Atoi(value(c, ical.PropSequence))
	if err := z.readTimes(c, v); err != nil {
		return v, err
	}
	z.readTexts(c, &v.event)
	readFlags(c, &v.event)
	readPeople(c, &v.event)
	readAlarm(c, &v.event)
	readAttachments(c, v)
	z.readRecurrence(c, v)
	return v, nil
}

func value(c *ical.Component, name string) string {
	if p := c.Props.Get(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}

func text(c *ical.Component, name string) string { return unescape(value(c, name)) }

// readTimes reads start and end. Without an end a date lasts a day and a time
// is a moment; an end that is not after the start is as if it were not there.
func (z *resolver) readTimes(c *ical.Component, v *vevent) error {
	begin := c.Props.Get(ical.PropDateTimeStart)
	if begin == nil {
		return fmt.Errorf("it has no DTSTART")
	}
	start, ok := z.moment(begin.Value, begin.Params.Get(ical.ParamTimezoneID))
	if !ok {
		return fmt.Errorf("its DTSTART %.40q is not a date or a time", begin.Value)
	}
	end := start
	if start.isDate {
		end.date++
	}
	if p := c.Props.Get(ical.PropDateTimeEnd); p != nil {
		given, ok := z.moment(p.Value, p.Params.Get(ical.ParamTimezoneID))
		switch {
		case !ok:
			v.note("DTEND %.40q is not a date or a time", p.Value)
		case given.isDate != start.isDate:
			v.note("DTSTART and DTEND are not of one kind: DTEND is not used")
		case given.endsBefore(start):
			v.note("it ends before it starts: DTEND is not used")
		case given.date != start.date || given.clock != start.clock || given.zone != start.zone:
			end = given
		}
	} else if p := c.Props.Get(ical.PropDuration); p != nil {
		if days, rest, ok := parseLength(p.Value); ok && days >= 0 && rest >= 0 {
			end = start.add(days, rest)
		} else {
			v.note("DURATION %.40q is not one", p.Value)
		}
	}
	v.start = start
	from, to := start.dateTime(), end.dateTime()
	v.event.Start, v.event.End, v.event.IsAllDay = &from, &to, start.isDate
	v.event.OriginalStartTimeZone, v.event.OriginalEndTimeZone = start.zone, end.zone
	return nil
}

// previewLength is how much of a body is its preview, in runes.
const previewLength = 255

func (z *resolver) readTexts(c *ical.Component, e *model.Event) {
	e.Subject = text(c, ical.PropSummary)
	body := model.ItemBody{ContentType: "text", Content: text(c, ical.PropDescription)}
	if url := value(c, ical.PropURL); url != "" {
		inBody := !strings.Contains(body.Content, url)
		if inBody {
			body.Content = strings.TrimLeft(body.Content+"\n\n"+url, "\n")
		}
		keepURL(e, url, inBody)
	}
	preview := []rune(strings.Join(strings.Fields(body.Content), " "))
	e.BodyPreview = string(preview[:min(len(preview), previewLength)])
	for _, p := range c.Props.Values("X-ALT-DESC") {
		if strings.EqualFold(p.Params.Get(ical.ParamFormatType), "text/html") {
			body = model.ItemBody{ContentType: "html", Content: unescape(p.Value)}
		}
	}
	if body.Content != "" {
		e.Body = &body
	}
	if place := text(c, ical.PropLocation); place != "" {
		e.Location = &model.Location{DisplayName: place}
		e.Locations = []model.Location{*e.Location}
	}
	for _, p := range c.Props.Values(ical.PropCategories) {
		e.Categories = append(e.Categories, splitList(p.Value)...)
	}
	e.CreatedDateTime = z.stamp(c, ical.PropCreated)
	e.LastModifiedDateTime = z.stamp(c, ical.PropLastModified)
}

func (z *resolver) stamp(c *ical.Component, name string) *time.Time {
	m, ok := z.moment(value(c, name), "")
	if !ok {
		return nil
	}
	t := m.instant().UTC()
	return &t
}

// Values of X-MICROSOFT-CDO-BUSYSTATUS, which says more than TRANSP.
const propBusyStatus = "X-MICROSOFT-CDO-BUSYSTATUS"

var busyStatuses = map[string]string{
	"FREE": model.ShowFree, "TENTATIVE": model.ShowTentative, "BUSY": model.ShowBusy,
	"OOF": model.ShowOOF, "WORKINGELSEWHERE": model.ShowWorkingElsewhere,
}

func readFlags(c *ical.Component, e *model.Event) {
	status := strings.ToUpper(value(c, ical.PropStatus))
	e.ShowAs = model.ShowBusy
	switch {
	case strings.EqualFold(value(c, ical.PropTransparency), "TRANSPARENT"):
		e.ShowAs = model.ShowFree
	case status == "TENTATIVE":
		e.ShowAs = model.ShowTentative
	}
	if show, ok := busyStatuses[strings.ToUpper(value(c, propBusyStatus))]; ok {
		e.ShowAs = show
	}
	e.IsCancelled = status == "CANCELLED"
	switch strings.ToUpper(value(c, ical.PropClass)) {
	case "PRIVATE":
		e.Sensitivity = "private"
	case "CONFIDENTIAL":
		e.Sensitivity = "confidential"
	default:
		e.Sensitivity = "normal"
	}
	e.Importance = model.ImportanceNormal
	switch n, err := strconv.Atoi(value(c, ical.PropPriority)); {
	case err == nil && n >= 1 && n <= 4:
		e.Importance = model.ImportanceHigh
	case err == nil && n >= 6:
		e.Importance = model.ImportanceLow
	}
}

// readAlarm takes the first reminder before the start.
func readAlarm(c *ical.Component, e *model.Event) {
	for _, alarm := range c.Children {
		trigger := alarm.Props.Get(ical.PropTrigger)
		if alarm.Name != ical.CompAlarm || trigger == nil || strings.EqualFold(trigger.Params.Get(ical.ParamRelated), "END") {
			continue
		}
		if d, ok := parseDuration(trigger.Value); ok && d <= 0 {
			e.IsReminderOn, e.ReminderMinutesBeforeStart = true, int(-d/time.Minute)
			return
		}
	}
}

// Files that are in the calendar itself come in up to this size, which is what
// the service takes; links to others are not followed.
const maxAttachment = 25 << 20

func readAttachments(c *ical.Component, v *vevent) {
	for _, p := range c.Props.Values(ical.PropAttach) {
		if !strings.EqualFold(p.Params.Get(ical.ParamEncoding), "BASE64") {
			v.note("an attachment is a link (%.200s), which is not followed", p.Value)
			continue
		}
		content, err := base64.StdEncoding.DecodeString(p.Value)
		if err != nil || len(content) > maxAttachment {
			v.note("an attachment could not be read")
			continue
		}
		v.event.HasAttachments = true
		v.event.Attachments = append(v.event.Attachments, model.Attachment{
			Entity:      model.Entity{Type: "#" + model.FileAttachment},
			Name:        cmp.Or(p.Params.Get("FILENAME"), p.Params.Get("X-FILENAME"), "attachment"),
			ContentType: cmp.Or(p.Params.Get(ical.ParamFormatType), "application/octet-stream"),
			Size:        len(content), ContentBytes: content,
		})
	}
}

func (z *resolver) readRecurrence(c *ical.Component, v *vevent) {
	if rules := c.Props.Values(ical.PropRecurrenceRule); len(rules) > 0 {
		v.rule = strings.TrimSpace(rules[0].Value)
		if len(rules) > 1 {
			v.note("it has %d recurrence rules: the first is used", len(rules))
		}
	}
	list := func(name string) (all []period) {
		for _, p := range c.Props.Values(name) {
			periods, unread := z.periods(p)
			all = append(all, periods...)
			for _, text := range unread {
				v.note("%s %.40q is not a date or a time", name, text)
			}
		}
		return all
	}
	v.added = list(ical.PropRecurrenceDates)
	for _, p := range list(ical.PropExceptionDates) {
		v.excluded = append(v.excluded, p.start)
	}
	for _, p := range c.Props.Values("EXRULE") {
		if v.rule == "" {
			v.note("EXRULE %s is not applied: the event has no recurrence rule", p.Value)
		} else {
			v.exrules = append(v.exrules, strings.TrimSpace(p.Value))
		}
	}
	if p := c.Props.Get(ical.PropRecurrenceID); p != nil {
		if m, ok := z.moment(p.Value, p.Params.Get(ical.ParamTimezoneID)); ok {
			v.recurs = &m
		} else {
			v.note("RECURRENCE-ID %.40q is not a date or a time", p.Value)
		}
		if p.Params.Get(ical.ParamRange) != "" {
			v.note("it changes all later occurrences as well: only the one is changed")
		}
	}
}
