package when

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
	for _, fits := range []func(city, windows string) bool{
		func(city, _ string) bool { return city == wanted },
		func(city, _ string) bool { return strings.HasPrefix(city, wanted) },
		func(_, windows string) bool { return strings.HasPrefix(windows, wanted) },
	} {
		for _, z := range zones {
			city := strings.ReplaceAll(strings.ToLower(z.Alias[strings.LastIndexByte(z.Alias, '/')+1:]), "_", " ")
			if fits(city, strings.ToLower(z.DisplayName)) {
				return model.LoadZone(z.Alias)
			}
		}
	}
	return nil, fmt.Errorf("%q is no zone: try a city, or a name such as Europe/London", words)
}
