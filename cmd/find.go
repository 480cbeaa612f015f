package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"daybook/api"
	"daybook/model"
	"daybook/views/when"
	"daybook/widget/text"
)

// The window that is searched when --between does not say, and the hour at
// which a day without one begins.
const (
	findAhead = 7 * 24 * time.Hour
	dayBegins = 9 * time.Hour
)

func newFind(c *common) *cobra.Command {
	var with, optional, rooms []string
	var length time.Duration
	var between string
	var minimum float64
	var most int
	var asJSON, anyHour bool
	cmd := &cobra.Command{
		Use:   "find",
		Short: "Find a time for a meeting",
		Long: "find asks the calendars for the best times and prints them, best first. Times are\n" +
			"words: \"mon 9:00\", \"tomorrow\", \"14 mar 15:00\", with .. between the two.",
		Example: "daybook find --with bo@contoso.example,cy@contoso.example --length 45m --between \"mon 9:00..fri 17:00\"\n" +
			"daybook find --with bo@contoso.example --room hood@contoso.example --json",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			now, err := c.clock()
			if err != nil {
				return err
			}
			client, done, err := openClient(cmd.Context(), *c)
			if err != nil {
				return err
			}
			defer done()
			zone, err := c.zone(cmd.Context(), client)
			if err != nil {
				return err
			}
			slot, err := readWindow(between, now().In(zone))
			if err != nil {
				return err
			}
			if length <= 0 {
				return fmt.Errorf("--length wants a span such as 45m, not %s", length)
			}
			if !(minimum >= 0 && minimum <= 100) {
				return fmt.Errorf("--minimum wants a chance from 0 to 100 percent, not %v", minimum)
			}
			domain := model.ActivityWork
			if anyHour {
				domain = model.ActivityUnrestricted
			}
			request := model.MeetingTimesRequest{
				Attendees: []model.AttendeeBase{}, MeetingDuration: model.FormatDuration(length),
				MinimumAttendeePercentage: &minimum, MaxCandidates: &most, ReturnSuggestionReasons: true,
				TimeConstraint: &model.TimeConstraint{ActivityDomain: domain, TimeSlots: []model.TimeSlot{slot}},
			}
			for _, of := range []struct {
				kind  string
				names []string
			}{{model.AttendeeRequired, with}, {model.AttendeeOptional, optional}} {
				people, err := readPeople(of.names, of.kind)
				if err != nil {
					return err
				}
				request.Attendees = append(request.Attendees, people...)
			}
			if request.LocationConstraint, err = readRooms(rooms); err != nil {
				return err
			}
			result, err := client.Me().FindMeetingTimes(cmd.Context(), request, api.Zone(zone.String()))
			if err != nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				return enc.Encode(result)
			}
			return printTimes(cmd.OutOrStdout(), result)
		},
	}
	c.mailboxFlag(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&with, "with", nil, "whom to meet: addresses")
	flags.StringSliceVar(&optional, "optional", nil, "who may come: addresses")
	flags.StringSliceVar(&rooms, "room", nil, "rooms, of which one has to be free: addresses")
	flags.DurationVar(&length, "length", time.Hour, "how long")
	flags.StringVar(&between, "between", "", "from and to, such as \"mon 9:00..fri 17:00\" (default: the next seven days)")
	flags.Float64Var(&minimum, "minimum", model.DefaultMinimumPercentage, "the least chance, in percent")
	flags.IntVar(&most, "most", model.DefaultMaxCandidates, "how many times to print")
	flags.BoolVar(&anyHour, "any-hour", false, "also outside the working hours")
	flags.BoolVar(&asJSON, "json", false, "print the interface's own answer")
	return cmd
}

// readWindow reads "FROM..TO"; quotes around either are no part of it.
func readWindow(words string, now time.Time) (model.TimeSlot, error) {
	from, to := now, now.Add(findAhead)
	if words != "" {
		first, second, ok := strings.Cut(words, "..")
		if !ok {
			return model.TimeSlot{}, fmt.Errorf("--between wants two times with .. between them, not %q", words)
		}
		var err error
		if from, err = when.Parse(strings.Trim(first, " \""), now, when.Ahead, dayBegins); err != nil {
			return model.TimeSlot{}, fmt.Errorf("--between: %w", err)
		}
		if to, err = when.Parse(strings.Trim(second, " \""), from, when.Ahead, dayBegins); err != nil {
			return model.TimeSlot{}, fmt.Errorf("--between: %w", err)
		}
	}
	start, err := model.NewDateTime(from, now.Location().String())
	if err != nil {
		return model.TimeSlot{}, err
	}
	end, err := model.NewDateTime(to, now.Location().String())
	return model.TimeSlot{Start: start, End: end}, err
}

func readPeople(addresses []string, kind string) ([]model.AttendeeBase, error) {
	var out []model.AttendeeBase
	for _, s := range addresses {
		a, err := mail.ParseAddress(s)
		if err != nil {
			return nil, fmt.Errorf("%q is not an address", s)
		}
		out = append(out, model.AttendeeBase{Type: kind, EmailAddress: model.EmailAddress{Name: a.Name, Address: a.Address}})
	}
	return out, nil
}

func readRooms(addresses []string) (*model.LocationConstraint, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	places := &model.LocationConstraint{IsRequired: true}
	for _, s := range addresses {
		a, err := mail.ParseAddress(s)
		if err != nil {
			return nil, fmt.Errorf("%q is not an address", s)
		}
		places.Locations = append(places.Locations, model.LocationConstraintItem{
			ResolveAvailability: true, DisplayName: a.Name, LocationEmailAddress: a.Address,
		})
	}
	return places, nil
}

// whyNoTime says an EmptySuggestionsReason in words.
func whyNoTime(reason string) string {
	switch reason {
	case model.ReasonAttendeesUnavailable:
		return "those invited are not free"
	case model.ReasonAttendeesUnavailableOrUnknown:
		return "those invited are not free, or their calendars are not known"
	case model.ReasonOrganizerUnavailable:
		return "you are not free"
	case model.ReasonLocationsUnavailable:
		return "no room is free"
	}
	return "nothing says why"
}

// printTimes writes a table: when, the chance, who is not free, where.
func printTimes(w io.Writer, result model.MeetingTimeSuggestionsResult) error {
	if len(result.MeetingTimeSuggestions) == 0 {
		_, err := fmt.Fprintf(w, "No time fits: %s. Try a lower --minimum, --any-hour, or a shorter --length.\n", whyNoTime(result.EmptySuggestionsReason))
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range result.MeetingTimeSuggestions {
		start, err := s.MeetingTimeSlot.Start.Time()
		if err != nil {
			return err
		}
		end, err := s.MeetingTimeSlot.End.Time()
		if err != nil {
			return err
		}
		var others []string
		for _, a := range s.AttendeeAvailability {
			if a.Availability != model.ShowFree {
				others = append(others, a.Attendee.EmailAddress.Address+" "+a.Availability)
			}
		}
		var places []string
		for _, l := range s.Locations {
			places = append(places, l.DisplayName)
		}
		fmt.Fprintf(table, "%s-%s\t%3.0f%%\t%s\t%s\n", start.Format("Mon 2 Jan 15:04"), end.Format("15:04"), s.Confidence,
			text.Clean(strings.Join(others, ", ")), text.Clean(strings.Join(places, ", ")))
	}
	return table.Flush()
}
