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

// none are the marks of a mailbox that has not been read.
var none views.CategoryMarks

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
		{"more categories than colours", append(many[:4:4], many[25]), coloured, "[■ ▲ ◆ ○ Te]"},
	} {
		th, err := theme.New(c.theme)
		if err != nil {
			t.Fatal(err)
		}
		marks := none.Again(c.all)
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
	if sign, _ := none.Again(few).Sign(th, "Gone"); sign != "Go" {
		t.Errorf("one that is not listed: %s", sign)
	}
	for _, odd := range []string{"", "?!", "x"} {
		if sign, _ := none.Again(nil).Sign(th, odd); text.Width(string(sign)) != 2 {
			t.Errorf("%q: %q", odd, sign)
		}
	}
}

// A new category leaves the others their signs, wherever the mailbox lists it.
func TestANewCategoryChangesNoSigns(t *testing.T) {
	category := func(name string, preset int) model.OutlookCategory {
		return model.OutlookCategory{DisplayName: name, Color: fmt.Sprintf("preset%d", preset)}
	}
	before := []model.OutlookCategory{category("Trade fair", 5), category("Travel", 7)}
	for _, o := range []theme.Options{{Name: "dark", Profile: colorprofile.TrueColor}, {Name: "dark", Profile: colorprofile.TrueColor, ASCII: true}} {
		th, err := theme.New(o)
		if err != nil {
			t.Fatal(err)
		}
		marks := none.Again(before)
		more := marks.Again([]model.OutlookCategory{category("Tango fest", 7), before[0], before[1], category("Waiting", 3)})
		for _, c := range before {
			was, _ := marks.Sign(th, c.DisplayName)
			if is, _ := more.Sign(th, c.DisplayName); is != was {
				t.Errorf("%s: %s, was %s", c.DisplayName, is, was)
			}
		}
		fresh, _ := more.Sign(th, "Tango fest")
		other, _ := more.Sign(th, "Waiting")
		if fresh != "T0" && fresh != "Ta" || !o.ASCII && text.Width(string(other)) != 1 {
			t.Errorf("the new ones: %s %s", fresh, other)
		}
	}
}
