package account

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"testing"

	"daybook/model"
	"daybook/theme"
	"daybook/views/viewtest"
)

// bench is the screen with hands on it.
type bench struct {
	*Model
	*viewtest.Driver
	service *fake
}

func face(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 48, 48))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func sit(t *testing.T, width, height int, o theme.Options) *bench {
	t.Helper()
	b := sitWith(t, width, height, viewtest.Options{Theme: o, Now: now, ID: "held"}, newFake())
	b.Run(b.Focus())
	return b
}

// sitWith is a screen that was not shown yet.
func sitWith(t testing.TB, width, height int, o viewtest.Options, service *fake) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, o), service: service}
	b.Model = New(b.Env, b.service, Options{Exporter: b.service, Me: model.EmailAddress{Name: "Ann Avery", Address: "ann@contoso.example"}, Files: disk{"/home/ann/face.png": face(t), "notes.txt": []byte("no image")}})
	b.work.Later = b.Later
	b.Show(b.Model, width, height)
	return b
}

func (b *bench) clear() { b.Keys("ctrl+u", "ctrl+k") }

func (b *bench) save() { b.Keys("ctrl+s") }

// open goes into a section, to the row with that key if one is given.
func (b *bench) open(id, key string) {
	b.T.Helper()
	b.at = slices.IndexFunc(b.sections, func(s section) bool { return s.facts().id == id })
	b.frame.OnRight = true
	b.Frame()
	if key != "" {
		b.here().place().key = key
	}
}
