package signin

import tea "charm.land/bubbletea/v2"

// key does what a key means at this stage.
func (m *Model) key(k string) (tea.Cmd, bool) {
	if k == "esc" || k == "ctrl+c" || k == "q" {
		m.run.stop()
		return nil, true
	}
	if k == "a" && m.consent.Address != "" && (m.stage == waiting || m.stage == failed) {
		m.toggleConsent()
		return nil, false
	}
	if k == "c" && m.showing {
		return m.copyConsent(), false
	}
	switch m.stage {
	case asking, failed:
		switch k {
		case "enter":
			return m.begin(m.first()), false
		case "d":
			return m.begin(Code), false
		case "b":
			return m.begin(Browser), false
		}
	case waiting:
		switch k {
		case "enter", "o":
			return m.open(), false
		case "c":
			return m.copy(), false
		case "d":
			if m.way == Browser {
				return m.begin(Code), false
			}
		case "b":
			if m.way == Code {
				return m.begin(Browser), false
			}
		}
	}
	return nil, false
}

// first is the way that enter begins.
func (m *Model) first() Way {
	if m.o.Remote {
		return Code
	}
	return Browser
}
