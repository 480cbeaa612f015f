package ingest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"daybook/formats/mailtree"
	"daybook/model"
)

// These end a batch: large enough for one commit to cost little, small enough
// to keep the store free for others.
const (
	batchMessages = 200
	batchBytes    = 8 << 20
)

// run is one import under way.
type run struct {
	Importer
	ctx     context.Context
	threads *threads
	folders map[string]*folder // by path
	started time.Time
	total   int64
	summary Summary

	batch []placed
	bytes int
}

// folder is a folder that messages go into.
type folder struct {
	id    string
	index int // in Summary.Folders, -1 before its first message
	path  []string
}

// placed is an entry of the batch with where it came from and goes.
type placed struct {
	entry  Entry
	item   mailtree.Item
	folder *folder
}

func (r *run) do(paths []string) error {
	total, err := mailtree.Survey(r.ctx, paths)
	if err != nil {
		return err
	}
	r.total = total.Bytes
	kept, err := r.Store.Fingerprints(r.ctx)
	if err != nil {
		return fmt.Errorf("see what the mailbox has: %w", err)
	}
	p := pipeline{paths: paths, workers: r.Workers, limit: r.Limit, seen: newSeen(kept)}
	for j := range p.jobs(r.ctx) {
		if err := r.take(j); err != nil {
			return err
		}
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if err := r.flush(); err != nil {
		return err
	}
	r.report(r.total)
	return nil
}

// take counts a job, or puts its message into the batch.
func (r *run) take(j *job) error {
	switch {
	case j.item.Err != nil:
		r.fail(j.item, j.item.Err)
		return nil
	case j.duplicate:
		r.summary.Duplicates++
		if j.again {
			r.summary.Again++
		}
		if r.summary.Duplicates%batchMessages == 0 {
			r.report(j.item.Done)
		}
		return nil
	}
	m := j.parsed.Message
	flags := j.parsed.Flags.Merge(j.item.Flags)
	applyFlags(&m, flags)
	classify(&m)
	for _, e := range model.Fit(&m) {
		r.summary.Changes = append(r.summary.Changes, Failure{Source: j.item.Source, Offset: j.item.Offset, Reason: errors.New(e.String())})
	}
	path := j.item.Folder
	if flags.Deleted {
		path = []string{"Deleted Items"} // deleted there and not yet cleared away
	}
	f, err := r.folder(path)
	if err != nil {
		return err
	}
	m.ParentFolderID = f.id
	r.batch = append(r.batch, placed{folder: f, item: j.item, entry: Entry{Message: m, Fingerprint: j.fingerprint,
		References: r.threads.references(j.parsed, j.fingerprint), Original: j.item.Raw}})
	r.bytes += len(j.item.Raw)
	if len(r.batch) < batchMessages && r.bytes < batchBytes {
		return nil
	}
	if err := r.flush(); err != nil {
		return err
	}
	r.report(j.item.Done)
	return nil
}

// folder finds a folder once.
func (r *run) folder(path []string) (*folder, error) {
	key := strings.Join(path, "\x00")
	if f := r.folders[key]; f != nil {
		return f, nil
	}
	id, err := r.Store.Folder(r.ctx, path)
	if err != nil {
		return nil, fmt.Errorf("make folder %q: %w", strings.Join(path, "/"), err)
	}
	f := &folder{id: id, index: -1, path: path}
	r.folders[key] = f
	return f, nil
}

// flush inserts the batch. When the store refuses it, its messages are
// inserted one by one, so that one that cannot be kept does not take the
// others with it.
func (r *run) flush() error {
	batch := r.batch
	r.batch, r.bytes = nil, 0
	if len(batch) == 0 {
		return nil
	}
	entries := make([]Entry, len(batch))
	for i, p := range batch {
		entries[i] = p.entry
	}
	err := r.Store.Insert(r.ctx, entries)
	if err == nil {
		for _, p := range batch {
			r.count(p.folder)
		}
		return nil
	}
	refused := 0
	for i, p := range batch {
		if r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if one := r.Store.Insert(r.ctx, entries[i:i+1]); one != nil {
			refused++
			r.fail(p.item, one)
			continue
		}
		r.count(p.folder)
	}
	if refused == len(batch) && refused > 1 {
		return fmt.Errorf("insert messages: %w", err) // it is not the messages
	}
	return nil
}

func (r *run) count(f *folder) {
	r.summary.Imported++
	if f.index < 0 {
		f.index = len(r.summary.Folders)
		r.summary.Folders = append(r.summary.Folders, FolderCount{Path: f.path})
	}
	r.summary.Folders[f.index].Imported++
}

func (r *run) fail(it mailtree.Item, reason error) {
	r.summary.Failures = append(r.summary.Failures, Failure{Source: it.Source, Offset: it.Offset, Reason: reason})
}

// report tells how far the run has come.
func (r *run) report(done int64) {
	if r.Progress == nil {
		return
	}
	p := Progress{Bytes: done, TotalBytes: r.total, Imported: r.summary.Imported,
		Duplicates: r.summary.Duplicates, Failures: len(r.summary.Failures)}
	if r.Now != nil {
		if seconds := r.Now().Sub(r.started).Seconds(); seconds > 0 {
			p.PerSecond = float64(p.Imported+p.Duplicates) / seconds
		}
	}
	r.Progress(p)
}
