package contacts

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/photofile"
	"daybook/widget/dialog"
)

// restTime is how long the cursor stays before the card is read.
const restTime = 90 * time.Millisecond

func (m *Model) loadFolders() tea.Cmd {
	return views.Load(&m.work, &m.folders, m.service.Folders, m.onFolders)
}

func (m *Model) loadDirectory() tea.Cmd {
	return views.Load(&m.work, &m.directory, m.service.Directory, m.onDirectory)
}

// loadContacts reads a folder, once at a time.
func (m *Model) loadContacts(folder string) tea.Cmd {
	if m.reading[folder] {
		return nil
	}
	m.reading[folder] = true
	delete(m.stale, folder)
	m.book.version++
	service, version := m.service, m.edits.Writes()
	return views.Call(&m.work, 0, func(ctx context.Context) ([]model.Contact, error) { return service.Contacts(ctx, folder) },
		func(list []model.Contact, err error) tea.Cmd { return m.onContacts(folder, version, list, err) })
}

// loadEverybody reads all contacts, for the filter and to find an address.
func (m *Model) loadEverybody() tea.Cmd {
	if m.everybody.Busy() {
		return nil
	}
	service, version := m.service, m.edits.Writes()
	return views.Load(&m.work, &m.everybody, func(ctx context.Context) ([]model.Contact, error) { return service.Contacts(ctx, "") },
		func(list []model.Contact, err error) tea.Cmd { return m.onEverybody(version, list, err) })
}

// settled waits for the cursor to rest on a person.
func (m *Model) settled() tea.Cmd {
	m.cardTop = 0
	m.rest.Cancel()
	if m.complete(m.here()) {
		return m.drawPhoto()
	}
	return m.work.Wait(&m.rest, restTime, m.readCard)
}

// readParts asks for each part of a card by itself, so that none waits for
// another.
func (m *Model) readParts(p person) tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range readings {
		if !r.needs(p) {
			continue
		}
		if photo, held := m.photoHeld(p.node); held && r.part == photoPart {
			cmds = append(cmds, m.decode(p.node, photo))
			continue
		}
		service, now := m.service, m.now()
		cmds = append(cmds, views.Load(&m.work, &m.asking[r.part], func(ctx context.Context) (found about, err error) {
			err = r.read(ctx, service, p, now, &found)
			return found, err
		}, func(found about, err error) tea.Cmd { return m.onPart(r.part, p.node, &found, err) }))
	}
	return tea.Batch(cmds...)
}

// readFile reads an image that is to be a contact's photo.
func (m *Model) readFile(asked *filling, contact, path string) tea.Cmd {
	files, done := m.options.Files, views.Done(&m.work, func(p Photo, err error) tea.Cmd { return m.onPhotoRead(asked, contact, p, err) })
	return func() tea.Msg {
		data, info, err := photofile.Read(files, path)
		return done(Photo{Data: data, Info: info}, err)
	}
}

func (m *Model) findPaths(typed string) tea.Cmd {
	files, done := m.options.Files, views.Done(&m.work, func(paths []string, _ error) tea.Cmd { return m.dialog.Offer(typed, paths) })
	return func() tea.Msg { return done(files.Complete(typed, dialog.Completions), nil) }
}

// decode has a card show a photo that is known already.
func (m *Model) decode(n node, photo Photo) tea.Cmd {
	return views.Load(&m.work, &m.asking[photoPart], func(context.Context) (found about, _ error) {
		found.setPhoto(photo)
		return found, nil
	}, func(found about, err error) tea.Cmd { return m.onPart(photoPart, n, &found, err) })
}

// suggest asks for people whose name or address begins so.
func (m *Model) suggest(typed string) tea.Cmd {
	service := m.service
	return views.Load(&m.work, &m.completing, func(ctx context.Context) ([]model.EmailAddress, error) { return service.People(ctx, typed) },
		func(people []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				people = nil // completion helps; without it the name is typed
			}
			return m.onPeople(typed, people)
		})
}
