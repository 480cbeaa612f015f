package ingest

import (
	"path/filepath"
	"slices"
	"strings"

	"daybook/formats/vcf"
	"daybook/model"
	"daybook/service/people"
	"daybook/service/store"
)

// deepestFolder is how many folders deep a contact can come in; what names
// more of them goes into the last of these.
const deepestFolder = 32

// foldersAround are the folders of a card that names none itself: the
// directories that its file lies in below the one that was named.
func (b *beside) foldersAround(path string) []string {
	for _, named := range b.named {
		rel, err := filepath.Rel(named, filepath.Dir(path))
		if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		return strings.Split(rel, string(filepath.Separator))
	}
	return nil
}

// contactPath is a card's folders by the names that they can have.
func contactPath(names []string) []string {
	var path []string
	for _, name := range names[:min(len(names), deepestFolder)] {
		path = append(path, folderName(name))
	}
	return path
}

// folderKey is the same for paths that lead to the same folder.
func folderKey(path []string) string { return strings.ToLower(strings.Join(path, "\x00")) }

// makeFolders finds the folders of cards, and makes those that are not there.
func (b *beside) makeFolders(cards []vcf.Card) error {
	var wanted [][]string
	for _, c := range cards {
		path := contactPath(c.Folder)
		if _, known := b.folders[folderKey(path)]; !known && !slices.ContainsFunc(wanted, func(w []string) bool { return folderKey(w) == folderKey(path) }) {
			wanted = append(wanted, path)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	made := make(map[string]string, len(wanted))
	err := b.box.store.Write(b.ctx, func(tx *store.Tx) error {
		for _, path := range wanted {
			id, err := b.contactFolder(tx, path)
			if err != nil {
				return err
			}
			made[folderKey(path)] = id
		}
		return nil
	})
	for key, id := range made { // not before they are there for good
		if err == nil {
			b.folders[key] = id
		}
	}
	return err
}

// contactFolder walks down a path.
func (b *beside) contactFolder(tx *store.Tx, path []string) (id string, err error) {
	id = people.ContactRoot
	for _, name := range path {
		fitting := model.ContactFolder{DisplayName: name}
		model.Fit(&fitting)
		name = fitting.DisplayName
		below, err := people.ContactFolders(tx, b.box.mailbox, id)
		if err != nil {
			return "", err
		}
		at := slices.IndexFunc(below, func(f model.ContactFolder) bool { return strings.EqualFold(f.DisplayName, name) })
		if at >= 0 {
			id = below[at].ID
			continue
		}
		f, err := people.AddContactFolder(tx, b.box.mailbox, id, name)
		if err != nil {
			return "", err
		}
		id = f.ID
	}
	return id, nil
}
