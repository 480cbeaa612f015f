package panes

// Full is a pane over the whole screen, and which had the keys before.
type Full[P any] struct {
	On   bool
	From P
}

// Alone is the cells of a pane that has a screen for itself, between the rules.
func Alone(width, height int) Rect { return Rect{Y: 1, W: width, H: max(height-2, 0)} }
