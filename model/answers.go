package model

import (
	"slices"
	"strings"
)

// Answer is a message's place in the tree of who answered whom.
type Answer struct {
	Message int // its place in the list
	Depth   int // how many it answers, one through the other: 0 for none in the list
}

// What is read of the fields of one message: so many of its last references.
const maxAnswered = 64

// Answers orders messages (oldest first) as a tree of who answered whom, each
// before its answers and those oldest first, from In-Reply-To and References
// (RFC 5322, 3.6.4). The parent of a message is the nearest that is in the
// list, so a missing one leaves its answers at those before it. Every message
// is there once, whatever the fields say: of several with one id the first has
// it, and what would close a circle is passed over.
func Answers(messages []Message) []Answer {
	byID := make(map[string]int, len(messages))
	for i := range messages {
		id := strings.Trim(messages[i].InternetMessageID, "<> ")
		if _, known := byID[id]; id != "" && !known {
			byID[id] = i
		}
	}
	parents := make([]int, len(messages))
	for i := range parents {
		parents[i] = -1
	}
	children := make([][]int, len(messages))
	var roots []int
	for i := range messages {
		for _, id := range answered(messages[i].InternetMessageHeaders) {
			p, known := byID[id]
			if known && !under(parents, p, i) {
				parents[i] = p
				break
			}
		}
		if p := parents[i]; p >= 0 {
			children[p] = append(children[p], i)
		} else {
			roots = append(roots, i)
		}
	}
	out := make([]Answer, 0, len(messages))
	var stack []Answer
	push := func(list []int, depth int) {
		for k := len(list) - 1; k >= 0; k-- {
			stack = append(stack, Answer{Message: list[k], Depth: depth})
		}
	}
	push(roots, 0)
	for len(stack) > 0 {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, next)
		push(children[next.Message], next.Depth+1)
	}
	return out
}

// under reports whether a message is another, or answers it through others.
func under(parents []int, message, other int) bool {
	for message >= 0 && message != other {
		message = parents[message]
	}
	return message == other
}

// answered are the ids of what a message answers, the nearest first.
func answered(fields []InternetMessageHeader) []string {
	var direct, before []string
	for _, f := range fields {
		switch {
		case strings.EqualFold(f.Name, "In-Reply-To") && direct == nil:
			direct = messageIDs(f.Value)
		case strings.EqualFold(f.Name, "References") && before == nil:
			before = messageIDs(f.Value)
		}
	}
	slices.Reverse(before)
	return append(direct, before...)
}

// messageIDs are the last ids in brackets of a field.
func messageIDs(value string) []string {
	var out []string
	for len(out) < maxAnswered {
		to := strings.LastIndexByte(value, '>')
		if to < 0 {
			break
		}
		from := strings.LastIndexByte(value[:to], '<')
		if from < 0 {
			break
		}
		if id := strings.TrimSpace(value[from+1 : to]); id != "" {
			out = append(out, id)
		}
		value = value[:from]
	}
	slices.Reverse(out)
	return out
}
