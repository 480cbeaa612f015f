package files

import (
	"bytes"
	"context"
	"io"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/files/sheet"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// What is read of a file to show it.
const (
	textShown    = 48 << 10
	pictureShown = 12 << 20
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

func (m *Model) previewKey(r Ref) previewKey {
	i := m.shelf.items[r]
	tag := i.CTag
	if tag == "" {
		tag = i.DriveETag
	}
	return previewKey{r, tag}
}

// loadPreview reads what can be shown of a file.
func (m *Model) loadPreview(r Ref) tea.Cmd {
	key, item := m.previewKey(r), m.shelf.items[r]
	if _, known := m.previews[key]; known {
		return m.drawPicture(r)
	}
	read := previewer(item)
	if read == nil {
		m.preview.Cancel()
		return nil
	}
	service := m.service
	return views.Load(&m.work, &m.preview, func(ctx context.Context) (preview, error) { return read(ctx, service, r), nil },
		func(found preview, _ error) tea.Cmd { return m.onPreview(key, found) })
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
	switch {
	case err != nil:
		return preview{absent: "The text could not be read: " + why(err)}
	case bytes.IndexByte(data, 0) >= 0:
		return preview{absent: "This is not text, whatever its name says."}
	}
	p := preview{cut: len(data) > textShown}
	if p.cut {
		data = data[:textShown]
		if end := bytes.LastIndexByte(data, '\n'); end > 0 { // no half character, no half line
			data = data[:end]
		}
	}
	p.text = text.CleanBlock(string(bytes.TrimRight(data, "\r\n"))).Lines()
	return p
}

func readPicture(ctx context.Context, service Service, r Ref) preview {
	data, err := beginning(ctx, service, r, pictureShown+1)
	if err != nil {
		return preview{absent: "The picture could not be read: " + why(err)}
	}
	p, err := picture.Decode(data, picture.Limits{Bytes: pictureShown})
	if err != nil {
		return preview{absent: "No picture: " + err.Error()}
	}
	return preview{picture: p, isArt: true}
}

func readSheets(ctx context.Context, service Service, r Ref) preview {
	list, err := service.Sheets(ctx, sheet.File(r))
	if err != nil {
		return preview{absent: "The workbook could not be read: " + why(err)}
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
	content, err := service.Download(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(io.LimitReader(content, most))
}

// onPreview takes what could be read of a file.
func (m *Model) onPreview(key previewKey, found preview) tea.Cmd {
	if len(m.previews) >= previewsKept {
		clear(m.previews)
	}
	m.previews[key] = found
	return m.drawPicture(key.Ref)
}

// pictureKey names a picture as it is to be drawn now.
func (m *Model) pictureKey(key previewKey, cols, rows int) picture.Key {
	return picture.Key{ID: node(key.Ref) + " " + key.etag, Cols: cols, Rows: rows, Options: picture.Suited(m.env.Theme)}
}

// drawPicture draws the picture of a file away from the loop, unless it was
// drawn before in this size.
func (m *Model) drawPicture(r Ref) tea.Cmd {
	p, known := m.previews[m.previewKey(r)]
	if !known || !p.isArt {
		return nil
	}
	cols, rows := m.pictureSize(p.picture)
	key := m.pictureKey(m.previewKey(r), cols, rows)
	if _, done := m.pictures.Get(key); done || cols < 1 || rows < 1 {
		return nil
	}
	pic := p.picture
	drawn := views.Done(&m.work, func(lines []string, _ error) tea.Cmd {
		m.pictures.Put(key, lines)
		return nil
	})
	return func() tea.Msg { return drawn(picture.Render(pic, cols, rows, key.Options), nil) }
}

// pictureSize is the cells of a picture: as wide as the item's pane, and no
// higher than what is left under the facts.
func (m *Model) pictureSize(p picture.Picture) (cols, rows int) {
	cols = max(m.itemWidth()-2*margin, 0)
	return cols, max(min(p.Rows(max(cols, 1)), m.height-headHeight-factLines-1), 0)
}
