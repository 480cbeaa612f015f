package account

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/dateparse"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// settings are those of the mailbox, which three sections show. Some of them
// can be read again by themselves.
type settings struct {
	*host
	all     *part[model.MailboxSettings]
	replies *part[model.AutomaticRepliesSetting]
	region  *part[region]
}

// region is the language and the zone.
type region struct {
	language model.LocaleInfo
	zone     string
}

func newSettings(h *host) *settings {
	s := &settings{host: h}
	s.all = newPart(h, func(ctx context.Context, s Service) (model.MailboxSettings, error) { return s.Settings(ctx) }, nil)
	s.replies = newPart(h, func(ctx context.Context, s Service) (model.AutomaticRepliesSetting, error) { return s.Replies(ctx) }, func() tea.Cmd {
		is := s.replies.value
		s.all.value.AutomaticRepliesSetting = &is
		return nil
	})
	s.region = newPart(h, readRegion, func() tea.Cmd {
		is := s.region.value
		s.all.value.Language, s.all.value.TimeZone = &is.language, is.zone
		return nil
	})
	return s
}

func readRegion(ctx context.Context, s Service) (is region, err error) {
	if is.language, err = s.Language(ctx); err == nil {
		is.zone, err = s.TimeZone(ctx)
	}
	return is, err
}

// lay puts the parts that are set over the settings.
func lay(over *model.MailboxSettings, is model.MailboxSettings) {
	if is.AutomaticRepliesSetting != nil {
		over.AutomaticRepliesSetting = is.AutomaticRepliesSetting
	}
	if is.Language != nil {
		over.Language = is.Language
	}
	if is.WorkingHours != nil {
		over.WorkingHours = is.WorkingHours
	}
	for _, p := range []struct{ from, to *string }{{&is.TimeZone, &over.TimeZone}, {&is.DateFormat, &over.DateFormat}, {&is.TimeFormat, &over.TimeFormat}} {
		if *p.from != "" {
			*p.to = *p.from
		}
	}
}

// change changes settings, of which only those that change are set.
func (s *settings) change(box dialog.Box, was, is model.MailboxSettings, label string) tea.Cmd {
	return s.do(box, label, change{SettingsWas: &was, SettingsIs: &is})
}

// zone is the zone of the mailbox, for a form that asks for one.
func (s *settings) zone() string {
	if z := s.all.value.TimeZone; z != "" {
		return z
	}
	return s.env.Zone().String()
}

// zoneWords is the time in a zone now, and its other name.
func (s *settings) zoneWords(name string) string {
	loc, err := model.LoadZone(name)
	if err != nil {
		return ""
	}
	words := s.env.Now().In(loc).Format("now 15:04, UTC-07:00")
	if windows, err := model.WindowsName(name); err == nil && !strings.EqualFold(windows, name) {
		return words + ", " + windows
	}
	if iana, err := model.IANAName(name); err == nil && !strings.EqualFold(iana, name) {
		return words + ", " + iana
	}
	return words
}

// zoneNamed is the name of the zone that words mean: a city too. One that is
// whole stays as it was typed.
func zoneNamed(words string) (string, error) {
	if words = strings.TrimSpace(words); words == "" {
		return "", errors.New("needs a zone: a city, or a name such as Europe/London")
	}
	if _, err := model.LoadZone(words); err == nil {
		return words, nil
	}
	zone, err := dateparse.Zone(words, nil)
	if err != nil {
		return "", err
	}
	return zone.String(), nil
}

// checkZone notes what a zone's name means.
func (s *settings) checkZone(was string) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		name, err := zoneNamed(v)
		if err != nil {
			return text.Text{}, err
		}
		loc, err := model.LoadZone(name)
		if err != nil {
			return text.Text{}, err
		}
		words := "now " + s.env.Now().In(loc).Format("15:04, UTC-07:00")
		if name != strings.TrimSpace(v) {
			words = name + ", " + words
		}
		if v != was {
			words += "; was " + was
		}
		return text.Clean(words), nil
	}
}

// lowered is the option that a value is, whatever its letter case.
func lowered(options []form.Option, value string) string {
	for _, o := range options {
		if strings.EqualFold(o.ID, value) {
			return o.ID
		}
	}
	return value
}

// labelOf is an option's label; of an unknown one the value itself.
func labelOf(options []form.Option, id string) text.Text {
	for _, o := range options {
		if strings.EqualFold(o.ID, id) {
			return o.Label
		}
	}
	return text.Clean(id)
}

// marks notes that a value is another than it was.
func marks(wasWords, was string) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		switch {
		case v == was:
			return text.Text{}, nil
		case wasWords == "":
			return text.Literal("changed"), nil
		}
		return text.Clean("changed; was " + wasWords), nil
	}
}
