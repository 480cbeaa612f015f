package files

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// What a workbook may cost. Sheets and shared texts are read as they come;
// the other parts, which describe them, are read whole and are small.
const (
	maxBookFile  = 64 << 20   // bytes, packed
	maxBookBytes = 512 << 20  // of all that is read, unpacked
	maxPartBytes = 8 << 20    // of a part that is read whole
	maxBookParts = 2000       // files in it
	maxPartTags  = 400_000    // beginnings and ends of XML elements in such a part
	maxBookTags  = 20_000_000 // and in all that is read as it comes
	maxBookCells = 2_500_000  // cells that have something in them
	maxBookText  = 128 << 20  // bytes of values, texts and formulas, each counted once
)

var errTooLarge = errors.New("it has more in it than can be read here")

// parts are the files of a workbook by path, and what may still be read of them.
type parts struct {
	files map[string]*zip.File
	bytes int64
	tags  int
}

// unpack lists the parts.
func unpack(data []byte) (*parts, error) {
	if len(data) > maxBookFile {
		return nil, fmt.Errorf("it is larger than %d MB", maxBookFile>>20)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New("it is no .xlsx file, or is locked with a password")
	}
	if len(z.File) > maxBookParts {
		return nil, errTooLarge
	}
	p := &parts{files: map[string]*zip.File{}, bytes: maxBookBytes, tags: maxBookTags}
	for _, f := range z.File {
		p.files[strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/"))] = f
	}
	return p, nil
}

// stream is a part that is read as it comes, within what is left.
type stream struct {
	io.ReadCloser
	parts *parts
}

func (s stream) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	if s.parts.bytes -= int64(n); s.parts.bytes < 0 {
		return 0, errTooLarge
	}
	if s.parts.tags -= bytes.Count(b[:n], []byte{'<'}); s.parts.tags < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// open opens a part; ok is false when there is none.
func (p *parts) open(name string) (r io.ReadCloser, ok bool, err error) {
	f := p.files[strings.ToLower(name)]
	if f == nil {
		return nil, false, nil
	}
	if r, err = f.Open(); err != nil {
		return nil, true, fmt.Errorf("its part %s cannot be opened", f.Name)
	}
	return stream{r, p}, true, nil
}

// content reads a part whole; nil of one that is not there.
func (p *parts) content(name string) ([]byte, error) {
	r, ok, err := p.open(name)
	if !ok || err != nil {
		return nil, err
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, maxPartBytes+1))
	switch {
	case errors.Is(err, errTooLarge), len(content) > maxPartBytes, bytes.Count(content, []byte{'<'}) > maxPartTags:
		return nil, errTooLarge
	case err != nil:
		return nil, fmt.Errorf("its part %s is damaged", name)
	}
	return content, nil
}

// workbookXML is xl/workbook.xml (ECMA-376, part 1, 18.2).
type workbookXML struct {
	Properties struct {
		Date1904 string `xml:"date1904,attr"`
	} `xml:"workbookPr"`
	Sheets []struct {
		Name  string `xml:"name,attr"`
		ID    int    `xml:"sheetId,attr"`
		State string `xml:"state,attr"`
		Part  string `xml:"id,attr"`
	} `xml:"sheets>sheet"`
	Names []struct {
		Name   string  `xml:"name,attr"`
		Sheet  *string `xml:"localSheetId,attr"`
		Hidden string  `xml:"hidden,attr"`
		Value  string  `xml:",chardata"`
	} `xml:"definedNames>definedName"`
}

type relationshipsXML struct {
	List []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// tableXML is a part of xl/tables (18.5.1.2).
type tableXML struct {
	Name    string `xml:"displayName,attr"`
	Ref     string `xml:"ref,attr"`
	Headers *int   `xml:"headerRowCount,attr"`
	Columns []struct {
		Name string `xml:"name,attr"`
	} `xml:"tableColumns>tableColumn"`
	Style struct {
		Name string `xml:"name,attr"`
	} `xml:"tableStyleInfo"`
}

// decode reads a part; one that is not there is left as it is.
func (p *parts) decode(name string, into any) error {
	content, err := p.content(name)
	if content == nil || err != nil {
		return err
	}
	if err := xml.Unmarshal(content, into); err != nil {
		return fmt.Errorf("its part %s is damaged", name)
	}
	return nil
}

// related are the parts that a part refers to, by the id of the relationship,
// and by the last word of its type.
func (p *parts) related(part string) (map[string]string, error) {
	var rels relationshipsXML
	if err := p.decode(path.Join(path.Dir(part), "_rels", path.Base(part)+".rels"), &rels); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, r := range rels.List {
		target := r.Target
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(part), target)
		}
		target = strings.TrimPrefix(path.Clean(target), "/")
		out[r.ID], out["/"+path.Base(r.Type)] = target, target
	}
	return out, nil
}
