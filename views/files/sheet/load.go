package sheet

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

func (b *Book) tookSheets(msg sheetsLoaded) tea.Cmd {
	if !b.sheets.Current(msg.generation) {
		return nil
	}
	if b.err = msg.err; msg.err != nil {
		if len(b.pages) > 0 {
			return say("The workbook could not be read anew: "+msg.err.Error(), views.Failure)
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
	for _, w := range msg.sheets {
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

func (b *Book) tookLists(msg listed) tea.Cmd {
	if !b.lists.Current(msg.generation) {
		return nil
	}
	b.tables, b.names, b.missing = msg.tables, b.names[:0], ""
	for _, n := range msg.names {
		if n.Visible {
			b.names = append(b.names, n)
		}
	}
	if err := errors.Join(msg.tablesErr, msg.namesErr); err != nil {
		b.missing = err.Error()
	}
	b.relist()
	b.place()
	return b.fetch() // the list beside them has its room of the cells
}

func (b *Book) tookUsed(msg usedLoaded) tea.Cmd {
	if !b.extent.Current(msg.generation) {
		return nil
	}
	p := msg.page
	if p.err = msg.err; msg.err != nil {
		return nil
	}
	if p.known && (p.used.Bottom != msg.used.Bottom || p.used.Right != msg.used.Right) {
		p.age() // the last blocks end elsewhere now
	}
	p.used, p.known = msg.used, true
	p.grid.Reload()
	return b.fetch()
}

func (b *Book) tookCells(msg cellsLoaded) tea.Cmd {
	p := msg.page
	f, ok := p.flights[msg.spot]
	if !ok || f.generation != msg.generation {
		return nil
	}
	delete(p.flights, msg.spot)
	if msg.err != nil {
		if errors.Is(msg.err, context.Canceled) {
			return nil
		}
		p.refused[msg.spot] = true
		p.err = msg.err
		return nil
	}
	p.err = nil
	p.put(msg.spot, msg.cells)
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
