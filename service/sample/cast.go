package sample

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"daybook/model"
)

// ownerKey is the person whose mailbox the sample opens.
const ownerKey = "ann"

// company is the domain of the team.
const company = "contoso.example"

// quoting is a person's habit when answering.
type quoting int

const (
	quoteAbove quoting = iota // answer, then the mail before behind "> "
	quoteNone                 // answer alone
	quoteBlock                // answer, then the mail before under its header lines
)

// person is one of the team. Telephone numbers come from the ranges that
// regulators keep for fiction: 020 7946 0xxx and 07700 900xxx (Ofcom),
// 030 23125 xxx (Bundesnetzagentur), 555-01xx (NANPA).
type person struct {
	key, given, surname string
	title, department   string
	manager             string // key
	site                string // key of sites
	phone, mobile       string
	html                bool // writes HTML mail
	quote               quoting
	sign                string
}

func (p person) name() string    { return p.given + " " + p.surname }
func (p person) address() string { return p.key + "@" + company }

// site is an office, or a kitchen table, with its zone.
type site struct {
	zone, city, state, country, code, street, postal, office string
	language                                                 string
	opens, closes                                            string // wall times of its working day
}

func sites() map[string]site {
	return map[string]site{
		"london": {zone: "Europe/London", city: "London", country: "United Kingdom", code: "GB",
			street: "14 Signal Yard", postal: "SE1 0XX", office: "London, 2nd floor", language: "en-GB", opens: "09:00", closes: "17:30"},
		"berlin": {zone: "Europe/Berlin", city: "Berlin", country: "Germany", code: "DE",
			street: "Fahrplanstraße 7", postal: "10999", office: "Berlin, Hinterhof", language: "de-DE", opens: "09:00", closes: "17:30"},
		"newyork": {zone: "America/New_York", city: "New York", state: "NY", country: "United States", code: "US",
			street: "200 Ferry Slip", postal: "10004", office: "New York, pier side", language: "en-US", opens: "08:30", closes: "17:00"},
		"azores": {zone: "Atlantic/Azores", city: "Ponta Delgada", state: "São Miguel", country: "Portugal", code: "PT",
			street: "Rua do Farol 3", postal: "9500-000", office: "At home, with a view", language: "en-GB", opens: "08:00", closes: "16:30"},
	}
}

// cast is the team, the owner first.
func cast() []person {
	return []person{
		{key: "ann", given: "Ann", surname: "Avery", title: "Engineering Manager", department: "Timetable Engine", manager: "lena", site: "london",
			phone: "+44 20 7946 0101", mobile: "+44 7700 900101", quote: quoteAbove, sign: "Ann"},
		{key: "bo", given: "Bo", surname: "Berg", title: "Principal Engineer", department: "Timetable Engine", manager: "ann", site: "berlin",
			phone: "+49 30 23125 102", mobile: "+49 30 23125 202", quote: quoteAbove, sign: "Bo"},
		{key: "cy", given: "Cy", surname: "Chan", title: "Software Engineer", department: "Timetable Engine", manager: "bo", site: "azores",
			phone: "+44 7700 900103", mobile: "+44 7700 900103", quote: quoteNone, sign: "cy"},
		{key: "dee", given: "Dee", surname: "Diaz", title: "Programme Manager", department: "Delivery", manager: "lena", site: "newyork",
			phone: "+1 212 555 0104", mobile: "+1 917 555 0104", html: true, quote: quoteBlock, sign: "Dee"},
		{key: "eve", given: "Eve", surname: "Ek", title: "Head of Design", department: "Design", manager: "lena", site: "berlin",
			phone: "+49 30 23125 105", mobile: "+49 30 23125 205", quote: quoteNone, sign: "/eve"},
		{key: "gus", given: "Gus", surname: "Grieve", title: "Reliability Engineer", department: "Timetable Engine", manager: "ann", site: "london",
			phone: "+44 20 7946 0106", mobile: "+44 7700 900106", quote: quoteAbove, sign: "G."},
		{key: "hana", given: "Hana", surname: "Haddad", title: "Data Analyst", department: "Delivery", manager: "dee", site: "london",
			phone: "+44 20 7946 0107", mobile: "+44 7700 900107", html: true, quote: quoteNone, sign: "Hana"},
		{key: "ivo", given: "Ivo", surname: "Ivanov", title: "Financial Controller", department: "Finance", manager: "lena", site: "london",
			phone: "+44 20 7946 0108", mobile: "+44 7700 900108", html: true, quote: quoteBlock, sign: "Kind regards,\nIvo Ivanov\nFinancial Controller"},
		{key: "jun", given: "Jun", surname: "Jeong", title: "Frontend Engineer", department: "Design", manager: "eve", site: "newyork",
			phone: "+1 212 555 0109", mobile: "+1 917 555 0109", quote: quoteNone, sign: "jun"},
		{key: "kiran", given: "Kiran", surname: "Kohli", title: "Senior Engineer", department: "Timetable Engine", manager: "bo", site: "berlin",
			phone: "+49 30 23125 110", mobile: "+49 30 23125 210", quote: quoteAbove, sign: "Kiran"},
		{key: "lena", given: "Lena", surname: "Lindqvist", title: "VP Engineering", department: "Leadership", site: "berlin",
			phone: "+49 30 23125 111", mobile: "+49 30 23125 211", html: true, quote: quoteNone, sign: "Lena"},
		{key: "mo", given: "Mo", surname: "Mensah", title: "Test Engineer", department: "Delivery", manager: "dee", site: "newyork",
			phone: "+1 212 555 0112", mobile: "+1 917 555 0112", quote: quoteAbove, sign: "Mo"},
	}
}

// room is a place that can be booked. It has a calendar and no mail.
type room struct {
	key, name, site string
	seats           int
}

func rooms() []room {
	return []room{
		{"hood", "Hood", "london", 8},
		{"buoy", "Buoy", "london", 4},
		{"fathom", "Fathom", "london", 14},
		{"leuchtturm", "Leuchtturm", "berlin", 10},
		{"kombuese", "Kombüse", "berlin", 4},
		{"slipway", "Slipway", "newyork", 6},
		{"projector", "Travelling projector", "london", 0},
	}
}

// stableID is an identifier that depends on nothing but its parts.
func stableID(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

func userID(key string) string { return stableID("user", key) }

// directory makes the users: the team, then the rooms.
func (b *builder) directory() error {
	places := sites()
	for _, p := range cast() {
		s := places[p.site]
		u := User{User: model.User{
			Entity: model.Entity{ID: userID(p.key)}, ObjectType: "User", AccountEnabled: true, UserType: "Member",
			DisplayName: p.name(), GivenName: p.given, Surname: p.surname,
			JobTitle: p.title, Department: p.department, OfficeLocation: s.office,
			Mail: p.address(), MailNickname: p.key, UserPrincipalName: p.address(),
			City: s.city, State: s.state, Country: s.country, UsageLocation: s.code,
			StreetAddress: s.street, PostalCode: s.postal, PreferredLanguage: s.language,
			BusinessPhones: []string{p.phone}, MobilePhone: p.mobile,
		}}
		if p.manager != "" {
			u.ManagerID = userID(p.manager)
		}
		b.world.Users = append(b.world.Users, u)
	}
	for _, r := range rooms() {
		s := places[r.site]
		b.world.Users = append(b.world.Users, User{User: model.User{
			Entity: model.Entity{ID: userID(r.key)}, ObjectType: "User", AccountEnabled: true, UserType: "resource",
			DisplayName: r.label(), Department: "Rooms and equipment", OfficeLocation: s.office,
			Mail: r.address(), MailNickname: r.key, UserPrincipalName: r.address(),
			City: s.city, State: s.state, Country: s.country, UsageLocation: s.code,
		}})
	}
	return b.portraits()
}

func (r room) address() string { return r.key + "@" + company }
