package model

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"testing"
	"time"
)

// TestWallAgreesWithAnotherImplementation checks every change of offset of
// every zone from 1970 to 2040 against testdata/zones.txt, which Python's
// zoneinfo wrote (testdata/zonedump.py).
func TestWallAgreesWithAnotherImplementation(t *testing.T) {
	f, err := os.Open("testdata/zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	zonesRead, changesRead, otherData := 0, 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var name, wantChanges, wantWalls string
		var wantCount int
		if _, err := fmt.Sscan(lines.Text(), &name, &wantCount, &wantChanges, &wantWalls); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		loc, err := LoadZone(name)
		if err != nil {
			loc, err = time.LoadLocation(name) // a historical name such as MST7MDT
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		count, changes, walls := digestZone(loc)
		zonesRead++
		changesRead += count
		switch {
		case changes != wantChanges:
			// The machine's zone database is of another release than the
			// dump's: the rules of this zone differ, so its times must.
			t.Logf("%s: %d changes of offset, the dump has %d", name, count, wantCount)
			otherData++
		case walls != wantWalls:
			t.Errorf("%s: digest of wall times = %s, want %s", name, walls, wantWalls)
		}
	}
	if zonesRead < 550 || changesRead < 30000 {
		t.Errorf("compared %d changes in %d zones, want over 30000 in over 550", changesRead, zonesRead)
	}
	if otherData > zonesRead/20 {
		t.Errorf("%d of %d zones change their offset at other times than in the dump", otherData, zonesRead)
	}
}

var dumpProbes = []int64{-90000, -86400, -7200, -5400, -3600, -1800, -1, 0, 1, 1800, 3599, 3600, 5400, 7200, 86400, 90000}

// digestZone does what zonedump.py does, with the code under test.
func digestZone(loc *time.Location) (count int, changes, walls string) {
	changed, read := fnv.New64a(), fnv.New64a()
	end := time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
	epoch := Date(0)
	for at := time.Unix(0, 0).In(loc); ; {
		_, before := at.Zone()
		_, next := at.ZoneBounds()
		if next.IsZero() || !next.Before(end) {
			break
		}
		if !next.After(at) {
			at = at.Add(time.Hour) // ZoneBounds on the last day of a leap year
			continue
		}
		at = next
		_, after := at.Zone()
		if after == before {
			continue // only the name of the time changed
		}
		count++
		fmt.Fprintf(changed, "%d\n%d\n%d\n", at.Unix(), before, after)
		for _, offset := range []int{before, after} {
			for _, probe := range dumpProbes {
				wall := at.Unix() + int64(offset) + probe
				fmt.Fprintf(read, "%d\n", epoch.At(time.Duration(wall)*time.Second, loc).Unix())
			}
		}
	}
	return count, fmt.Sprintf("%016x", changed.Sum64()), fmt.Sprintf("%016x", read.Sum64())
}
