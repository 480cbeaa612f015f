package api

import "daybook/model"

// Dialect is one of the two ways of speaking the interface. Vendor is the
// contract to the letter; Microsoft is the public convention it came from.
type Dialect int

// The dialects.
const (
	Vendor Dialect = iota
	Microsoft
)

func (d Dialect) String() string {
	if d == Microsoft {
		return "microsoft"
	}
	return "vendor"
}

func (d Dialect) zonePreference() string {
	if d == Microsoft {
		return "outlook.timezone"
	}
	return "vendor.timezone"
}

// zone names a zone as the dialect does. A name that is not known goes as it
// is, for the service to judge.
func (d Dialect) zone(name string) string {
	if d == Microsoft {
		if windows, err := model.WindowsName(name); err == nil {
			return windows
		}
	}
	return name
}

// call is what follows the name of a function in a path: the microsoft
// templates write parentheses, the contract does not.
func (d Dialect) call() string {
	if d == Microsoft {
		return "()"
	}
	return ""
}

func (d Dialect) extensionType() string {
	if d == Microsoft {
		return model.MicrosoftExtensionType
	}
	return model.ExtensionType
}

// Scope spells a permission scope, given as the contract's table 5 has it, in
// the dialect: a consent page knows no other spelling.
func (d Dialect) Scope(name string) string {
	if d == Microsoft {
		switch name {
		case "Mailboxsettings.ReadWrite":
			return "MailboxSettings.ReadWrite"
		case "Group.Readwrite.All":
			return "Group.ReadWrite.All"
		}
	}
	return name
}
