package model

import (
	"fmt"
	"net/http"
)

// Code is an error code of the interface. Both sides use the same table, so
// an error keeps its meaning from the store to the screen.
type Code string

// The codes, each with the HTTP status it travels under.
const (
	CodeBadRequest       Code = "BadRequest"                 // 400
	CodeInvalidRequest   Code = "ErrorInvalidRequest"        // 400
	CodeInefficient      Code = "InefficientFilter"          // 400
	CodeUnauthenticated  Code = "InvalidAuthenticationToken" // 401
	CodeAccessDenied     Code = "ErrorAccessDenied"          // 403
	CodeSendAsDenied     Code = "ErrorSendAsDenied"          // 403
	CodeNotFound         Code = "ErrorItemNotFound"          // 404
	CodeMethodNotAllowed Code = "MethodNotAllowed"           // 405
	CodeConflict         Code = "ErrorIrresolvableConflict"  // 409
	CodeNameConflict     Code = "nameAlreadyExists"          // 409
	CodeSyncStateGone    Code = "SyncStateNotFound"          // 410
	CodeChangeKey        Code = "ErrorChangeKeyMismatch"     // 412
	CodeTooLarge         Code = "ErrorMessageSizeExceeded"   // 413
	CodeUnsupportedMedia Code = "UnsupportedMediaType"       // 415
	CodeInvalidRange     Code = "invalidRange"               // 416
	CodeFailedDependency Code = "FailedDependency"           // 424
	CodeTooManyRequests  Code = "TooManyRequests"            // 429
	CodeInternal         Code = "InternalServerError"        // 500
	CodeNotImplemented   Code = "NotImplemented"             // 501
	CodeUnavailable      Code = "ServiceUnavailable"         // 503
	CodeQuota            Code = "quotaLimitReached"          // 507
)

var statuses = map[Code]int{
	CodeBadRequest:       http.StatusBadRequest,
	CodeInvalidRequest:   http.StatusBadRequest,
	CodeInefficient:      http.StatusBadRequest,
	CodeUnauthenticated:  http.StatusUnauthorized,
	CodeAccessDenied:     http.StatusForbidden,
	CodeSendAsDenied:     http.StatusForbidden,
	CodeNotFound:         http.StatusNotFound,
	CodeMethodNotAllowed: http.StatusMethodNotAllowed,
	CodeConflict:         http.StatusConflict,
	CodeNameConflict:     http.StatusConflict,
	CodeSyncStateGone:    http.StatusGone,
	CodeChangeKey:        http.StatusPreconditionFailed,
	CodeTooLarge:         http.StatusRequestEntityTooLarge,
	CodeUnsupportedMedia: http.StatusUnsupportedMediaType,
	CodeInvalidRange:     http.StatusRequestedRangeNotSatisfiable,
	CodeFailedDependency: http.StatusFailedDependency,
	CodeTooManyRequests:  http.StatusTooManyRequests,
	CodeInternal:         http.StatusInternalServerError,
	CodeNotImplemented:   http.StatusNotImplemented,
	CodeUnavailable:      http.StatusServiceUnavailable,
	CodeQuota:            http.StatusInsufficientStorage,
}

// Status returns the HTTP status of c, 500 for a code it does not know.
func (c Code) Status() int {
	if s, ok := statuses[c]; ok {
		return s
	}
	return http.StatusInternalServerError
}

// CodeOf returns the code a bare HTTP status stands for.
func CodeOf(status int) Code {
	switch status {
	case http.StatusBadRequest:
		return CodeBadRequest
	case http.StatusConflict:
		return CodeConflict
	case http.StatusForbidden:
		return CodeAccessDenied
	}
	for c, s := range statuses {
		if s == status {
			return c
		}
	}
	return CodeInternal
}

// Error is a refusal in the interface's words. Target names the property,
// option or path that was wrong, when one was.
type Error struct {
	Code    Code
	Message string
	Target  string
}

func (e *Error) Error() string { return e.Message }

// Is makes errors.Is compare by code: errors.Is(err, &Error{Code: c}).
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Message == "" || t.Message == e.Message)
}

// Errorf makes an Error of a code with a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// ErrNotFound and its kin are for errors.Is.
var (
	ErrNotFound     = &Error{Code: CodeNotFound}
	ErrAccessDenied = &Error{Code: CodeAccessDenied}
	ErrSendAsDenied = &Error{Code: CodeSendAsDenied}
	ErrUnauthorized = &Error{Code: CodeUnauthenticated}
	ErrConflict     = &Error{Code: CodeConflict}
	ErrSyncGone     = &Error{Code: CodeSyncStateGone}
	ErrThrottled    = &Error{Code: CodeTooManyRequests}
	ErrChangeKey    = &Error{Code: CodeChangeKey}
)
