package model

import "time"

// Values of AutomaticRepliesSetting.Status.
const (
	RepliesDisabled      = "disabled"
	RepliesAlwaysEnabled = "alwaysEnabled"
	RepliesScheduled     = "scheduled"
)

// Values of AutomaticRepliesSetting.ExternalAudience: who outside the
// organisation is answered.
const (
	AudienceNone         = "none"
	AudienceContactsOnly = "contactsOnly"
	AudienceAll          = "all"
)

// AutomaticRepliesSetting is what a mailbox answers by itself. Messages are
// HTML.
type AutomaticRepliesSetting struct {
	Context                string            `json:"@odata.context,omitempty"`
	Status                 string            `json:"status"`
	ExternalAudience       string            `json:"externalAudience"`
	ScheduledStartDateTime *DateTimeTimeZone `json:"scheduledStartDateTime,omitempty"`
	ScheduledEndDateTime   *DateTimeTimeZone `json:"scheduledEndDateTime,omitempty"`
	InternalReplyMessage   string            `json:"internalReplyMessage" max:"128KB"`
	ExternalReplyMessage   string            `json:"externalReplyMessage" max:"128KB"`
}

// LocaleInfo is a language tag such as "en-GB" and its name.
type LocaleInfo struct {
	Context     string `json:"@odata.context,omitempty"`
	Locale      string `json:"locale" max:"64"`
	DisplayName string `json:"displayName,omitempty" max:"255"`
}

// MailboxSettings are the settings of a mailbox (part 2).
type MailboxSettings struct {
	Context                 string                   `json:"@odata.context,omitempty"`
	AutomaticRepliesSetting *AutomaticRepliesSetting `json:"automaticRepliesSetting,omitempty"`
	TimeZone                string                   `json:"timeZone,omitempty" max:"255"`
	Language                *LocaleInfo              `json:"language,omitempty"`
	WorkingHours            *WorkingHours            `json:"workingHours,omitempty"`
	DateFormat              string                   `json:"dateFormat,omitempty" max:"64"`
	TimeFormat              string                   `json:"timeFormat,omitempty" max:"64"`
}

// TimeZoneInformation is a zone the mailbox can be set to.
type TimeZoneInformation struct {
	Alias       string `json:"alias"`
	DisplayName string `json:"displayName"`
}

// PermissionGrant is an oAuth2Permissiongrant: what an application may do.
// Scope is a list of scopes with spaces between.
type PermissionGrant struct {
	Entity
	ClientID    string     `json:"clientId,omitempty"`
	ConsentType string     `json:"consentType,omitempty"`
	ExpiryTime  *time.Time `json:"expiryTime,omitempty"`
	PrincipalID string     `json:"principalId,omitempty"`
	ResourceID  string     `json:"resourceId,omitempty"`
	Scope       string     `json:"scope" max:"4000"`
	StartTime   *time.Time `json:"startTime,omitempty"`
}

// PermissionGrantPatch changes a grant: nil means "leave as it is".
type PermissionGrantPatch struct {
	ClientID    *string    `json:"clientId,omitempty"`
	ConsentType *string    `json:"consentType,omitempty"`
	ExpiryTime  *time.Time `json:"expiryTime,omitempty"`
	PrincipalID *string    `json:"principalId,omitempty"`
	ResourceID  *string    `json:"resourceId,omitempty"`
	Scope       *string    `json:"scope,omitempty" max:"4000"`
	StartTime   *time.Time `json:"startTime,omitempty"`
}
