package ingest

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"golang.org/x/sync/semaphore"

	"daybook/formats/eml"
	"daybook/formats/mailtree"
)

// inFlight bounds the bytes of the messages that are being parsed; a larger
// one passes alone.
const inFlight = 48 << 20

// pipeline reads files and parses what is new in them.
type pipeline struct {
	paths          []string
	workers, limit int
	seen           *seen
}

// job is an item on its way: read, looked up, parsed.
type job struct {
	item        mailtree.Item
	fingerprint Fingerprint
	duplicate   bool
	again       bool // it is one of a message that came in in this run
	weight      int64
	parsed      *eml.Parsed   // nil when there is an error or it is a duplicate
	ready       chan struct{} // closed when parsed is there
}

// jobs yields the items in their order, parsed.
func (p pipeline) jobs(ctx context.Context) iter.Seq[*job] {
	return func(yield func(*job) bool) {
		ctx, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer stop()
		work, ordered := make(chan *job), make(chan *job, 8*p.workers)
		room := semaphore.NewWeighted(inFlight)
		for range p.workers {
			wg.Go(func() {
				for j := range work {
					j.parse()
				}
			})
		}
		wg.Go(func() {
			defer close(work)
			defer close(ordered)
			p.read(ctx, room, work, ordered)
		})
		for j := range ordered {
			select {
			case <-j.ready:
			case <-ctx.Done():
				return
			}
			if !yield(j) {
				return
			}
			room.Release(j.weight)
		}
	}
}

// read walks the files and hands each item on, in order to ordered and, if it
// must be parsed, to work.
func (p pipeline) read(ctx context.Context, room *semaphore.Weighted, work, ordered chan<- *job) {
	for it := range mailtree.Walk(ctx, p.paths, p.limit) {
		j := &job{item: it, weight: min(int64(len(it.Raw)), inFlight), ready: make(chan struct{})}
		if it.Err == nil {
			j.fingerprint = eml.Fingerprint(it.Raw)
			j.duplicate = !p.seen.isNew(it.Group, j.fingerprint)
			j.again = j.duplicate && p.seen.came[j.fingerprint]
		}
		if room.Acquire(ctx, j.weight) != nil {
			return
		}
		select {
		case ordered <- j:
		case <-ctx.Done():
			return
		}
		if it.Err != nil || j.duplicate {
			close(j.ready)
			continue
		}
		select {
		case work <- j:
		case <-ctx.Done():
			return
		}
	}
}

// parse reads the message. A fault of the parser costs one message its place,
// not the whole run.
func (j *job) parse() {
	defer close(j.ready)
	defer func() {
		if p := recover(); p != nil {
			j.parsed, j.item.Err = nil, fmt.Errorf("the parser failed: %v", p)
		}
	}()
	j.parsed = eml.Parse(j.item.Raw, eml.Options{Received: j.item.Received})
}
