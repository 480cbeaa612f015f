package sample

import (
	"fmt"
	"path"

	"daybook/service/files"
	"daybook/service/store"
	"daybook/service/uploads"
)

// loadDrive puts a tree of files into the drive of a user or a group.
func loadDrive(tx *store.Tx, owner string, drive *Drive) error {
	if drive == nil {
		return nil
	}
	number, err := tx.Mailbox(owner)
	if err != nil {
		return err
	}
	folders := map[string]string{".": "root"} // path.Dir of a top item
	for _, item := range drive.Items {
		parent, ok := folders[path.Dir(item.Path)]
		if !ok {
			return fmt.Errorf("%s comes before its folder", item.Path)
		}
		n := files.NewDriveItem{Parent: parent, Name: path.Base(item.Path), MimeType: item.MimeType, By: item.By, Modified: item.ModifiedAt}
		if item.Content != nil {
			n.Content = uploads.Held(tx, item.Content)
		}
		made, _, err := files.AddDriveItem(tx, number, n)
		if err != nil {
			return fmt.Errorf("%s: %w", item.Path, err)
		}
		if item.Content == nil {
			folders[item.Path] = made.ID
		}
	}
	return nil
}
