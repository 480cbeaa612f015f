package sample

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// sortedZip packs an archive again with its files in name order and without
// dates: the spreadsheet library writes them in the order of a map, and the
// sample must be the same each time.
func sortedZip(archive []byte, edit func(part string, content []byte) []byte) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("sorting a workbook's parts: %w", err)
	}
	files := slices.Clone(r.File)
	slices.SortFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		if err := repack(w, f, edit); err != nil {
			return nil, fmt.Errorf("sorting a workbook's parts: %s: %w", f.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// repack copies a file.
func repack(w *zip.Writer, f *zip.File, edit func(part string, content []byte) []byte) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	content, err := io.ReadAll(from)
	if err = firstError(err, from.Close()); err != nil {
		return err
	}
	to, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: f.Method})
	if err != nil {
		return err
	}
	_, err = to.Write(edit(f.Name, content))
	return err
}
