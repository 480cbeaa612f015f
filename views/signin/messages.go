package signin

// boxID is where the messages of the box are delivered.
const boxID = "sign-in"

// forRun is a message for the box, from one of its runs.
type forRun struct{ run string }

// ToBox implements views.Boxed.
func (forRun) ToBox() string { return boxID }

type begun struct {
	forRun
	attempt Attempt
	err     error
}

type ended struct {
	forRun
	account string
	err     error
}

type opened struct {
	forRun
	err error
}

type tick struct{ forRun }

type settledMsg struct{ forRun }
