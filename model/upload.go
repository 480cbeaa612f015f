package model

import "time"

// UploadSession is where the bytes of a large file go, range by range. The
// address needs no token: who has it may upload. NextExpectedRanges are those
// still missing, "0-", "327680-" or "0-25"; none once all has come.
type UploadSession struct {
	Context            string     `json:"@odata.context,omitempty"`
	UploadURL          string     `json:"uploadUrl,omitempty" max:"8KB"`
	ExpirationDateTime *time.Time `json:"expirationDateTime,omitempty"`
	NextExpectedRanges []string   `json:"nextExpectedRanges"`
}

// AttachmentItem describes a file before its bytes come. AttachmentType is
// "file"; Size is in bytes.
type AttachmentItem struct {
	AttachmentType string `json:"attachmentType"`
	Name           string `json:"name" max:"255"`
	Size           int64  `json:"size"`
	ContentType    string `json:"contentType,omitempty" max:"255"`
	IsInline       bool   `json:"isInline,omitempty"`
	ContentID      string `json:"contentId,omitempty" max:"998"`
}

// DriveItemUpload describes a file of a drive before its bytes come. FileSize
// is in bytes, 0 when it is not known.
type DriveItemUpload struct {
	Name             string `json:"name,omitempty" max:"255"`
	FileSize         int64  `json:"fileSize,omitempty"`
	ConflictBehavior string `json:"@microsoft.graph.conflictBehavior,omitempty"`
}

// UploadRange is the size in bytes of which every range but the last is a
// multiple.
const UploadRange = 320 << 10
