package inbox

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// categories are the mailbox's, by name.
type categories struct {
	*shared
	all     []model.OutlookCategory
	marks   views.CategoryMarks
	changed func() // has what shows them drawn anew
}

func (c *categories) load() tea.Cmd {
	return views.Call(&c.work, 0, c.service.Categories, func(all []model.OutlookCategory, err error) tea.Cmd {
		if err == nil {
			c.set(all)
		}
		return nil
	})
}

func (c *categories) set(all []model.OutlookCategory) {
	c.all, c.marks = all, c.marks.Again(all)
	c.changed()
}

// show lists a category that a change makes, or no longer one that it removes.
func (c *categories) show(changed *change.Category) {
	is := func(k model.OutlookCategory) bool { return strings.EqualFold(k.DisplayName, changed.Name) }
	switch all := slices.Clone(c.all); {
	case changed.Gone:
		c.set(slices.DeleteFunc(all, is))
	case !slices.ContainsFunc(all, is):
		c.set(append(all, model.OutlookCategory{DisplayName: changed.Name, Color: changed.Color}))
	}
}

// names are the mailbox's categories, and those that the messages
// have beside.
func (c *categories) names(targets []*rows.Message) []string {
	var names []string
	for _, category := range c.all {
		names = append(names, category.DisplayName)
	}
	for _, t := range targets {
		for _, name := range t.Categories {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// fresh is a category in the next colour.
func (c *categories) fresh(name string) *change.Category {
	return &change.Category{Name: name, Color: fmt.Sprintf("preset%d", len(c.all)%25)}
}
