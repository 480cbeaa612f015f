package sample

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"daybook/model"
)

// attach adds the files of a line to a message.
func (b *builder) attach(m *model.Message, l line, at time.Time) error {
	for _, name := range l.files {
		data, kind, err := b.file(name)
		if err != nil {
			return fmt.Errorf("attachment %s: %w", name, err)
		}
		m.Attachments = append(m.Attachments, model.Attachment{
			Entity: model.Entity{Type: "#" + model.FileAttachment},
			Name:   name, ContentType: kind, Size: len(data), ContentBytes: data, LastModifiedDateTime: &at,
		})
		m.HasAttachments = true
	}
	return nil
}

// sketches are the drawings by the file name under which they were sent.
var sketches = map[string]string{
	"benchmark.png": "benchmark", "ruler.png": "stringlines", "quay.png": "quay", "coast.png": "coast",
	"floorplan.png": "floorplan", "sign.png": "sign", "icons.png": "icons",
}

// made is a file that was made once and is used in several places.
type made struct {
	data []byte
	kind string
}

// file is makeFile, once a name.
func (b *builder) file(name string) (data []byte, kind string, err error) {
	if m, ok := b.files[name]; ok {
		return m.data, m.kind, nil
	}
	data, kind, err = b.makeFile(name)
	if err == nil {
		b.files[name] = made{data, kind}
	}
	return data, kind, err
}

// makeFile makes a file by its name, and its media type. Texts and tables lie
// in content/files; what is named X.pdf there as X.pdf.txt is set as a page.
func (b *builder) makeFile(name string) (data []byte, kind string, err error) {
	text := func(file string) (string, error) {
		raw, err := fs.ReadFile(content, "content/files/"+file)
		return b.fill(string(raw)), err
	}
	switch path.Ext(name) {
	case ".txt":
		s, err := text(name)
		return []byte(s), "text/plain; charset=utf-8", err
	case ".csv":
		if strings.HasPrefix(name, "numbers-week-") {
			return b.numbersFile(), "text/csv; charset=utf-8", nil
		}
		s, err := text(name)
		return []byte(s), "text/csv; charset=utf-8", err
	case ".pdf":
		s, err := text(name + ".txt")
		return pdf(s), "application/pdf", err
	case ".png":
		data, err := picture(sketches[name])
		return data, "image/png", err
	case ".xlsx":
		data, err := b.workbook(name)
		return data, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", err
	}
	return nil, "", fmt.Errorf("no way to make a file of this kind")
}

// numbersFile is the table of a weekly report, by day.
func (b *builder) numbersFile() []byte {
	var s strings.Builder
	s.WriteString("day,sailings,on_time,calls\n")
	for _, day := range []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"} {
		sailings := 150 + b.chance.IntN(40)
		fmt.Fprintf(&s, "%s,%d,%d,%d\n", day, sailings, sailings-b.chance.IntN(9), b.chance.IntN(3))
	}
	return []byte(s.String())
}
