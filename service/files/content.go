package files

import (
	"mime"
	"net/http"
	"path"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// getContent answers with the bytes of a file, or the range of them that is
// asked for.
func (a *Area) getContent(r *rest.Request) (rest.Reply, error) {
	var id string
	err := r.Read(func(tx *store.Tx, mailbox int64) (err error) {
		id, err = itemAt(tx, mailbox, r)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	f, err := openFile(r.Context(), a.store, r.Mailbox.ID, id)
	if err != nil {
		return rest.Reply{}, err
	}
	// As an attachment: a page that somebody has put there does not run under
	// the address of the service.
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": f.Item.Name})
	return rest.Content(f.Item.File.MimeType, f.ContentID, *f.Item.LastModifiedDateTime, f).With("Content-Disposition", disposition), nil
}

// target is where an upload goes.
type target struct {
	parent, name string
	replaces     bool // a file that is there
}

// upload makes a file in a folder, or gives one that is there a new content:
// 201 or 200 (supplement, files).
func (a *Area) upload(r *rest.Request) (rest.Reply, error) {
	var to target
	err := r.Read(func(tx *store.Tx, mailbox int64) (err error) { // before any of the body is read
		to, err = targetOf(r, tx, mailbox)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	conflict, err := conflictOf(r.URL.Query().Get(conflictProperty), ConflictReplace)
	if err != nil {
		return rest.Reply{}, err
	}
	if to.replaces {
		conflict = ConflictReplace
	}
	body, err := r.BodyReader()
	if err != nil {
		return rest.Reply{}, err
	}
	content, err := uploads.Receive(r.Context(), a.store, r.Mailbox.ID, body)
	if err != nil {
		return rest.Reply{}, err
	}
	var item model.DriveItem
	var made bool
	err = r.Change(func(tx *store.Tx, mailbox int64) error {
		if err := to.checkMatch(tx, r, mailbox); err != nil {
			return err
		}
		item, made, err = AddDriveItem(tx, mailbox, NewDriveItem{Parent: to.parent, Name: to.name,
			MimeType: mimeOf(to.name, r.MediaType()), Content: content, By: r.Caller.UserID, OnConflict: conflict})
		return err
	})
	if err != nil {
		uploads.Drop(r.Context(), a.store, r.Mailbox.ID, content)
		return rest.Reply{}, err
	}
	if made {
		return rest.Created(item), nil
	}
	return rest.OK(item), nil
}

// targetOf finds the folder and the name that the path means.
func targetOf(r *rest.Request, tx *store.Tx, mailbox int64) (to target, err error) {
	to = target{parent: itemKey(r), name: r.Key("name")}
	if i := strings.LastIndexByte(to.name, '/'); i >= 0 {
		if to.parent, err = below(tx, mailbox, to.parent, to.name[:i]); err != nil {
			return to, err
		}
		to.name = to.name[i+1:]
	}
	item, err := DriveItem(tx, mailbox, to.parent)
	switch {
	case err != nil:
		return to, err
	case to.name != "" && item.Folder == nil:
		return to, model.Errorf(model.CodeInvalidRequest, "%q is a file, and nothing can be in it", item.Name)
	case to.name != "":
		return to, checkName(to.name)
	case item.File == nil:
		return to, model.Errorf(model.CodeInvalidRequest, "%q is a folder and has no content; give the new file a name", item.Name)
	}
	return target{parent: item.ParentReference.ID, name: item.Name, replaces: true}, nil
}

// uploadRequest is the body of createUploadSession.
type uploadRequest struct {
	Item        model.DriveItemUpload `json:"item"`
	DeferCommit bool                  `json:"deferCommit"`
}

// createUploadSession begins an upload in ranges, of a new file or of the new
// content of one that is there.
// https://learn.microsoft.com/en-us/graph/api/driveitem-createuploadsession
func (a *Area) createUploadSession(r *rest.Request, tx *store.Tx, mailbox int64, given uploadRequest) (rest.Reply, error) {
	to, err := targetOf(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	conflict, err := conflictOf(given.Item.ConflictBehavior, ConflictFail)
	size := given.Item.FileSize
	switch {
	case err != nil:
		return rest.Reply{}, err
	case given.DeferCommit:
		return rest.Reply{}, rest.BadProperty("deferCommit", "is not supported: a file is there once its last range is")
	case size < 0:
		return rest.Reply{}, rest.BadProperty("item/fileSize", "is a number of bytes")
	case given.Item.Name != "" && !strings.EqualFold(given.Item.Name, to.name):
		return rest.Reply{}, rest.BadProperty("item/name", "is not the name in the path, %q", to.name)
	case to.replaces:
		conflict = ConflictReplace
	}
	if size == 0 {
		size = -1
	}
	item, taken, err := driveChild(tx, mailbox, to.parent, to.name)
	switch {
	case err != nil:
		return rest.Reply{}, err
	case taken && (conflict == ConflictFail || conflict == ConflictReplace && item.Folder != nil):
		return rest.Reply{}, model.Errorf(model.CodeNameConflict, "there is an item named %q already", item.Name)
	}
	if err := to.checkMatch(tx, r, mailbox); err != nil {
		return rest.Reply{}, err
	}
	drive, err := Drive(tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return uploads.Begin(r, tx, mailbox, http.StatusOK, uploads.Goal{Parent: to.parent, Name: to.name, MimeType: mimeOf(to.name, ""),
		OnConflict: string(conflict), Path: "drives/" + drive.ID + "/items"}, size)
}

// AddUploaded makes the file of an upload in ranges.
func AddUploaded(tx *store.Tx, s uploads.Session, content *uploads.Content) (model.DriveItem, bool, error) {
	g := s.Goal
	return AddDriveItem(tx, s.Mailbox, NewDriveItem{Parent: g.Parent, Name: g.Name, MimeType: g.MimeType, By: s.By,
		OnConflict: Conflict(g.OnConflict), Content: content})
}

// checkMatch holds If-Match against the file that would be replaced.
func (to target) checkMatch(tx *store.Tx, r *rest.Request, mailbox int64) error {
	if r.Header.Get("If-Match") == "" {
		return nil
	}
	item, found, err := driveChild(tx, mailbox, to.parent, to.name)
	if err != nil || !found {
		return err
	}
	return r.CheckMatch(changeKeyOf(item.ETag))
}

// mimeOf is the media type of a file: as it was said, unless that says
// nothing, else by the ending of its name. A workbook is always called one,
// which is how it is found again.
func mimeOf(name, said string) string {
	ext := strings.ToLower(path.Ext(name))
	said, _, _ = mime.ParseMediaType(said) // what is none says nothing
	if said == "" || said == "application/octet-stream" || strings.HasSuffix(said, "/x-www-form-urlencoded") || ext == ".xlsx" {
		if known := mimeTypes()[ext]; known != "" {
			return known
		}
		return "application/octet-stream"
	}
	return said
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// mimeTypes are by ending. The system's own table differs between machines.
func mimeTypes() map[string]string {
	return map[string]string{
		".csv": "text/csv", ".htm": "text/html", ".html": "text/html", ".ics": "text/calendar", ".md": "text/markdown",
		".txt": "text/plain", ".vcf": "text/vcard", ".xml": "text/xml",
		".gif": "image/gif", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp",
		".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".mp4": "video/mp4", ".webm": "video/webm",
		".eml": "message/rfc822", ".gz": "application/gzip", ".json": "application/json", ".pdf": "application/pdf", ".zip": "application/zip",
		".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		".xlsx": xlsxType,
	}
}
