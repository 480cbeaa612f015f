package cmd

import (
	"os"
	"strings"
	"time"

	"daybook/model"
)

// localZone is the zone of this machine by its IANA name: the interface is
// told names, and "Local" is none. TZ comes first, then what /etc/localtime
// points to, then /etc/timezone; UTC where none of them names a zone.
func localZone(getenv func(string) string) *time.Location {
	names := []string{strings.TrimPrefix(getenv("TZ"), ":")}
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(target, "zoneinfo/"); ok {
			names = append(names, name)
		}
	}
	if b, err := os.ReadFile("/etc/timezone"); err == nil {
		names = append(names, strings.TrimSpace(string(b)))
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if loc, err := model.LoadZone(name); err == nil {
			return loc
		}
	}
	return time.UTC
}
