// Package account serves what belongs to a person's account rather than to
// one kind of item: the mailbox's settings, the permission grants of
// applications, and $batch, which carries requests of every area.
//
// Invariants: settings that are stored are valid, so nobody who reads them
// checks again; the parts of a batch have the rights of its caller and no
// other; a part that fails leaves nothing behind, and a reply to a batch is
// sent when all that it acknowledges is durable.
package account

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the account part of the service.
type Area struct {
	store *store.Store // of batches
	// Schemas of what is answered from memory.
	settings, replies, language, hours, zones, grants *odata.Schema
}

// New makes the area on a store.
func New(s *store.Store) *Area {
	return &Area{
		store:    s,
		settings: odata.SchemaOf[model.MailboxSettings]("mailboxSettings", "timeZone"),
		replies:  odata.SchemaOf[model.AutomaticRepliesSetting]("automaticRepliesSetting", "status"),
		language: odata.SchemaOf[model.LocaleInfo]("localeInfo", "locale"),
		hours:    odata.SchemaOf[model.WorkingHours]("workingHours", "startTime"),
		zones:    odata.SchemaOf[model.TimeZoneInformation]("timeZoneInformation", "alias"),
		grants:   odata.SchemaOf[model.PermissionGrant]("oAuth2Permissiongrant", "id", odata.Field{Path: "id", Kind: odata.ID}),
	}
}

// The scopes. Part 5 of the interface gives the settings' one and leaves those
// of the grants open: they are Microsoft Graph's for oauth2PermissionGrant.
// With a scope that says so one reads all grants, but changes those alone of
// which one is the principal, or any as an administrator of the store.
// Zones are no secret, and whoever may read a profile or settings may list them.
var (
	settingsRead  = []string{"MailboxSettings.Read", "MailboxSettings.ReadWrite"}
	settingsWrite = []string{"MailboxSettings.ReadWrite"}
	zonesRead     = []string{"MailboxSettings.Read", "User.Read", "User.ReadWrite"}
	grantsRead    = []string{"DelegatedPermissionGrant.Read.All", "Directory.Read.All", "Directory.AccessAsUser.All"}
	grantsWrite   = []string{"DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All", "Directory.AccessAsUser.All"}
)

// Routes is the account part of the routing table.
func (a *Area) Routes() []rest.Route {
	whole := func(s *model.MailboxSettings) *model.MailboxSettings { return s }
	replies := func(s *model.MailboxSettings) *model.AutomaticRepliesSetting { return s.AutomaticRepliesSetting }
	language := func(s *model.MailboxSettings) *model.LocaleInfo { return s.Language }
	hours := func(s *model.MailboxSettings) *model.WorkingHours { return s.WorkingHours }
	const settings, zones = "{user}/mailboxSettings", "{user}/outlook/supportedTimeZones"
	table := []rest.Route{
		{Method: "POST", Pattern: "$batch", Operation: "Batch", Handler: a.batch}, // each part is held to its own scopes

		{Method: "GET", Pattern: settings, Operation: "GetMailboxSettings", Scopes: settingsRead, Handler: part(a.settings, whole)},
		{Method: "PATCH", Pattern: settings, Operation: "UpdateMailboxSettings", Scopes: settingsWrite, Handler: rest.WritesWith((*rest.Request).Object, a.updateSettings)},
		{Method: "GET", Pattern: settings + "/automaticRepliesSetting", Operation: "GetAutomaticReplies", Scopes: settingsRead, Handler: part(a.replies, replies)},
		{Method: "GET", Pattern: settings + "/language", Operation: "GetLanguage", Scopes: settingsRead, Handler: part(a.language, language)},
		{Method: "GET", Pattern: settings + "/timeZone", Operation: "GetTimeZone", Scopes: settingsRead, Handler: rest.Reads(a.getTimeZone)},
		{Method: "GET", Pattern: settings + "/workingHours", Operation: "GetWorkingHours", Scopes: settingsRead, Handler: part(a.hours, hours)},
		{Method: "GET", Pattern: zones, Operation: "ListTimeZones", Scopes: zonesRead, Handler: a.listZones},
		{Method: "GET", Pattern: zones + "(TimeZoneStandard={standard})", Operation: "ListTimeZones", Scopes: zonesRead, Handler: a.listZones},

		{Method: "GET", Pattern: grantsPath, Operation: "ListPermissionGrants", Counts: "CountPermissionGrants", Scopes: grantsRead, Handler: rest.Reads(a.listGrants)},
		{Method: "POST", Pattern: grantsPath, Operation: "CreatePermissionGrant", Scopes: grantsWrite, Handler: rest.WritesWith(readGrant, a.createGrant)},
	}
	// A grant is reached from the organisation, from the user it was given by,
	// and from the drive of the caller, who made its root. The public interface
	// has the first of these alone, under v1.0.
	for _, at := range []string{"", "{user}/", "drive/root/createdByUser/"} {
		one := at + grantsPath + "/{grant}"
		read, write := rest.Route{Scopes: grantsRead, Who: rest.Owner}, rest.Route{Scopes: grantsWrite, Who: rest.Owner}
		if at != "" {
			read.Versions, write.Versions = rest.BetaOnly, rest.BetaOnly
		}
		table = append(table,
			read.At("GET", one, "GetPermissionGrant", rest.Reads(a.getGrant)),
			write.At("PATCH", one, "UpdatePermissionGrant", rest.WritesWith((*rest.Request).Object, a.updateGrant)),
			write.At("DELETE", one, "DeletePermissionGrant", rest.Writes(a.deleteGrant)))
	}
	return table
}

const grantsPath = "oAuth2Permissiongrants"
