package model

import "time"

// ContactFolder holds contacts and further folders.
type ContactFolder struct {
	Entity
	DisplayName    string `json:"displayName"`
	ParentFolderID string `json:"parentFolderId,omitempty"`
}

// ContactFolderPatch renames or moves a folder: nil means "leave as it is".
type ContactFolderPatch struct {
	DisplayName    *string `json:"displayName,omitempty"`
	ParentFolderID *string `json:"parentFolderId,omitempty"`
}

// PhysicalAddress is a postal address.
type PhysicalAddress struct {
	Street          string `json:"street,omitempty"`
	City            string `json:"city,omitempty"`
	State           string `json:"state,omitempty"`
	PostalCode      string `json:"postalCode,omitempty"`
	CountryOrRegion string `json:"countryOrRegion,omitempty"`
}

// Contact is a person's card. Birthday is midnight UTC of the civil date.
type Contact struct {
	Item
	ParentFolderID   string              `json:"parentFolderId,omitempty"`
	Birthday         *time.Time          `json:"birthday,omitempty"`
	FileAs           string              `json:"fileAs,omitempty"`
	DisplayName      string              `json:"displayName"`
	GivenName        string              `json:"givenName,omitempty"`
	Initials         string              `json:"initials,omitempty"`
	MiddleName       string              `json:"middleName,omitempty"`
	NickName         string              `json:"nickName,omitempty"`
	Surname          string              `json:"surname,omitempty"`
	Title            string              `json:"title,omitempty"`
	Generation       string              `json:"generation,omitempty"`
	EmailAddresses   []EmailAddress      `json:"emailAddresses,omitempty"`
	ImAddresses      []string            `json:"imAddresses,omitempty"`
	JobTitle         string              `json:"jobTitle,omitempty"`
	CompanyName      string              `json:"companyName,omitempty"`
	Department       string              `json:"department,omitempty"`
	OfficeLocation   string              `json:"officeLocation,omitempty"`
	Profession       string              `json:"profession,omitempty"`
	BusinessHomePage string              `json:"businessHomePage,omitempty"`
	AssistantName    string              `json:"assistantName,omitempty"`
	Manager          string              `json:"manager,omitempty"`
	HomePhones       []string            `json:"homePhones,omitempty"`
	MobilePhone      string              `json:"mobilePhone,omitempty"`
	BusinessPhones   []string            `json:"businessPhones,omitempty"`
	HomeAddress      *PhysicalAddress    `json:"homeAddress,omitempty"`
	BusinessAddress  *PhysicalAddress    `json:"businessAddress,omitempty"`
	OtherAddress     *PhysicalAddress    `json:"otherAddress,omitempty"`
	SpouseName       string              `json:"spouseName,omitempty"`
	Children         []string            `json:"children,omitempty"`
	PersonalNotes    string              `json:"personalNotes,omitempty"`
	Extensions       []OpenTypeExtension `json:"extensions,omitempty"`
}

// ProfilePhoto describes a photo. ID is a size label such as "240X240"; the
// placeholder "1X1", image/gif with an empty etag, means there is no photo.
type ProfilePhoto struct {
	Context          string `json:"@odata.context,omitempty"`
	MediaContentType string `json:"@odata.mediaContentType"`
	MediaETag        string `json:"@odata.mediaEtag"`
	ID               string `json:"id"`
	Width            int    `json:"width"`
	Height           int    `json:"height"`
}

// NoPhoto reports whether p is the placeholder of part 4.10.
func (p ProfilePhoto) NoPhoto() bool { return p.Width <= 1 && p.Height <= 1 }

// UserResource is the UserType of rooms and equipment.
const UserResource = "resource"

// User is a directory object: a person, or (ObjectType "Contact") a contact
// of the organization. ShowAs rooms and equipment have UserType "resource".
type User struct {
	Entity
	ObjectType        string   `json:"objectType,omitempty"`
	AccountEnabled    bool     `json:"accountEnabled"`
	DisplayName       string   `json:"displayName"`
	GivenName         string   `json:"givenName,omitempty"`
	Surname           string   `json:"surname,omitempty"`
	JobTitle          string   `json:"jobTitle,omitempty"`
	Department        string   `json:"department,omitempty"`
	OfficeLocation    string   `json:"officeLocation,omitempty"`
	Mail              string   `json:"mail,omitempty"`
	MailNickname      string   `json:"mailNickname,omitempty"`
	UserPrincipalName string   `json:"userPrincipalName,omitempty"`
	UserType          string   `json:"userType,omitempty"`
	City              string   `json:"city,omitempty"`
	Country           string   `json:"country,omitempty"`
	State             string   `json:"state,omitempty"`
	StreetAddress     string   `json:"streetAddress,omitempty"`
	PostalCode        string   `json:"postalCode,omitempty"`
	UsageLocation     string   `json:"usageLocation,omitempty"`
	PreferredLanguage string   `json:"preferredLanguage,omitempty"`
	MobilePhone       string   `json:"mobilePhone,omitempty"`
	BusinessPhones    []string `json:"businessPhones,omitempty"`
}
