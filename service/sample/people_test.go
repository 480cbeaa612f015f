package sample

import (
	"bytes"
	"image/png"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func TestTheTeamIsTwelveInFourZonesUnderOneManager(t *testing.T) {
	w := build(t, moments()["saturday"])
	byID, zones, tops, people := map[string]User{}, map[string]bool{}, 0, 0
	for _, u := range w.Users {
		byID[u.ID] = u
	}
	for _, u := range w.Users {
		if u.UserType == "resource" {
			continue
		}
		people++
		box, ok := w.mailbox(u.ID)
		if !ok {
			t.Errorf("%s has no mailbox", u.DisplayName)
			continue
		}
		zones[box.Settings.TimeZone] = true
		if u.ManagerID == "" {
			tops++
		}
		steps := 0
		for m := u; m.ManagerID != "" && steps < 10; steps++ {
			m = byID[m.ManagerID]
		}
		if steps == 10 {
			t.Errorf("the managers of %s go round in a circle", u.DisplayName)
		}
		if img, err := png.DecodeConfig(bytes.NewReader(u.Photo)); err != nil || img.Width < 240 {
			t.Errorf("%s: portrait of width %d: %v", u.DisplayName, img.Width, err)
		}
	}
	if people != 12 || len(zones) != 4 || tops != 1 {
		t.Errorf("%d people in %d zones under %d heads, want 12, 4, 1", people, len(zones), tops)
	}
}

func TestTheAddressBookIsNested(t *testing.T) {
	box := owner(t, build(t, moments()["saturday"]))
	if n := len(box.Contacts); n < 55 || n > 70 {
		t.Errorf("%d contacts, want about 60", n)
	}
	folders, nested, photos := map[string]bool{"": true}, 0, 0
	for _, f := range box.ContactFolders {
		if i := strings.LastIndex(f.Path, "/"); i > 0 {
			nested++
			if !folders[f.Path[:i]] {
				t.Errorf("folder %s comes before its parent", f.Path)
			}
		}
		folders[f.Path] = true
	}
	ids := map[string]bool{}
	for _, c := range box.Contacts {
		if !folders[c.Folder] {
			t.Errorf("%s is in %q, which is no folder", c.Contact.DisplayName, c.Folder)
		}
		if ids[c.Contact.ID] {
			t.Errorf("%s has the id of another contact", c.Contact.DisplayName)
		}
		ids[c.Contact.ID] = true
		if c.Photo != nil {
			photos++
		}
	}
	if nested < 3 || photos < 4 {
		t.Errorf("%d nested folders and %d photos, want at least 3 and 4", nested, photos)
	}
}

func TestGroupsHaveThreadsInOrder(t *testing.T) {
	for name, now := range moments() {
		w := build(t, now)
		locked, posts := 0, 0
		for _, g := range w.Groups {
			if len(g.Threads) == 0 || len(g.Members) == 0 || len(g.Photo) == 0 {
				t.Errorf("%s: group %s has %d threads, %d members, %d bytes of photo", name, g.DisplayName, len(g.Threads), len(g.Members), len(g.Photo))
			}
			for _, thread := range g.Threads {
				if thread.IsLocked {
					locked++
				}
				for i, p := range thread.Posts {
					posts++
					if p.ReceivedDateTime.After(now) {
						t.Errorf("%s: a post in %q is from the future", name, thread.Topic)
					}
					if i > 0 && p.ReceivedDateTime.Before(*thread.Posts[i-1].ReceivedDateTime) {
						t.Errorf("%s: post %d in %q is before the one it follows", name, i+1, thread.Topic)
					}
				}
			}
		}
		if len(w.Groups) != 4 || locked == 0 || posts < 30 {
			t.Errorf("%s: %d groups, %d locked threads, %d posts; want 4, some, at least 30", name, len(w.Groups), locked, posts)
		}
	}
}

func TestWorkbooksOpenWithTableAndNames(t *testing.T) {
	box := owner(t, build(t, moments()["saturday"]))
	tables, names, opened := 0, 0, 0
	for _, it := range box.Drive.Items {
		if !strings.HasSuffix(it.Path, ".xlsx") {
			continue
		}
		f, err := excelize.OpenReader(bytes.NewReader(it.Content))
		if err != nil {
			t.Errorf("%s: %v", it.Path, err)
			continue
		}
		opened++
		names += len(f.GetDefinedName())
		for _, s := range f.GetSheetList() {
			got, err := f.GetTables(s)
			if err != nil {
				t.Errorf("%s: %v", it.Path, err)
			}
			tables += len(got)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", it.Path, err)
		}
	}
	if opened < 3 || tables == 0 || names == 0 {
		t.Errorf("%d workbooks with %d tables and %d names, want at least 3, 1, 1", opened, tables, names)
	}
}

func TestWorkbookHasItsDatesAndValues(t *testing.T) {
	now := moments()["saturday"]
	dates, err := newAlmanac(now)
	if err != nil {
		t.Fatal(err)
	}
	box := owner(t, build(t, now))
	for _, want := range []struct{ file, sheet, cell, value string }{
		{"plan.xlsx", "Cutover", "B6", dates.release().Format(time.DateOnly)},
		{"plan.xlsx", "Risks", "D2", "1.5"},
		{"budget.xlsx", "Budget", "F2", "773,000"},
		{"rota.xlsx", "Rota", "A3", dates.anchors["monday"].AddDate(0, 0, 7).Format(time.DateOnly)},
	} {
		at := slices.IndexFunc(box.Drive.Items, func(it DriveItem) bool { return path.Base(it.Path) == want.file })
		f, err := excelize.OpenReader(bytes.NewReader(box.Drive.Items[at].Content))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.GetCellValue(want.sheet, want.cell); err != nil || got != want.value {
			t.Errorf("%s!%s of %s is %q (%v), want %q", want.sheet, want.cell, want.file, got, err, want.value)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestPDFHasItsObjectsWhereItSays(t *testing.T) {
	p := string(pdf("A line (in brackets)\nØ and 北"))
	for i, at := range []string{"1 0 obj", "5 0 obj", "xref", "%%EOF"} {
		if !strings.Contains(p, at) {
			t.Errorf("part %d, %q, is missing", i, at)
		}
	}
	if !strings.Contains(p, `A line \(in brackets\)`) {
		t.Error("brackets are not escaped")
	}
	start := strings.LastIndex(p, "xref\n0 ")
	if !strings.Contains(p, "startxref\n"+strconv.Itoa(start)) {
		t.Errorf("startxref does not point at %d", start)
	}
}
