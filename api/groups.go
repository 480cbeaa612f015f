package api

// GroupRef is a group with its conversations, calendar and files.
type GroupRef struct{ ref }
