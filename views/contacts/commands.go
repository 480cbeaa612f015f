package contacts

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views/photofile"
)

// restTime is how long the cursor stays before the card is read, and
// requestTime bounds one request.
const (
	restTime    = 90 * time.Millisecond
	requestTime = 30 * time.Second
)

func (m *Model) loadFolders() tea.Cmd {
	service := m.service
	ctx, generation := m.folders.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Folders(ctx)
		return foldersLoaded{generation: generation, folders: list, err: err}
	}
}

func (m *Model) loadDirectory() tea.Cmd {
	service := m.service
	ctx, generation := m.directory.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Directory(ctx)
		return directoryLoaded{generation: generation, users: list, err: err}
	}
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
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		list, err := service.Contacts(ctx, folder)
		return contactsLoaded{folder: folder, contacts: list, version: version, err: err}
	}
}

// loadEverybody reads all contacts, for the filter and to find an address.
func (m *Model) loadEverybody() tea.Cmd {
	if m.everybody.Busy() {
		return nil
	}
	service, version := m.service, m.edits.Writes()
	ctx, generation := m.everybody.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Contacts(ctx, "")
		return everybodyLoaded{generation: generation, contacts: list, version: version, err: err}
	}
}

// settled waits for the cursor to rest on a person.
func (m *Model) settled() tea.Cmd {
	m.cardTop = 0
	_, generation := m.rest.Start(context.Background())
	if m.complete(m.here()) {
		return m.drawPhoto()
	}
	return tea.Tick(restTime, func(time.Time) tea.Msg { return rested{generation: generation} })
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
		ctx, generation := m.asking[r.part].Start(context.Background())
		cmds = append(cmds, func() tea.Msg {
			ctx, cancel := context.WithTimeout(ctx, requestTime)
			defer cancel()
			msg := partLoaded{part: r.part, generation: generation, node: p.node}
			msg.err = r.read(ctx, service, p, now, &msg.found)
			return msg
		})
	}
	return tea.Batch(cmds...)
}

// readFile reads an image that is to be a contact's photo.
func (m *Model) readFile(contact, path string) tea.Cmd {
	files := m.options.Files
	return func() tea.Msg {
		data, info, err := photofile.Read(files, path)
		return photoPicked{contact: contact, photo: Photo{Data: data, Info: info}, err: err}
	}
}

func (m *Model) findPaths(typed string) tea.Cmd {
	files := m.options.Files
	return func() tea.Msg {
		return pathsFound{typed: typed, paths: files.Complete(typed, photofile.Completions)}
	}
}

// decode has a card show a photo that is known already.
func (m *Model) decode(n node, photo Photo) tea.Cmd {
	_, generation := m.asking[photoPart].Start(context.Background())
	return func() tea.Msg {
		msg := partLoaded{part: photoPart, generation: generation, node: n}
		msg.found.took(photo)
		return msg
	}
}

// suggest asks for people whose name or address begins so.
func (m *Model) suggest(typed string) tea.Cmd {
	service := m.service
	ctx, generation := m.completing.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		people, err := service.People(ctx, typed)
		if err != nil {
			people = nil // completion helps; without it the name is typed
		}
		return peopleFound{generation: generation, typed: typed, people: people}
	}
}
