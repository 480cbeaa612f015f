package download

import (
	"errors"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Ask is the question where to save what, with a folder and a name filled in; no
// name asks for the folder alone. Home is what "~" stands for. A path without an
// ending, where the name has one, is a folder's, for the name as it is.
func Ask(what text.Text, folder, name, home string, save func(folder, name string) tea.Cmd) dialog.Question {
	if name != "" {
		name = FileName(name)
	}
	value := filepath.Join(folder, name)
	if rest, ok := strings.CutPrefix(value, home+string(filepath.Separator)); ok && home != "" {
		value = filepath.Join("~", rest)
	}
	return dialog.Question{Title: text.Concat(text.Literal("Save "), what), Value: value, Verb: "save", Answer: dialog.Given(func(typed string) (tea.Cmd, error) {
		path := typed
		if rest, ok := strings.CutPrefix(path, "~/"); ok || path == "~" {
			path = filepath.Join(home, strings.TrimPrefix(rest, "~"))
		}
		switch {
		case !filepath.IsAbs(path) && path != value:
			return nil, errors.New("give the whole path, such as ~/Downloads")
		case name == "" || strings.HasSuffix(typed, "/") || filepath.Ext(path) == "" && filepath.Ext(name) != "":
			return save(filepath.Clean(path), name), nil
		}
		return save(filepath.Dir(path), filepath.Base(path)), nil
	})}
}
