package contacts

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/photofile"
	"daybook/views/viewtest"
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
		b.Keys("esc")
	}
	b.Do("set-photo")
	b.Type(path)
	b.Keys("enter")
}

func TestAPhotoIsSetTakenAwayAndBroughtBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	first, second := grey(t, 30, 20, 40, 0), grey(t, 16, 48, 200, 0)
	b.options.Files = files{"~/first.png": first, "~/second.png": second}
	b.goTo(t, contactNode("dee"))
	b.See("DD")
	b.choose("~/first.png")
	if strings.Contains(b.Screen(), "DD") {
		t.Errorf("initials stand where the photo was set:\n%s", b.Screen())
	}
	b.choose("~/second.png")
	b.Do("photo")
	b.See("16 x 48 pixels")
	b.Do("back", "remove-photo")
	b.See("DD")
	if len(b.Steps) != 3 || b.Steps[0].Label != "Set the photo of Dee Dahl" || b.Steps[2].Label != "Took away the photo of Dee Dahl" {
		t.Fatalf("steps %+v, notes %q", b.Steps, b.Notices)
	}
	for i, want := range [][]byte{second, first, nil} {
		b.goTo(t, contactNode("eli"))
		b.Run(b.Revert(b.Steps[2-i]))
		if got := b.service.photos["dee"].Data; !bytes.Equal(got, want) {
			t.Errorf("undone %d times: got %d bytes, want %d", i+1, len(got), len(want))
		}
		if got := b.tree.current().name(); got != "Dee Dahl" {
			t.Errorf("the cursor is on %q, want whose photo it is", got)
		}
	}
	b.Run(b.Reapply(b.Steps[0]))
	if got := b.service.photos["dee"].Data; !bytes.Equal(got, first) {
		t.Errorf("done again: got %d bytes, want %d", len(got), len(first))
	}
}

func TestWhatIsNoPhotoIsRefusedAndTheOldOneStays(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	was := Photo{Data: grey(t, 30, 20, 40, 0), Info: model.ProfilePhoto{MediaETag: "1"}}
	b.service.photos["dee"] = was
	b.options.Files = files{"letter.jpg": []byte("Dear Dee"), "new.png": grey(t, 8, 8, 90, 0)}
	b.goTo(t, contactNode("dee"))
	for path, want := range map[string]string{"letter.jpg": "letter.jpg is no photo", "none.png": "there is no file"} {
		b.choose(path)
		b.See("› "+path, want) // the question stays with the reason
	}
	b.service.fail = model.ErrAccessDenied
	b.choose("new.png")
	b.See("› new.png", "the service does not allow it") // and comes back
	if b.Noticed("the service does not allow it") {
		t.Errorf("said %q, want the reason in the box alone", b.Notices)
	}
	b.Keys("esc")
	if got := b.card.known[contactNode("dee")].photo.Data; !bytes.Equal(got, was.Data) || len(b.Steps) != 0 {
		t.Errorf("refused, but the card has %d bytes, want %d; steps %v", len(got), len(was.Data), b.Steps)
	}
	b.service.fail = nil
	b.goTo(t, userNode("u2"))
	b.Do("set-photo")
	if last := b.Notices[len(b.Notices)-1]; b.dialog.IsOpen() || !strings.Contains(last, "read only") {
		t.Errorf("somebody of the directory: %q, open %v", last, b.dialog.IsOpen())
	}
}

func TestAPhotoTooLargeForUndoIsAskedAboutAndHeld(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.options.Files = files{"big.png": grey(t, 8, 8, 90, photofile.Undoable)}
	b.goTo(t, contactNode("dee"))
	b.choose("big.png")
	if len(b.Asked) != 1 || len(b.service.photos["dee"].Data) != 0 {
		t.Fatalf("asked %d times, %d bytes set", len(b.Asked), len(b.service.photos["dee"].Data))
	}
	b.Run(b.Asked[0].Yes())
	if strings.Contains(b.Screen(), "DD") || len(b.service.photos["dee"].Data) != 0 || len(b.Steps) != 1 || len(b.Steps[0].Payload) > 1000 {
		t.Fatalf("agreed: %d bytes are set, steps %d\n%s", len(b.service.photos["dee"].Data), len(b.Steps), b.Screen())
	}
	b.Run(b.reload())
	if strings.Contains(b.Screen(), "DD") {
		t.Error("read anew, the card has forgotten the photo that is to be")
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	if b.See("DD"); len(b.service.photos["dee"].Data) != 0 {
		t.Error("taken back, but set")
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if len(b.service.photos["dee"].Data) == 0 || !b.Expired(b.Steps[0]) || strings.Contains(b.Screen(), "DD") {
		t.Errorf("after the moment: %d bytes are set, expired %v", len(b.service.photos["dee"].Data), b.Expired(b.Steps[0]))
	}
}

func TestThePathOfAPhotoIsCompleted(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.options.Files = files{"~/pictures/dee-1.png": nil, "~/pictures/dee-2.png": nil}
	b.goTo(t, contactNode("dee"))
	b.Do("set-photo")
	b.Type("~/p")
	b.See("~/pictures/dee-1.png", "~/pictures/dee-2.png")
	b.Keys("tab")
	b.Type("1")
	b.See("~/pictures/dee-1")
	if strings.Contains(b.Screen(), "dee-2") {
		t.Errorf("what does not fit any more is offered:\n%s", b.Screen())
	}
}
