package extensions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Type is the type of a value. The interface takes the first four and lists
// of them; a nested object is shown where another service has one.
type Type int

// The types, in the order in which tab goes through those that can be typed.
const (
	String Type = iota
	Number
	Boolean
	Null
	List
	Object
)

func (t Type) String() string {
	return [...]string{"string", "number", "boolean", "null", "list", "object"}[t]
}

// kindOf is the type of a JSON value.
func kindOf(raw json.RawMessage) Type {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return Null
	}
	switch raw[0] {
	case '"':
		return String
	case 't', 'f':
		return Boolean
	case 'n':
		return Null
	case '[':
		return List
	case '{':
		return Object
	}
	return Number
}

// typedAs is a value as it stands in a line to type into: a string without
// its quotes.
func typedAs(raw json.RawMessage) string {
	switch kindOf(raw) {
	case String:
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
	case Null:
		return ""
	case List, Object:
		var b bytes.Buffer
		if json.Compact(&b, raw) == nil {
			return b.String()
		}
	}
	return string(bytes.TrimSpace(raw))
}

// parse makes a value of what was typed. A list is what was typed as its
// first element.
func parse(typed string, t Type) (json.RawMessage, error) {
	trimmed := strings.TrimSpace(typed)
	switch t {
	case String:
		return encode(typed)
	case Number:
		if !isNumber(trimmed) {
			return nil, errors.New("a number is written as 12, -3.5 or 6e3")
		}
		return json.RawMessage(trimmed), nil
	case Boolean:
		switch strings.ToLower(trimmed) {
		case "true", "yes", "t", "y":
			return json.RawMessage("true"), nil
		case "false", "no", "f", "n":
			return json.RawMessage("false"), nil
		}
		return nil, errors.New("true or false")
	case Null:
		return json.RawMessage("null"), nil
	case List:
		if trimmed == "" {
			return json.RawMessage("[]"), nil
		}
		first, err := parse(typed, guess(typed))
		if err != nil {
			return nil, err
		}
		return encode([]json.RawMessage{first})
	}
	return nil, fmt.Errorf("a value of type %s cannot be typed here", t)
}

// isNumber says that a text is a number of JSON, which has no leading plus or
// zeros.
func isNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && json.Valid([]byte(s))
}

// guess is the type that somebody most likely means by what was typed.
func guess(typed string) Type {
	switch s := strings.TrimSpace(typed); {
	case isNumber(s):
		return Number
	case s == "true" || s == "false":
		return Boolean
	}
	return String
}

// encode is JSON as it was meant, without escapes for web pages.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode the value: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// shownMost is the largest value that is shown, in bytes of JSON.
const shownMost = 1 << 20

func tooLarge(raw json.RawMessage) bool { return len(raw) > shownMost }

// elements takes a list apart; nil when it is none, or too large.
func elements(raw json.RawMessage) []json.RawMessage {
	var out []json.RawMessage
	if tooLarge(raw) {
		return nil
	}
	if kindOf(raw) != List || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}
