package sheet

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

func (b *Book) loadSheets() tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.sheets, func(ctx context.Context) ([]model.WorkbookWorksheet, error) {
		return service.Sheets(ctx, file)
	}, b.onSheets)
}

func (b *Book) loadLists() tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.lists, func(ctx context.Context) (lists, error) {
		tables, tablesErr := service.Tables(ctx, file)
		names, namesErr := service.Names(ctx, file)
		return lists{tables, names}, errors.Join(tablesErr, namesErr)
	}, b.onLists)
}

// loadUsed asks how far the sheet that is shown goes.
func (b *Book) loadUsed() tea.Cmd {
	p := b.page()
	if p == nil {
		return nil
	}
	service, file := b.service, b.file
	name := p.name
	return views.Load(&b.work, &b.extent, func(ctx context.Context) (model.Cells, error) {
		return service.Used(ctx, file, name)
	}, func(used model.Cells, err error) tea.Cmd { return b.onUsed(p, used, err) })
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
			f.Cancel()
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
	p.flights[s] = new(views.Request)
	service, file, name, at := b.service, b.file, p.name, p.area(s)
	return views.Load(&b.work, p.flights[s], func(ctx context.Context) ([][]cell, error) {
		r, err := service.Cells(ctx, file, name, at)
		return cellsOf(r, at.Rows(), at.Columns()), err
	}, func(cells [][]cell, err error) tea.Cmd { return b.onCells(p, s, cells, err) })
}

func (b *Book) findName(name string) tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.jump, func(ctx context.Context) (string, error) {
		return service.NameAddress(ctx, file, name)
	}, func(address string, err error) tea.Cmd { return b.onFound(name, address, err) })
}

// findTable asks where the first and the last of some columns of a table are.
func (b *Book) findTable(table, first, last string) tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.jump, func(ctx context.Context) (string, error) {
		from, err := service.ColumnAddress(ctx, file, table, first)
		to := from
		if err == nil && last != first {
			to, err = service.ColumnAddress(ctx, file, table, last)
		}
		if err == nil {
			from, err = spanned(from, to)
		}
		return from, err
	}, func(address string, err error) tea.Cmd { return b.onFound(table, address, err) })
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
