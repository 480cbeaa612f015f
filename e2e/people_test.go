package e2e

import (
	"path/filepath"
	"testing"
	"time"
)

func TestAPersonIsFoundMadeUndoneAndThereAfterARestart(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "p")
		d.Pass(time.Second)
		d.See("Contacts", "Directory")

		d.Press("/")
		d.Type("bo b")
		d.Pass(time.Second)
		d.See("Bo Berg", "Principal Engineer", "Last mails", "Organization")
		d.DontSee("● Cy Chan")
		d.Press("enter", "enter") // to the card
		d.Press("esc", "esc")     // to the tree, and everybody again

		d.Press("g", "g", "n")
		d.See("New contact in Contacts")
		d.Type("Åse")
		d.Press("tab")
		d.Type("Ås")
		d.Press("tab", "tab")
		d.Type("ase@trey.example")
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.See("Created Åse Ås", "ase@trey.example")
		d.Press("u")
		d.Pass(time.Second)
		d.DontSee("ase@trey.example")
		d.Press("U")
		d.Pass(time.Second)
		d.See("ase@trey.example")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "p")
		d.Pass(time.Second)
		d.See("Åse Ås")
		d.Press("u") // the contact that redo made has another id than the step knows
		d.Pass(time.Second)
		d.See("Taken back: Created Åse Ås")
		d.DontSee("● Åse Ås")
	})
}

func TestFoldersAreMadeAndMovedFromTheKeyboard(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "p")
		d.Pass(time.Second)
		d.Press("N")
		d.Type("Regatta")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Made the folder Regatta")
		d.Press("m")
		d.Type("friends")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Moved Regatta into Friends", "Friends / Regatta")
		d.Press("u")
		d.Pass(time.Second)
		d.DontSee("Friends / Regatta")
	})
}

func TestWritingToAPersonOpensALetterToThem(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "p")
		d.Pass(time.Second)
		d.Press("/")
		d.Type("cy ch")
		d.Pass(time.Second)
		d.Press("enter", "c")
		d.Pass(time.Second)
		d.See("Cy Chan <cy@contoso.example>", "Subject")
	})
}
