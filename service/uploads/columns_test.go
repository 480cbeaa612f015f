package uploads

import (
	"testing"

	"daybook/service/store/storetest"
)

func TestSessionsAreAsTheirColumnsSay(t *testing.T) {
	storetest.Listed(t, storetest.Open(t), sessionTable)
}
