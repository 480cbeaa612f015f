package app

import (
	"cmp"
	"os"
	"path/filepath"
	"time"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/config"
	"daybook/model"
	"daybook/theme"
	"daybook/ui"
	"daybook/views"
)

// Known tells the configuration what there is to refer to.
func Known(getenv func(string) string) config.Known {
	return config.Known{
		Themes: theme.Names(), Presets: ui.Presets(), Home: getenv("HOME"),
		Actions:  func() []string { return Catalogue().ActionNames() },
		Together: func() func(a, b string) bool { return Catalogue().Together() },
		Zone: func(name string) error {
			_, err := model.LoadZone(name)
			return err
		},
	}
}

// Catalogue is the screens made for the lists of their actions alone, to
// which the configuration gives keys; they ask nobody.
func Catalogue() *ui.Model {
	th, err := theme.New(theme.Options{})
	if err != nil {
		panic(err) // the default theme is always there
	}
	env := &views.Env{Now: func() time.Time { return time.Time{} }, Zone: func() *time.Location { return time.UTC }, Theme: th}
	tabs := screens(env, new(api.Client), bridge.LocalFiles{}, screenOptions{})
	return ui.New(ui.Config{Env: env, Tabs: tabs})
}

// Environment is the values that the machine gives where the configuration
// gives none.
func Environment(getenv func(string) string) []config.Given {
	var given []config.Given
	from := func(key, value, variable string) {
		if value != "" {
			given = append(given, config.Given{Key: key, Value: value, Source: config.Source{What: "environment", Name: variable}})
		}
	}
	editor := "VISUAL"
	if getenv(editor) == "" {
		editor = "EDITOR"
	}
	from("editor", getenv(editor), editor)
	if dir := getenv("XDG_DOWNLOAD_DIR"); filepath.IsAbs(dir) {
		from("downloads", dir, "XDG_DOWNLOAD_DIR")
	} else {
		given = append(given, config.Given{Key: "downloads", Value: downloads(getenv("HOME")), Source: config.Source{What: "default"}})
	}
	return given
}

// downloads is where attachments go when nobody says: the home folder's
// Downloads, else the home folder, else where the program was started.
func downloads(home string) string {
	if dir := filepath.Join(home, "Downloads"); home != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return cmp.Or(home, ".")
}

// said reports whether a setting was given anywhere: what was chosen within
// the program counts only where it was not.
func said(all []config.Effective, key string) bool {
	for _, e := range all {
		if e.Key == key {
			return e.Source.What != "default"
		}
	}
	return false
}
