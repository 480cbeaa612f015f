package faults_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"daybook/e2e/faults"
	"daybook/model"
)

// TestLargeFilesOnABadLine sends files of ten megabytes while every third
// request fails: what is said to be there is, byte for byte and once.
func TestLargeFilesOnABadLine(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	all := make([]byte, 10<<20+11)
	random.Read(all)
	synctest.Test(t, func(t *testing.T) {
		o := open(t, faults.Plan{Seed: 5, Rate: 0.3})
		const id = "<plan@contoso.example>"
		d, err := o.ann.Me().Draft(t.Context(), id, func(ctx context.Context) (model.Message, error) {
			return o.ann.Me().CreateMessage(ctx, model.Message{Subject: "plan", InternetMessageID: id})
		})
		if err != nil {
			t.Fatal(err)
		}
		message, sent := o.ann.Me().Message(d.Draft.ID), 0
		for i := range 6 {
			name := fmt.Sprintf("plan %d.pdf", i)
			a, err := message.UploadAttachment(t.Context(), model.Attachment{Name: name}, bytes.NewReader(all), int64(len(all)))
			if err != nil {
				t.Logf("%s: %v", name, err)
				continue
			}
			sent++
			content, err := message.Attachment(a.ID).Content(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(content)
			content.Close()
			if err == nil && !bytes.Equal(got, all) {
				t.Errorf("%s came back as %d other bytes", name, len(got))
			}
		}
		page, err := message.Attachments(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Value) < sent || sent < 4 {
			t.Errorf("%d attachments are there, %d were said to be", len(page.Value), sent)
		}
		seen := map[string]bool{}
		for _, a := range page.Value {
			if seen[a.Name] || !strings.HasPrefix(a.Name, "plan ") || a.Size != len(all) {
				t.Errorf("%s of %d bytes is there twice or in part", a.Name, a.Size)
			}
			seen[a.Name] = true
		}
	})
}
