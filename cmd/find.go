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
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/widget/text"
)

// findAhead is the window that is searched when --between does not say.
const findAhead = 7 * 24 * time.Hour

func newFind(c *common) *cobra.Command {
	var with, optional, rooms []string
	length := span(time.Hour)
	var between string
	var minimum float64
	var most int
	var asJSON, anyHour bool
	cmd := &cobra.Command{
		Use:   "find",
		Short: "Find a time for a meeting",
		Long: "find asks the calendars for the best times and prints them, best first. Times are\n" +
			"words: \"mon 9:00\", \"tomorrow\", \"14 mar 15:00\", with .. between the two. A day alone is\n" +
			"all of it: \"fri..mon\" is from Friday to the end of the Monday after it.",
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
			today := now().In(zone)
			from, to, err := readWindow(between, today)
			if err != nil {
				return err
			}
			var slot model.TimeSlot
			for _, side := range []struct {
				at  time.Time
				put *model.DateTimeTimeZone
			}{{from, &slot.Start}, {to, &slot.End}} {
				if *side.put, err = model.NewDateTime(side.at, zone.String()); err != nil {
					return err
				}
			}
			if !(minimum >= 0 && minimum <= 100) {
				return fmt.Errorf("--minimum wants a chance from 0 to 100 percent, not %v", minimum)
			}
			domain := model.ActivityWork
			if anyHour {
				domain = model.ActivityUnrestricted
			}
			request := model.MeetingTimesRequest{
				Attendees: []model.AttendeeBase{}, MeetingDuration: model.FormatDuration(time.Duration(length)),
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
			return printTimes(cmd.OutOrStdout(), result, views.Span(from, to, today), today)
		},
	}
	c.mailboxFlag(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&with, "with", nil, "whom to meet: addresses")
	flags.StringSliceVar(&optional, "optional", nil, "who may come: addresses")
	flags.StringSliceVar(&rooms, "room", nil, "rooms, of which one has to be free: addresses")
	flags.Var(&length, "length", "how long")
	flags.StringVar(&between, "between", "", "from and to, such as \"mon 9:00..fri 17:00\" (default: the next seven days)")
	flags.Float64Var(&minimum, "minimum", model.DefaultMinimumPercentage, "the least chance, in percent")
	flags.IntVar(&most, "most", model.DefaultMaxCandidates, "how many times to print")
	flags.BoolVar(&anyHour, "any-hour", false, "also outside the working hours")
	flags.BoolVar(&asJSON, "json", false, "print the interface's own answer")
	return cmd
}

// readWindow reads "FROM..TO"; quotes around either are no part of it. What has
// passed of it is not searched.
func readWindow(words string, now time.Time) (from, to time.Time, err error) {
	if words == "" {
		return now, now.Add(findAhead), nil
	}
	first, second, ok := strings.Cut(words, "..")
	if !ok {
		return from, to, fmt.Errorf("--between wants two times with .. between them, not %q", words)
	}
	if from, to, err = dateparse.Range(strings.Trim(first, " \""), strings.Trim(second, " \""), now); err != nil {
		return from, to, fmt.Errorf("--between: %w", err)
	}
	switch {
	case to.Equal(from) && dateparse.Timed(second):
		return from, to, fmt.Errorf("--between %q has no time in it: it begins and ends on %s", words, views.DateTime(from, now))
	case !to.After(from): // a day alone is over where the next begins
		return from, to, fmt.Errorf("--between %q goes backwards: from %s to %s", words, views.DateTime(from, now), views.DateTime(to, now))
	case !to.After(now):
		return from, to, fmt.Errorf("--between %q is over: it is %s", words, views.Span(from, to, now))
	case from.Before(now):
		from = now
	}
	return from, to, nil
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
	rooms := &model.LocationConstraint{IsRequired: true}
	for _, s := range addresses {
		a, err := mail.ParseAddress(s)
		if err != nil {
			return nil, fmt.Errorf("%q is not an address", s)
		}
		rooms.Locations = append(rooms.Locations, model.LocationConstraintItem{
			ResolveAvailability: true, DisplayName: a.Name, LocationEmailAddress: a.Address,
		})
	}
	return rooms, nil
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

// printTimes writes a table: when, the chance, who is not free, where; and above
// it in which window was searched.
func printTimes(w io.Writer, result model.MeetingTimeSuggestionsResult, window string, now time.Time) error {
	if len(result.MeetingTimeSuggestions) == 0 {
		_, err := fmt.Fprintf(w, "No time fits within %s: %s. Try a lower --minimum, --any-hour, a shorter --length, or another --between.\n",
			window, whyNoTime(result.EmptySuggestionsReason))
		return err
	}
	fmt.Fprintf(w, "Within %s:\n", window)
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
		var rooms []string
		for _, l := range s.Locations {
			rooms = append(rooms, l.DisplayName)
		}
		fmt.Fprintf(table, "%s\t%3.0f%%\t%s\t%s\n", views.Span(start, end, now), s.Confidence,
			text.Clean(strings.Join(others, ", ")), text.Clean(strings.Join(rooms, ", ")))
	}
	return table.Flush()
}
