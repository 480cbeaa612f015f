package cmd

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
	"daybook/views"
)

// facts are what has to be known of a mailbox before its first frame. They
// are kept in its state, so that it opens also when it cannot be reached.
type facts struct {
	ID      string             `json:"id"` // in the directory
	Me      model.EmailAddress `json:"me"`
	Others  model.EmailAddress `json:"others,omitzero"` // whose mail and calendars, where not one's own
	Zone    string             `json:"zone,omitempty"`  // as the mailbox names it
	Morning time.Duration      `json:"morning,omitempty"`
	Evening time.Duration      `json:"evening,omitempty"`
	Days    [7]bool            `json:"workDays"` // by time.Weekday
}

const factsDocument = "mailbox"

// factsTime is how long they are asked for.
const factsTime = 30 * time.Second

// readFacts asks the mailbox. Settings that may not be read leave the facts
// without them; others is whose it is besides, by address, and the directory
// may keep their name to itself.
func readFacts(ctx context.Context, client *api.Client, others string) (facts, error) {
	me, err := client.Me().Get(ctx, api.Select("displayName", "mail", "userPrincipalName"))
	if err != nil {
		return facts{}, fmt.Errorf("ask whose mailbox it is: %w", err)
	}
	f := facts{ID: me.ID, Me: model.EmailAddress{Name: me.DisplayName, Address: cmp.Or(me.Mail, me.UserPrincipalName)}}
	if others != "" {
		f.Others.Address = others
		user, err := client.User(others).Get(ctx, api.Select("displayName"))
		var refused *api.Error
		if err != nil && !errors.As(err, &refused) {
			return facts{}, fmt.Errorf("ask whose mailbox it is: %w", err)
		}
		f.Others.Name = user.DisplayName
	}
	settings, err := client.Me().MailboxSettings(ctx)
	if errors.Is(err, model.ErrAccessDenied) || errors.Is(err, model.ErrNotFound) {
		return f, nil
	}
	if err != nil {
		return facts{}, fmt.Errorf("read the mailbox's settings: %w", err)
	}
	f.Zone = settings.TimeZone
	if h := settings.WorkingHours; h != nil {
		f.Morning, f.Evening = sinceMidnight(h.StartTime), sinceMidnight(h.EndTime)
		for d := time.Sunday; d <= time.Saturday; d++ {
			f.Days[d] = slices.ContainsFunc(h.DaysOfWeek, func(name string) bool { return strings.EqualFold(name, d.String()) })
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
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
}

// keptFacts are those of the last time; of a mailbox never opened they are
// empty.
func keptFacts(state views.State) (facts, error) {
	var f facts
	b, err := state.Load(factsDocument)
	if err == nil && b != nil {
		err = json.Unmarshal(b, &f)
	}
	if err != nil {
		return facts{}, fmt.Errorf("read what is known of the mailbox: %w", err)
	}
	return f, nil
}

func keepFacts(state views.State, f facts) error {
	b, err := json.Marshal(f)
	if err == nil {
		err = state.Save(factsDocument, b)
	}
	if err != nil {
		return fmt.Errorf("keep what is known of the mailbox: %w", err)
	}
	return nil
}
