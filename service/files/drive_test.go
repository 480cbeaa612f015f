package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"daybook/model"
	"daybook/service/store"
	"daybook/service/store/storetest"
	"daybook/service/uploads"
)

func TestADriveHasAQuota(t *testing.T) {
	s := storetest.Open(t, Tables)
	ann := storetest.AddUser(t, s, "ann@x.example")
	add := func(name string, size int64) error {
		return s.Write(t.Context(), func(tx *store.Tx) error {
			mailbox, err := tx.Mailbox(ann.ID)
			if err != nil {
				return err
			}
			_, _, err = AddDriveItem(tx, mailbox, NewDriveItem{Parent: "root", Name: name, Content: &uploads.Content{ID: tx.NewID(), Size: size}})
			return err
		})
	}
	if err := add("most", driveQuota-1); err != nil {
		t.Fatal(err)
	}
	if err := add("too much", 2); !errors.Is(err, &model.Error{Code: model.CodeQuota}) {
		t.Errorf("a byte too much: got %v, want %s", err, model.CodeQuota)
	}
	if err := add("all", 1); err != nil {
		t.Errorf("the last byte: %v", err)
	}
}

// BenchmarkContent writes a file of 64 MiB and reads it back, in pieces.
func BenchmarkContent(b *testing.B) {
	s := storetest.Open(b, Tables)
	ann := storetest.AddUser(b, s, "ann@x.example")
	content := make([]byte, 64<<20)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if err := writeAndRead(b.Context(), s, ann.ID, content); err != nil {
			b.Fatal(err)
		}
	}
}

func writeAndRead(ctx context.Context, s *store.Store, owner string, content []byte) error {
	u, err := uploads.Receive(ctx, s, owner, bytes.NewReader(content))
	if err != nil {
		return err
	}
	var item model.DriveItem
	err = s.Write(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		item, _, err = AddDriveItem(tx, mailbox, NewDriveItem{Parent: "root", Name: "large", Content: u, OnConflict: ConflictReplace})
		return err
	})
	if err != nil {
		return err
	}
	f, err := openFile(ctx, s, owner, item.ID)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return err
}
