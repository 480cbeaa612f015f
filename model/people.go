package model

import (
	"strings"
	"time"
)

// ContactFolder holds contacts and further folders.
type ContactFolder struct {
	Entity
	DisplayName    string `json:"displayName" max:"255"`
	ParentFolderID string `json:"parentFolderId,omitempty"`

	ChildFolders []ContactFolder `json:"childFolders,omitempty" absent:"asked"`
}

// ContactFolderPatch renames or moves a folder: nil means "leave as it is".
type ContactFolderPatch struct {
	DisplayName    *string `json:"displayName,omitempty" max:"255"`
	ParentFolderID *string `json:"parentFolderId,omitempty"`
}

// PhysicalAddress is a postal address.
type PhysicalAddress struct {
	Street          string `json:"street,omitempty" max:"1000,lines" absent:"-"`
	City            string `json:"city,omitempty" max:"255" absent:"-"`
	State           string `json:"state,omitempty" max:"255" absent:"-"`
	PostalCode      string `json:"postalCode,omitempty" max:"255" absent:"-"`
	CountryOrRegion string `json:"countryOrRegion,omitempty" max:"255" absent:"-"`
}

// Contact is a person's card. Birthday is midnight UTC of the civil date.
type Contact struct {
	Item
	ParentFolderID   string              `json:"parentFolderId,omitempty"`
	Birthday         *time.Time          `json:"birthday,omitempty"`
	FileAs           string              `json:"fileAs,omitempty" max:"255"`
	DisplayName      string              `json:"displayName" max:"255"`
	GivenName        string              `json:"givenName,omitempty" max:"255"`
	Initials         string              `json:"initials,omitempty" max:"255"`
	MiddleName       string              `json:"middleName,omitempty" max:"255"`
	NickName         string              `json:"nickName,omitempty" max:"255"`
	Surname          string              `json:"surname,omitempty" max:"255"`
	Title            string              `json:"title,omitempty" max:"255"`
	Generation       string              `json:"generation,omitempty" max:"255"`
	EmailAddresses   []EmailAddress      `json:"emailAddresses,omitempty" max:"50"`
	ImAddresses      []string            `json:"imAddresses,omitempty" max:"50,320"`
	JobTitle         string              `json:"jobTitle,omitempty" max:"255"`
	CompanyName      string              `json:"companyName,omitempty" max:"255"`
	Department       string              `json:"department,omitempty" max:"255"`
	OfficeLocation   string              `json:"officeLocation,omitempty" max:"255"`
	Profession       string              `json:"profession,omitempty" max:"255"`
	BusinessHomePage string              `json:"businessHomePage,omitempty" max:"2000,drop"`
	AssistantName    string              `json:"assistantName,omitempty" max:"255"`
	Manager          string              `json:"manager,omitempty" max:"255"`
	HomePhones       []string            `json:"homePhones,omitempty" max:"20,255"`
	MobilePhone      string              `json:"mobilePhone,omitempty" max:"255"`
	BusinessPhones   []string            `json:"businessPhones,omitempty" max:"20,255"`
	HomeAddress      *PhysicalAddress    `json:"homeAddress,omitempty" absent:"{}"`
	BusinessAddress  *PhysicalAddress    `json:"businessAddress,omitempty" absent:"{}"`
	OtherAddress     *PhysicalAddress    `json:"otherAddress,omitempty" absent:"{}"`
	SpouseName       string              `json:"spouseName,omitempty" max:"255"`
	Children         []string            `json:"children,omitempty" max:"50,255"`
	PersonalNotes    string              `json:"personalNotes,omitempty" max:"256KB"`
	Extensions       []OpenTypeExtension `json:"extensions,omitempty" max:"100,keep" absent:"asked"`

	_ struct{} `unkept:"yomiGivenName string,yomiSurname string,yomiCompanyName string"`
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

// DirectoryType is the @odata.type that tells what a member, an owner, a
// manager or a report is, where other directory objects could be.
func (u *User) DirectoryType() string {
	if strings.EqualFold(u.ObjectType, "Contact") {
		return "#microsoft.graph.orgContact"
	}
	return "#microsoft.graph.user"
}

// Room is a room as a place of the organization, in the public interface.
type Room struct {
	Entity
	DisplayName  string `json:"displayName"`
	EmailAddress string `json:"emailAddress"`
}

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

	Manager       *User  `json:"manager,omitempty" absent:"asked"`
	DirectReports []User `json:"directReports,omitempty" absent:"asked"`

	// What the public interface, too, answers only when asked for it by name.
	_ struct{} `unkept:"aboutMe string asked,ageGroup string asked,birthday time asked,companyName string asked,createdDateTime time asked,creationType string asked,deletedDateTime time asked,employeeHireDate time asked,employeeId string asked,employeeType string asked,faxNumber string asked,hireDate time asked,imAddresses strings asked,interests strings asked,mySite string asked,otherMails strings asked,pastProjects strings asked,preferredName string asked,proxyAddresses strings asked,responsibilities strings asked,schools strings asked,skills strings asked,showInAddressList bool asked"`
}
