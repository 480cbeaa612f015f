package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

func TestATimeIsFoundAndBookedFromAThread(t *testing.T) {
	data := sampleCopy(t)
	booked := func(address string) (standing []string) {
		truth(t, data, address, func(t *testing.T, c *api.Client) {
			page, err := c.Me().Events(t.Context(), api.Filter(api.Eq("subject", "Re: Release plan")))
			for _, e := range valueOf(t, page, err) {
				if !e.IsCancelled {
					standing = append(standing, e.Start.DateTime)
				}
			}
		})
		return standing
	}
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("j", "T") // with everybody of the thread
		d.Pass(time.Second)
		d.See("Suggestions", "Chance, starting here")
		d.Press("enter")
		d.See("Book a meeting", "[Bo Berg]")
		d.Pass(time.Second) // a box that has just opened takes no key that books
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.See("Booked Re: Release plan", "u undo")
	})
	own, his, cys := booked(""), booked(bos), booked("cy@contoso.example")
	if len(own) != 1 || !slices.Equal(own, his) || !slices.Equal(own, cys) {
		t.Errorf("booked at %q, in Bo's calendar at %q, in Cy's at %q", own, his, cys)
	}
	journey(t, setup{Data: data, Later: time.Minute}, func(d *driver) {
		d.Press("5")
		d.Pass(time.Second)
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Booked")
	})
	if own, his := booked(""), booked(bos); own != nil || his != nil {
		t.Errorf("taken back, and yet booked at %q, in Bo's calendar at %q", own, his)
	}
}

func TestTheFinderIsPresetFromTheScreenThatOneComesFrom(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("j", "T")
		d.Pass(time.Second)
		d.See("Bo Berg")
		d.Press("2", "5") // who looks aside goes on
		d.Pass(time.Second)
		d.See("Bo Berg")
		d.Press("1", "2", "5")
		d.Pass(time.Second)
		d.See("you alone")
		d.DontSee("Bo Berg")
	})
}

func TestPeopleAreAddedByNameAndTheGridFollows(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "f")
		d.Pass(time.Second)
		d.Press("+")
		d.Type("gus")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("● Gus Grieve", "2 people")
		d.Press("]", "]")
		d.See("1 h 30 min")
		d.Press("j", "x")
		d.DontSee("Gus Grieve")
	})
}

func TestABookingIsFilledInAgainAfterTheProgramEnded(t *testing.T) {
	data := sampleCopy(t)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("j", "T")
		d.Pass(time.Second)
		d.Press("enter")
		d.See("Book a meeting")
		d.Type(" of it all")
		d.Pass(time.Second)
	})
	journey(t, setup{Data: data, Later: time.Minute}, func(d *driver) {
		d.Press("5")
		d.Pass(time.Second)
		d.See("Book a meeting", "of it all", "[Bo Berg]")
		d.Pass(2 * time.Second)
		d.Press("esc")
		d.Pass(time.Second)
		d.Press("down", "enter")
		d.Pass(time.Second)
		d.DontSee("Book a meeting")
	})
	journey(t, setup{Data: data, Later: 2 * time.Minute}, func(d *driver) {
		d.Press("5")
		d.Pass(time.Second)
		d.DontSee("Book a meeting")
	})
}

// The look before a booking is at the first dates of a series; the room looks at
// a year of them.
func TestARoomThatIsTakenLaterInASeriesSaysSoWhenItIsBooked(t *testing.T) {
	data := sampleCopy(t)
	truth(t, data, "cy@contoso.example", func(t *testing.T, c *api.Client) {
		e, err := c.Me().CreateEvent(t.Context(), model.Event{Subject: "Works in the room", ShowAs: model.ShowBusy,
			Start:     &model.DateTimeTimeZone{DateTime: "2027-06-07T00:00:00", TimeZone: "UTC"},
			End:       &model.DateTimeTimeZone{DateTime: "2027-06-14T00:00:00", TimeZone: "UTC"},
			Attendees: []model.Attendee{{Type: model.AttendeeResource, EmailAddress: model.EmailAddress{Address: "fathom@contoso.example"}}}})
		if err != nil || e.Attendees[0].Status.Response != model.ResponseAccepted {
			t.Fatalf("the room has not taken %+v, %v", e.Attendees, err)
		}
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("5")
		d.Pass(time.Second)
		d.Press("+")
		d.Type("fathom")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("n", "enter") // where the room is free
		d.See("⌂ Fathom")
		d.Pass(time.Second)
		d.Type("Choir")
		for range 20 {
			if strings.Contains(d.Screen(), "▌Repeats") {
				break
			}
			d.Press("tab")
		}
		d.Type("every week")
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.Press("y") // she has something on other days herself
		d.Pass(time.Second)
		d.See("“Choir” is in the calendar, but declined by Fathom", "not free on all its dates")
	})
}
