package views_test

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

func TestCategoriesHaveAMarkOfTheirOwn(t *testing.T) {
	category := func(name string, preset int) model.OutlookCategory {
		return model.OutlookCategory{DisplayName: name, Color: fmt.Sprintf("preset%d", preset)}
	}
	few := []model.OutlookCategory{category("Travel", 7), category("Trade fair", 5), category("Tr", 14), category("Waiting for", 3), category("会議", 1)}
	var many []model.OutlookCategory
	for n := range 60 {
		many = append(many, category(fmt.Sprintf("Team %d", n), n%25))
	}
	coloured, mono := theme.Options{Name: "dark", Profile: colorprofile.TrueColor}, theme.Options{Profile: colorprofile.ASCII}
	basic := theme.Options{Name: "dark", Profile: colorprofile.ANSI}
	ascii := theme.Options{Name: "dark", Profile: colorprofile.TrueColor, ASCII: true}
	for _, c := range []struct {
		name  string
		all   []model.OutlookCategory
		theme theme.Options
		want  string
	}{
		{"colours and shapes", few, coloured, "[★ △ ◇ ○ ▲]"},
		{"no colours", few, mono, "[Tr TF T0 WF 会]"},
		{"sixteen colours", few, basic, "[Tr TF T0 WF 会]"},
		{"ASCII", few, ascii, "[Tr TF T0 WF 会]"},
		{"more categories than colours", many[:26], coloured, "[T0 T1 T2 T3 T4]"},
	} {
		th, err := theme.New(c.theme)
		if err != nil {
			t.Fatal(err)
		}
		marks := views.MarkCategories(c.all)
		got, seen := []string{}, map[string]bool{}
		for _, m := range marks.Legend(th) {
			sign := string(m.Sign(&th.Glyphs))
			if sign == string(th.Glyphs.Unread) {
				t.Errorf("%s: %s is the sign of what is unread", c.name, sign)
			}
			drawn := m.Look(&th.Styles).Render(sign)
			if seen[drawn] && len(c.all) == len(few) {
				t.Errorf("%s: %s stands for two", c.name, drawn)
			}
			seen[drawn] = true
			if w := text.Width(sign); w > 2 {
				t.Errorf("%s: %q is %d cells wide", c.name, sign, w)
			}
			got = append(got, sign)
		}
		if fmt.Sprint(got[:5]) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got[:5], c.want)
		}
	}
	// One that the mailbox does not list is known by its letters.
	th, _ := theme.New(coloured)
	if sign, _ := views.MarkCategories(few).Sign(th, "Gone"); sign != "Go" {
		t.Errorf("one that is not listed: %s", sign)
	}
	for _, odd := range []string{"", "?!", "x"} {
		if sign, _ := views.MarkCategories(nil).Sign(th, odd); text.Width(string(sign)) != 2 {
			t.Errorf("%q: %q", odd, sign)
		}
	}
}
