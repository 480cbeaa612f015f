package model

import (
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones load on machines without a zone database; adds 450 kB to the program
)

// A zone is named in IANA's way ("Europe/London") or in Windows' way ("GMT
// Standard Time"), in any letter case. The table that joins the two is
// CLDR's: a Windows name stands for the zone that CLDR gives the whole world
// (territory 001), and an IANA name is taken through CLDR's aliases before
// its Windows name is looked up.

// zoneEntry is one IANA name of the table.
type zoneEntry struct {
	name      string // in IANA's letter case
	preferred string // the name of the same zone that IANA prefers
	windows   string // empty for the few zones that Windows does not have

	once sync.Once
	loc  *time.Location
	err  error
}

func (e *zoneEntry) load() (*time.Location, error) {
	e.once.Do(func() {
		if e.preferred == utcZone {
			e.loc = time.UTC
			return
		}
		if e.loc, e.err = time.LoadLocation(e.name); e.err != nil {
			e.loc, e.err = time.LoadLocation(e.preferred) // an alias that the zone database has dropped
		}
	})
	return e.loc, e.err
}

// utcZone is the preferred name of UTC. LoadZone answers it, and its aliases,
// with time.UTC itself.
const utcZone = "Etc/UTC"

// zoneIndex holds the entries by name: as it is written and in lower case.
type zoneIndex struct {
	iana    map[string]*zoneEntry
	windows map[string]*zoneEntry
	order   []*zoneEntry // preferred names, in the order of the table
}

// zones is the parsed table. It is parsed at the first use, so that a program
// that names no zone does not pay for it, and does not change after.
var zones = sync.OnceValue(func() *zoneIndex {
	x := &zoneIndex{iana: map[string]*zoneEntry{}, windows: map[string]*zoneEntry{}}
	for line := range strings.Lines(zoneNames) {
		windows, list, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		for i, group := range strings.Fields(list) {
			names := strings.Split(group, "=")
			for j, name := range names {
				e := &zoneEntry{name: name, preferred: names[0], windows: windows}
				x.iana[name], x.iana[strings.ToLower(name)] = e, e
				if j > 0 {
					continue
				}
				x.order = append(x.order, e)
				if i == 0 && windows != "" {
					x.windows[windows], x.windows[strings.ToLower(windows)] = e, e
				}
			}
		}
	}
	x.windows["tzone://microsoft/utc"] = x.iana[utcZone] // what Exchange writes for UTC
	return x
})

// find returns the entry of an IANA or a Windows name, nil when there is none.
// "UTC" is both, and the same zone.
func (x *zoneIndex) find(name string) *zoneEntry {
	for _, key := range [...]string{name, strings.ToLower(strings.TrimSpace(name))} {
		if e := x.iana[key]; e != nil {
			return e
		}
		if e := x.windows[key]; e != nil {
			return e
		}
	}
	return nil
}

// LoadZone returns the zone of an IANA or a Windows name, in any letter case.
// An unknown name is an *Error with CodeInvalidRequest that quotes it.
func LoadZone(name string) (*time.Location, error) {
	e := zones().find(name)
	if e == nil {
		// A zone that is newer than the table. "Local" would be the zone of
		// the machine, which no document can mean.
		if strings.Contains(name, "/") {
			if loc, err := time.LoadLocation(name); err == nil {
				return loc, nil
			}
		}
		return nil, unknownZone(name)
	}
	loc, err := e.load()
	if err != nil {
		return nil, Errorf(CodeInvalidRequest, "time zone %q cannot be loaded: %v", name, err)
	}
	return loc, nil
}

func unknownZone(name string) *Error {
	return &Error{
		Code:    CodeInvalidRequest,
		Message: `time zone "` + name + `" is not known: use an IANA name such as Europe/London or a Windows name such as GMT Standard Time`,
		Target:  "timeZone",
	}
}

// IANAName returns the IANA name of a zone: of a Windows name CLDR's default
// for the world, of an IANA name the same in IANA's letter case.
func IANAName(name string) (string, error) {
	if e := zones().find(name); e != nil {
		if e.preferred == utcZone {
			return "UTC", nil
		}
		return e.name, nil
	}
	loc, err := LoadZone(name)
	if err != nil {
		return "", err
	}
	return loc.String(), nil
}

// WindowsName returns the Windows name of a zone. A few IANA zones have none
// (the time of a region before it was divided, for one): that is an error
// which says so.
func WindowsName(name string) (string, error) {
	e := zones().find(name)
	if e == nil {
		return "", unknownZone(name)
	}
	if e.windows == "" {
		return "", Errorf(CodeInvalidRequest, "time zone %q has no Windows name", name)
	}
	return e.windows, nil
}

// Zones returns the zones of the table for a person to choose from: Alias is
// the preferred IANA name, DisplayName the Windows name, which may be empty
// and may stand for several zones. The order is that of the Windows names.
func Zones() []TimeZoneInformation {
	x := zones()
	list := make([]TimeZoneInformation, len(x.order))
	for i, e := range x.order {
		list[i] = TimeZoneInformation{Alias: e.preferred, DisplayName: e.windows}
	}
	return list
}

// ZoneNames lists every IANA name of the table, aliases too, sorted.
func ZoneNames() []string {
	var names []string
	for key, e := range zones().iana {
		if key == e.name {
			names = append(names, key)
		}
	}
	slices.Sort(names)
	return names
}
