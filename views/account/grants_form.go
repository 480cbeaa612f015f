package account

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/widget/form"
	"daybook/widget/text"
)

func (m *Model) newGrant() tea.Cmd {
	if !m.read[mePart] || !m.read[grantsPart] {
		return say("The permissions are not read yet; r reads them", views.Warning)
	}
	return m.grantForm("New permission", nil, m.by)
}

// dayLayout is how the form writes days; words are read too.
const dayLayout = "2006-01-02 15:04"

func (m *Model) written(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.In(m.env.Zone()).Format(dayLayout)
}

// grantForm asks for all that a grant holds. was is nil for a new one.
func (m *Model) grantForm(title string, was *model.PermissionGrant, by Path) tea.Cmd {
	th := m.env.Theme
	now := model.PermissionGrant{ConsentType: forOne, PrincipalID: m.book.me.ID}
	if was != nil {
		now = *was
	}
	need := func(what, was string) func(string) (text.Text, error) {
		return func(v string) (text.Text, error) {
			if strings.TrimSpace(v) == "" {
				return text.Text{}, errors.New("needs " + what)
			}
			return marks(was, was)(v)
		}
	}
	consents := []form.Option{{ID: forOne, Label: text.Literal("One person")}, {ID: forAll, Label: text.Literal("Everybody")}}
	from, until := m.written(now.StartTime), m.written(now.ExpiryTime)
	d := m.newForm(title, []form.Field{
		{Key: "client", Label: text.Literal("Program"), Control: form.NewText(th, now.ClientID, text.Literal("the program's id")), Check: need("the id of the program", now.ClientID)},
		{Key: "resource", Label: text.Literal("On"), Control: form.NewText(th, now.ResourceID, text.Literal("the id of the service it reaches")), Check: need("the id of the service", now.ResourceID)},
		{Key: "scope", Label: text.Literal("May"), Control: form.NewText(th, now.Scope, text.Literal("Mail.Read Calendars.Read")), Check: checkScopes},
		{Key: "consent", Label: text.Literal("For"), Control: form.NewChoice(th, consents, lowered(consents, now.ConsentType))},
		{Key: "principal", Label: text.Literal("Whom"), Control: form.NewText(th, now.PrincipalID, text.Literal("the id of a person")), Check: m.checkPrincipal},
		{Key: "start", Label: text.Literal("From"), Control: form.NewText(th, from, text.Literal("now")), Check: m.checkDay(now.StartTime)},
		{Key: "expiry", Label: text.Literal("Until"), Control: form.NewText(th, until, text.Literal("in 1 month; nothing for good")), Check: m.checkDay(now.ExpiryTime)},
	})
	fixed := m.options.ScopesAlone && was != nil
	d.arrange = func() { d.form.SetHidden("principal", fixed || d.form.Value("consent") == forAll) }
	for _, key := range []string{"start", "expiry"} {
		d.form.SetHidden(key, m.options.ScopesAlone)
	}
	for _, key := range []string{"client", "resource", "consent"} {
		d.form.SetHidden(key, fixed)
	}
	d.save = func() tea.Cmd {
		is, err := m.grantOf(d.form, now)
		switch {
		case err != nil:
			return say("Not kept: "+err.Error(), views.Failure)
		case was == nil:
			return m.do("Permitted "+programWord(is.ClientID)+" something", change{GrantIs: &is, By: by})
		case grantPatch(*was, is) == model.PermissionGrantPatch{}:
			return nil
		}
		return m.do("Changed the permission of "+programWord(is.ClientID), change{GrantWas: was, GrantIs: &is, By: by})
	}
	if fixed {
		d.begin("scope")
	} else {
		d.begin("client")
	}
	return nil
}

// grantOf reads the form over a grant.
func (m *Model) grantOf(f *form.Form, over model.PermissionGrant) (model.PermissionGrant, error) {
	is := over
	is.ClientID, is.ResourceID = strings.TrimSpace(f.Value("client")), strings.TrimSpace(f.Value("resource"))
	is.Scope = strings.Join(strings.Fields(f.Value("scope")), " ")
	if is.ConsentType, is.PrincipalID = f.Value("consent"), ""; is.ConsentType != forAll {
		is.PrincipalID = strings.TrimSpace(f.Value("principal"))
	}
	for _, at := range []struct {
		key string
		to  **time.Time
	}{{"start", &is.StartTime}, {"expiry", &is.ExpiryTime}} {
		words := strings.TrimSpace(f.Value(at.key))
		if words == m.written(*at.to) {
			continue // to the minute it is what it was
		}
		t, err := m.grantDay(words, *at.to)
		if err != nil {
			return is, err
		}
		*at.to = &t
	}
	return is, nil
}

// checkScopes notes which scopes nobody here knows.
func checkScopes(v string) (text.Text, error) {
	var unknown []string
	for _, s := range strings.Fields(v) {
		if _, ok := known(s); !ok {
			unknown = append(unknown, s)
		}
	}
	switch {
	case strings.TrimSpace(v) == "":
		return text.Text{}, errors.New("needs a scope, such as Mail.Read")
	case len(unknown) > 0:
		return text.Clean("not known to this program: " + strings.Join(unknown, ", ")), nil
	}
	var words []string
	for _, s := range strings.Fields(v) {
		is, _ := known(s)
		words = append(words, is.short)
	}
	return text.Clean(strings.Join(words, "; ")), nil
}

func (m *Model) checkPrincipal(v string) (text.Text, error) {
	switch v = strings.TrimSpace(v); {
	case v == "":
		return text.Text{}, errors.New("needs the id of a person, or Everybody above")
	case m.isMe(v):
		return text.Literal("you"), nil
	}
	return text.Clean(m.book.names[v]), nil
}

// grantDay reads when a permission begins or ends. A time alone is on the day
// that it has already.
func (m *Model) grantDay(words string, was *time.Time) (time.Time, error) {
	if was == nil {
		return dateparse.Parse(words, m.now(), dateparse.Ahead, 0)
	}
	return dateparse.ParseOn(words, m.now(), was.In(m.env.Zone()), dateparse.Ahead, 0)
}

// checkDay notes which day the words mean. An end that is there cannot be
// taken away: the interface changes values and empties none.
func (m *Model) checkDay(at *time.Time) func(string) (text.Text, error) {
	was := m.written(at)
	return func(v string) (text.Text, error) {
		v = strings.TrimSpace(v)
		switch {
		case v == was:
			return text.Text{}, nil
		case v == "":
			return text.Text{}, fmt.Errorf("cannot be emptied, only changed; it was %s", was)
		}
		t, err := m.grantDay(v, at)
		if err != nil {
			return text.Text{}, err
		}
		words := t.Format("Mon 2 Jan 2006 15:04")
		if was != "" {
			words += "; was " + was
		}
		return text.Clean(words), nil
	}
}
