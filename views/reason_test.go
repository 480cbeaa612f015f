package views

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"daybook/model"
)

func TestAScreensOwnRefusalComesFirst(t *testing.T) {
	own := Refusals{model.CodeAccessDenied: "not in this drive"}
	for want, err := range map[string]error{
		"not in this drive":                    fmt.Errorf("move: %w", model.Errorf(model.CodeAccessDenied, "no")),
		"it is more than the service takes":    model.Errorf(model.CodeTooLarge, "413"),
		"the service took too long; try again": fmt.Errorf("read: %w", context.DeadlineExceeded),
		"the disk is full":                     model.Errorf(model.CodeQuota, "the disk is full"),
		"no route":                             errors.New("no route"),
	} {
		if got := own.Why(err); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}
