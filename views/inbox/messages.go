package inbox

import "daybook/views"

// own addresses the results of writes to the inbox, so that the root brings
// them here also while another screen is shown.
type own struct{}

// To implements views.Addressed.
func (own) To() views.Screen { return views.Inbox }
