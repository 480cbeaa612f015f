package model

import (
	"encoding/json"
	"time"
)

// Drive is the file store of a user or a group.
type Drive struct {
	Entity
	Name      string       `json:"name"`
	DriveType string       `json:"driveType,omitempty"`
	Owner     *IdentitySet `json:"owner,omitempty"`
	Quota     *DriveQuota  `json:"quota,omitempty"`
}

// DriveQuota is in bytes.
type DriveQuota struct {
	Used      int64  `json:"used"`
	Total     int64  `json:"total"`
	Remaining int64  `json:"remaining"`
	State     string `json:"state,omitempty"`
}

// IdentitySet says who did something.
type IdentitySet struct {
	User *Identity `json:"user,omitempty"`
}

// Identity is an actor's name and id.
type Identity struct {
	DisplayName string `json:"displayName"`
	ID          string `json:"id"`
}

// DriveItem is a folder (Folder is set) or a file (File is set). Size is in
// bytes, 0 for a new folder.
type DriveItem struct {
	Entity
	Name                 string         `json:"name" max:"255"`
	Size                 int64          `json:"size"`
	DriveETag            string         `json:"eTag,omitempty"`
	CTag                 string         `json:"cTag,omitempty"`
	CreatedDateTime      *time.Time     `json:"createdDateTime,omitempty"`
	LastModifiedDateTime *time.Time     `json:"lastModifiedDateTime,omitempty"`
	CreatedBy            *IdentitySet   `json:"createdBy,omitempty"`
	LastModifiedBy       *IdentitySet   `json:"lastModifiedBy,omitempty"`
	ParentReference      *ItemReference `json:"parentReference,omitempty"`
	Folder               *FolderFacet   `json:"folder,omitempty" absent:"-"`
	File                 *FileFacet     `json:"file,omitempty" absent:"-"`
	Root                 *struct{}      `json:"root,omitempty" absent:"-"`
	WebURL               string         `json:"webUrl,omitempty"`
	ConflictBehavior     string         `json:"@microsoft.graph.conflictBehavior,omitempty"`

	Children []DriveItem `json:"children,omitempty" absent:"asked"`

	// What does not apply to an item is no part of it, unless it is asked for.
	_ struct{} `unkept:"description string asked,webDavUrl string asked,audio struct asked,deleted struct asked,fileSystemInfo struct asked,image struct asked,location struct asked,package struct asked,photo struct asked,publication struct asked,remoteItem struct asked,searchResult struct asked,shared struct asked,sharepointIds struct asked,specialFolder struct asked,video struct asked"`
}

// ItemReference points at a parent. Path reads "/drive/root:/a/b".
type ItemReference struct {
	DriveID string `json:"driveId,omitempty"`
	ID      string `json:"id,omitempty"`
	Path    string `json:"path,omitempty"`
}

// FolderFacet marks a folder; an empty object does so in a request.
type FolderFacet struct {
	ChildCount int `json:"childCount"`
}

// FileFacet marks a file.
type FileFacet struct {
	MimeType string `json:"mimeType,omitempty"`
}

// DriveItemPatch renames or moves an item.
type DriveItemPatch struct {
	Name            *string        `json:"name,omitempty" max:"255"`
	ParentReference *ItemReference `json:"parentReference,omitempty"`
}

// WorkbookWorksheet is one sheet. Position counts from 0.
type WorkbookWorksheet struct {
	Entity
	Name       string `json:"name"`
	Position   int    `json:"position"`
	Visibility string `json:"visibility,omitempty"`
}

// WorkbookTable is a table of a sheet.
type WorkbookTable struct {
	Entity
	Name       string `json:"name"`
	ShowHeader bool   `json:"showHeaders"`
	Style      string `json:"style,omitempty"`
}

// WorkbookColumn is a column of a table. Index counts from 0.
type WorkbookColumn struct {
	Entity
	Name  string `json:"name"`
	Index int    `json:"index"`
}

// WorkbookNamedItem is a name defined in a workbook.
type WorkbookNamedItem struct {
	Entity
	Name    string `json:"name"`
	Type    string `json:"type,omitempty"`
	Scope   string `json:"scope,omitempty"`
	Value   string `json:"value,omitempty"`
	Visible bool   `json:"visible"`
}

// WorkbookRange is a block of cells, row by row. Address names the sheet
// ("Sheet1!A1:B2"); indexes count from 0; a value is a JSON string, number
// or boolean.
type WorkbookRange struct {
	Context       string              `json:"@odata.context,omitempty"`
	Type          string              `json:"@odata.type,omitempty"`
	Address       string              `json:"address"`
	AddressLocal  string              `json:"addressLocal"`
	CellCount     int                 `json:"cellCount"`
	ColumnCount   int                 `json:"columnCount"`
	ColumnIndex   int                 `json:"columnIndex"`
	RowCount      int                 `json:"rowCount"`
	RowIndex      int                 `json:"rowIndex"`
	ColumnHidden  bool                `json:"columnHidden"`
	RowHidden     bool                `json:"rowHidden"`
	Hidden        bool                `json:"hidden"`
	Values        [][]json.RawMessage `json:"values"`
	Text          [][]string          `json:"text"`
	Formulas      [][]json.RawMessage `json:"formulas"`
	FormulasLocal [][]json.RawMessage `json:"formulasLocal"`
	NumberFormat  [][]string          `json:"numberFormat"`
	ValueTypes    [][]string          `json:"valueTypes"`
}
