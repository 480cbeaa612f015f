package extensions

import (
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// longestName is how long a name can be, in bytes: it is a segment of the
// path of every later request.
const longestName = 250

// foldName is a name as the service compares it: letter case and the type's
// prefix do not count.
func foldName(name string) string {
	folded := strings.ToLower(name)
	for _, prefix := range []string{model.ExtensionType, model.MicrosoftExtensionType} {
		if bare, ok := strings.CutPrefix(folded, strings.ToLower(prefix)+"."); ok && bare != "" {
			return bare
		}
	}
	return folded
}

// checkName says what is wrong with the name of a new extension, or what
// would be better. Any name that is unique does; the reverse of a domain that
// one owns is what keeps it unique.
func checkName(b *entries, name string) (note text.Text, err error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return text.Literal("A unique name, most often a domain of yours backwards: com.example.project"), errors.New("write a name first")
	case len(name) > longestName:
		return text.Text{}, fmt.Errorf("%d characters are too many: %d at most", len(name), longestName)
	case b.find(name) != nil:
		return text.Text{}, errors.New("there is an extension of this name already")
	case name == "." || name == "..":
		return text.Text{}, errors.New("dots alone are a path, not a name")
	case !reverseDNS(name):
		return text.Literal("Taken as it is. com.example.project would not meet another's by chance."), nil
	}
	return text.Literal("enter makes it"), nil
}

// reverseDNS says that a name has the form of a domain written backwards.
func reverseDNS(name string) bool {
	labels := strings.Split(name, ".")
	for _, l := range labels {
		if l == "" || strings.Trim(strings.ToLower(l), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return len(labels) >= 3
}

// checkProperty says what is wrong with the name of a new property. Those of
// the extension itself, and annotations, are no custom data.
func checkProperty(e *entry, name string) (note text.Text, err error) {
	name = strings.TrimSpace(name)
	_, there := e.data[name]
	switch lower := strings.ToLower(name); {
	case name == "":
		return text.Literal("What the value is called: colour, orderNumber"), errors.New("write a name first")
	case strings.HasPrefix(name, "@"):
		return text.Text{}, errors.New("names that begin with @ are the interface's own")
	case lower == "id", lower == "extensionname":
		return text.Text{}, fmt.Errorf("%s belongs to the extension itself: choose another name", name)
	case len(name) > longestName:
		return text.Text{}, fmt.Errorf("%d characters are too many: %d at most", len(name), longestName)
	case there:
		return text.Text{}, errors.New("there is a property of this name already: enter on it changes its value")
	}
	return text.Literal("enter goes on to the value"), nil
}
