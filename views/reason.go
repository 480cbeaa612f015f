package views

import (
	"errors"

	"daybook/model"
)

// Reason is err as an argument of Notice. Of what is not there the service says
// only the id, so gone says it in its place: "it is no longer there".
func Reason(err error, gone string) any {
	if errors.Is(err, model.ErrNotFound) {
		return gone
	}
	return err
}
