package account

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/store"
)

// storedSettings is a row of settings. A part that was never set is empty.
type storedSettings struct {
	timeZone, dateFormat, timeFormat string
	language, hours, replies         string // JSON
	repliesSince                     int64  // the change that wrote replies
}

// settingsTable is where the settings of a mailbox are kept.
var settingsTable = store.TableBy("settings", "s", []string{"mailbox_id"},
	settingsColumn("time_zone", func(s *storedSettings) any { return &s.timeZone }),
	settingsColumn("language_json", func(s *storedSettings) any { return &s.language }),
	settingsColumn("hours_json", func(s *storedSettings) any { return &s.hours }),
	settingsColumn("replies_json", func(s *storedSettings) any { return &s.replies }),
	settingsColumn("replies_since", func(s *storedSettings) any { return &s.repliesSince }),
	settingsColumn("date_format", func(s *storedSettings) any { return &s.dateFormat }),
	settingsColumn("time_format", func(s *storedSettings) any { return &s.timeFormat }),
)

func settingsColumn(name string, at func(*storedSettings) any) store.Column[storedSettings] {
	return store.Column[storedSettings]{Name: name, At: at, Part: store.PartChanged}
}

// findSettings reads the row of a mailbox, an empty one where there is none.
func findSettings(tx *store.Tx, mailbox int64) (storedSettings, error) {
	var s storedSettings
	err := tx.QueryRow(`SELECT `+settingsTable.Bare+` FROM settings WHERE mailbox_id = ?`, mailbox).Scan(settingsTable.Into(&s)...)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return s, fmt.Errorf("read the settings of a mailbox: %w", err)
	}
	return s, nil
}

// settings are the parts that were set.
func (s *storedSettings) settings() (model.MailboxSettings, error) {
	out := model.MailboxSettings{TimeZone: s.timeZone, DateFormat: s.dateFormat, TimeFormat: s.timeFormat}
	err := errors.Join(store.UnpackJSON(s.language, &out.Language), store.UnpackJSON(s.hours, &out.WorkingHours),
		store.UnpackJSON(s.replies, &out.AutomaticRepliesSetting))
	if err != nil {
		return out, fmt.Errorf("read the settings of a mailbox: %w", err)
	}
	return out, nil
}

// Settings returns all settings of a mailbox, with the defaults for those
// that were never set: UTC, English, 8 to 17 from Monday to Friday in the
// mailbox's zone, no automatic replies.
func Settings(tx *store.Tx, mailbox int64) (model.MailboxSettings, error) {
	stored, err := findSettings(tx, mailbox)
	if err != nil {
		return model.MailboxSettings{}, err
	}
	s, err := stored.settings()
	if s.TimeZone == "" {
		s.TimeZone = "UTC"
	}
	if s.Language == nil {
		s.Language = &model.LocaleInfo{Locale: "en-US", DisplayName: "English (United States)"}
	}
	if s.WorkingHours == nil {
		s.WorkingHours = &model.WorkingHours{
			DaysOfWeek: []string{"monday", "tuesday", "wednesday", "thursday", "friday"},
			StartTime:  "08:00:00.0000000", EndTime: "17:00:00.0000000",
			TimeZone: model.TimeZoneBase{Name: s.TimeZone},
		}
	}
	if s.AutomaticRepliesSetting == nil {
		s.AutomaticRepliesSetting = &model.AutomaticRepliesSetting{Status: model.RepliesDisabled, ExternalAudience: model.AudienceAll}
	}
	if s.DateFormat == "" {
		s.DateFormat = "yyyy-MM-dd"
	}
	if s.TimeFormat == "" {
		s.TimeFormat = "HH:mm"
	}
	return s, err
}

// ChangeSettings keeps the parts of s that are set; the others stay. The
// caller has checked them.
func ChangeSettings(tx *store.Tx, mailbox int64, s model.MailboxSettings) error {
	seq, err := tx.Record(mailbox, "settings", "", "settings", store.Written)
	if err != nil {
		return err
	}
	stored, err := findSettings(tx, mailbox)
	if err != nil {
		return err
	}
	was := stored.replies
	err = errors.Join(setPart(&stored.language, s.Language), setPart(&stored.hours, s.WorkingHours),
		setPart(&stored.replies, s.AutomaticRepliesSetting))
	if stored.replies != was {
		stored.repliesSince = seq
	}
	stored.timeZone = cmp.Or(s.TimeZone, stored.timeZone)
	stored.dateFormat = cmp.Or(s.DateFormat, stored.dateFormat)
	stored.timeFormat = cmp.Or(s.TimeFormat, stored.timeFormat)
	if err == nil {
		err = settingsTable.Put(tx, mailbox, &stored)
	}
	if err != nil {
		return fmt.Errorf("keep the settings of a mailbox: %w", err)
	}
	return nil
}

// setPart writes the JSON of a part; one that is not set stays as it is.
func setPart[T any](into *string, part *T) error {
	if part == nil {
		return nil
	}
	return store.PackJSON(into, part)
}

// TimeZone returns the name of a mailbox's zone, IANA or Windows.
func TimeZone(tx *store.Tx, mailbox int64) (string, error) {
	s, err := Settings(tx, mailbox)
	return s.TimeZone, err
}

// WorkingHours returns the hours in which a mailbox's owner can be met.
func WorkingHours(tx *store.Tx, mailbox int64) (model.WorkingHours, error) {
	s, err := Settings(tx, mailbox)
	if err != nil {
		return model.WorkingHours{}, err
	}
	return *s.WorkingHours, nil
}

// automaticReplies returns what a mailbox answers by itself, and the number of
// the change that set it: the same as long as the setting is.
func automaticReplies(tx *store.Tx, mailbox int64) (model.AutomaticRepliesSetting, int64, error) {
	stored, err := findSettings(tx, mailbox)
	if err != nil {
		return model.AutomaticRepliesSetting{Status: model.RepliesDisabled}, 0, err
	}
	s, err := stored.settings()
	if err != nil || s.AutomaticRepliesSetting == nil {
		return model.AutomaticRepliesSetting{Status: model.RepliesDisabled}, 0, err
	}
	return *s.AutomaticRepliesSetting, stored.repliesSince, nil
}
