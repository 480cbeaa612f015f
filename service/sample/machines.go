package sample

import (
	"fmt"
	"strings"
	"time"
)

// builds makes the nightly build's complaints: each failure, and the mail of
// the next morning that says who repaired it. The last is still open.
func (b *builder) builds() ([]scene, error) {
	failures, err := rows("notices/builds.txt", 3)
	if err != nil {
		return nil, err
	}
	var all []scene
	for i, f := range failures {
		age := len(failures) - 1 - i
		test, said, repair := f[0], f[1], f[2]
		run := 2210 + i*9
		days := -1 - age*12
		folder, marks := inArchive, ""
		switch {
		case age == 0:
			folder, marks, days = inInbox, "unread", 0
		case age%4 == 1:
			folder = inDeleted
		}
		pkg, name, _ := strings.Cut(test, "/")
		s := note("build "+test, fmt.Sprintf("nightly failed: %s (run %d)", test, run), folder, "build",
			calendarDay(days, "07:12"), marks, fmt.Sprintf(`nightly #%d on main: FAILED after %d min

--- FAIL: %s (%d.%02ds)
    %s_test.go:%d: %s
FAIL    contoso.example/atlas/%s

1 of %d tests failed. Log: https://ci.contoso.example/runs/%d`,
				run, 18+b.chance.IntN(9), name, b.chance.IntN(30), b.chance.IntN(100),
				pkg, 40+b.chance.IntN(300), said, pkg, 4100+i*37, run))
		if age > 0 {
			who, how, _ := strings.Cut(repair, ": ")
			s.lines = append(s.lines, line{from: "build", to: ownerKey, when: calendarDay(days+1, "07:05"), where: s.where,
				marks: []string{"fresh"}, text: fmt.Sprintf("nightly #%d on main: ok again after %d min\n\n%s by %s: %s\n\n"+
					"%d tests, none skipped. Log: https://ci.contoso.example/runs/%d",
					run+1, 17+b.chance.IntN(8), name, who, how, 4100+i*37, run+1)})
		}
		all = append(all, s)
	}
	return all, nil
}

// tickets makes the tracker's mails: opened and closed, as HTML with a table.
func (b *builder) tickets() ([]scene, error) {
	table, err := rows("notices/tickets.txt", 5)
	if err != nil {
		return nil, err
	}
	var all []scene
	for i, t := range table {
		number, title, who, comment, remark := t[0], t[1], t[2], t[3], t[4]
		age := len(table) - 1 - i
		days := -2 - age*8
		folder, marks := inAtlas, ""
		if strings.HasPrefix(number, "BOR") {
			folder = inBorealis
		}
		if age > 12 {
			folder = inArchive
		}
		if age < 2 {
			marks = "unread"
			if age == 0 {
				folder, days = inInbox, -1
			}
		}
		opener, err := b.who.address(who)
		if err != nil {
			return nil, err
		}
		state, _, _ := strings.Cut(remark, ":")
		state = strings.TrimSuffix(strings.ToLower(state), ".")
		s := note("ticket "+number, fmt.Sprintf("[%s] %s", number, title), folder, "tracker", calendarDay(days, clock(9+i%8, (i*17)%60)), marks,
			ticketPage(number, title, opener.Name, "open", comment))
		if !strings.HasPrefix(state, "open") {
			after := 1 + b.chance.IntN(5)
			if age < 3 {
				after = 1
			}
			s.lines = append(s.lines, line{from: "tracker", to: ownerKey, when: calendarDay(days+after, clock(10+i%7, (i*23)%60)), where: s.where,
				marks: strings.Fields(marks), text: ticketPage(number, title, opener.Name, state, remark)})
		}
		if days == -1 && len(s.lines) > 1 {
			s.lines = s.lines[:1]
		}
		all = append(all, s)
	}
	return all, nil
}

func clock(hour, minute int) string { return fmt.Sprintf("%02d:%02d", hour, minute) }

func ticketPage(number, title, opener, state, said string) string {
	return fmt.Sprintf(`<h2><a href="https://tracker.contoso.example/%s">%s</a> %s</h2>
<table>
<tr><td>State</td><td><b>%s</b></td></tr>
<tr><td>Opened by</td><td>%s</td></tr>
<tr><td>Watching</td><td>Ann Avery</td></tr>
</table>
<p>%s</p>
<p><small>You watch this ticket. <a href="https://tracker.contoso.example/%s/unwatch">Look away</a></small></p>`,
		number, number, title, state, opener, said, number)
}

// weeklyNumbers is Hana's mail of every Monday, with its table and the same as
// a file.
func (b *builder) weeklyNumbers() ([]scene, error) {
	remarks := []string{
		"Nothing to see, which is the best thing to see.",
		"The dip on Wednesday is a public holiday. I checked, then I took it.",
		"Column three is a record. I have looked twice for the mistake and there is none.",
		"Calls are up by four. All four were the same gentleman.",
		"A calm week. Fog on two days, and the boards said so.",
		"One quay had no sailings at all: it has been painted.",
		"Punctuality is down half a point, by one bride and two tides.",
	}
	const weeks = 28
	var all []scene
	for i := range weeks {
		age := weeks - 1 - i
		days := b.weekday(time.Monday, age+1)
		if b.today.Weekday() == time.Monday { // this week's has come
			days += 7
		}
		d := b.today.AddDate(0, 0, days-7)
		_, week := d.ISOWeek()
		folder, marks := inTeam, ""
		if age == 0 {
			folder = inInbox
		}
		s := note(fmt.Sprintf("numbers %s", d.Format("2006-01-02")), fmt.Sprintf("Weekly numbers, week %d", week), folder, "hana",
			calendarDay(days, "08:50"), marks, b.numbersPage(week, remarks[i%len(remarks)]))
		s.lines[0].to, s.lines[0].cc = "ann, dee, lena", "bo, gus"
		if age%4 == 0 {
			s.lines[0].files = []string{fmt.Sprintf("numbers-week-%02d.csv", week)}
		}
		all = append(all, s)
	}
	return all, nil
}

func (b *builder) numbersPage(week int, remark string) string {
	sites := []string{"Fabrikam Ferries", "Seeblick line", "Harbour trams", "Outer islands"}
	var s strings.Builder
	fmt.Fprintf(&s, "<p>Week %d. %s</p>\n<table border=\"1\">\n<tr><th>Site</th><th>Sailings</th><th>On time</th><th>Calls</th></tr>\n", week, remark)
	total, calls := 0, 0
	for i, name := range sites {
		sailings, called := 420-90*i+b.chance.IntN(40), b.chance.IntN(4)
		total, calls = total+sailings, calls+called
		fmt.Fprintf(&s, "<tr><td>%s</td><td align=\"right\">%d</td><td align=\"right\">%d.%d%%</td><td align=\"right\">%d</td></tr>\n",
			name, sailings, 94+b.chance.IntN(5), b.chance.IntN(10), called)
	}
	fmt.Fprintf(&s, "<tr><td><b>All</b></td><td align=\"right\"><b>%d</b></td><td></td><td align=\"right\"><b>%d</b></td></tr>\n</table>\n<p>Hana</p>", total, calls)
	return s.String()
}

// fridayNotes are Lena's, every second Friday.
func (b *builder) fridayNotes() ([]scene, error) {
	raw, err := content.ReadFile("content/notices/lena.txt")
	if err != nil {
		return nil, err
	}
	var texts []string
	for block := range strings.SplitSeq(string(raw), "\n\n") {
		var kept []string
		for row := range strings.Lines(block) {
			if !strings.HasPrefix(row, "#") {
				kept = append(kept, row)
			}
		}
		if t := strings.TrimSpace(strings.Join(kept, "")); t != "" {
			texts = append(texts, t)
		}
	}
	var all []scene
	for i, t := range texts {
		age := len(texts) - 1 - i
		days := b.weekday(time.Friday, 1) - 14*age
		folder := inTeam
		if age == 0 {
			folder = inInbox
		}
		s := note(fmt.Sprintf("friday %d", i), "Friday, "+b.today.AddDate(0, 0, days).Format("2 January"), folder, "lena",
			calendarDay(days, "15:00"), "fresh", "Dear all,\n\n"+t)
		s.lines[0].to = "all"
		all = append(all, s)
	}
	return all, nil
}
