package files

import (
	"archive/zip"
	"bytes"
	"errors"
	"strconv"
	"sync"

	"github.com/xuri/excelize/v2"
)

// numberLook says how numbers are written: by the library, in a workbook that
// has the styles of the one that is read and no other cell than the one that
// is asked about.
type numberLook struct {
	mu      sync.Mutex
	file    *excelize.File
	formats map[int]string // by style
	texts   map[styled]string
	style   int // of the cell that is asked about
}

type styled struct {
	style int
	raw   string
}

// lookSheet is the sheet of that cell, and mostLooks bounds the answers that
// are remembered.
const (
	lookSheet = "S"
	mostLooks = 50_000
)

func newNumberLook(p *parts, styles string, date1904 bool) (*numberLook, error) {
	const head, main, rels = `<?xml version="1.0" encoding="UTF-8"?>`, `http://schemas.openxmlformats.org/spreadsheetml/2006/main`,
		`http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	content, err := p.content(styles)
	if err != nil {
		return nil, err
	}
	if content == nil {
		content = []byte(head + `<styleSheet xmlns="` + main + `"/>`)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range []struct{ name, content string }{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`},
		{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rels + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", head + `<workbook xmlns="` + main + `" xmlns:r="` + rels + `"><workbookPr date1904="` + strconv.FormatBool(date1904) + `"/><sheets><sheet name="` + lookSheet + `" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rels + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + rels + `/styles" Target="styles.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", head + `<worksheet xmlns="` + main + `"><sheetData/></worksheet>`},
		{"xl/styles.xml", string(content)},
	} {
		w, err := z.Create(part.name)
		if err == nil {
			_, err = w.Write([]byte(part.content))
		}
		if err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		return nil, errors.New("its styles are damaged")
	}
	return &numberLook{file: f, formats: map[int]string{}, texts: map[styled]string{}}, nil
}

// text is a number as it is written in a style; as it is where the library
// cannot write it.
func (l *numberLook) text(style int, raw string) (text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		if recover() != nil { // a format may be anything
			text = raw
		}
	}()
	if s, ok := l.texts[styled{style, raw}]; ok {
		return s
	}
	if l.style != style {
		if err := l.file.SetCellStyle(lookSheet, "A1", "A1", style); err != nil {
			return raw // there is no such style
		}
		l.style = style
	}
	if err := l.file.SetCellDefault(lookSheet, "A1", raw); err != nil {
		return raw
	}
	text, err := l.file.GetCellValue(lookSheet, "A1")
	if err != nil {
		return raw
	}
	if len(l.texts) < mostLooks {
		l.texts[styled{style, raw}] = text
	}
	return text
}

// format is the number format of a style, such as 0.00%.
func (l *numberLook) format(style int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	code, known := l.formats[style]
	if known {
		return code
	}
	code = general
	if s, err := l.file.GetStyle(style); err == nil {
		switch {
		case s.CustomNumFmt != nil:
			code = *s.CustomNumFmt
		case builtInFormats()[s.NumFmt] != "":
			code = builtInFormats()[s.NumFmt]
		}
	}
	l.formats[style] = code
	return code
}

// builtInFormats are the formats that a file refers to by number alone
// (ECMA-376, part 1, 18.8.30).
func builtInFormats() map[int]string {
	return map[int]string{
		0: general, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
		14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
		37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)",
		45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0", 48: "##0.0E+0", 49: "@",
	}
}
