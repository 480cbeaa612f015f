package account

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/download"
	"daybook/widget/dialog"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// export is the section of what can be written to files for other programs.
type export struct {
	base
	list    *part[[]Export]
	running *Export            // what is being written, nil for nothing
	stop    context.CancelFunc // of that
}

// messageBytes is about how large a message is: so long a folder may take.
const messageBytes = 200 << 10

func newExport(h *host) *export {
	s := &export{base: base{host: h}}
	exporter := h.options.Exporter
	s.list = newPart(h, func(ctx context.Context, _ Service) ([]Export, error) {
		if exporter == nil {
			return nil, nil
		}
		return exporter.Exports(ctx)
	}, nil)
	s.is = facts{id: "export", name: "Export", parts: []reader{s.list},
		about: "Writes contacts (.vcf), a calendar (.ics) or a folder of mail (.mbox) to a file for other programs. daybook import reads them all."}
	return s
}

// brief implements section.
func (s *export) brief() text.Text {
	switch {
	case s.running != nil:
		return text.Concat(text.Literal("writing"), s.ellipsis())
	case s.frame.Beside():
		return text.Text{}
	}
	return text.Literal("contacts, calendars, mail")
}

// exportKey is the row of something.
func exportKey(e Export) string { return e.Kind + " " + e.ID }

var exportKinds = []struct{ kind, name, ending string }{
	{ExportContacts, "Contacts", ".vcf"}, {ExportCalendar, "Calendars", ".ics"}, {ExportMail, "Mail", ".mbox"},
}

// rows implements section.
func (s *export) rows(width int) []row {
	var rows []row
	for _, kind := range exportKinds {
		began := false
		for _, e := range s.list.value {
			if e.Kind != kind.kind {
				continue
			}
			if !began {
				rows, began = append(rows, s.heading(kind.name, width)...), true
			}
			rows = append(rows, s.row(e, width))
		}
	}
	return rows
}

func (s *export) row(e Export, width int) row {
	how := text.Text{}
	switch {
	case s.running != nil && *s.running == e:
		how = text.Concat(text.Literal("writing"), s.ellipsis(), text.Literal(" enter stops"))
	case e.Count > 0:
		how = text.Clean(views.Count(e.Count, "message", "messages"))
	}
	return row{key: exportKey(e), height: 1, draw: s.columns(width, func(st *theme.Styles) [][]paint.Column {
		return [][]paint.Column{{{Text: text.Clean(e.Name), Style: st.Text, Fill: true}, {Text: how, Style: st.Muted, Gap: 2, Own: true}, {Width: 1}}}
	})}
}

// chosen is what the cursor is on.
func (s *export) chosen() (Export, bool) {
	key := s.keyIn(s)
	for _, e := range s.list.value {
		if exportKey(e) == key {
			return e, true
		}
	}
	return Export{}, false
}

// open implements opener: it asks for the file, or stops what is being written.
func (s *export) open() tea.Cmd {
	e, ok := s.chosen()
	switch {
	case !ok:
		return views.Notice(views.Warning, "There is nothing here to export")
	case s.running != nil && *s.running == e:
		s.stop()
		return nil
	case s.running != nil:
		return views.Notice(views.Warning, text.Clean(s.running.Name), " is being written: wait for it, or stop it with enter")
	}
	q := dialog.Question{Title: text.Of("Write ", text.Clean(e.Name), " to"), Placeholder: text.Literal("~/file"), Value: s.path(e), Complete: s.complete}
	return s.dialog.AskFor(s.env.Theme, q, func(box dialog.Box, path string) (tea.Cmd, error) {
		if strings.HasSuffix(path, "/") {
			return nil, errors.New("add a file's name")
		}
		return s.write(e, path), nil
	})
}

// complete offers how a path may go on.
func (s *export) complete(typed string) tea.Cmd {
	files := s.options.Files
	if files == nil {
		return nil
	}
	done := views.Done(&s.work, func(paths []string, _ error) tea.Cmd { return s.dialog.Offer(typed, paths) })
	return func() tea.Msg { return done(files.Complete(typed, dialog.Completions), nil) }
}

// path is where something is written if nothing else is said.
func (s *export) path(e Export) string {
	name, ending := strings.ReplaceAll(e.Name, "/", "-"), ""
	for _, kind := range exportKinds {
		if kind.kind == e.Kind {
			ending = kind.ending
		}
	}
	if e.Kind == ExportContacts {
		name = "contacts"
	}
	folder := s.options.Downloads
	if folder == "" {
		folder = "~"
	}
	return filepath.ToSlash(filepath.Join(folder, download.FileName(name+ending)))
}

// write writes it beside the program, for as long as it has reason to take.
func (s *export) write(e Export, path string) tea.Cmd {
	exporter := s.options.Exporter
	stopped, stop := context.WithCancel(context.Background())
	s.running, s.stop = &e, stop
	return tea.Batch(views.Notice(views.Info, "Writing ", text.Clean(e.Name), s.ellipsis()),
		views.Call(&s.work, int64(e.Count)*messageBytes, func(ctx context.Context) (Exported, error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(stopped, cancel)()
			return exporter.Export(ctx, e, path)
		}, func(done Exported, err error) tea.Cmd {
			wasStopped := stopped.Err() != nil
			s.running = nil
			stop()
			return s.onWritten(e, done, err, wasStopped)
		}))
}

func (s *export) onWritten(e Export, done Exported, err error, stopped bool) tea.Cmd {
	if err != nil && stopped {
		return views.Notice(views.Info, "Stopped: nothing of ", text.Clean(e.Name), " stays")
	}
	if err != nil {
		return views.Notice(views.Failure, "Not exported: ", err)
	}
	words := map[string]string{
		ExportContacts: views.Count(done.Count, "contact", "contacts"), ExportCalendar: views.Count(done.Count, "event", "events"),
		ExportMail: views.Count(done.Count, "message", "messages"),
	}[e.Kind]
	if done.Skipped > 0 {
		words += fmt.Sprintf(" (%d were gone by then)", done.Skipped)
	}
	return views.Notice(views.Success, "Wrote ", words, " to ", text.Clean(done.Path))
}
