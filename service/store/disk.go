package store

import (
	"errors"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"daybook/model"
)

// errReadOnly is the answer to any change of a store that was opened for
// reading alone.
var errReadOnly = model.Errorf(model.CodeQuota, "the mailbox is read-only: its file or folder cannot be written; nothing was changed")

// barred says that something may not be written, or opened at all.
func barred(err error) bool {
	err = inWords(err)
	return err != nil && (errors.Is(err, errReadOnly) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS))
}

// unwritable is the answer, 507, to a change that the disk does not take, nil
// for another error. Nothing of the change has been kept.
func unwritable(err error) *model.Error {
	code := 0
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		code = failed.Code() & 0xff // the extended codes say more of the same
	}
	var words string
	switch {
	case code == sqlite3.SQLITE_FULL, errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		words = "the disk is full: nothing was changed; make room and try again"
	case code == sqlite3.SQLITE_READONLY, errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		return errReadOnly
	case code == sqlite3.SQLITE_IOERR:
		words = "the disk fails: nothing was changed; look after the disk, and after the mailbox with \"daybook check\""
	default:
		return nil
	}
	return model.Errorf(model.CodeQuota, "%s", words)
}
