package account

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/form"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// senders is the section of whose mail is always focused, or always other.
type senders struct {
	base
	list *part[[]model.InferenceClassificationOverride]
}

func newSenders(h *host) *senders {
	s := &senders{base: base{host: h}}
	s.list = newPart(h, func(ctx context.Context, s Service) ([]model.InferenceClassificationOverride, error) {
		return s.Overrides(ctx)
	}, s.sort)
	s.is = facts{id: "senders", name: "Senders", parts: []reader{s.list}, hints: []string{"new", "focused-or-other", "delete"},
		about: "Whose mail is always focused, or always other, whatever it says."}
	return s
}

// sort puts them in the order of their names.
func (s *senders) sort() tea.Cmd {
	slices.SortStableFunc(s.list.value, func(x, y model.InferenceClassificationOverride) int {
		return strings.Compare(strings.ToLower(senderName(x)), strings.ToLower(senderName(y)))
	})
	return nil
}

// apply puts one in the place of another, either nil for none.
func (s *senders) apply(was, is *model.InferenceClassificationOverride) {
	s.list.value = replaced(s.list.value, was, is, func(o model.InferenceClassificationOverride) int {
		return overrideAt(s.list.value, o.SenderEmailAddress.Address)
	})
	s.sort()
}

func senderName(o model.InferenceClassificationOverride) string {
	if o.SenderEmailAddress.Name != "" {
		return o.SenderEmailAddress.Name
	}
	return o.SenderEmailAddress.Address
}

// overrideAt is where a sender is in the list, -1 for nowhere.
func overrideAt(list []model.InferenceClassificationOverride, address string) int {
	return slices.IndexFunc(list, func(o model.InferenceClassificationOverride) bool {
		return strings.EqualFold(o.SenderEmailAddress.Address, address)
	})
}

// brief implements section.
func (s *senders) brief() text.Text {
	n := len(s.list.value)
	if s.frame.Beside() || n == 0 {
		return counted(n)
	}
	some := 0
	for _, o := range s.list.value {
		if focused(o) {
			some++
		}
	}
	return text.Clean(fmt.Sprintf("%d always focused, %d always other", some, n-some))
}

// rows implements section.
func (s *senders) rows(width int) []row {
	if len(s.list.value) == 0 {
		return []row{s.wordsRow("No sender is decided on yet. n adds one; o on a message in the inbox does it too.", width)}
	}
	rows := make([]row, 0, len(s.list.value))
	for _, o := range s.list.value {
		rows = append(rows, s.row(o, width))
	}
	return rows
}

func focused(o model.InferenceClassificationOverride) bool {
	return strings.EqualFold(o.ClassifyAs, model.Focused)
}

// row is the class by shape and by word, then whose mail it is.
func (s *senders) row(o model.InferenceClassificationOverride, width int) row {
	return row{key: strings.ToLower(o.SenderEmailAddress.Address), height: 1, draw: s.columns(width, func(st *theme.Styles) [][]paint.Column {
		sign, word, look := s.env.Theme.Glyphs.Optional, "Other  ", st.Muted
		if focused(o) {
			sign, word, look = s.env.Theme.Glyphs.Person, "Focused", st.Accent
		}
		name, address := text.Clean(o.SenderEmailAddress.Name), text.Clean(o.SenderEmailAddress.Address)
		if name.Empty() || name.String() == address.String() {
			name, address = address, text.Text{}
		}
		line := []paint.Column{{Text: text.Concat(text.Glyph(sign), text.Clean(" "+word)), Style: look}, {Text: name, Style: st.Text, Gap: 2}}
		if !address.Empty() {
			line[1].Width = max(name.Width(), senderWidth)
			line = append(line, paint.Column{Text: address, Style: st.Muted, Gap: 2, Least: 9, Order: 1})
		}
		return [][]paint.Column{append(line, paint.Column{Fill: true})}
	})}
}

// senderWidth is the cells of a sender's name with an address behind it.
const senderWidth = 26

// sender is the one of the cursor.
func (s *senders) sender() (model.InferenceClassificationOverride, bool) {
	if i := overrideAt(s.list.value, s.keyIn(s)); i >= 0 {
		return s.list.value[i], true
	}
	return model.InferenceClassificationOverride{}, false
}

func noSender() tea.Cmd { return views.Notice(views.Warning, "Choose a sender first, or n adds one") }

func classWord(classifyAs string) string {
	if strings.EqualFold(classifyAs, model.Focused) {
		return "focused"
	}
	return "other"
}

// switchClass makes focused other, and other focused.
func (s *senders) switchClass(int) tea.Cmd {
	was, ok := s.sender()
	if !ok {
		return noSender()
	}
	is := was
	is.ClassifyAs = model.Focused
	if focused(was) {
		is.ClassifyAs = model.Other
	}
	return s.do(nil, "Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderWas: &was, SenderIs: &is})
}

// remove implements remover.
func (s *senders) remove() tea.Cmd {
	was, ok := s.sender()
	if !ok {
		return noSender()
	}
	return s.do(nil, "Forgot the sender "+senderName(was), change{SenderWas: &was})
}

// add implements adder.
func (s *senders) add() tea.Cmd {
	if !s.list.read {
		return views.Notice(views.Warning, "The senders are not read yet; r reads them")
	}
	return s.fill("New sender", nil)
}

// edit implements editor.
func (s *senders) edit() tea.Cmd {
	was, ok := s.sender()
	if !ok {
		return noSender()
	}
	return s.fill("Sender", &was)
}

// fill asks whose mail goes where. was is nil for a new one.
func (s *senders) fill(title string, was *model.InferenceClassificationOverride) tea.Cmd {
	th := s.env.Theme
	at, class := "", model.Focused
	if was != nil {
		at = written(was.SenderEmailAddress)
		class = classWord(was.ClassifyAs)
	}
	classes := []form.Option{{ID: model.Focused, Label: text.Literal("Focused")}, {ID: model.Other, Label: text.Literal("Other")}}
	d := s.newForm(title, []form.Field{
		{Key: "sender", Label: text.Literal("Sender"), Control: form.NewText(th, at, text.Literal("Name <address@example.org>")), Check: func(v string) (text.Text, error) {
			a, err := readAddress(v)
			if err != nil {
				return text.Text{}, err
			}
			if i := overrideAt(s.list.value, a.Address); i >= 0 && (was == nil || !strings.EqualFold(a.Address, was.SenderEmailAddress.Address)) {
				return text.Text{}, errors.New("this sender is there already: " + classWord(s.list.value[i].ClassifyAs))
			}
			return text.Text{}, nil
		}},
		{Key: "class", Label: text.Literal("Their mail is"), Control: form.NewChoice(th, classes, class)},
	})
	d.save = func() tea.Cmd {
		a, err := readAddress(d.form.Value("sender"))
		if err != nil {
			return views.Notice(views.Failure, "Not kept: "+err.Error())
		}
		is := model.InferenceClassificationOverride{ClassifyAs: d.form.Value("class"), SenderEmailAddress: a}
		switch {
		case was == nil:
			s.goTo(strings.ToLower(a.Address))
			return s.do(d.box, "Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderIs: &is})
		case is.SenderEmailAddress == was.SenderEmailAddress && strings.EqualFold(is.ClassifyAs, was.ClassifyAs):
			return nil
		}
		s.key = strings.ToLower(a.Address)
		return s.do(d.box, "Mail of "+senderName(is)+" is "+classWord(is.ClassifyAs), change{SenderWas: was, SenderIs: &is})
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
