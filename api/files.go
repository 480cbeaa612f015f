package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"daybook/api/lenient"
	"daybook/model"
)

// DriveRef is a store of files: a user's, a group's, or one by its id.
type DriveRef struct{ ref }

// Drive is the user's drive.
func (u UserRef) Drive() DriveRef { return DriveRef{u.own.to("/drive")} }

// Drive is the group's drive.
func (g GroupRef) Drive() DriveRef { return DriveRef{g.to("/drive")} }

// Drive is a drive by its id.
func (c *Client) Drive(id string) DriveRef { return DriveRef{ref{c: c}.item("/drives", id)} }

// Get reads the drive.
//
// GET {user}/drive · 200 · Files.Read (supplement, files)
func (d DriveRef) Get(ctx context.Context, opts ...Option) (model.Drive, error) {
	return getAs[model.Drive](ctx, d.ref, "", opts)
}

// ItemRef is a file or a folder of a drive.
type ItemRef struct {
	ref
	below ref // where the children of a folder are
}

// Item is a file or a folder by its id.
func (d DriveRef) Item(id string) ItemRef {
	r := d.item("/items", id)
	return ItemRef{r, r}
}

// Root is the folder that everything is in. Its children have an address of
// their own in the contract; the microsoft dialect's templates have root as
// an item.
func (d DriveRef) Root() ItemRef {
	i := d.Item("root")
	if d.c.cfg.Dialect == Vendor {
		i.below = d.to("/root")
	}
	return i
}

// Get reads the item.
//
// GET {user}/drive/items/{id} · 200 · Files.Read (supplement, files)
func (i ItemRef) Get(ctx context.Context, opts ...Option) (model.DriveItem, error) {
	return getAs[model.DriveItem](ctx, i.ref, "", opts)
}

// Children lists what is in the folder.
//
// GET {drive}/root/children, {drive}/items/{id}/children · 200 · Files.Read (supplement, files)
func (i ItemRef) Children(ctx context.Context, opts ...Option) (*Page[model.DriveItem], error) {
	return list[model.DriveItem](ctx, i.below, "/children", opts)
}

// CreateFolder makes a folder; a name that is taken is refused with 409.
//
// POST /me/drive/root/children, {drive}/items/{id}/children, /drives/{id}/items/{id}/children,
// /groups/{id}/drive/items/{id}/children · 201 · Files.ReadWrite (4.4)
func (i ItemRef) CreateFolder(ctx context.Context, name string, opts ...Option) (model.DriveItem, error) {
	body := struct {
		Name   string   `json:"name"`
		Folder struct{} `json:"folder"`
	}{Name: name}
	return postAs[model.DriveItem](ctx, i.below, "/children", body, opts)
}

// Update renames or moves the item.
//
// PATCH {user}/drive/items/{id} · 200 · Files.ReadWrite (supplement, files)
func (i ItemRef) Update(ctx context.Context, patch model.DriveItemPatch, opts ...Option) (model.DriveItem, error) {
	return patchAs[model.DriveItem](ctx, i.ref, "", patch, opts)
}

// Delete removes the item, a folder with all that is in it.
//
// DELETE {user}/drive/items/{id} · 204 · Files.ReadWrite (supplement, files)
func (i ItemRef) Delete(ctx context.Context, opts ...Option) error {
	return i.delete(ctx, "", opts)
}

// Upload makes a file in the folder, or replaces the one of that name. The
// content is read as it is sent, and again if the upload is repeated;
// Progress tells how far it is.
//
// PUT {user}/drive/items/{id}:/{name}:/content · 201 new, 200 replaced · Files.ReadWrite (supplement, files);
// beyond 4 MB POST {user}/drive/items/{id}:/{name}:/createUploadSession · 200, and ranges
func (i ItemRef) Upload(ctx context.Context, name, contentType string, content io.ReaderAt, size int64, opts ...Option) (out model.DriveItem, err error) {
	action := ":/" + escapeSegment(name) + ":/content"
	r := i.ref
	if name == "" || name == "." || name == ".." {
		r = r.failed(errEmptyID)
	}
	req := r.request(http.MethodPut, action, nil, opts)
	req.upload = &upload{contentType, content, size}
	if size > directFile {
		return i.uploadInRanges(ctx, r, req, name)
	}
	err = i.c.Do(ctx, req, &out)
	return out, err
}

// uploadInRanges sends what put would have by a session. What becomes of a
// name that is taken stands in the body there.
func (i ItemRef) uploadInRanges(ctx context.Context, r ref, put *Request, name string) (out model.DriveItem, err error) {
	conflict := put.opts.take(conflictBehavior)
	if conflict == "" {
		conflict = string(ConflictReplace)
	}
	begin := *put
	begin.Method, begin.Path, begin.upload, begin.idempotent = http.MethodPost, r.path+":/"+escapeSegment(name)+":/createUploadSession", nil, true
	begin.Body = struct {
		Item model.DriveItemUpload `json:"item"`
	}{model.DriveItemUpload{Name: name, ConflictBehavior: conflict}}
	done, err := i.c.sendInRanges(ctx, &begin, put.upload)
	if err != nil {
		return out, err
	}
	if len(done.body) > 0 {
		if _, err := lenient.Decode(bytes.NewReader(done.body), &out, i.c.limits(&begin)); err != nil {
			return out, fmt.Errorf("reading the reply: %w", err)
		}
	}
	if out.ID == "" { // a session that had ended before says where it is alone
		out.ID = idIn(done.location)
		siblings := i.ref
		siblings.path = siblings.path[:strings.LastIndex(siblings.path, "/items/")]
		return DriveRef{siblings}.Item(out.ID).Get(ctx)
	}
	return out, nil
}

// Conflict says what becomes of a name that is taken.
type Conflict string

// The behaviours: the request is refused with nameAlreadyExists, the service
// finds a free name, or the file that is there gets the new content.
const (
	ConflictFail    Conflict = "fail"
	ConflictRename  Conflict = "rename"
	ConflictReplace Conflict = "replace"
)

const conflictBehavior = "@microsoft.graph.conflictBehavior"

// OnConflict chooses what an upload does about a name that is taken; without
// it the file that is there is replaced.
func OnConflict(c Conflict) Option {
	return with(conflictBehavior, string(c))
}

// Content is a file being downloaded. The caller closes it.
type Content struct {
	io.ReadCloser
	ContentType string
	Size        int64 // -1 when the service does not say
}

// Download streams the file. A redirect, with which some services hand the
// file over, is followed without the token, and to https alone.
//
// GET {user}/drive/items/{id}/content · 200, 302 · Files.Read (supplement, files)
func (i ItemRef) Download(ctx context.Context, opts ...Option) (*Content, error) {
	req := i.request(http.MethodGet, "/content", nil, opts)
	resp, err := i.c.openFile(ctx, req)
	if err != nil {
		return nil, err
	}
	body := &countingBody{ReadCloser: resp.Body, total: resp.ContentLength, tell: req.opts.progress}
	return &Content{body, resp.Header.Get("Content-Type"), resp.ContentLength}, nil
}

// Progress is told how many bytes of a download or an upload have passed;
// total is -1 when it is not known. It is called from the transfer itself.
func Progress(tell func(done, total int64)) Option {
	return func(o *options) { o.progress = tell }
}

// countingBody counts what passes.
type countingBody struct {
	io.ReadCloser
	done, total int64
	tell        func(done, total int64)
}

func (c *countingBody) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.done += int64(n)
	if n > 0 && c.tell != nil {
		c.tell(c.done, c.total)
	}
	return n, err
}
