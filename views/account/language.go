package account

import (
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// language is the section of language, zone, and how days are written.
type language struct {
	base
	set *settings

	zones   []model.TimeZoneInformation // nil while not read
	reading views.Request
}

func newLanguage(h *host, set *settings) *language {
	return &language{set: set, base: base{host: h, is: facts{id: "region", name: "Language and time", parts: []reader{set.all}, again: []reader{set.region},
		about: "How mail and calendar speak to you and to those who write to you.", hints: []string{"edit"}}}}
}

// brief implements section.
func (g *language) brief() text.Text {
	zone := g.set.all.value.TimeZone
	if !g.frame.Beside() {
		return views.Joined(g.locale().DisplayName, zone)
	}
	return text.Clean(zone[strings.LastIndex(zone, "/")+1:])
}

func (g *language) locale() model.LocaleInfo {
	if l := g.set.all.value.Language; l != nil {
		return *l
	}
	return model.LocaleInfo{}
}

// rows implements section.
func (g *language) rows(width int) []row {
	s, l := g.set.all.value, g.locale()
	name := l.DisplayName
	if name == "" || name == l.Locale {
		name = localeName(l.Locale)
	}
	if name == l.Locale { // once is enough
		name = ""
	}
	return []row{
		g.field("language", "Language", views.Joined(name, l.Locale), width),
		g.field("zone", "Time zone", views.Joined(s.TimeZone, g.set.zoneWords(s.TimeZone)), width),
		g.field("date", "Dates", views.Joined(s.DateFormat, g.example(s.DateFormat)), width),
		g.field("time", "Times", views.Joined(s.TimeFormat, g.example(s.TimeFormat)), width),
	}
}

// edit implements editor.
func (g *language) edit() tea.Cmd {
	switch g.keyIn(g) {
	case "language":
		return g.pickLanguage()
	case "zone":
		if g.zones == nil {
			return views.Load(&g.work, &g.reading, g.service.Zones, g.onZones)
		}
		return g.pickZone()
	case "date":
		return g.pickFormat("Dates", g.set.all.value.DateFormat, dateFormats(), func(s *model.MailboxSettings) *string { return &s.DateFormat })
	}
	return g.pickFormat("Times", g.set.all.value.TimeFormat, timeFormats(), func(s *model.MailboxSettings) *string { return &s.TimeFormat })
}

func (g *language) pickLanguage() tea.Cmd {
	now := g.locale()
	items := []picker.Item{}
	for _, l := range locales() {
		items = append(items, picker.Item{ID: l.Locale, Title: text.Clean(l.DisplayName), Detail: text.Clean(l.Locale), Words: l.Locale})
	}
	o := picker.Options{Title: text.Clean("Language, now " + now.Locale), Placeholder: text.Literal("a language, or a tag such as en-GB"), Free: true}
	return g.pick(o, items, func(c picker.Choice) tea.Cmd {
		is := model.LocaleInfo{Locale: strings.TrimSpace(c.Query)}
		if len(c.IDs) > 0 && !isTag(is.Locale) {
			is = model.LocaleInfo{Locale: c.IDs[0], DisplayName: localeName(c.IDs[0])}
		}
		if is.Locale == "" || is.Locale == now.Locale {
			return nil
		}
		now.Context = ""
		return g.set.change(nil, model.MailboxSettings{Language: &now}, model.MailboxSettings{Language: &is}, "Set the language to "+is.Locale)
	})
}

func (g *language) onZones(zones []model.TimeZoneInformation, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Failure, "The time zones could not be read: "+err.Error())
	}
	g.zones = zones
	if !g.dialog.IsOpen() && g.here() == section(g) {
		return g.pickZone()
	}
	return nil
}

func (g *language) pickZone() tea.Cmd {
	now := g.set.all.value.TimeZone
	items := make([]picker.Item, 0, len(g.zones))
	for _, z := range g.zones {
		items = append(items, picker.Item{ID: z.Alias, Title: text.Clean(z.Alias), Detail: text.Clean(z.DisplayName), Words: z.DisplayName})
	}
	o := picker.Options{Title: text.Clean("Time zone, now " + now), Placeholder: text.Literal("a city, or a Windows name")}
	return g.pick(o, items, func(c picker.Choice) tea.Cmd {
		if len(c.IDs) == 0 || c.IDs[0] == now {
			return nil
		}
		return g.set.change(nil, model.MailboxSettings{TimeZone: now}, model.MailboxSettings{TimeZone: c.IDs[0]}, "Set the time zone to "+c.IDs[0])
	})
}

func (g *language) pickFormat(what, now string, patterns []string, of func(*model.MailboxSettings) *string) tea.Cmd {
	items := make([]picker.Item, 0, len(patterns))
	for _, p := range patterns {
		items = append(items, picker.Item{ID: p, Title: text.Clean(g.example(p)), Detail: text.Clean(p), Words: p})
	}
	o := picker.Options{Title: text.Clean(what + ", now " + now), Placeholder: text.Literal("an example, or a pattern of your own"), Free: true}
	return g.pick(o, items, func(c picker.Choice) tea.Cmd {
		pattern := strings.TrimSpace(c.Query)
		if len(c.IDs) > 0 && !isPattern(pattern) {
			pattern = c.IDs[0]
		}
		if pattern == "" || pattern == now {
			return nil
		}
		var was, is model.MailboxSettings
		*of(&was), *of(&is) = now, pattern
		return g.set.change(nil, was, is, "Set "+strings.ToLower(what)+" to "+g.example(pattern))
	})
}

// isTag says that what was typed is a language tag, not the search for one.
func isTag(typed string) bool {
	language, region, ok := strings.Cut(typed, "-")
	letters := func(s string) bool {
		return !strings.ContainsFunc(s, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
		})
	}
	return ok && (len(language) == 2 || len(language) == 3) && len(region) >= 2 && letters(language+region)
}

// isPattern says that what was typed is a pattern, not the search for one: it
// has the letters of patterns and no other.
func isPattern(typed string) bool {
	strange := strings.ContainsFunc(typed, func(r rune) bool {
		return unicode.IsDigit(r) || unicode.IsLetter(r) && !strings.ContainsRune("dMyHhmst", r)
	})
	return len(typed) > 2 && !strange && strings.ContainsAny(typed, "dMyHhm")
}

func dateFormats() []string {
	return []string{"dd/MM/yyyy", "d MMMM yyyy", "d MMM yyyy", "yyyy-MM-dd", "M/d/yyyy", "MM/dd/yyyy", "MMMM d, yyyy", "dd.MM.yyyy", "d.M.yyyy", "dd-MM-yyyy", "yyyy/MM/dd", "ddd d MMM yyyy"}
}

func timeFormats() []string {
	return []string{"HH:mm", "H:mm", "h:mm tt", "hh:mm tt", "HH.mm", "H.mm", "HH:mm:ss"}
}

// localeName is a language in words, the tag itself when it is not of the
// list.
func localeName(tag string) string {
	for _, l := range locales() {
		if strings.EqualFold(l.Locale, tag) {
			return l.DisplayName
		}
	}
	return tag
}

// locales are the languages offered; any other tag can be typed.
func locales() []model.LocaleInfo {
	return []model.LocaleInfo{
		{Locale: "en-GB", DisplayName: "English (United Kingdom)"}, {Locale: "en-US", DisplayName: "English (United States)"},
		{Locale: "en-AU", DisplayName: "English (Australia)"}, {Locale: "en-CA", DisplayName: "English (Canada)"},
		{Locale: "en-IE", DisplayName: "English (Ireland)"}, {Locale: "en-IN", DisplayName: "English (India)"},
		{Locale: "en-NZ", DisplayName: "English (New Zealand)"}, {Locale: "en-ZA", DisplayName: "English (South Africa)"},
		{Locale: "ar-EG", DisplayName: "Arabic (Egypt)"}, {Locale: "bg-BG", DisplayName: "Bulgarian (Bulgaria)"},
		{Locale: "ca-ES", DisplayName: "Catalan (Spain)"}, {Locale: "cs-CZ", DisplayName: "Czech (Czechia)"},
		{Locale: "cy-GB", DisplayName: "Welsh (United Kingdom)"}, {Locale: "da-DK", DisplayName: "Danish (Denmark)"},
		{Locale: "de-AT", DisplayName: "German (Austria)"}, {Locale: "de-CH", DisplayName: "German (Switzerland)"},
		{Locale: "de-DE", DisplayName: "German (Germany)"}, {Locale: "el-GR", DisplayName: "Greek (Greece)"},
		{Locale: "es-ES", DisplayName: "Spanish (Spain)"}, {Locale: "es-MX", DisplayName: "Spanish (Mexico)"},
		{Locale: "et-EE", DisplayName: "Estonian (Estonia)"}, {Locale: "fi-FI", DisplayName: "Finnish (Finland)"},
		{Locale: "fr-BE", DisplayName: "French (Belgium)"}, {Locale: "fr-CA", DisplayName: "French (Canada)"},
		{Locale: "fr-CH", DisplayName: "French (Switzerland)"}, {Locale: "fr-FR", DisplayName: "French (France)"},
		{Locale: "ga-IE", DisplayName: "Irish (Ireland)"}, {Locale: "he-IL", DisplayName: "Hebrew (Israel)"},
		{Locale: "hi-IN", DisplayName: "Hindi (India)"}, {Locale: "hr-HR", DisplayName: "Croatian (Croatia)"},
		{Locale: "hu-HU", DisplayName: "Hungarian (Hungary)"}, {Locale: "id-ID", DisplayName: "Indonesian (Indonesia)"},
		{Locale: "is-IS", DisplayName: "Icelandic (Iceland)"}, {Locale: "it-IT", DisplayName: "Italian (Italy)"},
		{Locale: "ja-JP", DisplayName: "Japanese (Japan)"}, {Locale: "ko-KR", DisplayName: "Korean (Korea)"},
		{Locale: "lt-LT", DisplayName: "Lithuanian (Lithuania)"}, {Locale: "lv-LV", DisplayName: "Latvian (Latvia)"},
		{Locale: "nb-NO", DisplayName: "Norwegian Bokmål (Norway)"}, {Locale: "nl-BE", DisplayName: "Dutch (Belgium)"},
		{Locale: "nl-NL", DisplayName: "Dutch (Netherlands)"}, {Locale: "pl-PL", DisplayName: "Polish (Poland)"},
		{Locale: "pt-BR", DisplayName: "Portuguese (Brazil)"}, {Locale: "pt-PT", DisplayName: "Portuguese (Portugal)"},
		{Locale: "ro-RO", DisplayName: "Romanian (Romania)"}, {Locale: "sk-SK", DisplayName: "Slovak (Slovakia)"},
		{Locale: "sl-SI", DisplayName: "Slovenian (Slovenia)"}, {Locale: "sr-Latn-RS", DisplayName: "Serbian (Latin, Serbia)"},
		{Locale: "sv-SE", DisplayName: "Swedish (Sweden)"}, {Locale: "th-TH", DisplayName: "Thai (Thailand)"},
		{Locale: "tr-TR", DisplayName: "Turkish (Türkiye)"}, {Locale: "uk-UA", DisplayName: "Ukrainian (Ukraine)"},
		{Locale: "vi-VN", DisplayName: "Vietnamese (Vietnam)"}, {Locale: "zh-CN", DisplayName: "Chinese (China)"},
		{Locale: "zh-TW", DisplayName: "Chinese (Taiwan)"},
	}
}

// example writes the present by a pattern of the interface: days, months and
// clocks by their letters, all else as it stands.
func (g *language) example(pattern string) string {
	return exampleAt(pattern, g.now())
}

func exampleAt(pattern string, t time.Time) string {
	layouts := map[string]string{
		"d": "2", "dd": "02", "ddd": "Mon", "dddd": "Monday", "M": "1", "MM": "01", "MMM": "Jan", "MMMM": "January",
		"yy": "06", "yyyy": "2006", "H": "15", "HH": "15", "h": "3", "hh": "03", "m": "4", "mm": "04", "s": "5", "ss": "05", "tt": "PM",
	}
	var b strings.Builder
	for len(pattern) > 0 {
		n := 1
		for n < len(pattern) && pattern[n] == pattern[0] {
			n++
		}
		run := pattern[:n]
		switch layout, ok := layouts[run]; {
		case run == "H":
			b.WriteString(strings.TrimPrefix(t.Format("15"), "0"))
		case ok:
			b.WriteString(t.Format(layout))
		default:
			b.WriteString(run)
		}
		pattern = pattern[n:]
	}
	return b.String()
}
