// Package eventform is the form that makes and changes an event.
//
// Invariants: what is not touched stays as it was, also what the form does not
// show; start and end are read each on the clock of its own zone; the summary
// below the fields says at every key what the words have come to.
package eventform

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/text"
)

// Calendar is a calendar to choose.
type Calendar struct {
	Key  string
	Name text.Text
}

// Options of a form.
type Options struct {
	Theme *theme.Theme
	Now   time.Time
	Zone  *time.Location // the person's
	// Calendars to choose from, and the key of the one the event is in.
	Calendars []Calendar
	Calendar  string
	// Alone says that one occurrence is edited, which cannot recur by itself.
	Alone bool
	// Service completes people, rooms and categories, which Work asks it for; nil
	// offers none.
	Service Service
	Work    *views.Work
	// Saved is what was written into the form when it was open before.
	Saved *Saved
	// Busy names what else takes place in a span of time; known is false where
	// that has not been read.
	Busy func(from, to time.Time) (names []text.Text, known bool)
	// Titled says that no event is made without a title.
	Titled bool
}

// Form is the form. Make it with New.
type Form struct {
	options Options
	base    model.Event
	form    *form.Form
	all     []form.Field
	people  map[string]*form.Tokens
	files   *form.Tokens
	topics  *form.Tokens          // the categories
	days    *form.Toggle          // All day
	state   *form.Choice          // Show as
	small   bool                  // there is no room for all fields
	busy    bool                  // something else is at the time that the summary shows
	lines   map[string]*form.Text // starts, ends and their zones
	own     times                 // what the fields of time came to when they were last left
	timed   times                 // the same when it last was not of whole days
	body    string
	rule    string
	begun   string // the values that it began with
	first   times  // those of the event it began with
	said    map[string]remark
	moved   moved
	ending  string // what follow last wrote as the end

	completing views.Request
}

// The keys of the fields.
const (
	subject   = "subject"
	allDay    = "allDay"
	starts    = "starts"
	startZone = "startZone"
	ends      = "ends"
	endZone   = "endZone"
	repeats   = "repeats"
	short     = "short"
	more      = "more"
	online    = "online"
	privacy   = "privacy"
	topics    = "categories"
	place     = "place"
	reminder  = "reminder"
	showAs    = "showAs"
	calendar  = "calendar"
	files     = "files"
	notes     = "notes"
)

// written are the fields that have one value, kinds those of people.
var (
	written = []string{subject, starts, startZone, ends, endZone, allDay, repeats, short, place, online, reminder, showAs, privacy, calendar, notes}
	// folded are the fields under More where there is no room for all.
	folded = []string{startZone, endZone, model.AttendeeOptional, model.AttendeeResource, online, reminder, showAs, privacy, topics, calendar, files}
	kinds  = []string{model.AttendeeRequired, model.AttendeeOptional, model.AttendeeResource}
)

// New is a form on an event, which is one that does not exist yet when it has
// no id. Its start and end are set.
func New(e model.Event, o Options) (*Form, error) {
	f := &Form{options: o, base: e, people: map[string]*form.Tokens{}, lines: map[string]*form.Text{}, said: map[string]remark{}}
	start, err := e.Start.Time()
	if err != nil {
		return nil, err
	}
	end, err := e.End.Time()
	if err != nil {
		return nil, err
	}
	from, to := f.zoneOf(e.OriginalStartTimeZone, e.Start.TimeZone), f.zoneOf(e.OriginalEndTimeZone, e.End.TimeZone)
	start, end = start.In(from), end.In(to)
	if f.own = (times{start: start, end: end}); e.IsAllDay {
		first := dayOf(e.Start.DateTime)
		f.own = ofDays(first, max(dayOf(e.End.DateTime)-1, first))
	} else {
		f.timed = f.own
	}
	f.first = f.own
	if e.Recurrence != nil {
		f.rule = e.Recurrence.Words()
	}
	f.body = Notes(e, o.Theme).String()
	fields := f.fields()
	f.all = fields
	f.form = form.New(o.Theme, fields...)
	f.begun = f.values()
	if o.Saved != nil {
		f.fill(fields, *o.Saved)
		f.settle()
	}
	f.arrange()
	return f, nil
}

// values are those of all fields, to tell whether one has changed.
func (f *Form) values() string {
	var all []string
	for _, key := range written {
		all = append(all, f.form.Value(key))
	}
	for _, kind := range kinds {
		all = append(all, f.people[kind].Value())
	}
	return strings.Join(append(all, f.files.Value(), f.topics.Value()), "\x00")
}

// Changed says that something was written or chosen since the form opened.
func (f *Form) Changed() bool { return f.values() != f.begun }

func dayOf(dateTime string) model.Date {
	d, _ := model.ParseDate(dateTime[:min(len(dateTime), len("2006-01-02"))])
	return d
}

func (f *Form) zoneOf(original, zone string) *time.Location {
	if loc, err := model.LoadZone(original); err == nil && original != "" {
		return loc
	}
	if loc, err := model.LoadZone(zone); err == nil && zone != "" && loc != time.UTC {
		return loc
	}
	return f.options.Zone
}

func (f *Form) fields() []form.Field {
	th, e := f.options.Theme, &f.base
	where := ""
	if e.Location != nil {
		where = e.Location.DisplayName
	}
	line := func(value string, placeholder text.Text) *form.Text { return form.NewText(th, value, placeholder) }
	f.lines[starts] = line(f.own.startWords(), text.Literal("tomorrow 9:30"))
	f.lines[ends] = line(f.own.endWords(), text.Literal("10:30, or 45 min"))
	zoned, asStart := text.Literal("your zone; a city for another"), text.Literal("as it starts; a city for another")
	until := ""
	if zone := f.own.end.Location().String(); zone != f.own.start.Location().String() {
		until = zone
	}
	f.days, f.state = form.NewToggle(th, e.IsAllDay, text.Text{}), form.NewChoice(th, states, e.ShowAs)
	f.lines[startZone] = line(f.zoneWords(f.own.start), zoned)
	f.lines[endZone] = line(until, asStart)
	return []form.Field{
		{Key: subject, Label: text.Literal("What"), Control: line(e.Subject, text.Literal("a title")), Check: f.checkTitle},
		{Key: starts, Label: text.Literal("Starts"), Control: f.lines[starts], Check: f.checkStart},
		{Key: ends, Label: text.Literal("Ends"), Control: f.lines[ends], Check: f.checkEnd},
		{Key: allDay, Label: text.Literal("All day"), Control: f.days},
		{Key: startZone, Label: text.Literal("Zone"), Control: f.lines[startZone], Check: f.checkZone},
		{Key: endZone, Label: text.Literal("  at end"), Control: f.lines[endZone], Check: f.checkZone},
		{Key: repeats, Label: text.Literal("Repeats"), Control: line(f.rule, text.Literal("never; every weekday until 1 mar")), Check: f.checkRule},
		{Key: short, Label: text.Literal("  then"), Control: form.NewChoice(th, shortMonths, unsaid)},
		{Key: place, Label: text.Literal("Where"), Control: line(where, text.Literal("a place"))},
		f.attendees(model.AttendeeRequired, text.Literal("Required")),
		{Key: more, Label: text.Literal("More"), Control: form.NewToggle(th, false, text.Literal("rooms, link, reminder, categories, files"))},
		f.attendees(model.AttendeeOptional, text.Literal("Optional")),
		f.attendees(model.AttendeeResource, text.Literal("Rooms")),
		{Key: reminder, Label: text.Literal("Reminder"), Control: form.NewChoice(th, reminders(e), reminderOf(e))},
		{Key: showAs, Label: text.Literal("Show as"), Control: f.state},
		{Key: privacy, Label: text.Literal("Privacy"), Control: form.NewChoice(th, privacies, cmp.Or(e.Sensitivity, "normal"))},
		f.categories(),
		f.link(),
		{Key: calendar, Label: text.Literal("Calendar"), Control: form.NewChoice(th, f.calendars(), f.options.Calendar)},
		f.attachments(),
		{Key: notes, Label: text.Literal("Notes"), Control: form.NewArea(th, f.body, 4)},
	}
}

func (f *Form) checkTitle(words string) (text.Text, error) {
	if f.options.Titled && strings.TrimSpace(words) == "" {
		return text.Text{}, errors.New("say what it is about")
	}
	return text.Text{}, nil
}

// zoneWords is a zone as the form shows it: nothing for the person's own.
func (f *Form) zoneWords(t time.Time) string {
	if f.base.IsAllDay || t.Location().String() == f.options.Zone.String() {
		return ""
	}
	return t.Location().String()
}

// arrange hides what an event of whole days, or an occurrence, does not have.
func (f *Form) arrange() {
	whole := f.form.Value(allDay) == "true"
	f.form.SetHidden(startZone, whole)
	f.form.SetHidden(endZone, whole)
	f.form.SetHidden(repeats, f.options.Alone || f.base.RecurrenceRule != "")
	f.form.SetHidden(calendar, len(f.options.Calendars) < 2 || f.base.ID != "")
	f.form.SetHidden(short, f.options.Alone || f.base.RecurrenceRule != "" || f.monthDay() < 31)
	f.form.SetHidden(more, !f.small)
	if f.small && f.form.Value(more) != "true" {
		for _, key := range folded {
			f.form.SetHidden(key, true)
		}
	} else {
		for _, key := range folded {
			switch key {
			case startZone, endZone, calendar:
			default:
				f.form.SetHidden(key, false)
			}
		}
	}
}

// fit folds the fields that are seldom filled in where there is no room for
// all, but not the one that has the keys.
func (f *Form) fit(small bool) {
	if f.small == small {
		return
	}
	f.small = small
	if c, ok := f.control(more).(*form.Toggle); ok && small {
		c.SetValue(strconv.FormatBool(slices.Contains(folded, f.form.Focused())))
	}
	f.arrange()
}

// control is a field's.
func (f *Form) control(key string) form.Control {
	i := slices.IndexFunc(f.all, func(one form.Field) bool { return one.Key == key })
	return f.all[i].Control
}

// privacies are the choices of sensitivity.
var privacies = []form.Option{
	{ID: "normal", Label: text.Literal("normal")}, {ID: "private", Label: text.Literal("private: others see that you are busy")},
	{ID: "personal", Label: text.Literal("personal")}, {ID: "confidential", Label: text.Literal("confidential")},
}

// categories is the field of categories: any name is one.
func (f *Form) categories() form.Field {
	var tokens []form.Token
	for _, name := range f.base.Categories {
		tokens = append(tokens, form.Token{Value: name, Label: text.Clean(name)})
	}
	o := form.TokensOptions{Placeholder: text.Literal("names, with commas between"),
		Parse: func(typed string) (form.Token, error) { return form.Token{Value: typed, Label: text.Clean(typed)}, nil }}
	if f.options.Service != nil {
		o.Complete = f.completeCategory
	}
	f.topics = form.NewTokens(f.options.Theme, tokens, o)
	return form.Field{Key: topics, Label: text.Literal("Categories"), Control: f.topics}
}

// completeCategory asks for those whose name has the words.
func (f *Form) completeCategory(words string) tea.Cmd {
	return views.Load(f.options.Work, &f.completing, f.options.Service.Categories, func(names []string, err error) tea.Cmd {
		if err != nil {
			return nil // one that is not listed is typed
		}
		return f.suggestCategories(words, names)
	})
}

// public says that the service speaks the public protocol alone.
func (f *Form) public() bool { return f.options.Service != nil && f.options.Service.Public() }

// suggestCategories offers those of the names that have the words in them.
func (f *Form) suggestCategories(words string, names []string) tea.Cmd {
	var tokens []form.Token
	for _, name := range names {
		if strings.Contains(strings.ToLower(name), strings.ToLower(strings.TrimSpace(words))) {
			tokens = append(tokens, form.Token{Value: name, Label: text.Clean(name)})
		}
	}
	return f.topics.SetSuggestions(words, tokens)
}

// link is the field of an online meeting: a service that makes links is told
// whether it is one, to others the link is written.
func (f *Form) link() form.Field {
	field := form.Field{Key: online, Label: text.Literal("Online")}
	if f.public() {
		field.Control = form.NewToggle(f.options.Theme, f.base.IsOnlineMeeting, text.Literal("the service makes a link to join"))
		return field
	}
	field.Control = form.NewText(f.options.Theme, f.base.OnlineMeetingURL, text.Literal("a link to join"))
	field.Check = func(link string) (text.Text, error) {
		u, err := url.Parse(strings.TrimSpace(link))
		if link != f.base.OnlineMeetingURL && strings.TrimSpace(link) != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			return text.Text{}, errors.New("a link begins with https://")
		}
		return text.Text{}, nil
	}
	return field
}

// states are the choices of showAs.
var states = []form.Option{
	{ID: model.ShowBusy, Label: text.Literal("busy")}, {ID: model.ShowFree, Label: text.Literal("free")},
	{ID: model.ShowTentative, Label: text.Literal("tentative")}, {ID: model.ShowOOF, Label: text.Literal("away")},
	{ID: model.ShowWorkingElsewhere, Label: text.Literal("working elsewhere")},
}

const never = "never"

// reminders are the usual ones, and the one the event has.
func reminders(e *model.Event) []form.Option {
	usual := []form.Option{
		{ID: never, Label: text.Literal("none")}, {ID: "0", Label: text.Literal("when it begins")},
		{ID: "5", Label: text.Literal("5 min before")}, {ID: "10", Label: text.Literal("10 min before")},
		{ID: "15", Label: text.Literal("15 min before")}, {ID: "30", Label: text.Literal("30 min before")},
		{ID: "60", Label: text.Literal("1 h before")}, {ID: "1440", Label: text.Literal("1 day before")},
	}
	own := reminderOf(e)
	for _, o := range usual {
		if o.ID == own {
			return usual
		}
	}
	return append(usual, form.Option{ID: own, Label: text.Clean(own + " min before")})
}

func reminderOf(e *model.Event) string {
	if !e.IsReminderOn {
		return never
	}
	return strconv.Itoa(e.ReminderMinutesBeforeStart)
}

func (f *Form) calendars() []form.Option {
	var out []form.Option
	for _, c := range f.options.Calendars {
		out = append(out, form.Option{ID: c.Key, Label: c.Name})
	}
	return out
}

// attendees is the field of those invited in one way.
func (f *Form) attendees(kind string, label text.Text) form.Field {
	var tokens []form.Token
	for _, a := range f.base.Attendees {
		if a.Type == kind || a.Type == "" && kind == model.AttendeeRequired {
			tokens = append(tokens, views.PersonToken(a.EmailAddress))
		}
	}
	o := form.TokensOptions{Placeholder: text.Literal("names or addresses"), Parse: views.ParsePerson}
	if kind == model.AttendeeResource {
		o.Placeholder = text.Literal("rooms, by name or address")
	}
	if f.options.Service != nil {
		o.Complete = func(prefix string) tea.Cmd { return f.complete(kind, prefix) }
	}
	t := form.NewTokens(f.options.Theme, tokens, o)
	f.people[kind] = t
	return form.Field{Key: kind, Label: label, Control: t}
}

// How the values of files begin: with the id of one there is, or with the path
// of one that is to be added.
const ownFile, addedFile = "id:", "path:"

// attachments is the field of files: those there are can be taken off, others
// are added by their path.
func (f *Form) attachments() form.Field {
	var tokens []form.Token
	for _, a := range f.base.Attachments {
		tokens = append(tokens, form.Token{Value: ownFile + a.ID, Label: text.Clean(a.Name)})
	}
	f.files = form.NewTokens(f.options.Theme, tokens, form.TokensOptions{Placeholder: text.Literal("a path adds a file, backspace takes one off"),
		Parse: func(typed string) (form.Token, error) { return path(typed), nil }})
	return form.Field{Key: files, Label: text.Literal("Files"), Control: f.files}
}

// path is a file that is to be added.
func path(typed string) form.Token {
	t := form.Path(typed)
	t.Value = addedFile + t.Value
	return t
}

// complete asks for people, or for rooms, whose name begins so.
func (f *Form) complete(kind, prefix string) tea.Cmd {
	find := f.options.Service.People
	if kind == model.AttendeeResource {
		find = f.options.Service.Rooms
	}
	return views.Load(f.options.Work, &f.completing, func(ctx context.Context) ([]model.EmailAddress, error) {
		return find(ctx, prefix)
	}, func(people []model.EmailAddress, err error) tea.Cmd {
		if err != nil {
			return nil // completion helps; without it the address is typed
		}
		return f.suggest(kind, prefix, people)
	})
}

// suggest offers people for what was typed into a field.
func (f *Form) suggest(kind, prefix string, people []model.EmailAddress) tea.Cmd {
	var tokens []form.Token
	for _, p := range people {
		tokens = append(tokens, views.PersonToken(p))
	}
	if t := f.people[kind]; t != nil {
		return t.SetSuggestions(prefix, tokens)
	}
	return nil
}

// Update handles a message; keys that are not handled are the caller's.
func (f *Form) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	f.edit(func() { cmd, handled = f.form.Update(msg) })
	return cmd, handled
}

// Click gives the keys to the field at a cell of the form.
func (f *Form) Click(x, y int) { f.edit(func() { f.form.Click(x, y) }) }

// edit lets something be done in the fields, and has those of time go along.
func (f *Form) edit(do func()) {
	field, begin, zone, whole := f.form.Focused(), f.form.Value(starts), f.form.Value(startZone), f.whole()
	do()
	switch {
	case f.whole() != whole:
		f.turn()
	case f.form.Value(starts) != begin, f.form.Value(startZone) != zone:
		f.follow()
	}
	if f.form.Focused() != field {
		f.nameZones()
		f.settle()
	}
	f.arrange()
}

// SetTheme changes the looks.
func (f *Form) SetTheme(th *theme.Theme) { f.form.SetTheme(th) }
