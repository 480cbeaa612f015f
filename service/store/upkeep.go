package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// upkeep looks in the background, on a connection of its own, whether the
// pages of the file are in order: once a week, and after an end that was not
// in order. Damage that is found early is damage of which a backup still has
// the whole. And it gives the disk what the file has free.
type upkeep struct {
	quit context.CancelFunc
	done sync.WaitGroup
}

const (
	// pagesEvery is the time between two looks at all pages.
	pagesEvery = 7 * 24 * time.Hour
	// upkeepAfter keeps it out of the way of a start, and of short commands.
	upkeepAfter = time.Minute
	// pagesTask is its name in the table upkeep.
	pagesTask = "pages"
	// longLog is how many bytes the log may have while pages are looked at: what is
	// written meanwhile stays in it, since the look is one read of the whole file.
	longLog = 256 << 20
	// worthGiving is how many bytes have to be free, and an eighth of the file.
	worthGiving = 64 << 20
	// giveBackTime is less than other programs wait for the store: see connectFile.
	giveBackTime = 25 * time.Second
)

func startUpkeep(s *Store, path string, unclean bool) *upkeep {
	ctx, quit := context.WithCancel(context.Background())
	u := &upkeep{quit: quit}
	u.done.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(upkeepAfter):
		}
		untilDone := func(task func() (again bool, err error)) (err error) {
			for again := true; err == nil && again && ctx.Err() == nil; pause(ctx, upkeepAfter) {
				again, err = task()
			}
			return err
		}
		err := untilDone(func() (bool, error) { return s.checkPages(ctx, path, unclean, longLog) })
		if err == nil {
			err = untilDone(func() (bool, error) { return s.giveBack(ctx, path, worthGiving) })
		}
		if err != nil && ctx.Err() == nil {
			s.report(err)
		}
	})
	return u
}

func (u *upkeep) stop() {
	u.quit()
	u.done.Wait()
}

// logLeft says whether the last program that had the file open left its log
// behind: it was killed, or is still at it.
func logLeft(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// checkPages looks at all pages when it is time to, or must. What is found is
// an ErrDamaged that names it. It waits for the indexer, and ends where the log
// grows over so many bytes: again says that it is to be tried later.
func (s *Store) checkPages(ctx context.Context, path string, must bool, most int64) (again bool, err error) {
	due, err := s.pagesDue(ctx)
	if err != nil || !due && !must {
		return false, err
	}
	if queued, err := s.indexQueued(ctx); err != nil || queued {
		return queued, err
	}
	tooLong := func() bool {
		info, err := os.Stat(path + "-wal")
		return err == nil && info.Size() > most
	}
	if tooLong() {
		return true, nil
	}
	db, err := connect(path, 1, "_pragma=query_only(1)", "_pragma=cache_size(-1024)")
	if err != nil {
		return false, fmt.Errorf("look at the pages: %w", inWords(err))
	}
	defer closeWhole(db)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for ; ctx.Err() == nil; pause(ctx, time.Second) {
			if tooLong() {
				stop()
			}
		}
	}()
	wrong, err := damagedPages(ctx, db, "quick_check")
	switch {
	case ctx.Err() != nil:
		return true, nil
	case err != nil:
		return false, err
	case len(wrong) > 0:
		s.pagesDamaged.Store(true)
		return false, fmt.Errorf("%w (%s)", ErrDamaged, wrong[0])
	}
	return false, s.Write(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO upkeep (task, done) VALUES (?, ?) ON CONFLICT (task) DO UPDATE SET done = excluded.done`, pagesTask, tx.now.UnixMilli())
		return err
	})
}

// indexQueued says whether something waits for the indexer.
func (s *Store) indexQueued(ctx context.Context) (queued bool, err error) {
	err = s.Read(ctx, func(tx *Tx) error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM index_queue)`).Scan(&queued)
	})
	return queued, err
}

func (s *Store) pagesDue(ctx context.Context) (due bool, err error) {
	err = s.Read(ctx, func(tx *Tx) error {
		var done int64
		err := tx.QueryRow(`SELECT done FROM upkeep WHERE task = ?`, pagesTask).Scan(&done)
		if errors.Is(err, sql.ErrNoRows) {
			due = true
			return nil
		}
		since := tx.now.Sub(FromMillis(done))
		due = since >= pagesEvery || since < 0
		return err
	})
	return due, err
}

// giveBack writes the file anew without its free pages where there are at least
// so many bytes of them, nothing waits for the indexer, and the disk has room
// for it. A write of this program ends that, and nothing is changed then: again
// says that it may be tried later. What takes longer than giveBackTime is left,
// and its pages are for new mail.
func (s *Store) giveBack(ctx context.Context, path string, least int64) (again bool, err error) {
	var free, all, size int64
	queued, err := s.indexQueued(ctx)
	if err != nil || queued {
		return queued, err
	}
	err = s.Read(ctx, func(tx *Tx) (err error) {
		for pragma, into := range map[string]*int64{"freelist_count": &free, "page_count": &all, "page_size": &size} {
			if err == nil {
				err = tx.QueryRow(`PRAGMA ` + pragma).Scan(into)
			}
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("see what is free in the file: %w", err)
	}
	// It is there three times for a moment: as it was, in a file of SQLite's own,
	// and in the log.
	room, _ := freeRoom(filepath.Dir(path))
	if free*size < least || free < all/8 || !s.attention.quiet() || room < 3*(all-free)*size {
		return true, nil
	}
	db, err := connect(path, 1, "_pragma=temp_store(FILE)")
	if err != nil {
		return false, fmt.Errorf("write the file anew: %w", inWords(err))
	}
	defer closeWhole(db)
	ctx, stop := context.WithTimeout(ctx, giveBackTime)
	defer stop()
	s.givingBack.Store(&stop)
	defer s.givingBack.Store(nil)
	_, err = db.ExecContext(ctx, `VACUUM`)
	if err == nil {
		_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	switch {
	case ctx.Err() != nil:
		return errors.Is(ctx.Err(), context.Canceled), nil
	case corrupt(err):
		return false, fmt.Errorf("write the file anew: %w", inWords(err))
	}
	return err == nil, nil // where another program is at it, or the disk is full after all, they stay free
}
