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
func sortedZip(archive []byte) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("sorting a workbook's parts: %w", err)
	}
	files := slices.Clone(r.File)
	slices.SortFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		if err := repack(w, f); err != nil {
			return nil, fmt.Errorf("sorting a workbook's parts: %s: %w", f.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// repack copies a file as it is compressed.
func repack(w *zip.Writer, f *zip.File) error {
	from, err := f.OpenRaw()
	if err != nil {
		return err
	}
	to, err := w.CreateRaw(&zip.FileHeader{Name: f.Name, Method: f.Method, CRC32: f.CRC32,
		CompressedSize64: f.CompressedSize64, UncompressedSize64: f.UncompressedSize64})
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return err
}
