package sample

import (
	"archive/zip"
	"bytes"
	"io/fs"
)

// workbook packs one of the sample's spreadsheets by its file name, from the
// folder of its parts, and fills its dates in. The parts are in the order of
// their names and have no dates of their own: the sample is the same each time.
func (b *builder) workbook(name string) ([]byte, error) {
	parts, err := fs.Sub(content, "content/workbooks/"+name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err = fs.WalkDir(parts, ".", func(part string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(parts, part)
		if err != nil {
			return err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: part, Method: zip.Deflate})
		if err != nil {
			return err
		}
		_, err = to.Write([]byte(b.fill(string(raw))))
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
