package account

import (
	"errors"
	"fmt"
	"net/mail"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/text"
)

func (m *Model) sendersBrief() text.Text {
	n := len(m.book.overrides)
	if m.beside() || n == 0 {
		return counted(n)
	}
	some := 0
	for _, o := range m.book.overrides {
		if focused(o) {
			some++
		}
	}
	return text.Clean(fmt.Sprintf("%d always focused, %d always other", some, n-some))
}

func counted(n int) text.Text {
	if n == 0 {
		return text.Literal("none")
	}
	return text.Clean(strconv.Itoa(n))
}

func (m *Model) senderRows(width int) []row {
	if len(m.book.overrides) == 0 {
		return []row{m.wordsRow("No sender is decided on yet. n adds one; o on a message in the inbox does it too.", width)}
	}
	rows := make([]row, 0, len(m.book.overrides))
	for _, o := range m.book.overrides {
		rows = append(rows, m.senderRow(o, width))
	}
	return rows
}

func focused(o model.InferenceClassificationOverride) bool {
	return strings.EqualFold(o.ClassifyAs, model.Focused)
}

// senderRow is the class by shape and by word, then whose mail it is.
func (m *Model) senderRow(o model.InferenceClassificationOverride, width int) row {
	return row{key: strings.ToLower(o.SenderEmailAddress.Address), height: 1, draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		sign, word := th.Glyphs.Optional, "Other  "
		look := st.Muted
		if focused(o) {
			sign, word, look = th.Glyphs.Person, "Focused", st.Accent
		}
		name, address := text.Clean(o.SenderEmailAddress.Name), text.Clean(o.SenderEmailAddress.Address)
		if name.Empty() || name.String() == address.String() {
			name, address = address, text.Text{}
		}
		line := bar(th, st, state) + look.Render(string(sign)+" "+word) + st.Text.Render("  ")
		room := max(width-text.Width(line)-1, 1)
		name = name.Truncate(room, m.ellipsis())
		line += st.Text.Render(name.String())
		if left := room - max(name.Width(), 26) - 2; left > 8 {
			line += st.Text.Render(text.Blanks(max(26-name.Width(), 0)+2)) + st.Muted.Render(address.Truncate(left, m.ellipsis()).String())
		}
		return []string{fill(line, width, st)}
	}}
}

// sender is the one of the cursor.
func (m *Model) sender() (model.InferenceClassificationOverride, bool) {
	if i := overrideAt(m.book.overrides, m.cursorKey()); i >= 0 {
		return m.book.overrides[i], true
	}
	return model.InferenceClassificationOverride{}, false
}

func noSender() tea.Cmd { return say("Choose a sender first, or n adds one", views.Warning) }

func classWord(classifyAs string) string {
	if strings.EqualFold(classifyAs, model.Focused) {
		return "focused"
	}
	return "other"
}

func (m *Model) switchSender(int) tea.Cmd {
	was, ok := m.sender()
	if !ok {
		return noSender()
	}
	is := was
	is.ClassifyAs = model.Focused
	if focused(was) {
		is.ClassifyAs = model.Other
	}
	return m.do("Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderWas: &was, SenderIs: &is})
}

func (m *Model) deleteSender() tea.Cmd {
	was, ok := m.sender()
	if !ok {
		return noSender()
	}
	return m.do("Forgot the sender "+senderName(was), change{SenderWas: &was})
}

func (m *Model) newSender() tea.Cmd {
	if !m.read[overridesPart] {
		return say("The senders are not read yet; r reads them", views.Warning)
	}
	return m.senderForm("New sender", nil)
}

func (m *Model) editSender() tea.Cmd {
	was, ok := m.sender()
	if !ok {
		return noSender()
	}
	return m.senderForm("Sender", &was)
}

// senderForm asks whose mail goes where. was is nil for a new one.
func (m *Model) senderForm(title string, was *model.InferenceClassificationOverride) tea.Cmd {
	th := m.env.Theme
	at, class := "", model.Focused
	if was != nil {
		at = written(was.SenderEmailAddress)
		class = classWord(was.ClassifyAs)
	}
	classes := []form.Option{{ID: model.Focused, Label: text.Literal("Focused")}, {ID: model.Other, Label: text.Literal("Other")}}
	d := m.newForm(title, []form.Field{
		{Key: "sender", Label: text.Literal("Sender"), Control: form.NewText(th, at, text.Literal("Name <address@example.org>")), Check: func(v string) (text.Text, error) {
			a, err := readAddress(v)
			if err != nil {
				return text.Text{}, err
			}
			if i := overrideAt(m.book.overrides, a.Address); i >= 0 && (was == nil || !strings.EqualFold(a.Address, was.SenderEmailAddress.Address)) {
				return text.Text{}, errors.New("this sender is there already: " + classWord(m.book.overrides[i].ClassifyAs))
			}
			return text.Text{}, nil
		}},
		{Key: "class", Label: text.Literal("Their mail is"), Control: form.NewChoice(th, classes, class)},
	})
	d.save = func() tea.Cmd {
		a, err := readAddress(d.form.Value("sender"))
		if err != nil {
			return say("Not kept: "+err.Error(), views.Failure)
		}
		is := model.InferenceClassificationOverride{ClassifyAs: d.form.Value("class"), SenderEmailAddress: a}
		switch {
		case was == nil:
			m.pages[m.at].key, m.pages[m.at].free = strings.ToLower(a.Address), false
			return m.do("Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderIs: &is})
		case is.SenderEmailAddress == was.SenderEmailAddress && strings.EqualFold(is.ClassifyAs, was.ClassifyAs):
			return nil
		}
		m.pages[m.at].key = strings.ToLower(a.Address)
		return m.do("Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderWas: was, SenderIs: &is})
	}
	d.begin("sender")
	return nil
}

func written(a model.EmailAddress) string {
	if a.Name == "" {
		return a.Address
	}
	return a.Name + " <" + a.Address + ">"
}

// readAddress reads "Name <address>" or an address alone.
func readAddress(words string) (model.EmailAddress, error) {
	words = strings.TrimSpace(words)
	name, rest, named := strings.Cut(words, "<")
	address := words
	if named {
		address = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), ">"))
		name = strings.Trim(strings.TrimSpace(name), `"`)
	} else {
		name = ""
	}
	if a, err := mail.ParseAddress(address); err != nil || a.Address != address {
		return model.EmailAddress{}, errors.New("needs an address, such as ann@example.org")
	}
	if name == "" {
		name = address
	}
	return model.EmailAddress{Name: name, Address: address}, nil
}
