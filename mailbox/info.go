package mailbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/ui/statedir"
)

// Info is what has to be known of a mailbox before its first frame. It is
// saved among its documents, so that it opens also when it cannot be reached.
type Info struct {
	ID      string             `json:"id"` // in the directory
	Me      model.EmailAddress `json:"me"`
	Others  model.EmailAddress `json:"others,omitzero"` // whose mail and calendars, where not one's own
	Zone    string             `json:"zone,omitempty"`  // as the mailbox names it
	Morning time.Duration      `json:"morning,omitempty"`
	Evening time.Duration      `json:"evening,omitempty"`
	Days    [7]bool            `json:"workDays"` // by time.Weekday
}

const infoDocument = "mailbox"

// ReadInfo asks the mailbox. Settings that may not be read leave the info
// without them; others is whose it is besides, by address, and the directory
// may keep their name to itself.
func ReadInfo(ctx context.Context, client *api.Client, others string) (Info, error) {
	me, err := client.Me().Get(ctx, api.Select("displayName", "mail", "userPrincipalName"))
	if err != nil {
		return Info{}, fmt.Errorf("ask whose mailbox it is: %w", err)
	}
	f := Info{ID: me.ID, Me: model.EmailAddress{Name: me.DisplayName, Address: cmp.Or(me.Mail, me.UserPrincipalName)}}
	if others != "" {
		f.Others.Address = others
		user, err := client.User(others).Get(ctx, api.Select("displayName"))
		var refused *api.Error
		if err != nil && !errors.As(err, &refused) {
			return Info{}, fmt.Errorf("ask whose mailbox it is: %w", err)
		}
		f.Others.Name = user.DisplayName
	}
	settings, err := client.Me().MailboxSettings(ctx)
	if errors.Is(err, model.ErrAccessDenied) || errors.Is(err, model.ErrNotFound) {
		return f, nil
	}
	if err != nil {
		return Info{}, fmt.Errorf("read the mailbox's settings: %w", err)
	}
	f.Zone = settings.TimeZone
	if h := settings.WorkingHours; h != nil {
		f.Morning, f.Evening = sinceMidnight(h.StartTime), sinceMidnight(h.EndTime)
		for d := time.Sunday; d <= time.Saturday; d++ {
			f.Days[d] = slices.ContainsFunc(h.DaysOfWeek,
				func(name string) bool { return strings.EqualFold(name, d.String()) })
		}
	}
	return f, nil
}

// sinceMidnight reads "08:00:00.0000000"; 0 for what is no time.
func sinceMidnight(s string) time.Duration {
	t, err := time.Parse("15:04:05", s)
	if err != nil {
		return 0
	}
	return model.ClockIn(t).Truncate(time.Minute)
}

// LoadInfo is what was saved the last time; of a mailbox never opened it is
// empty.
func LoadInfo(state *statedir.Dir) (Info, error) {
	var f Info
	b, err := state.Load(infoDocument)
	if err == nil && b != nil {
		err = json.Unmarshal(b, &f)
	}
	if err != nil {
		return Info{}, fmt.Errorf("read what is known of the mailbox: %w", err)
	}
	return f, nil
}

// SaveInfo saves it for the next start.
func SaveInfo(state *statedir.Dir, f Info) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = state.Save(infoDocument, b)
	}
	if err != nil {
		return fmt.Errorf("save what is known of the mailbox: %w", err)
	}
	return nil
}
