package e2e

import (
	"testing"
	"time"
)

func TestATimeIsFoundAndBookedFromAThread(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("j", "T") // with everybody of the thread
		d.Pass(time.Second)
		d.See("Find a time", "Bo Berg", "Cy Chan", "Suggestions", "Chance, starting here")
		d.Press("enter")
		d.See("Book ", "with Bo Berg")
		d.Pass(time.Second) // a box that has just opened takes no enter
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Booked Re: Release plan", "u undo")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Booked")
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
		d.See("Gus Grieve", "2 people")
		d.Press("]", "]")
		d.See("1 h 30 min")
		d.Press("j", "x")
		d.DontSee("Gus Grieve")
	})
}
