package contacts

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/photofile"
)

// grey is a picture of one shade, with so many bytes behind it.
func grey(t *testing.T, w, h int, shade uint8, padding int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.Set(0, 0, color.White)
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return append(file.Bytes(), make([]byte, padding)...)
}

func (b *bench) choose(path string) {
	if b.dialog.IsOpen() { // the last question, with why its answer was not taken
		b.key(tea.KeyEscape)
	}
	b.press("set-photo")
	b.write(path)
	b.key(tea.KeyEnter)
}

func TestAPhotoIsSetTakenAwayAndBroughtBack(t *testing.T) {
	b := sit(t, 120, 36, dark)
	first, second := grey(t, 30, 20, 40, 0), grey(t, 16, 48, 200, 0)
	b.options.Files = files{"~/first.png": first, "~/second.png": second}
	b.goTo(t, contactNode("dee"))
	b.see(t, "DD")
	b.choose("~/first.png")
	if strings.Contains(b.screen(), "DD") {
		t.Errorf("initials stand where the photo was set:\n%s", b.screen())
	}
	b.choose("~/second.png")
	b.press("photo")
	b.see(t, "16 x 48 pixels")
	b.press("back", "remove-photo")
	b.see(t, "DD")
	if len(b.steps) != 3 || b.steps[0].Label != "Set the photo of Dee Dahl" || b.steps[2].Label != "Took away the photo of Dee Dahl" {
		t.Fatalf("steps %+v, notes %q", b.steps, b.notes)
	}
	for i, want := range [][]byte{second, first, nil} {
		b.goTo(t, contactNode("eli"))
		b.run(b.Revert(b.steps[2-i]))
		if got := b.service.photos["dee"].Data; !bytes.Equal(got, want) {
			t.Errorf("undone %d times: got %d bytes, want %d", i+1, len(got), len(want))
		}
		if got := b.tree.current().name(); got != "Dee Dahl" {
			t.Errorf("the cursor is on %q, want whose photo it is", got)
		}
	}
	b.run(b.Reapply(b.steps[0]))
	if got := b.service.photos["dee"].Data; !bytes.Equal(got, first) {
		t.Errorf("done again: got %d bytes, want %d", len(got), len(first))
	}
}

func TestWhatIsNoPhotoIsRefusedAndTheOldOneStays(t *testing.T) {
	b := sit(t, 120, 36, dark)
	was := Photo{Data: grey(t, 30, 20, 40, 0), Info: model.ProfilePhoto{MediaETag: "1"}}
	b.service.photos["dee"] = was
	b.options.Files = files{"letter.jpg": []byte("Dear Dee"), "new.png": grey(t, 8, 8, 90, 0)}
	b.goTo(t, contactNode("dee"))
	for path, want := range map[string]string{"letter.jpg": "letter.jpg is no photo", "none.png": "there is no file"} {
		b.choose(path)
		b.see(t, "› "+path, want) // the question stays with the reason
	}
	b.service.fail = model.ErrAccessDenied
	b.choose("new.png")
	b.see(t, "› new.png", model.ErrAccessDenied.Error()) // and comes back
	b.key(tea.KeyEscape)
	if got := b.card.known[contactNode("dee")].photo.Data; !bytes.Equal(got, was.Data) || len(b.steps) != 0 {
		t.Errorf("refused, but the card has %d bytes, want %d; steps %v", len(got), len(was.Data), b.steps)
	}
	b.service.fail = nil
	b.goTo(t, userNode("u2"))
	b.press("set-photo")
	if last := b.notes[len(b.notes)-1]; b.dialog.IsOpen() || !strings.Contains(last, "read only") {
		t.Errorf("somebody of the directory: %q, open %v", last, b.dialog.IsOpen())
	}
}

func TestAPhotoTooLargeForUndoIsAskedAboutAndHeld(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.options.Files = files{"big.png": grey(t, 8, 8, 90, photofile.Undoable)}
	b.goTo(t, contactNode("dee"))
	b.choose("big.png")
	if len(b.asked) != 1 || len(b.service.photos["dee"].Data) != 0 {
		t.Fatalf("asked %d times, %d bytes set", len(b.asked), len(b.service.photos["dee"].Data))
	}
	b.run(b.asked[0].Yes())
	if strings.Contains(b.screen(), "DD") || len(b.service.photos["dee"].Data) != 0 || len(b.steps) != 1 || len(b.steps[0].Payload) > 1000 {
		t.Fatalf("agreed: %d bytes are set, steps %d\n%s", len(b.service.photos["dee"].Data), len(b.steps), b.screen())
	}
	b.run(b.reload())
	if strings.Contains(b.screen(), "DD") {
		t.Error("read anew, the card has forgotten the photo that is to be")
	}
	b.run(b.Revert(b.steps[0]))
	b.pass()
	if b.see(t, "DD"); len(b.service.photos["dee"].Data) != 0 {
		t.Error("taken back, but set")
	}
	b.run(b.Reapply(b.steps[0]))
	b.pass()
	if len(b.service.photos["dee"].Data) == 0 || !b.Expired(b.steps[0]) || strings.Contains(b.screen(), "DD") {
		t.Errorf("after the moment: %d bytes are set, expired %v", len(b.service.photos["dee"].Data), b.Expired(b.steps[0]))
	}
}

func TestThePathOfAPhotoIsCompleted(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.options.Files = files{"~/pictures/dee-1.png": nil, "~/pictures/dee-2.png": nil}
	b.goTo(t, contactNode("dee"))
	b.press("set-photo")
	b.write("~/p")
	b.see(t, "~/pictures/dee-1.png", "~/pictures/dee-2.png")
	b.key(tea.KeyTab)
	b.write("1")
	b.see(t, "~/pictures/dee-1")
	if strings.Contains(b.screen(), "dee-2") {
		t.Errorf("what does not fit any more is offered:\n%s", b.screen())
	}
}
