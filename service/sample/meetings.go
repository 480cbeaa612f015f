package sample

import "daybook/model"

// meeting is an entry of the team's calendars as planned. Dates are anchors of
// the almanac ("monday+2", "release", "-3" for working days back), wall times
// are read in the zone of the organizer's site.
type meeting struct {
	key, subject string
	by           string // organizer
	who, maybe   string // required and optional attendees, keys
	room         string
	place        string // where there is no room
	on, at       string // "" for at is an all-day event
	mins         int    // length; for an all-day event, days
	endSite      string // a journey ends in the zone of another site
	repeat       *model.RecurrencePattern
	until        string // date; "" is no end
	cancelled    []string
	moved        []move
	answers      map[string]string // by key; the rest have accepted
	showAs       string
	private      bool
	calendar     string // of the organizer: "" is the main one
	text         string
	asked        string // when the invitation went out; "" is not shown as mail
	tags         string
}

// move is an occurrence held at another time, or under another name.
type move struct {
	from, on, at string
	mins         int
	subject      string
}

func weekly(every int, days ...string) *model.RecurrencePattern {
	return &model.RecurrencePattern{Type: model.Weekly, Interval: every, DaysOfWeek: days, FirstDayOfWeek: "monday"}
}

func weekdays() *model.RecurrencePattern {
	return weekly(1, "monday", "tuesday", "wednesday", "thursday", "friday")
}

func monthly(index, day string) *model.RecurrencePattern {
	return &model.RecurrencePattern{Type: model.RelativeMonthly, Interval: 1, DaysOfWeek: []string{day}, Index: index}
}

const everybodyElse = "bo, cy, dee, eve, gus, hana, ivo, jun, kiran, lena, mo"

// standing are the series.
func standing() []meeting {
	const pending, perhaps = model.ResponseNotResponded, model.ResponseTentative
	return []meeting{
		{key: "standup", subject: "Stand-up", by: "ann", who: "bo, cy, gus, kiran", place: "the usual link", on: "monday-140", at: "09:30", mins: 15,
			repeat: weekdays(), cancelled: []string{"offsite", "offsite+1", "offsite+2"},
			moved: []move{{from: "monday+2", on: "monday+2", at: "10:00", mins: 15}, {from: "monday-3", on: "monday-3", at: "09:45", mins: 15}},
			text:  "Yesterday, today, in the way. Standing optional."},
		{key: "1-1-bo", subject: "1:1 Bo", by: "ann", who: "bo", on: "monday-139", at: "10:00", mins: 30, repeat: weekly(1, "tuesday"), cancelled: []string{"offsite"}},
		{key: "1-1-gus", subject: "1:1 Gus", by: "ann", who: "gus", room: "buoy", on: "monday-137", at: "14:00", mins: 30, repeat: weekly(1, "thursday"),
			cancelled: []string{"offsite+2"}, moved: []move{{from: "release", on: "release+1", at: "14:00", mins: 30}}},
		{key: "1-1-lena", subject: "1:1 Ann", by: "lena", who: "ann", on: "monday-138", at: "16:00", mins: 45, repeat: weekly(1, "wednesday"), cancelled: []string{"offsite+1"}},
		{key: "mentoring", subject: "Mentoring Jun", by: "ann", who: "jun", on: "monday-110", at: "16:30", mins: 45, repeat: weekly(2, "wednesday"), cancelled: []string{"offsite+1"},
			text: "Two apologies a week. Bring a drawing."},
		{key: "planning", subject: "Sprint planning", by: "ann", who: "bo, cy, gus, kiran, mo, jun", maybe: "eve, hana", room: "fathom", on: "monday-98", at: "14:00", mins: 60,
			repeat: weekly(2, "monday"), answers: map[string]string{"hana": perhaps}},
		{key: "retro", subject: "Retro", by: "mo", who: "ann, bo, cy, gus, kiran, jun", maybe: "dee, hana", on: "monday-89", at: "09:00", mins: 60,
			repeat: weekly(2, "wednesday"), text: "Well, not so well, next. No slides."},
		{key: "delivery", subject: "Delivery sync", by: "dee", who: "ann, hana, mo", maybe: "gus", on: "monday-167", at: "10:00", mins: 45,
			repeat: weekly(1, "tuesday"), cancelled: []string{"offsite"}, text: "10:00 in New York, all year. Look twice in the weeks when the clocks disagree."},
		{key: "review", subject: "Monthly review", by: "lena", who: "ann, dee, eve, ivo", room: "leuchtturm", on: "monday-270", at: "15:00", mins: 90,
			repeat: monthly("first", "thursday"), text: "Numbers first, then the story about the numbers, then what we stop."},
		{key: "steering", subject: "Borealis steering", by: "dee", who: "ann, kiran, lena, fay, torstein", on: "monday-200", at: "09:00", mins: 60, tags: "Borealis",
			repeat: monthly("second", "thursday"), answers: map[string]string{"torstein": perhaps}},
		{key: "design", subject: "Design review", by: "eve", who: "jun, ann", maybe: "hana", room: "hood", on: "monday-84", at: "12:00", mins: 60,
			repeat: weekly(1, "monday", "thursday"), cancelled: []string{"offsite+2"}, answers: map[string]string{"hana": pending}},
		{key: "numbers", subject: "Numbers, with Hana", by: "hana", who: "dee, ivo", room: "buoy", on: "monday-77", at: "15:30", mins: 30, repeat: weekly(1, "monday")},
		{key: "ops", subject: "Operations half-hour", by: "gus", who: "kiran, bo", maybe: "ann", on: "monday-60", at: "11:00", mins: 30, repeat: weekly(1, "wednesday"), cancelled: []string{"offsite+1"},
			answers: map[string]string{"ann": perhaps}, text: "What paged, what nearly did, what should."},
		{key: "finance", subject: "Month end", by: "ivo", who: "dee", maybe: "ann", on: "monday-240", at: "14:00", mins: 60, repeat: monthly("last", "friday"),
			answers: map[string]string{"ann": perhaps}, text: "Receipts, not descriptions."},
		{key: "allhands", subject: "All hands", by: "lena", who: "ann, bo, cy, dee, eve, gus, hana, ivo, jun, kiran, mo", on: "monday-91", at: "16:00", mins: 30,
			repeat: weekly(4, "monday"), text: "Half an hour; the strategy is one page."},
		{key: "pairing", subject: "Pairing: Cy and Jun", by: "cy", who: "jun", on: "monday-48", at: "12:00", mins: 90, repeat: weekly(1, "tuesday", "thursday"), showAs: model.ShowBusy},
		{key: "leads", subject: "Leads' lunch", by: "eve", who: "lena, bo", room: "kombuese", on: "monday-56", at: "12:30", mins: 60, repeat: weekly(2, "tuesday")},
	}
}

// around are the single meetings of the weeks about now.
func around() []meeting {
	const pending, perhaps, no = model.ResponseNotResponded, model.ResponseTentative, model.ResponseDeclined
	return []meeting{
		// The working day itself: a cluster that overlaps.
		{key: "legal", subject: "Annex B: last questions", by: "dee", who: "ann, ivo", on: "work", at: "06:30", mins: 45, tags: "Borealis"},
		{key: "budget", subject: "Budget, row by row", by: "ivo", who: "ann, eve", maybe: "dee", room: "hood", on: "work", at: "11:30", mins: 60, tags: "Money", answers: map[string]string{"dee": no}},
		{key: "string-lines", subject: "String lines: a first look", by: "eve", who: "ann, jun, kiran", on: "work", at: "13:00", mins: 45, answers: map[string]string{"kiran": perhaps}},
		{key: "notes", subject: "Release notes, one more pass", by: "bo", who: "ann, eve", on: "work", at: "17:00", mins: 30, asked: "0 14:05", answers: map[string]string{"ann": pending, "eve": pending}, tags: "Atlas",
			text: "Ann, Eve, half an hour and we have them. I bring the tide, you bring the commas."},
		{key: "salma-lunch", subject: "Lunch with Salma?", by: "ann", place: "The Anchor, if the train holds", on: "work+1", at: "12:30", mins: 60, showAs: model.ShowTentative},
		{key: "call-fay", subject: "Call: Fay", by: "fay", who: "ann, kiran", on: "work+1", at: "09:00", mins: 30, tags: "Borealis"},
		{key: "harbour-api", subject: "Harbour API: who owns it next", by: "bo", who: "ann, kiran", on: "work+2", at: "15:00", mins: 60, asked: "-1 17:30", answers: map[string]string{"ann": pending, "kiran": pending},
			text: "I should like to hand it over while I still like it. Kiran, would you come and say no in person, if no it is?"},
		{key: "survey", subject: "Focus group: surveys", by: "hana", who: "ann, gus, ivo", room: "buoy", on: "work+2", at: "15:00", mins: 45, answers: map[string]string{"ann": no, "gus": no, "ivo": perhaps}},
		{key: "onsite-shoes", subject: "Kiran: shoes (till 18:00)", by: "kiran", on: "work-1", at: "17:00", mins: 60, private: true},
		{key: "postmortem-follow", subject: "Post-mortem: are the four done?", by: "gus", who: "ann, bo, cy", on: "work-2", at: "14:00", mins: 30},
		{key: "talk", subject: "Shout or quiet? A talk, planned", by: "ann", on: "work-3", at: "15:30", mins: 90, showAs: model.ShowBusy},
		{key: "candidate-notes", subject: "Hiring: what do we look for", by: "ann", who: "bo, eve, kiran, mo", on: "work-4", at: "14:30", mins: 45, tags: "Hiring"},
		{key: "seeblick-call", subject: "Haus Seeblick: oars", by: "dee", who: "ann, eve", on: "work-5", at: "09:30", mins: 20},
		{key: "sensor", subject: "Harbour sensor on the pontoon", by: "gus", place: "Pontoon 3", on: "work-6", at: "09:00", mins: 150, showAs: model.ShowWorkingElsewhere},
		{key: "interview-mo", subject: "Interviews: Mo sits in", by: "ann", who: "mo", on: "work-7", at: "15:00", mins: 60},
		{key: "hauge", subject: "Mrs Hauge shows the ruler", by: "eve", who: "ann, jun, fay", on: "work-4", at: "10:00", mins: 60},
		// The release.
		{key: "freeze", subject: "Freeze", by: "dee", who: "ann, bo, cy, gus, kiran, mo, jun", on: "release-2", at: "07:00", mins: 15, tags: "Atlas", text: "Noon in London. After this, fixes with a ticket, a test and a name."},
		{key: "demo-staging", subject: "Fabrikam: demo on staging", by: "kiran", who: "fay, torstein, dee", maybe: "ann", on: "release-2", at: "16:00", mins: 30, tags: "Borealis"},
		{key: "drill", subject: "Rollback drill on staging", by: "gus", who: "bo, kiran", maybe: "ann", room: "hood", on: "release-2", at: "15:45", mins: 120, tags: "Atlas", text: "Slow, then old, then slow, then new."},
		{key: "ship", subject: "Ship Atlas 4", by: "bo", who: "ann, cy, gus, kiran, dee", on: "release", at: "11:00", mins: 60, tags: "Atlas, Decision", asked: "-1 15:00",
			text: "10:00 London, 11:00 Berlin, 09:00 Cy, very early for Dee, who insists.\n\nNobody types without saying so."},
		{key: "cake", subject: "Cake, if it floats", by: "hana", who: "ann, gus, ivo", room: "fathom", on: "release", at: "16:30", mins: 30, showAs: model.ShowFree},
		{key: "loop-bo", subject: "Interview: O. Shevchenko, design", by: "ann", who: "bo, olena", on: "release", at: "10:00", mins: 45, tags: "Hiring", answers: map[string]string{"bo": perhaps}},
		{key: "loop-kiran", subject: "Interview: O. Shevchenko, reading code", by: "ann", who: "kiran, olena", on: "release", at: "11:00", mins: 45, tags: "Hiring"},
		{key: "loop-eve", subject: "Interview: O. Shevchenko, explaining", by: "ann", who: "eve, olena", on: "release", at: "13:30", mins: 45, tags: "Hiring"},
		{key: "loop-mo", subject: "Interview: O. Shevchenko, breaking", by: "ann", who: "mo, olena", on: "release", at: "14:30", mins: 45, tags: "Hiring"},
		{key: "loop-debrief", subject: "Hiring: notes, then talk", by: "ann", who: "bo, eve, kiran, mo", room: "hood", on: "release", at: "16:00", mins: 30, tags: "Hiring"},
		{key: "hush", subject: "Nobody touches anything", by: "dee", who: "ann, bo, cy, gus, kiran, mo, jun", on: "release+1", mins: 1, showAs: model.ShowFree, tags: "Atlas"},
		{key: "board", subject: "Board: fifteen minutes of Atlas", by: "lena", who: "ann, dee", maybe: "kiran", room: "leuchtturm", on: "offsite+6", at: "11:00", mins: 30, asked: "-1 17:25", answers: map[string]string{"ann": pending, "kiran": pending},
			text: "Animation, two numbers, one wicked question."},
		{key: "training", subject: "Training day, Tromsø", by: "dee", who: "kiran, eve, fay", place: "Fabrikam, the quay", on: "release+12", mins: 1, showAs: model.ShowWorkingElsewhere, tags: "Borealis"},
		// The offsite: journeys that end in another zone, three days, a birthday.
		{key: "offsite", subject: "Offsite at the lake", by: "ann", who: everybodyElse, place: "Haus Seeblick", on: "offsite", mins: 3, showAs: model.ShowOOF, tags: "Offsite",
			text: "Nothing before 09:30, nothing called a deep dive, a hole in every afternoon.\n\nThe oars are included."},
		{key: "train-out", subject: "Train: London to Berlin", by: "hana", who: "ann, gus, ivo", place: "St Pancras", on: "offsite-1", at: "08:16", mins: 473, endSite: "berlin", tags: "Offsite", showAs: model.ShowWorkingElsewhere},
		{key: "train-back", subject: "Train: Berlin to London", by: "hana", who: "ann, gus, ivo", place: "Berlin Hbf", on: "offsite+3", at: "07:50", mins: 615, tags: "Offsite", showAs: model.ShowWorkingElsewhere},
		{key: "demos", subject: "Demo evening", by: "eve", who: "ann, bo, cy, dee, gus, hana, ivo, jun, kiran, lena, mo", place: "Boat house", on: "offsite+2", at: "20:00", mins: 120, tags: "Offsite", answers: map[string]string{"ivo": perhaps}},
		{key: "stop", subject: "What we stop doing", by: "lena", who: "ann, dee, eve, bo", place: "Large room", on: "offsite", at: "16:00", mins: 60, tags: "Offsite"},
		// Across the change of the clocks.
		{key: "clock-move", subject: "Database move, across the clock change", by: "gus", who: "kiran", maybe: "ann", on: "clocks", at: "00:30", mins: 240, answers: map[string]string{"ann": perhaps}, text: "Four hours by the clock on the wall, and not one of them is where it says."},
		{key: "not-you", subject: "It is not you: the clocks have changed", by: "cy", who: "ann, bo, gus, kiran, jun, mo", on: "clocks", mins: 1, showAs: model.ShowFree},
		// Away.
		{key: "cy-away", subject: "Away: the other island", by: "cy", on: "work-8", mins: 2, showAs: model.ShowOOF},
		{key: "dee-away", subject: "Out: my sister's move", by: "dee", on: "monday+9", mins: 1, showAs: model.ShowOOF},
		{key: "bo-leave", subject: "Leave", by: "bo", on: "monday+11", mins: 1, showAs: model.ShowOOF},
		{key: "mo-lisbon", subject: "Course in Lisbon", by: "mo", on: "monday-5", mins: 2, showAs: model.ShowWorkingElsewhere},
		{key: "eve-home", subject: "Working from the lake", by: "eve", on: "monday+4", mins: 1, showAs: model.ShowWorkingElsewhere},
		{key: "ivo-audit", subject: "Auditors", by: "ivo", room: "fathom", on: "monday+1", at: "09:00", mins: 480},
		{key: "kiran-fridays", subject: "Not working (see the sign)", by: "kiran", on: "monday-66", mins: 1, repeat: weekly(1, "friday"), showAs: model.ShowOOF},
	}
}

// private are what people keep to themselves, week by week.
func private() []meeting {
	return []meeting{
		{key: "focus-ann", subject: "Focus: no meetings, please", by: "ann", on: "monday-56", at: "08:30", mins: 60, repeat: weekly(1, "tuesday", "friday"), cancelled: []string{"offsite", "offsite+3"}},
		{key: "focus-bo", subject: "Deep in the engine", by: "bo", on: "monday-70", at: "13:30", mins: 120, repeat: weekly(1, "monday", "friday")},
		{key: "bo-sauna", subject: "Sauna", by: "bo", on: "monday-66", at: "17:00", mins: 60, repeat: weekly(1, "friday"), private: true},
		{key: "cy-swim", subject: "Swim", by: "cy", on: "monday-84", at: "13:30", mins: 60, repeat: weekdays(), showAs: model.ShowFree, private: true},
		{key: "cy-focus", subject: "Reading zone files", by: "cy", on: "monday-40", at: "09:30", mins: 90, repeat: weekly(1, "wednesday", "friday")},
		{key: "dee-standing", subject: "Desk: status, plans, tea", by: "dee", on: "monday-49", at: "08:30", mins: 60, repeat: weekdays(), showAs: model.ShowTentative},
		{key: "dee-class", subject: "Pottery", by: "dee", on: "monday-60", at: "16:00", mins: 90, repeat: weekly(1, "wednesday"), private: true},
		{key: "eve-draw", subject: "Drawing. Really", by: "eve", on: "monday-63", at: "09:00", mins: 120, repeat: weekly(1, "tuesday", "thursday")},
		{key: "gus-plant", subject: "Water the plant", by: "gus", on: "monday-77", at: "16:45", mins: 15, repeat: weekly(1, "monday", "friday"), showAs: model.ShowFree},
		{key: "gus-patch", subject: "Patch window", by: "gus", on: "monday-34", at: "07:30", mins: 60, repeat: weekly(1, "tuesday")},
		{key: "hana-data", subject: "Logbooks", by: "hana", on: "monday-28", at: "10:00", mins: 120, repeat: weekly(1, "wednesday", "thursday")},
		{key: "hana-prayer", subject: "Friday prayer", by: "hana", on: "monday-80", at: "12:30", mins: 75, repeat: weekly(1, "friday"), private: true},
		{key: "ivo-lunch", subject: "Lunch (not soup)", by: "ivo", on: "monday-98", at: "12:30", mins: 45, repeat: weekdays()},
		{key: "ivo-close", subject: "Closing the books", by: "ivo", on: "monday-21", at: "09:00", mins: 180, repeat: weekly(2, "thursday")},
		{key: "jun-class", subject: "Life drawing", by: "jun", on: "monday-45", at: "17:00", mins: 120, repeat: weekly(1, "friday"), private: true},
		{key: "jun-night", subject: "Dark room: night mode", by: "jun", on: "monday-13", at: "14:00", mins: 90, repeat: weekly(2, "tuesday")},
		{key: "kiran-school", subject: "School run", by: "kiran", on: "monday-112", at: "15:30", mins: 30, repeat: weekly(1, "monday", "tuesday", "wednesday", "thursday"), private: true},
		{key: "kiran-solver", subject: "Solver hours", by: "kiran", on: "monday-70", at: "09:00", mins: 150, repeat: weekly(1, "monday", "wednesday")},
		{key: "lena-board", subject: "Board papers", by: "lena", on: "monday-30", at: "09:00", mins: 120, repeat: weekly(1, "monday", "friday"), private: true},
		{key: "lena-walk", subject: "Walk", by: "lena", on: "monday-90", at: "14:00", mins: 45, repeat: weekdays(), showAs: model.ShowFree},
		{key: "mo-longrun", subject: "Look at the long run", by: "mo", on: "monday-49", at: "09:00", mins: 30, repeat: weekdays(), showAs: model.ShowTentative},
		{key: "mo-lab", subject: "Breaking things", by: "mo", on: "monday-42", at: "13:00", mins: 150, repeat: weekly(1, "monday", "thursday")},
		// Ann's own calendar.
		{key: "wall", subject: "Tuesday Wall", by: "ann", on: "monday-83", at: "19:00", mins: 120, repeat: weekly(1, "tuesday"), calendar: personal, place: "The climbing hall", cancelled: []string{"offsite"}},
		{key: "choir", subject: "Shanty choir", by: "ann", on: "monday-60", at: "19:30", mins: 120, repeat: weekly(1, "thursday"), calendar: personal, place: "The hall, not the crypt", cancelled: []string{"offsite+2"}},
		{key: "sunday", subject: "Lunch at Mum's: two puddings", by: "ann", on: "monday+6", at: "13:00", mins: 180, calendar: personal},
		{key: "dentist", subject: "Dentist", by: "ann", on: "work+7", at: "08:20", mins: 30, calendar: personal, private: true, place: "Signal Yard Dental"},
		{key: "cinema", subject: "Two Single Rooms, at the pier", by: "ann", on: "monday+5", at: "18:15", mins: 100, calendar: personal, showAs: model.ShowTentative},
		{key: "library", subject: "Book due: Lighthouse Style", by: "ann", on: "today+3", mins: 1, calendar: personal, showAs: model.ShowFree},
		{key: "bday-mum", subject: "Mum's birthday", by: "ann", on: "today+17", mins: 1, calendar: personal, showAs: model.ShowFree, repeat: &model.RecurrencePattern{Type: model.AbsoluteYearly, Interval: 1}},
		{key: "bday-bea", subject: "Bea's birthday", by: "ann", on: "monday+5", mins: 1, calendar: personal, showAs: model.ShowFree, repeat: &model.RecurrencePattern{Type: model.AbsoluteYearly, Interval: 1}},
		{key: "bday-gus", subject: "Gus's birthday (act surprised)", by: "hana", on: "-13", mins: 1, showAs: model.ShowFree, repeat: &model.RecurrencePattern{Type: model.AbsoluteYearly, Interval: 1}},
		{key: "bday-ann", subject: "Ann's birthday: marzipan", by: "hana", who: "bo, gus, kiran, eve", on: "offsite+1", mins: 1, showAs: model.ShowFree, repeat: &model.RecurrencePattern{Type: model.AbsoluteYearly, Interval: 1}},
	}
}

// Names of the owner's further calendars and their group.
const (
	personal      = "Personal"
	holidays      = "Holidays"
	calendarGroup = "Not work"
)
