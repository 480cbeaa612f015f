package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"daybook/api"
	"daybook/formats/vcf"
	"daybook/model"
)

// exportPage is how many contacts are asked for at once.
const exportPage = 100

// exportContacts writes the contacts of a folder of the mailbox, or all when
// it is empty, as vCard 4.0, photos inside.
func exportContacts(ctx context.Context, c common, folder string, out io.Writer) error {
	client, done, err := openClient(ctx, c)
	if err != nil {
		return err
	}
	defer done()
	return contactExport{ctx, client.Me()}.contacts(out, folder)
}

// contactExport is where an export reads from.
type contactExport struct {
	ctx context.Context
	me  api.UserRef
}

// contacts writes the contacts of a folder, by its name or its path, or all;
// each says in which folder it is.
func (j contactExport) contacts(w io.Writer, wanted string) error {
	folders, err := j.folders()
	if err != nil {
		return err
	}
	list := j.me.Contacts
	if wanted != "" {
		f, err := folderNamed(folders, wanted)
		if err != nil {
			return err
		}
		list = j.me.ContactFolder(f.id).Contacts
	}
	paths := make(map[string][]string, len(folders))
	for _, f := range folders {
		paths[f.id] = f.path
	}
	page, err := list(j.ctx, api.PageSize(exportPage), api.ExpandExtension(vcf.ExtensionName))
	if err != nil {
		return err
	}
	for c, err := range page.All(j.ctx) {
		if err != nil {
			return err
		}
		card := vcf.Card{Contact: c, Folder: paths[c.ParentFolderID]}
		image, err := j.me.Contact(c.ID).Photo().Get(j.ctx)
		switch {
		case err == nil:
			card.Photo, card.PhotoType = image.Data, image.ContentType
		case !errors.Is(err, model.ErrNotFound):
			return fmt.Errorf("read the photo of %q: %w", c.DisplayName, err)
		}
		if err := vcf.Write(w, vcf.Version4, card); err != nil {
			return err
		}
	}
	return nil
}

// namedFolder is a folder with the names on the way to it, its own the last.
type namedFolder struct {
	id   string
	path []string
}

// folders walks down the contact folders, level by level. The one that holds
// the others is not among them.
func (j contactExport) folders() ([]namedFolder, error) {
	var out []namedFolder
	list, above := j.me.ContactFolders, []string(nil)
	for next := 0; ; next++ {
		page, err := list(j.ctx)
		if err != nil {
			return nil, err
		}
		for f, err := range page.All(j.ctx) {
			if err != nil {
				return nil, err
			}
			out = append(out, namedFolder{f.ID, append(slices.Clone(above), f.DisplayName)})
		}
		if next == len(out) {
			return out, nil
		}
		list, above = j.me.ContactFolder(out[next].id).ChildFolders, out[next].path
	}
}

// folderNamed finds a folder by its name or its path (Work/Clients), at any
// depth.
func folderNamed(folders []namedFolder, wanted string) (namedFolder, error) {
	var names []string
	for _, f := range folders {
		path := strings.Join(f.path, "/")
		if strings.EqualFold(f.path[len(f.path)-1], wanted) || strings.EqualFold(path, wanted) {
			return f, nil
		}
		names = append(names, path)
	}
	if len(names) == 0 {
		return namedFolder{}, fmt.Errorf("there is no contact folder named %q, nor any other; leave the name out for all contacts", wanted)
	}
	return namedFolder{}, fmt.Errorf("there is no contact folder named %q; there are: %s", wanted, clean(strings.Join(names, ", ")))
}
