package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/views/files/sheet"
)

var now = time.Date(2026, 11, 20, 16, 30, 0, 0, time.UTC)

// fake is two drives in memory.
type fake struct {
	items    []model.DriveItem // ParentReference.DriveID is the group
	contents map[string]string
	made     int
	fail     error // of the next change
	broken   error // of every reading
	asked    []string
	saved    map[string]string
	local    map[string]string
	rows     int
	children func(folder string) []model.DriveItem // what is in any folder of the drives
}

func newFake() *fake {
	f := &fake{contents: map[string]string{}, saved: map[string]string{}, local: map[string]string{"/home/ann/new.txt": "fresh"}, rows: 12}
	f.add("", "", "atlas", "Atlas", -1)
	f.add("", "atlas", "release", "Release", -1)
	f.add("", "release", "plan", "plan.xlsx", 8123)
	f.add("", "atlas", "note", "migration note.txt", 24)
	f.add("", "", "empty", "Empty", -1)
	f.add("", "", "p9", "part 9.pdf", 1200)
	f.add("", "", "p10", "part 10.pdf", 2_345_678)
	f.add("g1", "", "rota", "rota.csv", 12)
	f.contents["note"] = "Stop the planner.\nStart \x1b[31mAtlas."
	f.contents["rota"] = "week,who\n47,Bo"
	return f
}

func (f *fake) add(group, parent, id, name string, size int64) model.DriveItem {
	at := now.Add(-time.Duration(len(f.items)*30) * time.Hour)
	i := model.DriveItem{Entity: model.Entity{ID: id}, Name: name, DriveETag: "e-" + id, LastModifiedDateTime: &at,
		LastModifiedBy:  &model.IdentitySet{User: &model.Identity{DisplayName: "Bo Berg"}},
		ParentReference: &model.ItemReference{ID: parent, DriveID: group}}
	if size < 0 {
		i.Folder = &model.FolderFacet{}
	} else {
		i.File, i.Size = &model.FileFacet{}, size
	}
	f.items = append(f.items, i)
	return i
}

func (f *fake) at(id string) int {
	return slices.IndexFunc(f.items, func(i model.DriveItem) bool { return i.ID == id })
}

func (f *fake) has(name string) bool {
	return slices.ContainsFunc(f.items, func(i model.DriveItem) bool { return i.Name == name })
}

func (f *fake) Drives(context.Context) ([]Drive, error) {
	if f.broken != nil {
		return nil, f.broken
	}
	return []Drive{{Name: "My files"}, {Group: "g1", Name: "Borealis"}}, nil
}

func (f *fake) Quota(context.Context, string) (model.DriveQuota, error) {
	return model.DriveQuota{Used: 2_400_000, Total: 10_000_000}, nil
}

func (f *fake) Children(_ context.Context, folder Ref) ([]model.DriveItem, error) {
	f.asked = append(f.asked, folder.Item)
	if f.children != nil {
		return f.children(folder.Item), nil
	}
	var out []model.DriveItem
	for _, i := range f.items {
		if i.ParentReference.ID == folder.Item && i.ParentReference.DriveID == folder.Group {
			if i.Folder != nil {
				n := 0
				for _, c := range f.items {
					if c.ParentReference.ID == i.ID {
						n++
					}
				}
				i.Folder = &model.FolderFacet{ChildCount: n}
			}
			out = append(out, i)
		}
	}
	return out, f.broken
}

func (f *fake) Item(_ context.Context, at Ref) (model.DriveItem, error) {
	i := f.at(at.Item)
	if i < 0 {
		return model.DriveItem{}, model.ErrNotFound
	}
	item := f.items[i]
	if item.Folder != nil {
		n := 0
		for _, c := range f.items {
			if c.ParentReference.ID == at.Item {
				n++
			}
		}
		item.Folder = &model.FolderFacet{ChildCount: n}
	}
	return item, nil
}

func (f *fake) Download(_ context.Context, at Ref, tell func(done, total int64)) (io.ReadCloser, error) {
	c := f.contents[at.Item]
	if tell != nil {
		tell(int64(len(c))/2, int64(len(c)))
	}
	return io.NopCloser(strings.NewReader(c)), f.broken
}

func (f *fake) failed() error {
	err := f.fail
	f.fail = nil
	return err
}

func (f *fake) CreateFolder(_ context.Context, folder Ref, name string) (model.DriveItem, error) {
	if err := f.failed(); err != nil {
		return model.DriveItem{}, err
	}
	f.made++
	return f.add(folder.Group, folder.Item, fmt.Sprint("made", f.made), name, -1), nil
}

func (f *fake) Change(_ context.Context, at Ref, p model.DriveItemPatch) (model.DriveItem, error) {
	if err := f.failed(); err != nil {
		return model.DriveItem{}, err
	}
	i := f.at(at.Item)
	if i < 0 {
		return model.DriveItem{}, model.ErrNotFound
	}
	if p.Name != nil {
		f.items[i].Name = *p.Name
	}
	if p.ParentReference != nil {
		f.items[i].ParentReference = &model.ItemReference{ID: p.ParentReference.ID, DriveID: at.Group}
	}
	return f.items[i], nil
}

func (f *fake) Delete(_ context.Context, at Ref, etag string) error {
	i := f.at(at.Item)
	switch err := f.failed(); {
	case err != nil:
		return err
	case i < 0:
		return model.ErrNotFound
	case etag != "" && f.items[i].DriveETag != etag:
		return model.ErrChangeKey
	}
	f.items = slices.Delete(f.items, i, i+1)
	return nil
}

func (f *fake) Upload(_ context.Context, u Upload) (model.DriveItem, error) {
	if err := f.failed(); err != nil {
		return model.DriveItem{}, err
	}
	data := make([]byte, u.Size)
	if _, err := u.Content.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
		return model.DriveItem{}, err
	}
	u.Tell(u.Size, u.Size)
	name := u.Name
	if u.Taken == KeepBoth {
		name = "kept " + name
	}
	f.made++
	id := fmt.Sprint("made", f.made)
	f.contents[id] = string(data)
	return f.add(u.Folder.Group, u.Folder.Item, id, name, u.Size), nil
}

// machine is this machine's files.
type machine struct{ *fake }

func (m machine) Complete(beginning string, _ int) []string {
	var out []string
	for path := range m.local {
		if strings.HasPrefix(path, beginning) {
			out = append(out, path)
		}
	}
	return out
}

func (m machine) Open(path string) (LocalFile, error) {
	c, ok := m.local[path]
	if !ok {
		return LocalFile{}, fmt.Errorf("there is no file %s", path)
	}
	return LocalFile{Name: path[strings.LastIndex(path, "/")+1:], Size: int64(len(c)), Content: bytes.NewReader([]byte(c)), Close: func() error { return nil }}, nil
}

func (m machine) Save(folder, name string, content io.Reader) (string, error) {
	if strings.HasPrefix(folder, "/full") {
		return "", errors.New("no space left on device")
	}
	data, err := io.ReadAll(content)
	m.saved[name] = string(data)
	return folder + "/" + name, err
}

func (f *fake) Sheets(context.Context, sheet.File) ([]model.WorkbookWorksheet, error) {
	return []model.WorkbookWorksheet{{Name: "Cutover"}, {Name: "My risks", Position: 1}, {Name: "Old", Visibility: "Hidden"}}, f.broken
}

func (f *fake) Tables(context.Context, sheet.File) ([]sheet.Table, error) {
	return []sheet.Table{{Name: "Steps", Columns: []string{"Step", "Days", "When"}}}, nil
}

func (f *fake) Names(context.Context, sheet.File) ([]model.WorkbookNamedItem, error) {
	return []model.WorkbookNamedItem{{Name: "Total", Value: "='My risks'!$B$3", Visible: true}, {Name: "Hidden", Value: "=1"}}, nil
}

func (f *fake) Used(context.Context, sheet.File, string) (model.Cells, error) {
	return model.Cells{Top: 1, Left: 1, Bottom: f.rows, Right: 5}, nil
}

func (f *fake) Cells(_ context.Context, _ sheet.File, name string, at model.Cells) (model.WorkbookRange, error) {
	f.asked = append(f.asked, at.Address(name))
	var r model.WorkbookRange
	for row := at.Top; row <= at.Bottom; row++ {
		values, formulas := []json.RawMessage{}, []json.RawMessage{}
		texts, kinds, formats := []string{}, []string{}, []string{}
		for column := at.Left; column <= at.Right; column++ {
			v, shown, kind, format := fmt.Sprintf("%q", fmt.Sprint("step ", row)), fmt.Sprint("step ", row), "String", "General"
			switch column {
			case 2:
				v, shown, kind, format = fmt.Sprint(float64(row)/2), fmt.Sprintf("%.2f", float64(row)/2), "Double", "0.00"
			case 3:
				v, shown, kind, format = fmt.Sprint(46000+row), time.Date(2025, 12, 8+row, 0, 0, 0, 0, time.UTC).Format("2006-01-02"), "Double", "yyyy-mm-dd"
			case 4:
				v, shown, kind = fmt.Sprint(row%3 == 0), strings.ToUpper(fmt.Sprint(row%3 == 0)), "Boolean"
			case 5:
				v, shown, kind = `"#DIV/0!"`, "#DIV/0!", "Error"
			}
			formula := json.RawMessage(v)
			if column == 2 {
				formula = json.RawMessage(fmt.Sprintf(`"=A%d/2"`, row))
			}
			values, formulas = append(values, json.RawMessage(v)), append(formulas, formula)
			texts, kinds, formats = append(texts, shown), append(kinds, kind), append(formats, format)
		}
		r.Values, r.Formulas = append(r.Values, values), append(r.Formulas, formulas)
		r.Text, r.ValueTypes, r.NumberFormat = append(r.Text, texts), append(r.ValueTypes, kinds), append(r.NumberFormat, formats)
	}
	return r, f.broken
}

func (f *fake) ColumnAddress(_ context.Context, _ sheet.File, _, column string) (string, error) {
	return map[string]string{"Step": "Cutover!A1:A7", "Days": "Cutover!B1:B7", "When": "Cutover!C1:C7"}[column], nil
}

func (f *fake) NameAddress(context.Context, sheet.File, string) (string, error) {
	return "'My risks'!B3", nil
}
