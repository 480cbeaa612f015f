package sheet

import (
	"context"
	"errors"

	"daybook/model"
)

// refusals say what an error of the service means here and what to do. What
// is not in the table speaks for itself.
var refusals = map[model.Code]string{
	model.CodeTooLarge:     "it is larger than the drive takes in one piece",
	model.CodeQuota:        "the drive is full; delete something first",
	model.CodeAccessDenied: "this drive may not be changed or read by you",
	model.CodeNotFound:     "it is not there any more; ctrl+r reads the drive anew",
	model.CodeChangeKey:    "somebody has changed it meanwhile",
	model.CodeNameConflict: "the name is taken there; choose another",
	model.CodeUnavailable:  "the service is not available now; try again in a while",
}

// Why says an error of a drive in words.
func Why(err error) string {
	var refusal *model.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "the service took too long; try again"
	case errors.As(err, &refusal):
		if refusal.Code == model.CodeQuota && refusal.Message != "" {
			return refusal.Message // it is the drive that is full, or the disk, or that is read-only
		}
		if words := refusals[refusal.Code]; words != "" {
			return words
		}
		if refusal.Message != "" {
			return refusal.Message
		}
	}
	return err.Error()
}
