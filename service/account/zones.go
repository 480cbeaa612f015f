package account

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/rest"
)

// listZones lists the zones that the mailbox can be set to, in the dialect
// that TimeZoneStandard names: without one first the IANA names and then the
// Windows names.
func (a *Area) listZones(r *rest.Request) (rest.Reply, error) {
	var list []model.TimeZoneInformation
	switch standard := standardOf(r.Key("standard")); standard {
	case "":
		list = append(ianaZones(r.Now), windowsZones(r.Now)...)
	case "iana":
		list = ianaZones(r.Now)
	case "windows":
		list = windowsZones(r.Now)
	default:
		return rest.Reply{}, model.Errorf(model.CodeBadRequest, "TimeZoneStandard is Windows or Iana, not %q", standard)
	}
	reply, err := rest.List(r, a.zones, list, len(list))
	return reply.As("Collection(microsoft.graph.timeZoneInformation)"), err
}

// standardOf reads microsoft.graph.timeZoneStandard'Iana', or Iana alone.
func standardOf(argument string) string {
	if _, quoted, ok := strings.Cut(argument, "'"); ok {
		argument = strings.TrimSuffix(quoted, "'")
	}
	return strings.ToLower(argument)
}

func ianaZones(now time.Time) []model.TimeZoneInformation {
	var list []model.TimeZoneInformation
	for _, z := range model.Zones() {
		name := z.DisplayName
		if name == "" {
			name = z.Alias
		}
		list = append(list, zone(z.Alias, name, now))
	}
	slices.SortFunc(list, func(a, b model.TimeZoneInformation) int { return strings.Compare(a.Alias, b.Alias) })
	return list
}

func windowsZones(now time.Time) []model.TimeZoneInformation {
	var list []model.TimeZoneInformation
	for _, z := range model.Zones() { // the zones of one Windows name stand together
		if z.DisplayName != "" && (len(list) == 0 || list[len(list)-1].Alias != z.DisplayName) {
			list = append(list, zone(z.DisplayName, z.DisplayName, now))
		}
	}
	return list
}

// zone is an entry whose display name begins with the offset at now.
func zone(alias, name string, now time.Time) model.TimeZoneInformation {
	if loc, err := model.LoadZone(alias); err == nil {
		_, seconds := now.In(loc).Zone()
		sign := '+'
		if seconds < 0 {
			sign, seconds = '-', -seconds
		}
		name = fmt.Sprintf("(UTC%c%02d:%02d) %s", sign, seconds/3600, seconds/60%60, name)
	}
	return model.TimeZoneInformation{Alias: alias, DisplayName: name}
}
