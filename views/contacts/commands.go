package contacts

import (
	"context"
	"errors"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/photofile"
)

// restTime is how long the cursor stays before the card is read, and
// requestTime bounds one request.
const (
	restTime    = 90 * time.Millisecond
	requestTime = 30 * time.Second
)

// aliasesDocument keeps the ids of what undo has made again.
const aliasesDocument = "people-ids"

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
	m.book.version++
	service, version := m.service, m.book.writes
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
	service, version := m.service, m.book.writes
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

// write tells the service of changes, one after the other.
func (m *Model) write(changes []change, why how, label string) tea.Cmd {
	service, form := m.service, m.took
	return func() tea.Msg {
		out := changed{form: form, how: why, label: label, asked: changes, made: make([]change, len(changes)), errs: make([]error, len(changes))}
		for i, c := range changes {
			ctx, cancel := context.WithTimeout(context.Background(), requestTime)
			out.made[i], out.errs[i] = perform(ctx, service, c)
			cancel()
		}
		return out
	}
}

// perform makes one change in the service and returns it as it is there.
func perform(ctx context.Context, service Service, c change) (change, error) {
	switch {
	case c.ofPhoto():
		return c, service.SetPhoto(ctx, c.ID, *c.PhotoIs)
	case c.FolderIs != nil && c.FolderWas != nil:
		return c, service.ChangeFolder(ctx, c.ID, folderPatchOf(*c.FolderWas, *c.FolderIs))
	case c.FolderIs != nil:
		made, err := service.CreateFolder(ctx, c.FolderIs.ParentFolderID, c.FolderIs.DisplayName)
		if err != nil {
			return c, err
		}
		made.ParentFolderID = c.FolderIs.ParentFolderID
		c.ID, c.FolderIs = made.ID, &made
		return c, nil
	case c.FolderWas != nil:
		return c, gone(service.DeleteFolder(ctx, c.ID))
	case c.Is != nil && c.Was != nil:
		patch, err := patchOf(*c.Was, *c.Is)
		if err != nil || len(patch) == 0 {
			return c, err
		}
		return c, service.Change(ctx, c.ID, patch)
	case c.Is != nil:
		return create(ctx, service, c)
	}
	return remove(ctx, service, c)
}

// create makes a contact, its custom data and photo with it.
func create(ctx context.Context, service Service, c change) (change, error) {
	made, err := service.Create(ctx, *c.Is)
	if err != nil {
		return c, err
	}
	made.ParentFolderID = c.Is.ParentFolderID
	c.ID, c.Is = made.ID, &made
	if c.Photo != nil && len(c.Photo.Data) > 0 {
		err = service.SetPhoto(ctx, made.ID, *c.Photo)
	}
	return c, err
}

// remove deletes a contact; what undo needs of it is read first.
func remove(ctx context.Context, service Service, c change) (change, error) {
	whole, err := service.Contact(ctx, c.ID)
	if err != nil {
		return c, gone(err)
	}
	c.Was = &whole
	p, err := service.Photo(ctx, Whose{Contact: c.ID})
	if err != nil {
		return c, err
	}
	if len(p.Data) > 0 {
		c.Photo = &p
	}
	return c, gone(service.Delete(ctx, c.ID))
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

// gone takes what is not there for deleted.
func gone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// loadAliases reads which ids undo has changed in earlier runs. Without them
// an old step is refused, and says so.
func (m *Model) loadAliases() tea.Cmd {
	return m.kept.Load(m.env.State, nil, func(a map[string]string, _ error) tea.Msg { return aliasesLoaded{aliases: a} })
}

func (m *Model) saveAliases() tea.Cmd {
	return m.kept.Save(m.env.State, func() map[string]string { return maps.Clone(m.book.aliases) },
		func(err error) tea.Msg { return aliasesSaved{err: err} })
}

func (m *Model) savedAliases(msg aliasesSaved) tea.Cmd {
	again, err := m.kept.Saved(msg.err, m.saveAliases)
	if err != nil {
		return tea.Batch(again, say("Undo may forget this contact after a restart: "+err.Error(), views.Warning))
	}
	return again
}
