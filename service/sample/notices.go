package sample

import (
	"fmt"
	"strings"
	"time"
)

// notices delivers what machines, shops and editors send: families of mails
// that repeat in form and differ in substance, made from tables of the content.
func (b *builder) notices() error {
	families := []func() ([]scene, error){
		b.welcome, b.letters, b.cinema, b.zoneNews,
		b.builds, b.tickets,
		b.bills, b.coffee, b.expenses,
		b.weeklyNumbers, b.fridayNotes, b.chatter,
	}
	for _, family := range families {
		all, err := family()
		if err != nil {
			return err
		}
		for _, s := range all {
			if err := b.play(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) welcome() ([]scene, error) {
	raw, err := content.ReadFile("content/welcome.txt")
	if err != nil {
		return nil, err
	}
	return parseScenes("content/welcome.txt", string(raw))
}

// calendarDay writes a date for line.when: days from today, at a wall time.
func calendarDay(days int, clock string) string { return fmt.Sprintf("today%+d %s", days, clock) }

// weekday is how many days before today the nth last given weekday lies; the
// first is before today.
func (b *builder) weekday(d time.Weekday, nth int) int {
	back := (int(b.today.Weekday()) - int(d) + 7) % 7
	if back == 0 {
		back = 7
	}
	return -(back + 7*(nth-1))
}

// note makes a thread of one message.
func note(key, subject, folder, from, when, marks, text string) scene {
	return scene{subject: subject, key: key, fields: map[string]string{"folder": folder}, where: key,
		lines: []line{{from: from, to: ownerKey, when: when, marks: strings.Fields(marks), text: text, where: key}}}
}

// letter is a periodical: an issue every so many days made of items each.
type letter struct {
	from, file   string
	every, items int
	first        int // number of the oldest issue kept
	clock        string
	unread       int // so many of the newest are unread
	intro        []string
}

func periodicals() []letter {
	return []letter{
		{from: "slow", file: "letters/slow.txt", every: 7, items: 2, first: 211, clock: "07:20", unread: 3,
			intro: []string{"Good morning. It is a short issue; the kettle was slow.", "A quiet week in software, we are glad to say.", "Two pieces this week, both worth the time of two cups."}},
		{from: "ferry", file: "letters/ferry.txt", every: 7, items: 1, first: 1388, clock: "07:45", unread: 0,
			intro: []string{"From the editors, on deck.", "From the editors, below deck, as it rains.", "From the editors, waiting at the quay."}},
		{from: "type", file: "letters/type.txt", every: 28, items: 1, first: 63, clock: "12:10", unread: 0,
			intro: []string{"Once a month, about figures that stand in line."}},
	}
}

// letters makes the issues of the periodicals. The newest of each lies in the
// inbox, the others have been filed.
func (b *builder) letters() ([]scene, error) {
	var all []scene
	for _, l := range periodicals() {
		items, err := rows(l.file, 3)
		if err != nil {
			return nil, err
		}
		issues := len(items) / l.items
		for i := range issues {
			age := issues - 1 - i
			days := b.weekday(time.Thursday, 1) - age*l.every
			folder, marks := inNewsletters, ""
			if age == 0 {
				folder = inInbox
			}
			switch {
			case age < l.unread:
				marks = "unread"
			case age%7 == 4:
				marks = "tag:Read_later"
			}
			picked := items[i*l.items : (i+1)*l.items]
			subject := fmt.Sprintf("%s (no. %d)", picked[0][0], l.first+i)
			all = append(all, note(fmt.Sprintf("%s %d", l.from, i), subject, folder, l.from,
				calendarDay(days, l.clock), marks, l.page(i, picked, b.who.outside[l.from])))
		}
	}
	return all, nil
}

// page is an issue as its editors lay it out: a table of contents, the items,
// the small print.
func (l letter) page(i int, items [][]string, from outsider) string {
	_, host, _ := strings.Cut(from.address, "@")
	var s strings.Builder
	fmt.Fprintf(&s, "<p>%s</p>\n<table border=\"0\">\n", l.intro[i%len(l.intro)])
	for n, item := range items {
		fmt.Fprintf(&s, "<tr><td>%d</td><td><a href=\"https://%s/%d/%s\">%s</a></td><td>%d min</td></tr>\n",
			n+1, host, l.first+i, item[1], item[0], 3+len(item[2])/60)
	}
	s.WriteString("</table>\n")
	for _, item := range items {
		fmt.Fprintf(&s, "<h2>%s</h2>\n<p>%s <a href=\"https://%s/%d/%s\">Read on</a></p>\n", item[0], item[2], host, l.first+i, item[1])
	}
	fmt.Fprintf(&s, "<hr>\n<p><small>%s, no. %d. You receive this because you once asked for it. <a href=\"https://%s/leave\">Leave</a>, "+
		"no hard feelings. <a href=\"https://%s/archive\">All issues</a></small></p>", from.name, l.first+i, host, host)
	return s.String()
}

// cinema makes the fortnightly programme: three films, two screenings each.
func (b *builder) cinema() ([]scene, error) {
	films, err := rows("letters/cinema.txt", 3)
	if err != nil {
		return nil, err
	}
	const each = 3
	issues := len(films) / each
	var all []scene
	for i := range issues {
		days := b.weekday(time.Monday, 1) - 14*(issues-1-i)
		opens := b.today.AddDate(0, 0, days+4)
		var s strings.Builder
		fmt.Fprintf(&s, "<h1>Pier Cinema</h1>\n<p>From %s. One screen, 64 seats, a harmonium.</p>\n<table border=\"1\">\n"+
			"<tr><th>Film</th><th>Days</th><th>Time</th><th>Note</th></tr>\n", opens.Format("Monday 2 January"))
		for n, f := range films[i*each : (i+1)*each] {
			day := opens.AddDate(0, 0, n*2)
			fmt.Fprintf(&s, "<tr><td><b>%s</b> (%s)</td><td>%s, %s</td><td>%s</td><td>%s</td></tr>\n", f[0], f[1],
				day.Format("Mon 2"), day.AddDate(0, 0, 1).Format("Mon 2"), []string{"18:15", "20:30", "19:00"}[n], f[2])
		}
		s.WriteString("</table>\n<p><a href=\"https://piercinema.example/seats\">Seats</a> · the bar opens an hour before. " +
			"If the tide is above 7.1 m please use the upper door.</p>")
		folder, marks := inNewsletters, ""
		if i == issues-1 {
			folder, marks = inInbox, "unread"
		}
		all = append(all, note(fmt.Sprintf("cinema %d", i), "At the pier: "+films[i*each][0]+", and two more",
			folder, "cinema", calendarDay(days, "10:00"), marks, s.String()))
	}
	return all, nil
}

// zoneNews makes the rare mails of a technical list, in plain text.
func (b *builder) zoneNews() ([]scene, error) {
	items, err := rows("letters/zone.txt", 3)
	if err != nil {
		return nil, err
	}
	var all []scene
	for i, item := range items {
		days := b.weekday(time.Tuesday, 1) - 35*(len(items)-1-i)
		d := b.today.AddDate(0, 0, days)
		release := fmt.Sprintf("%d%c", d.Year(), 'a'+rune(int(d.Month())-1)/2)
		text := fmt.Sprintf("%s\n\n    https://timezones.example/%s/%s\n\nThe data of release %s are unchanged otherwise. "+
			"Corrections, as always,\nto the list, with a source and if possible a photograph of the clock.", item[2], release, item[1], release)
		marks := ""
		if i == len(items)-1 {
			marks = "unread"
		}
		all = append(all, note(fmt.Sprintf("zone %d", i), "[tz-announce] "+item[0], inNewsletters, "zone", calendarDay(days, "05:30"), marks, text))
	}
	return all, nil
}
