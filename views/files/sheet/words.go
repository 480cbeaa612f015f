package sheet

import (
	"errors"

	"daybook/model"
	"daybook/views"
)

var refusals = views.Refusals{
	model.CodeTooLarge:     "it is larger than the drive takes in one piece",
	model.CodeQuota:        "the drive is full; delete something first",
	model.CodeAccessDenied: "this drive may not be changed or read by you",
	model.CodeNotFound:     "it is not there any more; ctrl+r reads the drive anew",
	model.CodeNameConflict: "the name is taken there; choose another",
}

// Why says an error of a drive in words.
func Why(err error) string {
	if refusal, ok := errors.AsType[*model.Error](err); ok && refusal.Code == model.CodeQuota && refusal.Message != "" {
		return refusal.Message // it is the drive that is full, or the disk, or that is read-only
	}
	return refusals.Why(err)
}
