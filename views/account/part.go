package account

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// part is something of the account that is read by itself, so that none waits
// for another. Make it with newPart.
type part[T any] struct {
	host *host
	call func(context.Context, Service) (T, error)
	// then follows what was read and is the value now; nil for nothing.
	then func() tea.Cmd

	value  T
	read   bool // once at least
	err    error
	asking views.Request
}

// reader is a part, whatever it holds.
type reader interface {
	load() tea.Cmd
	// state says whether it was read once, why it could not be the last time,
	// and whether it is being read.
	state() (read bool, err error, busy bool)
}

func newPart[T any](h *host, call func(context.Context, Service) (T, error), then func() tea.Cmd) *part[T] {
	return &part[T]{host: h, call: call, then: then}
}

// load reads it. What was asked for before the newest change may not know of
// it, and is asked for again.
func (p *part[T]) load() tea.Cmd {
	service, call, writes := p.host.service, p.call, p.host.edits.Writes()
	return views.Load(&p.host.work, &p.asking, func(ctx context.Context) (T, error) { return call(ctx, service) }, func(found T, err error) tea.Cmd {
		if err == nil && writes != p.host.edits.Writes() {
			return p.load()
		}
		if p.read, p.err = true, err; err != nil {
			return nil
		}
		if p.value = found; p.then == nil {
			return nil
		}
		return p.then()
	})
}

func (p *part[T]) state() (read bool, err error, busy bool) { return p.read, p.err, p.asking.Busy() }

// load reads parts.
func load(parts []reader) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(parts))
	for _, p := range parts {
		cmds = append(cmds, p.load())
	}
	return tea.Batch(cmds...)
}

// wasRead says that all of some parts were read once.
func wasRead(parts []reader) bool {
	for _, p := range parts {
		if read, _, _ := p.state(); !read {
			return false
		}
	}
	return true
}

// trouble is why one of some parts could not be read, nil when all were.
func trouble(parts []reader) error {
	for _, p := range parts {
		if _, err, _ := p.state(); err != nil {
			return err
		}
	}
	return nil
}

// busy says that one of some parts is being read.
func busy(parts []reader) bool {
	for _, p := range parts {
		if _, _, busy := p.state(); busy {
			return true
		}
	}
	return false
}
