package cmd

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
)

// zone is the one that times are read and shown in: the configuration's, the
// mailbox's, the machine's.
func (c common) zone(ctx context.Context, client *api.Client) (*time.Location, error) {
	p, file, err := c.place()
	if err != nil {
		return nil, err
	}
	settings, _, err := file.Resolve(p.profile.Name, nil, nil)
	if err != nil {
		return nil, err
	}
	name := settings.Zone
	if name == "" {
		if name, err = client.Me().TimeZone(ctx); err != nil && !errors.Is(err, model.ErrAccessDenied) {
			return nil, err
		}
	}
	if zone, err := model.LoadZone(name); name != "" && err == nil {
		return zone, nil
	}
	return localZone(os.Getenv), nil
}

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
