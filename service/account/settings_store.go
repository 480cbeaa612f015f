package account

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/store"
)

// storedSettings is a row of settings. A part that was never set is empty.
type storedSettings struct {
	model.MailboxSettings
	repliesJSON  string
	repliesSince int64
}

func findSettings(tx *store.Tx, mailbox int64) (storedSettings, error) {
	var s storedSettings
	var language, hours string
	err := tx.QueryRow(`SELECT time_zone, language_json, hours_json, replies_json, replies_since, date_format, time_format
		FROM settings WHERE mailbox_id = ?`, mailbox).
		Scan(&s.TimeZone, &language, &hours, &s.repliesJSON, &s.repliesSince, &s.DateFormat, &s.TimeFormat)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	for _, part := range []struct {
		text string
		into any
	}{{language, &s.Language}, {hours, &s.WorkingHours}, {s.repliesJSON, &s.AutomaticRepliesSetting}} {
		if err == nil && part.text != "" {
			err = json.Unmarshal([]byte(part.text), part.into)
		}
	}
	if err != nil {
		return s, fmt.Errorf("read the settings of a mailbox: %w", err)
	}
	return s, nil
}

// Settings returns all settings of a mailbox, with the defaults for those
// that were never set: UTC, English, 8 to 17 from Monday to Friday in the
// mailbox's zone, no automatic replies.
func Settings(tx *store.Tx, mailbox int64) (model.MailboxSettings, error) {
	stored, err := findSettings(tx, mailbox)
	s := stored.MailboxSettings
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
	language, err := textOf(s.Language)
	if err != nil {
		return err
	}
	hours, err := textOf(s.WorkingHours)
	if err != nil {
		return err
	}
	replies, err := textOf(s.AutomaticRepliesSetting)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO settings (mailbox_id, time_zone, language_json, hours_json, replies_json, replies_since, date_format, time_format)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mailbox_id) DO UPDATE SET
		time_zone = coalesce(nullif(excluded.time_zone, ''), time_zone),
		language_json = coalesce(nullif(excluded.language_json, ''), language_json),
		hours_json = coalesce(nullif(excluded.hours_json, ''), hours_json),
		replies_since = CASE WHEN excluded.replies_json IN ('', replies_json) THEN replies_since ELSE excluded.replies_since END,
		replies_json = coalesce(nullif(excluded.replies_json, ''), replies_json),
		date_format = coalesce(nullif(excluded.date_format, ''), date_format),
		time_format = coalesce(nullif(excluded.time_format, ''), time_format)`,
		mailbox, s.TimeZone, language, hours, replies, seq, s.DateFormat, s.TimeFormat)
	if err != nil {
		return fmt.Errorf("keep the settings of a mailbox: %w", err)
	}
	return nil
}

// textOf is the JSON of a part, "" of one that is not set.
func textOf[T any](part *T) (string, error) {
	if part == nil {
		return "", nil
	}
	b, err := json.Marshal(part)
	return string(b), err
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
	s, err := findSettings(tx, mailbox)
	if err != nil || s.AutomaticRepliesSetting == nil {
		return model.AutomaticRepliesSetting{Status: model.RepliesDisabled}, 0, err
	}
	return *s.AutomaticRepliesSetting, s.repliesSince, nil
}
