package account

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views/photofile"
	"daybook/widget/picture"
)

// requestTime bounds one request.
const requestTime = 30 * time.Second

// load reads parts, each by itself.
func (m *Model) load(which ...part) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(which))
	for _, p := range which {
		service, writes, reading := m.service, m.edits.Writes(), m.readings[p]
		ctx, generation := m.asking[p].Start(context.Background())
		cmds = append(cmds, func() tea.Msg {
			ctx, cancel := context.WithTimeout(ctx, requestTime)
			defer cancel()
			msg := partLoaded{part: p, generation: generation, writes: writes}
			msg.err = reading.read(ctx, service, &msg.found)
			return msg
		})
	}
	return tea.Batch(cmds...)
}

func (m *Model) loadZones() tea.Cmd {
	service := m.service
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		zones, err := service.Zones(ctx)
		return zonesLoaded{zones: zones, err: err}
	}
}

// readGrant reads a grant by the path in use, so that what is changed is what
// is there.
func (m *Model) readGrant(id string, then grantStep) tea.Cmd {
	service, by := m.service, m.by
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		g, err := service.Grant(ctx, by, id)
		return grantRead{grant: g, by: by, then: then, err: err}
	}
}

// readFile reads an image that is to be the photo, and proves that it is one.
func (m *Model) readFile(path string) tea.Cmd {
	files := m.options.Files
	return func() tea.Msg {
		data, info, err := photofile.Read(files, path)
		return photoPicked{photo: Photo{Data: data, Info: info}, err: err}
	}
}

func (m *Model) complete(typed string) tea.Cmd {
	files := m.options.Files
	return func() tea.Msg { return completed{typed: typed, paths: files.Complete(typed, photofile.Completions)} }
}

// drawPhoto draws what the screen shows now, away from the loop, unless it
// was drawn before.
func (m *Model) drawPhoto() tea.Cmd {
	data := m.book.photo.Data
	cols, rows := m.photoSize()
	key := m.photoKey(cols, rows)
	if _, drawn := m.photos.Get(key); drawn || len(data) == 0 || cols < 1 || rows < 1 {
		return nil
	}
	return func() tea.Msg {
		face, err := picture.Decode(data, picture.Limits{})
		if err != nil {
			return photoDrawn{key: key, err: err}
		}
		return photoDrawn{key: key, lines: picture.Render(face, cols, rows, key.Options)}
	}
}
