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

// What a workbook may cost. A file that is small and unpacks to much, or that
// has one cell in the far corner of every row, is refused by these before it
// is given to the library, which holds what lies between the cells as well.
const (
	maxBookFile  = 16 << 20  // bytes, packed
	maxBookBytes = 32 << 20  // unpacked
	maxBookParts = 2000      // files in it
	maxBookTags  = 3_000_000 // beginnings and ends of XML elements
	maxBookRows  = 1_200_000 // counted to the last of each sheet
	maxBookGrid  = 1_000_000 // cells, counted to the last of each row
	maxBookCells = 200_000   // cells that have something in them
	maxBookText  = 16 << 20  // bytes of values and texts: many cells can share one
	// maxBookSteps bounds what the library does for each cell once more: it
	// walks along the row, through the merged cells of the sheet, and for a
	// formula that cells share through the cells before it.
	maxBookSteps = 500_000_000
)

var errTooLarge = errors.New("it has more in it than can be read here")

// parts are the XML files of a workbook by path.
type parts map[string][]byte

// unpack reads the parts, within the limits.
func unpack(data []byte) (parts, error) {
	if len(data) > maxBookFile {
		return nil, fmt.Errorf("it is larger than %d bytes", maxBookFile)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New("it is no .xlsx file, or is locked with a password")
	}
	if len(z.File) > maxBookParts {
		return nil, errTooLarge
	}
	p, left, tags := parts{}, int64(maxBookBytes), 0
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("its part %s cannot be opened", f.Name)
		}
		content, err := io.ReadAll(io.LimitReader(r, left+1))
		if closed := r.Close(); err != nil || closed != nil {
			return nil, fmt.Errorf("its part %s is damaged", f.Name)
		}
		if left -= int64(len(content)); left < 0 {
			return nil, errTooLarge
		}
		if ext := strings.ToLower(path.Ext(f.Name)); ext != ".xml" && ext != ".rels" {
			continue
		}
		if tags += bytes.Count(content, []byte{'<'}); tags > maxBookTags {
			return nil, errTooLarge
		}
		p[strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/"))] = content
	}
	return p, nil
}

// workbookXML is xl/workbook.xml (ECMA-376, part 1, 18.2).
type workbookXML struct {
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
func (p parts) decode(name string, into any) error {
	content, ok := p[strings.ToLower(name)]
	if !ok {
		return nil
	}
	if err := xml.Unmarshal(content, into); err != nil {
		return fmt.Errorf("its part %s is damaged", name)
	}
	return nil
}

// related are the parts that a part refers to, by the id of the relationship.
func (p parts) related(part string) (map[string]string, error) {
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
		out[r.ID] = strings.TrimPrefix(path.Clean(target), "/")
	}
	return out, nil
}
