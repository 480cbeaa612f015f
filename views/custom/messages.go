package custom

import (
	"daybook/model"
	"daybook/views"
)

// own addresses what comes back to the screen whose panel asked for it.
type own struct{ screen views.Screen }

// To implements views.Addressed.
func (o own) To() views.Screen { return o.screen }

type loaded struct {
	own
	generation int
	all        []model.OpenTypeExtension
	err        error
}

// fetched is an extension that was asked for by its name.
type fetched struct {
	own
	generation int
	one        model.OpenTypeExtension
	err        error
}

type wrote struct {
	own
	err error
}

// recalled is what an item has that is not shown.
type recalled struct {
	own
	item Item
	all  []model.OpenTypeExtension
}

// edited is a long text that comes back from the person's editor.
type edited struct {
	own
	ask  *prompt
	text string
	err  error
}
