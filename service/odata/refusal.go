package odata

import (
	"fmt"

	"daybook/model"
)

// refuse makes the 400 of an option: "$filter: at position 5: ...". A pos of
// 0 leaves the position out.
func refuse(option string, pos int, format string, args ...any) *model.Error {
	where := option + ": "
	if pos > 0 {
		where = fmt.Sprintf("%s: at position %d: ", option, pos)
	}
	return &model.Error{
		Code:    model.CodeBadRequest,
		Message: where + fmt.Sprintf(format, args...),
		Target:  option,
	}
}

// quoted bounds and quotes text from a request for a message.
func quoted(s string) string {
	const longest = 60
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "..."
	}
	return fmt.Sprintf("%q", s)
}
