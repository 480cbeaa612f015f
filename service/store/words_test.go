package store

import (
	"context"
	"slices"
	"testing"

	"daybook/model"
	"daybook/service/store/pgtest"
)

// The words that a beginning is widened to are all of those that FTS5 itself
// finds for it.
func TestABeginningFindsWhatFTS5Finds(t *testing.T) {
	pgtest.FilesOnly(t, "FTS5")
	s := openTest(t)
	id, folder := load(t, s, 200)
	ctx := context.Background()
	err := s.Write(ctx, func(tx *Tx) error {
		mb, err := tx.Mailbox(id)
		if err != nil {
			return err
		}
		for _, text := range []string{"Façade NAÏVE straße", "reorg2026 x-ray o'brien", "会議の件 отчёт", "quoted \"phrase\" revised", "İstanbul Ångström", "istanza 5 \u212a", "नमस्ते हिन्दी 한국어 x²"} {
			m := model.Message{Subject: text, ParentFolderID: folder, Body: &model.ItemBody{ContentType: "text", Content: text}}
			if _, err := tx.AddMessage(mb, NewMessage{Message: m}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(ctx); err != nil {
		t.Fatal(err)
	}
	err = s.Read(ctx, func(tx *Tx) error {
		mb, _ := tx.Mailbox(id)
		for _, begin := range []string{"con", "re", "facade", "Faç", "naiv", "reorg20", "x", "会", "отчет", "stra", "istan", "angst", "quo", "ray", "zzz", "न", "नम", "त", "हि", "한", "한국", "x²", "i", "é", "o'b"} {
			plain := `"` + begin + `" *`
			wide, err := tx.widen(mb, plain)
			if err != nil {
				return err
			}
			const query = `SELECT CAST(rowid AS TEXT) FROM messages_fts WHERE messages_fts MATCH ? ORDER BY rowid`
			want, err := tx.Texts(query, plain)
			if err != nil {
				return err
			}
			got, err := tx.Texts(query, wide)
			if err != nil {
				t.Errorf("%s: %s: %v", begin, wide, err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s finds %d messages as %s, want %d", begin, len(got), wide, len(want))
			}
		}
		for match, want := range map[string]string{
			`"zzzz" *`: `"zzzz" *`, `"zz" *`: `"` + beginningMark + `zz"`, `"a ""b"" *"`: `"a ""b"" *"`, `{"subject"} : "reorg" *`: `{"subject"} : ("reorg2026")`, `("abba" *) AND "y z" *`: `("abba" *) AND "y z" *`,
		} {
			if got, err := tx.widen(mb, match); err != nil || got != want {
				t.Errorf("%s is widened to %s (%v), want %s", match, got, err, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
