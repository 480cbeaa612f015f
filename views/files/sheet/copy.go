package sheet

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/progress"
	"daybook/widget/text"
)

// A copy is read in parts of so many cells, and has so many at most.
const (
	copyPart = 20_000
	copyMost = 500_000
)

// copyRange puts the selection on the clipboard as a spreadsheet takes it:
// the texts that are shown, tabs between columns, a line a row.
func (b *Book) copyRange(int) tea.Cmd {
	p := b.page()
	if p == nil || !p.known {
		return views.Notice(views.Warning, "There is nothing to copy yet")
	}
	s := p.grid.Selection()
	at := model.Cells{Top: s.Top + 1, Left: s.Left + 1, Bottom: s.Bottom + 1, Right: s.Right + 1}
	if n := at.Rows() * at.Columns(); n > copyMost {
		return views.Notice(views.Warning, fmt.Sprintf("%s has %s cells; %s can be copied at once", at.Address(""), progress.Number(n), progress.Number(copyMost)))
	}
	service, file := b.service, b.file
	name := p.name
	return views.Load(&b.work, &b.copies, func(ctx context.Context) (string, error) { return tsvOf(ctx, service, file, name, at) },
		func(tsv string, err error) tea.Cmd {
			return b.onCopied(at.Address(name), at.Rows()*at.Columns(), tsv, err)
		})
}

// tsvOf reads a range part by part.
func tsvOf(ctx context.Context, service Service, file File, sheet string, at model.Cells) (string, error) {
	var out strings.Builder
	rows := max(copyPart/at.Columns(), 1)
	for top := at.Top; top <= at.Bottom; top += rows {
		part := model.Cells{Top: top, Left: at.Left, Bottom: min(top+rows-1, at.Bottom), Right: at.Right}
		r, err := service.Cells(ctx, file, sheet, part)
		if err != nil {
			return "", err
		}
		for i := range part.Rows() {
			for j := range part.Columns() {
				if j > 0 {
					out.WriteByte('\t')
				}
				out.WriteString(field(r, i, j))
			}
			out.WriteByte('\n')
		}
	}
	return out.String(), nil
}

// field is a cell of the copy. It is cleaned, as it may be pasted into a
// shell, and put in quotes where it has a line break or begins with a quote,
// as spreadsheets do.
func field(r model.WorkbookRange, i, j int) string {
	shown := at(r.Text, i, j)
	if shown == "" {
		shown = plain(at(r.Values, i, j))
	}
	s := text.CleanBlock(shown).String()
	if strings.Contains(s, "\n") || strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// onCopied has a range of so many cells as tab-separated lines.
func (b *Book) onCopied(address string, cells int, tsv string, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Failure, "Not copied: "+err.Error())
	}
	words := "Copied " + address
	if cells > 1 {
		words += fmt.Sprintf(", %s cells", progress.Number(cells))
	}
	return tea.Batch(b.env.Desktop.Copy(tsv), views.Notice(views.Success, words))
}
