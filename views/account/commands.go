package account

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/photofile"
	"daybook/widget/dialog"
	"daybook/widget/picture"
)

// load reads parts, each by itself.
func (m *Model) load(which ...part) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(which))
	for _, p := range which {
		service, writes, reading := m.service, m.edits.Writes(), m.readings[p]
		cmds = append(cmds, views.Load(&m.work, &m.asking[p], func(ctx context.Context) (found book, err error) {
			err = reading.read(ctx, service, &found)
			return found, err
		}, func(found book, err error) tea.Cmd { return m.onPart(p, writes, found, err) }))
	}
	return tea.Batch(cmds...)
}

func (m *Model) loadZones() tea.Cmd {
	return views.Load(&m.work, &m.readingZones, m.service.Zones, m.onZones)
}

// readGrant reads a grant by the path in use, so that what is changed is what
// is there.
func (m *Model) readGrant(id string, then grantStep) tea.Cmd {
	service, by := m.service, m.by
	return views.Call(&m.work, 0, func(ctx context.Context) (model.PermissionGrant, error) { return service.Grant(ctx, by, id) },
		func(g model.PermissionGrant, err error) tea.Cmd { return m.onGrant(g, by, then, err) })
}

// readFile reads an image that is to be the photo, and proves that it is one.
func (m *Model) readFile(asked *filling, path string) tea.Cmd {
	files, done := m.options.Files, views.Done(&m.work, func(p Photo, err error) tea.Cmd { return m.onPhotoRead(asked, p, err) })
	return func() tea.Msg {
		data, info, err := photofile.Read(files, path)
		return done(Photo{Data: data, Info: info}, err)
	}
}

func (m *Model) complete(typed string) tea.Cmd {
	files, done := m.options.Files, views.Done(&m.work, func(paths []string, _ error) tea.Cmd { return m.dialog.Offer(typed, paths) })
	return func() tea.Msg { return done(files.Complete(typed, dialog.Completions), nil) }
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
	done := views.Done(&m.work, func(lines []string, err error) tea.Cmd {
		m.absent = err
		m.photos.Put(key, lines)
		return m.drawPhoto()
	})
	return func() tea.Msg {
		face, err := picture.Decode(data, picture.Limits{})
		if err != nil {
			return done(nil, err)
		}
		return done(picture.Render(face, cols, rows, key.Options), nil)
	}
}
