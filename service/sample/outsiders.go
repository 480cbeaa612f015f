package sample

import (
	"fmt"
	"slices"

	"daybook/model"
)

// outsider is somebody who writes from elsewhere. other marks a sender whose
// mail is not addressed to a person and so lands in Other; list is the
// List-Id of a mailing list.
type outsider struct {
	name, address string
	other         bool
	list          string
}

// outsiders are the correspondents beyond the company, by the key that the
// content uses.
func outsiders() map[string]outsider {
	return map[string]outsider{
		"daybook": {name: "daybook", address: "welcome@daybook.example"},
		// Customers and suppliers.
		"fay":      {name: "Fay Fjeld", address: "fay@fabrikam.example"},
		"torstein": {name: "Torstein Øygård", address: "torstein@fabrikam.example"},
		"lina":     {name: "李娜 Li Na", address: "na.li@wingtip.example"},
		"nikos":    {name: "Νίκος Παππάς", address: "nikos@graphicdesign.example"},
		"margit":   {name: "Margit Weiß", address: "margit@seeblick.example"},
		"priya":    {name: "Priya 🌻", address: "priya@caterpillar-catering.example"},
		"trey":     {name: "Trey Research Accounts", address: "accounts@treyresearch.example"},
		"oliver":   {name: "Oliver Trey", address: "oliver@treyresearch.example"},
		"salma":    {name: "سلمى العربي", address: "salma@adventure-works.example"},
		"harbour":  {name: "Harbour Office Network", address: "network@harbours.example"},
		// Candidates and recruiters.
		"olena": {name: "Олена Шевченко", address: "olena.shevchenko@mail.example"},
		"aoi":   {name: "山田 葵", address: "aoi.yamada@mail.example"},
		"rafa":  {name: "Rafael Núñez", address: "rafa.nunez@mail.example"},
		"tess":  {name: "Tess Talent", address: "tess@brightpeople.example"},
		// Friends, family, the rest of life.
		"bea":      {name: "Bea Avery", address: "bea@avery.example"},
		"mum":      {name: "Margaret Avery", address: "margaret@avery.example"},
		"sol":      {name: "Sol 🧗", address: "sol@tuesdaywall.example"},
		"wall":     {name: "Tuesday Wall", address: "all@tuesdaywall.example", list: "all.tuesdaywall.example"},
		"dentist":  {name: "Signal Yard Dental", address: "reception@signalyarddental.example"},
		"landlord": {name: "Pell & Daughters Lettings", address: "office@pell-lettings.example"},
		"library":  {name: "Southbank Library", address: "notices@southbank-library.example", other: true},
		"choir":    {name: "Thames Sea Shanty Choir", address: "notices@shanty.example", list: "members.shanty.example"},
		// Machines.
		"build":    {name: "build bot", address: "build@ci.contoso.example", other: true, list: "builds.ci.contoso.example"},
		"tracker":  {name: "Contoso Tracker", address: "tracker@tracker.contoso.example", other: true},
		"review":   {name: "Code review", address: "review@code.contoso.example", list: "patches.code.contoso.example"},
		"pager":    {name: "Pager", address: "pager@ops.contoso.example"},
		"rails":    {name: "Rail Europe-ish", address: "tickets@raileurope-ish.example", other: true},
		"hotel":    {name: "Hotel Prinzenufer", address: "reservations@prinzenufer.example", other: true},
		"coffee":   {name: "Dockside Coffee Roasters", address: "orders@docksidecoffee.example", other: true},
		"cloud":    {name: "Northwind Cloud Billing", address: "billing@northwindcloud.example", other: true},
		"phone":    {name: "Relecloud Mobile", address: "bills@relecloud.example", other: true},
		"bikes":    {name: "Southbank Cycles", address: "hello@southbankcycles.example", other: true},
		"expenses": {name: "Contoso Expenses", address: "expenses@contoso.example", other: true},
		"it":       {name: "Contoso IT", address: "it@contoso.example", other: true},
		// Letters.
		"slow":   {name: "Slow Software", address: "letter@slowsoftware.example", other: true, list: "letter.slowsoftware.example"},
		"ferry":  {name: "The Ferry Review", address: "editors@ferryreview.example", other: true, list: "weekly.ferryreview.example"},
		"type":   {name: "Tabular Figures", address: "post@tabularfigures.example", other: true, list: "post.tabularfigures.example"},
		"zone":   {name: "tz announcements", address: "tz-announce@timezones.example", other: true, list: "tz-announce.timezones.example"},
		"cinema": {name: "Pier Cinema", address: "programme@piercinema.example", other: true, list: "programme.piercinema.example"},
		// Lists of the company.
		"engine": {name: "Engine team", address: "engine@contoso.example"},
		"all":    {name: "Everyone at Contoso", address: "everyone@contoso.example"},
		// Junk.
		"prince":   {name: "Office of the Deputy Prince", address: "prince@legit-kingdom.example", other: true},
		"seo":      {name: "Brad from SEO Rocket", address: "brad@seorocket.example", other: true},
		"lottery":  {name: "International Ferry Lottery", address: "winner@ferry-lottery.example", other: true},
		"pills":    {name: "Dr. Wellness", address: "dr@vitality.example", other: true},
		"invoices": {name: "Invoice Dept", address: "invoice-dept@payments-now.example", other: true},
		"parcel":   {name: "PARCEL NOTICE", address: "notice@parcel-tracking-eu.example", other: true},
	}
}

// correspondents resolves the keys of the content.
type correspondents struct {
	team    map[string]person
	outside map[string]outsider
}

func newCorrespondents() correspondents {
	c := correspondents{team: map[string]person{}, outside: outsiders()}
	for _, p := range cast() {
		c.team[p.key] = p
	}
	return c
}

// address is the name and address of a key.
func (c correspondents) address(key string) (model.EmailAddress, error) {
	if p, ok := c.team[key]; ok {
		return model.EmailAddress{Name: p.name(), Address: p.address()}, nil
	}
	if o, ok := c.outside[key]; ok {
		return model.EmailAddress{Name: o.name, Address: o.address}, nil
	}
	return model.EmailAddress{}, fmt.Errorf("nobody is called %q", key)
}

// recipients resolves several keys.
func (c correspondents) recipients(keys []string) ([]model.Recipient, error) {
	var out []model.Recipient
	for _, k := range keys {
		a, err := c.address(k)
		if err != nil {
			return nil, err
		}
		out = append(out, model.Recipient{EmailAddress: a})
	}
	return out, nil
}

// colleagues are the keys of the team's members that keys stand for, each
// once: the company's lists are opened up.
func (c correspondents) colleagues(keys []string) []string {
	var out []string
	add := func(k string) {
		if _, ok := c.team[k]; ok && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	for _, k := range keys {
		switch k {
		case "engine":
			for _, p := range cast() {
				if p.department == "Timetable Engine" {
					add(p.key)
				}
			}
		case "all":
			for _, p := range cast() {
				add(p.key)
			}
		default:
			add(k)
		}
	}
	return out
}
