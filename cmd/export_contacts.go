package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// contacts writes the contacts of a folder, by its name or its path, or all.
func (j contactExport) contacts(w io.Writer, folder string) error {
	list := j.me.Contacts
	if folder != "" {
		ref, err := j.contactFolder(folder)
		if err != nil {
			return err
		}
		list = ref.Contacts
	}
	page, err := list(j.ctx, api.PageSize(exportPage), api.ExpandExtension(vcf.ExtensionName))
	if err != nil {
		return err
	}
	for c, err := range page.All(j.ctx) {
		if err != nil {
			return err
		}
		card := vcf.Card{Contact: c}
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

// contactFolder finds a folder by its name or its path (Work/Clients), at any
// depth.
func (j contactExport) contactFolder(wanted string) (api.ContactFolderRef, error) {
	type level struct {
		path string
		list func(context.Context, ...api.Option) (*api.Page[model.ContactFolder], error)
	}
	var names []string
	for waiting := []level{{"", j.me.ContactFolders}}; len(waiting) > 0; waiting = waiting[1:] {
		page, err := waiting[0].list(j.ctx)
		if err != nil {
			return api.ContactFolderRef{}, err
		}
		for f, err := range page.All(j.ctx) {
			if err != nil {
				return api.ContactFolderRef{}, err
			}
			ref, path := j.me.ContactFolder(f.ID), waiting[0].path+f.DisplayName
			if strings.EqualFold(f.DisplayName, wanted) || strings.EqualFold(path, wanted) {
				return ref, nil
			}
			names = append(names, path)
			waiting = append(waiting, level{path + "/", ref.ChildFolders})
		}
	}
	return api.ContactFolderRef{}, fmt.Errorf("there is no contact folder named %q; there are: %s", wanted, clean(strings.Join(names, ", ")))
}
