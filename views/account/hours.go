package account

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/text"
)

// hours is the section of the working hours.
type hours struct {
	base
	set *settings
}

func newHours(h *host, set *settings) *hours {
	return &hours{set: set, base: base{host: h, is: facts{id: "hours", name: "Working hours", parts: []reader{set.all},
		about: "When others find a time with you. Suggestions stay within them.", hints: []string{"edit"}}}}
}

// setting is how they are.
func (w *hours) setting() model.WorkingHours {
	if h := w.set.all.value.WorkingHours; h != nil {
		return *h
	}
	return model.WorkingHours{TimeZone: model.TimeZoneBase{Name: w.set.zone()}}
}

// brief implements section.
func (w *hours) brief() text.Text {
	h := w.setting()
	span := clockOf(h.StartTime) + "-" + clockOf(h.EndTime)
	if !w.frame.Beside() {
		return views.Joined(daysInWords(h.DaysOfWeek), span)
	}
	return text.Clean(span)
}

// rows implements section.
func (w *hours) rows(width int) []row {
	h := w.setting()
	return []row{
		w.field("days", "Days", text.Clean(daysInWords(h.DaysOfWeek)), width),
		w.field("start", "From", text.Clean(clockOf(h.StartTime)), width),
		w.field("end", "Until", text.Clean(clockOf(h.EndTime)), width),
		w.field("zone", "Zone", views.Joined(h.TimeZone.Name, w.set.zoneWords(h.TimeZone.Name)), width),
	}
}

// clockOf is a time of day as a clock shows it: 09:00.
func clockOf(s string) string {
	if len(s) >= 5 {
		return s[:5]
	}
	return s
}

// week is the days as the interface names them, in the order of a working week.
func week() []string {
	return []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
}

func dayAt(name string) int {
	name = strings.ToLower(name)
	if len(name) < 2 {
		return -1
	}
	return slices.IndexFunc(week(), func(d string) bool { return strings.HasPrefix(d, name) })
}

// daysInWords writes days short, three or more in a row as a span: Mon to Fri.
func daysInWords(days []string) string {
	var on [7]bool
	for _, d := range days {
		if i := dayAt(d); i >= 0 {
			on[i] = true
		}
	}
	short := func(i int) string { return strings.ToUpper(week()[i][:1]) + week()[i][1:3] }
	var out []string
	for i := 0; i < 7; i++ {
		if !on[i] {
			continue
		}
		end := i
		for end < 6 && on[end+1] {
			end++
		}
		switch {
		case end >= i+2:
			out = append(out, short(i)+" to "+short(end))
			i = end
		default:
			out = append(out, short(i))
		}
	}
	if len(out) == 0 {
		return "None"
	}
	return strings.Join(out, ", ")
}

// readDays reads days and spans of days: "mon-fri", "mon to wed, sat".
func readDays(words string) ([]string, error) {
	var out []string
	words = strings.ReplaceAll(strings.ToLower(words), " to ", "-")
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' }) {
		from, to, span := strings.Cut(w, "-")
		if !span {
			to = from
		}
		i, j := dayAt(from), dayAt(to)
		if i < 0 || j < 0 {
			return nil, fmt.Errorf("%q is no day: write mon-fri, or mon, wed, sat", w)
		}
		for {
			if !slices.Contains(out, week()[i]) {
				out = append(out, week()[i])
			}
			if i == j {
				break
			}
			i = (i + 1) % 7
		}
	}
	if len(out) == 0 {
		return nil, errors.New("needs a day: write mon-fri, or mon, wed, sat")
	}
	slices.SortFunc(out, func(a, b string) int { return dayAt(a) - dayAt(b) })
	return out, nil
}

// readClock reads a time of day and writes it as the interface does.
func readClock(words string) (string, error) {
	for _, layout := range []string{"15:04", "15:04:05", "15", "3pm", "3:04pm"} {
		if t, err := time.Parse(layout, strings.ReplaceAll(strings.ToLower(strings.TrimSpace(words)), " ", "")); err == nil {
			return t.Format("15:04:05.0000000"), nil
		}
	}
	return "", fmt.Errorf("%q is no time of day: write 09:00", words)
}

// edit implements editor.
func (w *hours) edit() tea.Cmd {
	th, was := w.env.Theme, w.setting()
	days, from, to, zone := daysInWords(was.DaysOfWeek), clockOf(was.StartTime), clockOf(was.EndTime), was.TimeZone.Name
	clock := func(was string) func(string) (text.Text, error) {
		return func(v string) (text.Text, error) {
			if _, err := readClock(v); err != nil {
				return text.Text{}, err
			}
			return marks(was, was)(v)
		}
	}
	var d *filling
	d = w.newForm("Working hours", []form.Field{
		{Key: "days", Label: text.Literal("Days"), Control: form.NewText(th, days, text.Literal("mon-fri")), Check: func(v string) (text.Text, error) {
			read, err := readDays(v)
			if err != nil || v == days {
				return text.Text{}, err
			}
			return text.Clean(daysInWords(read) + "; was " + days), nil
		}},
		{Key: "start", Label: text.Literal("From"), Control: form.NewText(th, from, text.Literal("09:00")), Check: clock(from)},
		{Key: "end", Label: text.Literal("Until"), Control: form.NewText(th, to, text.Literal("17:30")), Check: func(v string) (text.Text, error) {
			if d != nil {
				start, err := readClock(d.form.Value("start"))
				if end, endErr := readClock(v); err == nil && endErr == nil && end <= start {
					return text.Text{}, errors.New("the end must be after the start")
				}
			}
			return clock(to)(v)
		}},
		{Key: "zone", Label: text.Literal("Zone"), Control: form.NewText(th, zone, text.Literal("Europe/London")), Check: w.set.checkZone(zone)},
	})
	d.save = func() tea.Cmd {
		is, err := hoursOf(d.form)
		if err != nil {
			return views.Notice(views.Failure, "Not kept: "+err.Error())
		}
		if slices.Equal(is.DaysOfWeek, was.DaysOfWeek) && is.StartTime == was.StartTime && is.EndTime == was.EndTime && is.TimeZone == was.TimeZone {
			return nil
		}
		return w.set.change(d.box, model.MailboxSettings{WorkingHours: &was}, model.MailboxSettings{WorkingHours: &is}, "Changed the working hours")
	}
	d.begin(w.keyIn(w))
	return nil
}

func hoursOf(f *form.Form) (h model.WorkingHours, err error) {
	if h.DaysOfWeek, err = readDays(f.Value("days")); err != nil {
		return h, err
	}
	if h.StartTime, err = readClock(f.Value("start")); err != nil {
		return h, err
	}
	if h.EndTime, err = readClock(f.Value("end")); err != nil {
		return h, err
	}
	h.TimeZone.Name, err = zoneNamed(f.Value("zone"))
	return h, err
}
