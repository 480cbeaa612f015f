package signin

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// Consent is what an administrator can agree to for an organization. It is
// zero where there is none to ask.
type Consent struct {
	Address     string // of the page where they do
	Application string // the id of the program's registration
	Rights      []Right
}

// Right is one of the rights that are asked for.
type Right struct {
	Name  string // as the provider calls it
	Words string // what it allows the program, for whoever signs in
}

// Letter is what to send to an administrator: it can stand by itself.
func (c Consent) Letter() string {
	var b strings.Builder
	b.WriteString("To the administrator: please approve the program daybook (application " + c.Application + ")\nfor our organization, on this page:\n\n")
	b.WriteString(c.Address + "\n\nWhoever signs in then allows it, in their own name:\n")
	for _, r := range c.Rights {
		b.WriteString("- " + r.line() + "\n")
	}
	b.WriteString("\nWhen all is agreed the browser goes to http://localhost, where nothing answers: that is as it should be.\n")
	return text.CleanBlock(b.String()).String()
}

func (r Right) line() string {
	if r.Words == "" {
		return r.Name
	}
	return r.Words + " (" + r.Name + ")"
}

// NeedsApproval is an error that an administrator can do something about.
type NeedsApproval struct {
	Err     error
	Certain bool // nobody else can; else it may have been the reason
	Consent Consent
}

func (n *NeedsApproval) Error() string { return n.Err.Error() }

// Unwrap returns what went wrong.
func (n *NeedsApproval) Unwrap() error { return n.Err }

// toggleConsent shows what an administrator agrees to, and hides it again.
func (m *Model) toggleConsent() {
	m.note = text.Text{}
	m.showing = !m.showing && m.consent.Address != ""
}

// copyConsent puts the letter to the administrator on the clipboard.
func (m *Model) copyConsent() tea.Cmd {
	m.note = text.Literal("What to send is on the clipboard, the rights in words too.")
	return m.env.Desktop.Copy(m.consent.Letter())
}

// consentLines are the page's address, whole, and the rights in words as far
// as they fit.
func (m *Model) consentLines(width, height int, keys []string) []string {
	th := m.env.Theme
	prose := min(width, column)
	says := m.words(text.Literal("Where an administrator has to agree, send yours this address:"), prose, false)
	if m.stage == failed {
		says = append(m.words(m.problem, prose, true), says...)
	}
	address := m.address(width, m.consent.Address)
	var rights []string
	for _, r := range m.consent.Rights {
		for i, l := range text.Clean(r.line()).Wrap(prose - 2) {
			mark := "  "
			if i == 0 {
				mark = string(th.Glyphs.Separator) + " "
			}
			rights = append(rights, th.Muted.Render(mark+l.String()))
		}
	}
	foot := m.foot(width)
	if len(address)+len(foot)+len(keys) > height { // half an address is of no use
		says, address, rights = nil, says[:min(len(says), max(height-len(foot)-len(keys), 0))], nil
	}
	room := max(height-len(says)-len(address)-len(foot)-len(keys)-4, 0)
	if len(rights) > room {
		rights = append(rights[:max(room-1, 0)], th.Muted.Render(string(th.Glyphs.Ellipsis)+" c copies all of them"))[:min(room, len(rights))]
	}
	parts := slices.DeleteFunc([][]string{says, address, rights, foot}, func(p []string) bool { return len(p) == 0 })
	return squeeze(height, keys, parts...)
}
