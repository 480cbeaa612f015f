package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"daybook/model"
)

// tornWanted is how many torn images are opened: few by default, as many as
// DAYBOOK_TORN says for a proof.
func tornWanted() int {
	if n, err := strconv.Atoi(os.Getenv("DAYBOOK_TORN")); err == nil {
		return n
	}
	return 40
}

// diskImage is what a disk holds at one moment: the file, its log, and how far
// the log went when each message was acknowledged.
type diskImage struct {
	file, log []byte
	ids       []string
	ends      []int // of the log, in bytes; 0 for what is in the file already
}

// endOfLog walks the frames of a write-ahead log (SQLite's file format,
// section 4.1) up to the first that is left from before its last restart.
func endOfLog(log []byte) int {
	const head, frameHead = 32, 24
	if len(log) < head {
		return 0
	}
	page := int(binary.BigEndian.Uint32(log[8:]))
	end := head
	for end+frameHead+page <= len(log) && bytes.Equal(log[end+8:end+16], log[16:24]) {
		end += frameHead + page
	}
	return end
}

// takeImages writes messages, each acknowledged before the next, and takes
// an image every so often.
func takeImages(t *testing.T, dir string, messages, every int) (images []diskImage, user string) {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	user = addUser(t, s, "ann@contoso.example").ID
	if err = s.Close(); err == nil { // the person is in the file, the messages are in the log
		s, err = Open(dir, Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	read := func(side string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, fileName+side))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var now diskImage
	for i := range messages {
		var id string
		err := s.Write(t.Context(), func(tx *Tx) error {
			mb, err := tx.Mailbox(user)
			if err != nil {
				return err
			}
			_, id, err = childStep(tx, mb, i*5, "") // a step that adds
			return err
		})
		if err == nil {
			err = s.WaitIndexed(t.Context()) // so that nothing writes while the files are read
		}
		if err != nil {
			t.Fatal(err)
		}
		end := endOfLog(read("-wal"))
		if len(now.ends) > 0 && end <= now.ends[len(now.ends)-1] { // the log began anew: what was in it is in the file
			clear(now.ends)
		}
		now.ids, now.ends = append(now.ids, id), append(now.ends, end)
		if i%every == every-1 {
			images = append(images, diskImage{read(""), read("-wal"), append([]string(nil), now.ids...), append([]int(nil), now.ends...)})
		}
	}
	return images, user
}

// tear damages a copy of a log from some byte on, and returns that byte.
func tear(r *rand.Rand, log []byte) (torn []byte, from int) {
	torn = bytes.Clone(log)
	from = r.IntN(len(torn) + 1)
	switch r.IntN(4) {
	case 0: // the file ends there
		return torn[:from], from
	case 1: // the rest was never written
		clear(torn[from:])
	case 2: // a bit is another
		if from == len(torn) {
			return torn, from
		}
		torn[from] ^= 1 << r.IntN(8)
	default: // a page of something else
		for i := from; i < min(from+4096, len(torn)); i++ {
			torn[i] = byte(r.Uint32())
		}
	}
	return torn, from
}

// A log that is torn anywhere keeps what was acknowledged before that place,
// in order and without a gap.
func TestATornLogKeepsWhatCameBefore(t *testing.T) {
	seed := uint64(1)
	r := rand.New(rand.NewPCG(seed, 0))
	images, user := takeImages(t, t.TempDir(), 60, 15)
	inLog := 0
	for n := range tornWanted() {
		im := images[n%len(images)]
		log, from := tear(r, im.log[:max(1, im.ends[len(im.ends)-1])])
		kept := 0
		for _, end := range im.ends {
			if end <= from {
				kept++
			} else {
				inLog++
			}
		}
		dir := t.TempDir()
		for side, content := range map[string][]byte{"": im.file, "-wal": log} {
			if err := os.WriteFile(filepath.Join(dir, fileName+side), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := holds(dir, user, im.ids, kept); err != nil {
			t.Errorf("seed %d, image %d, torn from byte %d of %d: %v", seed, n, from, len(im.log), err)
		}
		os.RemoveAll(dir)
	}
	t.Logf("%d images, %d messages lay behind the place", tornWanted(), inLog)
	if inLog < tornWanted() {
		t.Errorf("only %d messages lay behind the place in %d images: the test proves little", inLog, tornWanted())
	}
}

// holds opens a folder and reports whether it holds the first messages, at
// least so many, whole, and none behind a gap.
func holds(dir, user string, ids []string, least int) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.WaitIndexed(context.Background()); err != nil {
		return err
	}
	return s.Read(context.Background(), func(tx *Tx) error {
		var ok string
		if err := tx.QueryRow(`PRAGMA integrity_check`).Scan(&ok); err != nil || ok != "ok" {
			return fmt.Errorf("integrity_check: %s, %w", ok, err)
		}
		mb, err := tx.Mailbox(user)
		if err != nil {
			return err
		}
		there := 0
		for i, id := range ids {
			switch _, err := tx.MessageHead(mb, id); {
			case err == nil && there < i:
				return fmt.Errorf("message %d is there, and one before it is not", i)
			case err == nil:
				there++
			case !errors.Is(err, model.ErrNotFound):
				return err
			}
		}
		if there < least {
			return fmt.Errorf("got the first %d messages, want %d: they were acknowledged", there, least)
		}
		return nil
	})
}

// What cannot be opened is said with what to do about it.
func TestADamagedFileIsSaidInWords(t *testing.T) {
	images, _ := takeImages(t, t.TempDir(), 2, 2)
	whole := images[0].file
	for name, damage := range map[string]func([]byte) []byte{
		"another file": func([]byte) []byte { return bytes.Repeat([]byte("not a mailbox. "), 1000) },
		"no header":    func(b []byte) []byte { clear(b[:100]); return b },
		"cut short":    func(b []byte) []byte { return b[:len(b)/3] },
		"first page":   func(b []byte) []byte { clear(b[100:4096]); return b },
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fileName), damage(bytes.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "daybook recover FOLDER") {
			t.Errorf("%s: got %v, want ErrDamaged with the folder and what to do", name, err)
		}
	}
}
