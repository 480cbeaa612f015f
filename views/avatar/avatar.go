// Package avatar draws small portraits of people beside what they wrote, for
// every screen that shows letters or posts.
//
// Invariants: one face is read at a time, and only for what is on the screen,
// so that a held key asks for nobody; whom nobody knows is not asked for
// again. Fetching, decoding and drawing happen in a command. Without colours
// there are no faces: in so few cells only they tell one from another.
package avatar

import (
	"context"
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/picture"
)

// Service is where photos come from.
type Service interface {
	// PhotoOf is the photo of whom an address belongs to, in the directory or
	// among the contacts; nil where there is none.
	PhotoOf(ctx context.Context, address string) ([]byte, error)
}

// The cells of a face.
const (
	Cols = 4
	Rows = 2
)

// The bounds of what is remembered: bytes of drawn faces, and addresses that
// have none.
const (
	drawnKept   = 256 << 10
	unknownKept = 4096
)

// Book is the faces that a screen has seen. Make it with New.
type Book struct {
	screen  views.Screen
	service Service
	drawn   *picture.Cache
	unknown map[string]bool // true where it could not be learned
	busy    bool
}

// New makes a book for a screen; without a service it stays empty.
func New(screen views.Screen, s Service) *Book {
	return &Book{screen: screen, service: s, drawn: picture.NewCache(drawnKept), unknown: map[string]bool{}}
}

// Loaded is an answer on its way to its book.
type Loaded struct {
	screen views.Screen
	key    picture.Key
	lines  []string // nil where there is no face
	err    error
}

// To implements views.Addressed.
func (l Loaded) To() views.Screen { return l.screen }

// Take puts an answer in; ask again after it, for the next one.
func (b *Book) Take(l Loaded) {
	b.busy = false
	if l.lines != nil {
		b.drawn.Put(l.key, l.lines)
		return
	}
	if len(b.unknown) >= unknownKept {
		clear(b.unknown)
	}
	b.unknown[l.key.ID] = l.err != nil
}

// Retry forgets what could not be learned: the service may answer again.
func (b *Book) Retry() {
	maps.DeleteFunc(b.unknown, func(_ string, failed bool) bool { return failed })
}

// Lines is a face of Cols by Rows cells, nil while or where there is none.
func (b *Book) Lines(address string, th *theme.Theme) []string {
	if b == nil || !colored(th) {
		return nil
	}
	lines, _ := b.drawn.Get(keyOf(address, th))
	return lines
}

// Ask reads the first of these addresses' faces that is not known yet.
func (b *Book) Ask(th *theme.Theme, addresses ...string) tea.Cmd {
	if b == nil || b.service == nil || b.busy || !colored(th) {
		return nil
	}
	for _, address := range addresses {
		key := keyOf(address, th)
		_, drawn := b.drawn.Get(key)
		if _, asked := b.unknown[key.ID]; drawn || asked || key.ID == "" {
			continue
		}
		b.busy = true
		return load(b.screen, b.service, key)
	}
	return nil
}

func load(screen views.Screen, s Service, key picture.Key) tea.Cmd {
	return func() tea.Msg {
		out := Loaded{screen: screen, key: key}
		data, err := s.PhotoOf(context.Background(), key.ID)
		if err != nil || len(data) == 0 {
			out.err = err
			return out
		}
		if face, err := picture.Decode(data, picture.Limits{}); err == nil {
			out.lines = picture.Render(face, Cols, Rows, key.Options)
		}
		return out
	}
}

func keyOf(address string, th *theme.Theme) picture.Key {
	o := picture.Suited(th)
	o.Letterbox = false // every cell counts
	return picture.Key{ID: strings.ToLower(address), Cols: Cols, Rows: Rows, Options: o}
}

func colored(th *theme.Theme) bool { return picture.Suited(th).Profile >= picture.Palette }
