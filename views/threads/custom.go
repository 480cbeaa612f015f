package threads

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/extensions"
	"daybook/widget/text"
)

// customTarget is the post whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	g, t, p := m.group(), m.thread(), m.meant()
	if m.options.Custom == nil || m.dialog.IsOpen() || m.card.open || m.focus == groupFocus || t == nil || p == nil || p.Sending {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Post, Group: g.id, Thread: t.id, ID: p.ID}, text.Concat(text.Literal("Post of "), p.From.Short()), true
}

// customChanged names the extensions under their post.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if p := m.reader.find(item.ID); p != nil {
		p.Custom = names
	}
	m.reader.layout()
}

// takesCustom says that what is typed can have custom data: a forwarded post
// keeps its own.
func (m *Model) takesCustom() bool {
	return m.options.Custom != nil && m.writing != nil && m.writing.draft.Kind != forwarding
}

// draftCustom opens the custom data that the post will have.
func (m *Model) draftCustom(int) tea.Cmd {
	return m.custom.Draft(m.writing.title, m.writing.draft.Custom, func(all []model.OpenTypeExtension) tea.Cmd {
		if m.writing == nil {
			return nil
		}
		d := m.writing.draft
		d.Custom = all
		return m.keepAs(d)
	})
}

// customWords says at the draft how much custom data it has.
func (b *draftBox) customWords() string {
	switch n := len(b.draft.Custom); n {
	case 0:
		return "custom data"
	case 1:
		return "1 extension"
	default:
		return joined(n, " extensions").String()
	}
}
