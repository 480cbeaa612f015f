package account

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/language"

	"daybook/model"
	"daybook/service/rest"
)

// readSettings returns the parts that a PATCH changes, each complete: what is
// left out of a part stays as it is now. Everything is checked, and in the
// interface's own letter case.
func readSettings(body rest.Object, now model.MailboxSettings) (model.MailboxSettings, error) {
	var out model.MailboxSettings
	known := []string{"automaticRepliesSetting", "timeZone", "language", "workingHours", "dateFormat", "timeFormat"}
	if err := body.Only(known...); err != nil {
		return out, err
	}
	for _, name := range known {
		if body.Null(name) {
			return out, rest.BadProperty(name, "cannot be null; leave it out to keep it")
		}
	}
	// Decoding over the present values keeps what the body does not name, and
	// changes the parts that now points to.
	merged, spoken := now, *now.Language
	if err := body.Into(&merged); err != nil {
		return out, err
	}
	var err error
	if body.Has("timeZone") {
		if out.TimeZone, err = zoneName("timeZone", merged.TimeZone); err != nil {
			return out, err
		}
	}
	if body.Has("automaticRepliesSetting") {
		if err := checkReplies(merged.AutomaticRepliesSetting); err != nil {
			return out, err
		}
		out.AutomaticRepliesSetting = merged.AutomaticRepliesSetting
	}
	if body.Has("language") {
		if out.Language, err = checkLanguage(merged.Language, spoken); err != nil {
			return out, err
		}
	}
	if body.Has("workingHours") {
		if err := checkHours(merged.WorkingHours); err != nil {
			return out, err
		}
		out.WorkingHours = merged.WorkingHours
	}
	for _, f := range []struct {
		name      string
		from, out *string
	}{{"dateFormat", &merged.DateFormat, &out.DateFormat}, {"timeFormat", &merged.TimeFormat, &out.TimeFormat}} {
		if body.Has(f.name) {
			if *f.out, err = checkFormat(f.name, *f.from); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// zoneName is the name of a zone in its own letter case: a Windows name stays
// one, since the dialect of whoever wrote it has no other.
func zoneName(property, name string) (string, error) {
	iana, err := model.IANAName(name)
	if err != nil {
		return "", rest.BadProperty(property, "%v", err)
	}
	if windows, err := model.WindowsName(name); err == nil && strings.EqualFold(windows, strings.TrimSpace(name)) {
		return windows, nil
	}
	return iana, nil
}

func checkReplies(s *model.AutomaticRepliesSetting) error {
	const part = "automaticRepliesSetting/"
	var err error
	if s.Status, err = rest.Enum(part+"status", s.Status, model.RepliesDisabled, model.RepliesAlwaysEnabled, model.RepliesScheduled); err != nil {
		return err
	}
	if s.ExternalAudience, err = rest.Enum(part+"externalAudience", s.ExternalAudience, model.AudienceNone, model.AudienceContactsOnly, model.AudienceAll); err != nil {
		return err
	}
	start, err := instant(part+"scheduledStartDateTime", s.ScheduledStartDateTime)
	if err != nil {
		return err
	}
	end, err := instant(part+"scheduledEndDateTime", s.ScheduledEndDateTime)
	if err != nil || s.Status != model.RepliesScheduled {
		return err
	}
	switch {
	case s.ScheduledStartDateTime == nil:
		return rest.BadProperty(part+"scheduledStartDateTime", "is required when status is scheduled")
	case s.ScheduledEndDateTime == nil:
		return rest.BadProperty(part+"scheduledEndDateTime", "is required when status is scheduled")
	case !start.Before(end):
		return rest.BadProperty(part+"scheduledEndDateTime", "must be after scheduledStartDateTime")
	}
	return nil
}

func instant(property string, at *model.DateTimeTimeZone) (time.Time, error) {
	if at == nil {
		return time.Time{}, nil
	}
	t, err := at.Time()
	if err != nil {
		return t, rest.BadProperty(property, "%v", err)
	}
	return t, nil
}

// checkLanguage reads a language tag (BCP 47). A name that goes with another
// tag is dropped: a language without a name of its own is called by its tag.
func checkLanguage(l *model.LocaleInfo, now model.LocaleInfo) (*model.LocaleInfo, error) {
	tag, err := language.Parse(l.Locale)
	if err != nil {
		return nil, rest.BadProperty("language/locale", "%q is not a language tag such as en-GB", l.Locale)
	}
	out := model.LocaleInfo{Locale: tag.String(), DisplayName: l.DisplayName}
	if out.DisplayName == "" || out.Locale != now.Locale && l.DisplayName == now.DisplayName {
		out.DisplayName = out.Locale
	}
	return &out, nil
}

func checkHours(h *model.WorkingHours) error {
	const part = "workingHours/"
	var err error
	if h.TimeZone.Name, err = zoneName(part+"timeZone/name", h.TimeZone.Name); err != nil {
		return err
	}
	days := make([]string, 0, len(h.DaysOfWeek))
	for _, d := range h.DaysOfWeek {
		if d, err = rest.Enum(part+"daysOfWeek", d, "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"); err != nil {
			return err
		}
		if !slices.Contains(days, d) {
			days = append(days, d)
		}
	}
	h.DaysOfWeek = days
	for _, t := range []struct {
		name string
		text *string
	}{{"startTime", &h.StartTime}, {"endTime", &h.EndTime}} {
		if *t.text, err = clockTime(part+t.name, *t.text); err != nil {
			return err
		}
	}
	if h.EndTime <= h.StartTime { // both are written alike
		return rest.BadProperty(part+"endTime", "%s is not after startTime, %s: hours begin and end on the same day", h.EndTime[:5], h.StartTime[:5])
	}
	return nil
}

// clockTime writes a time of day as the interface does, 09:00:00.0000000.
func clockTime(property, text string) (string, error) {
	for _, layout := range []string{"15:04:05", "15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format("15:04:05.0000000"), nil
		}
	}
	return "", rest.BadProperty(property, "%q is not a time of day such as 09:00:00", text)
}

// checkFormat holds a pattern to the letters that stand for the parts of a
// date or of a time, to what can stand between them, and to quoted words
// ("d 'de' MMMM"). Words of other scripts need no quotes.
func checkFormat(property, pattern string) (string, error) {
	letters, example := "dMy", "yyyy-MM-dd"
	if property == "timeFormat" {
		letters, example = "Hhmst", "HH:mm"
	}
	pattern = strings.TrimSpace(pattern)
	parts := strings.Split(pattern, "'") // every other one is quoted
	named, strange := false, len(parts)%2 == 0
	for i, part := range parts {
		for _, r := range part {
			isPart := i%2 == 0 && strings.ContainsRune(letters, r)
			named = named || isPart
			between := strings.ContainsRune(" /.,:-_", r) || r > unicode.MaxASCII && unicode.IsPrint(r) || r == '\u00a0' || r == '\u202f'
			strange = strange || !isPart && !between && (i%2 == 0 || !unicode.IsLetter(r))
		}
	}
	if !named || strange {
		return "", rest.BadProperty(property, "%q is not a pattern such as %s: of the letters %s, what stands between them, and 'quoted words'",
			pattern, example, strings.Join(strings.Split(letters, ""), ", "))
	}
	return pattern, nil
}
