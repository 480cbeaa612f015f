package sample

import (
	"fmt"
	"mime"
	"time"

	"daybook/model"
)

// file is an entry of a drive as planned: a folder where make is empty, else a
// file that makeFile knows under that name.
type file struct{ path, make string }

// ownFiles are the owner's.
func ownFiles() []file {
	return []file{
		{path: "Atlas"}, {path: "Atlas/Release"}, {path: "Borealis"}, {path: "Budget"}, {path: "Talks"}, {path: "Talks/Shout or quiet"}, {path: "Offsite"}, {path: "Recipes"},
		{path: "Atlas/Release/plan.xlsx", make: "plan.xlsx"}, {path: "Atlas/Release/migration-note.txt", make: "migration-note.txt"},
		{path: "Atlas/benchmark.csv", make: "benchmark.csv"}, {path: "Atlas/benchmark.png", make: "benchmark.png"}, {path: "Atlas/licences.csv", make: "licences.csv"},
		{path: "Borealis/annex-b.pdf", make: "annex-b.pdf"}, {path: "Borealis/rota.xlsx", make: "rota.xlsx"}, {path: "Borealis/site-visit.txt", make: "site-visit.txt"},
		{path: "Budget/budget.xlsx", make: "budget.xlsx"}, {path: "Budget/quarter.xlsx", make: "quarter.xlsx"},
		{path: "Offsite/agenda.txt", make: "agenda.txt"}, {path: "Offsite/diets.csv", make: "diets.csv"}, {path: "Offsite/booking.pdf", make: "booking.pdf"},
		{path: "Talks/Shout or quiet/ruler.png", make: "ruler.png"}, {path: "Talks/Shout or quiet/quay.png", make: "quay.png"},
		{path: "Recipes/soup.txt", make: "soup.txt"}, {path: "coast.png", make: "coast.png"},
	}
}

// drives makes the owner's files, a small drive for each colleague, and the
// permission grants of the programs that reach them.
func (b *builder) drives() error {
	for _, p := range cast() {
		files := []file{{path: "Notes"}, {path: "Notes/agenda.txt", make: "agenda.txt"}}
		if p.key == ownerKey {
			files = ownFiles()
		}
		items, err := b.items(files, p.key)
		if err != nil {
			return fmt.Errorf("%s: %w", p.key, err)
		}
		b.boxes[p.key].Drive = &Drive{Items: items}
	}
	b.grants()
	return nil
}

func (b *builder) items(files []file, by string) ([]DriveItem, error) {
	var out []DriveItem
	for i, f := range files {
		item := DriveItem{Path: f.path, By: userID(by), ModifiedAt: b.at(b.today.AddDate(0, 0, -2-i*3), 9+i%8, i*7%60, b.home)}
		if f.make != "" {
			data, kind, err := b.file(f.make)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.path, err)
			}
			if base, _, err := mime.ParseMediaType(kind); err == nil {
				kind = base
			}
			item.MimeType, item.Content = kind, data
		}
		out = append(out, item)
	}
	return out, nil
}

// grants are what programs may do in the owner's name, and what one may do
// for everybody.
func (b *builder) grants() {
	day := func(days int) time.Time { return b.at(b.today.AddDate(0, 0, days), 9, 0, b.home) }
	for _, g := range []struct {
		client, consent, principal, resource, scope string
		from, to                                    int
	}{
		{"calendar-kiosk", "Principal", ownerKey, "mailboxes", "Calendars.Read", -120, 245},
		{"build-bot", "AllPrincipals", "", "mailboxes", "Mail.Send User.ReadBasic.All", -300, 65},
		{"kettle-app", "Principal", ownerKey, "mailboxes", "User.Read Calendars.ReadWrite Contacts.Read", -7, 23},
		{"receipts", "Principal", ownerKey, "drives", "Files.ReadWrite Mail.ReadWrite", -200, 165},
	} {
		from, to := day(g.from), day(g.to)
		grant := model.PermissionGrant{
			Entity:   model.Entity{ID: stableID("grant", g.client)},
			ClientID: stableID("client", g.client), ConsentType: g.consent, ResourceID: stableID("resource", g.resource),
			Scope: g.scope, StartTime: &from, ExpiryTime: &to,
		}
		if g.principal != "" {
			grant.PrincipalID = userID(g.principal)
		}
		b.world.Grants = append(b.world.Grants, grant)
	}
}
