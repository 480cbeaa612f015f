package account

import (
	"testing"

	"daybook/service/store/storetest"
)

func TestSettingsAndGrantsAreAsTheirColumnsSay(t *testing.T) {
	s := storetest.Open(t)
	storetest.Listed(t, s, settingsTable, "mailbox_id")
	storetest.Listed(t, s, grantTable)
}
