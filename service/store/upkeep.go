package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// upkeep looks in the background, on a connection of its own, whether the
// pages of the file are in order: once a week, and after an end that was not
// in order. Damage that is found early is damage of which a backup still has
// the whole.
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
		if err := s.checkPages(ctx, path, unclean); err != nil && ctx.Err() == nil {
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
// an ErrDamaged that names it.
func (s *Store) checkPages(ctx context.Context, path string, must bool) error {
	if due, err := s.pagesDue(ctx); err != nil || !due && !must {
		return err
	}
	db, err := connect(path, 1, "_pragma=query_only(1)", "_pragma=cache_size(-1024)")
	if err != nil {
		return fmt.Errorf("look at the pages: %w", inWords(err))
	}
	defer closeWhole(db)
	wrong, err := damagedPages(ctx, db, "quick_check")
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%w (%s)", ErrDamaged, wrong[0])
	}
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO upkeep (task, done) VALUES (?, ?)`, pagesTask, tx.now.UnixMilli())
		return err
	})
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
