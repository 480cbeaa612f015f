package views

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// ErrAddress is what a desktop says of an address that it shows to no browser.
var ErrAddress = errors.New("only http, https and mailto addresses are opened")

// Browse shows an address in the browser and says so in the words given. Where
// none opens, the address is put on the clipboard: it is of use elsewhere.
func Browse(desktop Desktop, address string, opened text.Text) tea.Cmd {
	return desktop.OpenURL(address, func(err error) tea.Msg {
		switch {
		case errors.Is(err, ErrAddress):
			return Notify{Text: text.Literal("That is not opened: its address is none of the web or of mail."), Level: Failure}
		case err != nil:
			return tea.BatchMsg{desktop.Copy(address), Notice(Failure,
				"No browser opens here: the address is on the clipboard, to open elsewhere. BROWSER names one that can be started.")}
		}
		return Notify{Text: opened, Level: Success}
	})
}
