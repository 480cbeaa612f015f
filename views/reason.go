package views

import (
	"context"
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

// Refusals say what the errors of the service mean on a screen and what to do,
// by their codes. What is in no table speaks for itself.
type Refusals map[model.Code]string

// everywhere are the refusals that mean the same on all screens.
var everywhere = Refusals{
	model.CodeAccessDenied: "the service does not allow it",
	model.CodeTooLarge:     "it is more than the service takes",
	model.CodeChangeKey:    "somebody has changed it meanwhile",
	model.CodeUnavailable:  "the service is not available now; try again in a while",
}

// Why says an error in words.
func (r Refusals) Why(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "the service took too long; try again"
	}
	refused, ok := errors.AsType[*model.Error](err)
	if !ok {
		return err.Error()
	}
	for _, words := range []string{r[refused.Code], everywhere[refused.Code], refused.Message} {
		if words != "" {
			return words
		}
	}
	return err.Error()
}
