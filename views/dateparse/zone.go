package dateparse

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
)

// Zone finds a zone by its name or by that of a city, "new york"; empty is the
// one given. A city's own name comes first, then what a city's name begins
// with, then the names that Windows has, which stand for several zones each.
func Zone(words string, otherwise *time.Location) (*time.Location, error) {
	words = strings.TrimSpace(words)
	if words == "" {
		return otherwise, nil
	}
	if loc, err := model.LoadZone(words); err == nil {
		return loc, nil
	}
	wanted := strings.ReplaceAll(strings.ToLower(words), "_", " ")
	zones := model.Zones()
	for _, fits := range []func(city string) bool{
		func(city string) bool { return city == wanted },
		func(city string) bool { return strings.HasPrefix(city, wanted) },
	} {
		for _, z := range zones {
			if fits(strings.ReplaceAll(strings.ToLower(z.Alias[strings.LastIndexByte(z.Alias, '/')+1:]), "_", " ")) {
				return model.LoadZone(z.Alias)
			}
		}
	}
	for _, end := range []string{" time", " standard time"} {
		if loc, err := model.LoadZone(wanted + end); err == nil {
			return loc, nil
		}
	}
	return nil, fmt.Errorf("%q is no zone: try a city, or a name such as Europe/London", words)
}
