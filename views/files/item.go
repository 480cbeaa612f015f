package files

import (
	"cmp"
	"context"
	"io"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/content"
	"daybook/views/files/sheet"
	"daybook/views/portrait"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// What is read of a file to show it.
const (
	textShown    = 48 << 10
	pictureShown = content.MaxPicture
	// previewsKept bounds the files remembered.
	previewsKept = 40
)

// previewKey is a file as it is now: another content has another etag.
type previewKey struct {
	Ref
	etag string
}

// preview is what is shown of a file. One of text, picture and sheets is set,
// or absent says why none is.
type preview struct {
	text    []text.Text // lines
	cut     bool        // there is more than was read
	picture picture.Picture
	isArt   bool
	sheets  []string
	absent  string
}

// item is what stands beside the tree: the facts of what the cursor is on, and
// what could be read of a file.
type item struct {
	env     *views.Env
	work    *views.Work
	service Service
	drives  *drives
	tree    *listing

	previews map[previewKey]preview
	pictures *portrait.Gallery
	reading  views.Request
	asked    map[string]bool // drives that were asked how full they are
}

// picturesKept bounds the drawn pictures in memory, in bytes.
const picturesKept = 4 << 20

// forget has what was read be read anew.
func (i *item) forget() {
	clear(i.asked)
	clear(i.previews)
}

// Has implements browser.Detail.
func (i *item) Has() bool {
	_, ok := i.tree.here()
	return ok
}

// Rested implements browser.Detail.
func (i *item) Rested() tea.Cmd {
	r, ok := i.tree.here()
	switch {
	case !ok:
		return nil
	case isRoot(r):
		return tea.Batch(i.tree.loadStale(), i.loadQuota(r.Group))
	case i.drives.isFolder(r):
		return i.tree.loadStale()
	}
	return tea.Batch(i.tree.loadStale(), i.loadPreview(r))
}

// loadQuota asks how full a drive is, once.
func (i *item) loadQuota(group string) tea.Cmd {
	if i.asked[group] {
		return nil
	}
	i.asked[group] = true
	service := i.service
	return views.Call(i.work, 0, func(ctx context.Context) (model.DriveQuota, error) { return service.Quota(ctx, group) },
		func(q model.DriveQuota, err error) tea.Cmd {
			if err == nil { // a drive that does not say how full it is, is shown without
				i.drives.quotas[group] = q
			}
			return nil
		})
}

func (i *item) previewKey(r Ref) previewKey {
	is := i.drives.items[r]
	return previewKey{r, cmp.Or(is.CTag, is.DriveETag)}
}

// loadPreview reads what can be shown of a file.
func (i *item) loadPreview(r Ref) tea.Cmd {
	key := i.previewKey(r)
	if _, known := i.previews[key]; known {
		return i.drawPicture(r)
	}
	read := previewer(i.drives.items[r])
	if read == nil {
		i.reading.Cancel()
		return nil
	}
	service := i.service
	return views.Load(i.work, &i.reading, func(ctx context.Context) (preview, error) { return read(ctx, service, r), nil },
		func(found preview, _ error) tea.Cmd { return i.onPreview(key, found) })
}

// previewer is how a file is shown, nil for those that are only described.
func previewer(i model.DriveItem) func(context.Context, Service, Ref) preview {
	switch {
	case i.Size == 0:
		return nil
	case isWorkbook(i):
		return readSheets
	case isPicture(i) && i.Size <= pictureShown:
		return readPicture
	case isText(i):
		return readText
	}
	return nil
}

func readText(ctx context.Context, service Service, r Ref) preview {
	data, err := beginning(ctx, service, r, textShown+1)
	if err != nil {
		return preview{absent: "The text could not be read: " + sheet.Why(err)}
	}
	words, cut, ok := content.Text(data, textShown)
	if !ok {
		return preview{absent: "This is not text, whatever its name says."}
	}
	return preview{text: content.Lines(words), cut: cut}
}

func readPicture(ctx context.Context, service Service, r Ref) preview {
	data, err := beginning(ctx, service, r, pictureShown+1)
	if err != nil {
		return preview{absent: "The picture could not be read: " + sheet.Why(err)}
	}
	p, err := content.Picture(data)
	if err != nil {
		return preview{absent: "No picture: " + err.Error()}
	}
	return preview{picture: p, isArt: true}
}

func readSheets(ctx context.Context, service Service, r Ref) preview {
	list, err := service.Sheets(ctx, sheet.File(r))
	if err != nil {
		return preview{absent: "The workbook could not be read: " + sheet.Why(err)}
	}
	p := preview{sheets: []string{}}
	for _, s := range list {
		if s.Visibility == "" || s.Visibility == "Visible" {
			p.sheets = append(p.sheets, s.Name)
		}
	}
	return p
}

// beginning reads the first bytes of a file.
func beginning(ctx context.Context, service Service, r Ref, most int64) ([]byte, error) {
	file, err := service.Download(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// onPreview takes what could be read of a file.
func (i *item) onPreview(key previewKey, found preview) tea.Cmd {
	if len(i.previews) >= previewsKept {
		clear(i.previews)
	}
	i.previews[key] = found
	return i.drawPicture(key.Ref)
}

// pictureID names the picture of a file as it is now.
func (i *item) pictureID(r Ref) string { return node(r) + " " + i.previewKey(r).etag }

// drawHere draws the picture of the file under the cursor.
func (i *item) drawHere() tea.Cmd {
	if r, ok := i.tree.here(); ok {
		return i.drawPicture(r)
	}
	return nil
}

// drawPicture draws the picture of a file.
func (i *item) drawPicture(r Ref) tea.Cmd {
	p, known := i.previews[i.previewKey(r)]
	if !known || !p.isArt {
		return nil
	}
	cols, rows := i.pictureSize(p.picture)
	return i.pictures.Draw(i.pictureID(r), cols, rows, portrait.Decoded(p.picture), nil)
}

// pictureSize is the cells of a picture: as wide as the item's pane, and no
// higher than what is left under the facts.
func (i *item) pictureSize(p picture.Picture) (cols, rows int) {
	cols = max(i.tree.RightWidth()-2*browser.PageMargin, 0)
	return cols, max(min(p.Rows(max(cols, 1)), i.tree.Rows()-factLines-1), 0)
}
