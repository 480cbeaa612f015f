package sheet

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

func (b *Book) onSheets(sheets []model.WorkbookWorksheet, err error) tea.Cmd {
	if b.err = err; err != nil {
		if len(b.pages) > 0 {
			return views.Notice(views.Failure, "The workbook could not be read anew: "+err.Error())
		}
		return nil
	}
	before := map[string]*page{}
	current := ""
	for _, p := range b.pages {
		before[p.name] = p
	}
	if p := b.page(); p != nil {
		current = p.name
	}
	b.pages, b.at = nil, 0
	for _, w := range sheets {
		if w.Visibility != "" && w.Visibility != "Visible" {
			continue
		}
		p := before[w.Name]
		if p == nil {
			p = b.newPage(w)
		}
		if p.name == current {
			b.at = len(b.pages)
		}
		b.pages = append(b.pages, p)
	}
	b.place()
	return b.loadUsed()
}

// lists are the tables and names of a workbook.
type lists struct {
	tables []Table
	names  []model.WorkbookNamedItem
}

// onLists takes what could be read of them; err is of the others.
func (b *Book) onLists(l lists, err error) tea.Cmd {
	b.tables, b.names, b.missing = l.tables, b.names[:0], ""
	for _, n := range l.names {
		if n.Visible {
			b.names = append(b.names, n)
		}
	}
	if err != nil {
		b.missing = err.Error()
	}
	b.relist()
	b.place()
	return b.fetch() // the list beside them has its room of the cells
}

func (b *Book) onUsed(p *page, used model.Cells, err error) tea.Cmd {
	if p.err = err; err != nil {
		return nil
	}
	if p.known && (p.used.Bottom != used.Bottom || p.used.Right != used.Right) {
		p.age() // the last blocks end elsewhere now
	}
	p.used, p.known = used, true
	p.grid.Reload()
	return b.fetch()
}

func (b *Book) onCells(p *page, s spot, cells [][]cell, err error) tea.Cmd {
	delete(p.flights, s)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil
		}
		p.refused[s] = true
		p.err = err
		return nil
	}
	p.err = nil
	p.put(s, cells)
	return b.fetch()
}

// show turns to a sheet.
func (b *Book) show(i int) tea.Cmd {
	if i < 0 || i >= len(b.pages) || i == b.at {
		return nil
	}
	if p := b.page(); p != nil {
		p.land()
	}
	b.at, b.onSide = i, false
	b.place()
	if b.page().known {
		return b.fetch()
	}
	return b.loadUsed()
}
