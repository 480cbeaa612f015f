package sheet

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

// requestTime bounds one request, copyTime all those of a copy.
const (
	requestTime = 30 * time.Second
	copyTime    = 2 * time.Minute
)

func (b *Book) loadSheets() tea.Cmd {
	service, file := b.service, b.file
	ctx, generation := b.sheets.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Sheets(ctx, file)
		return sheetsLoaded{generation: generation, sheets: list, err: err}
	}
}

func (b *Book) loadLists() tea.Cmd {
	service, file := b.service, b.file
	ctx, generation := b.lists.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		msg := listed{generation: generation}
		msg.tables, msg.tablesErr = service.Tables(ctx, file)
		msg.names, msg.namesErr = service.Names(ctx, file)
		return msg
	}
}

// loadUsed asks how far the sheet that is shown goes.
func (b *Book) loadUsed() tea.Cmd {
	p := b.page()
	if p == nil {
		return nil
	}
	service, file := b.service, b.file
	ctx, generation := b.extent.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		used, err := service.Used(ctx, file, p.name)
		return usedLoaded{generation: generation, page: p, used: used, err: err}
	}
}

// fetch reads the blocks on the screen that are not there, and gives up those
// that are no longer on it.
func (b *Book) fetch() tea.Cmd {
	p := b.page()
	if p == nil || !p.known || b.width == 0 {
		return nil
	}
	b.place()
	wanted := p.wanted()
	still := map[spot]bool{}
	for _, s := range wanted {
		still[s] = true
	}
	for s, f := range p.flights {
		if !still[s] {
			f.cancel()
			delete(p.flights, s)
		}
	}
	var cmds []tea.Cmd
	for _, s := range wanted {
		if _, under := p.flights[s]; !under {
			cmds = append(cmds, b.fly(p, s))
		}
	}
	return tea.Batch(cmds...)
}

func (b *Book) fly(p *page, s spot) tea.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), requestTime)
	b.flights++
	generation := b.flights
	p.flights[s] = flight{generation, cancel}
	service, file, at := b.service, b.file, p.area(s)
	return func() tea.Msg {
		defer cancel()
		r, err := service.Cells(ctx, file, p.name, at)
		return cellsLoaded{generation: generation, page: p, spot: s, cells: cellsOf(r, at.Rows(), at.Columns()), err: err}
	}
}

func (b *Book) findName(name string) tea.Cmd {
	service, file := b.service, b.file
	ctx, generation := b.jump.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		address, err := service.NameAddress(ctx, file, name)
		return found{generation: generation, what: name, address: address, err: err}
	}
}

// findTable asks where the first and the last of some columns of a table are.
func (b *Book) findTable(table, first, last string) tea.Cmd {
	service, file := b.service, b.file
	ctx, generation := b.jump.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		from, err := service.ColumnAddress(ctx, file, table, first)
		to := from
		if err == nil && last != first {
			to, err = service.ColumnAddress(ctx, file, table, last)
		}
		if err == nil {
			from, err = spanned(from, to)
		}
		return found{generation: generation, what: table, address: from, err: err}
	}
}

// spanned is the rectangle from one address to another of the same sheet.
func spanned(from, to string) (string, error) {
	sheet, a, err := model.ParseCells(from)
	if err != nil {
		return "", err
	}
	_, z, err := model.ParseCells(to)
	if err != nil {
		return "", err
	}
	all := model.Cells{Top: min(a.Top, z.Top), Left: min(a.Left, z.Left), Bottom: max(a.Bottom, z.Bottom), Right: max(a.Right, z.Right)}
	return all.Address(sheet), nil
}

func say(words string, level views.Level) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(words), Level: level})
}
