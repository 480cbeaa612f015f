package model

import (
	"errors"
	"strings"
	"testing"
)

func TestAMistakeSaysNothingOfWhatItHeld(t *testing.T) {
	var none []int
	caught := func(f func()) (err error) {
		defer func() { err = Mistake(recover()) }()
		f()
		return nil
	}
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { _ = none[len(none)+3] }, "panic: runtime error: index out of range [3] with length 0"},
		{func() { panic("canary in a string") }, "panic with a string"},
		{func() { panic(errors.New("canary in an error")) }, "panic with a *errors.errorString"},
		{func() { panic(nil) }, "panic: panic called with nil argument"},
	} {
		if got := caught(c.f).Error(); got != c.want || strings.Contains(got, "canary") {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
