package files

import (
	"errors"

	"daybook/model"
	"daybook/views/content"
)

func isTaken(err error) bool { return errors.Is(err, &model.Error{Code: model.CodeNameConflict}) }

// kinds are the files that have a name in words, by the ending of theirs.
var kinds = map[string]string{
	".xlsx": "Excel workbook", ".xlsm": "Excel workbook with macros", ".docx": "Word document", ".pptx": "PowerPoint slides",
	".pdf": "PDF document", ".txt": "text", ".md": "Markdown text", ".csv": "comma-separated values", ".tsv": "tab-separated values",
	".json": "JSON", ".xml": "XML", ".html": "web page", ".htm": "web page", ".ics": "calendar", ".vcf": "contacts", ".eml": "message",
	".png": "PNG picture", ".jpg": "JPEG picture", ".jpeg": "JPEG picture", ".gif": "GIF picture", ".webp": "WebP picture", ".svg": "SVG drawing",
	".zip": "ZIP archive", ".gz": "gzip archive", ".mp3": "sound", ".ogg": "sound", ".mp4": "film", ".webm": "film",
}

func ending(name string) string { return content.Ending(name) }

// kindOf is what an item is, in words.
func kindOf(i model.DriveItem) string {
	if i.Folder != nil {
		return "folder"
	}
	if kind := kinds[ending(i.Name)]; kind != "" {
		return kind
	}
	if i.File != nil && i.File.MimeType != "" && i.File.MimeType != "application/octet-stream" {
		return i.File.MimeType
	}
	return "file"
}

func isWorkbook(i model.DriveItem) bool {
	return i.Folder == nil && (ending(i.Name) == ".xlsx" || ending(i.Name) == ".xlsm" ||
		i.File != nil && i.File.MimeType == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
}

func isPicture(i model.DriveItem) bool { return content.IsPicture(i.Name) }

func isText(i model.DriveItem) bool {
	kind := ""
	if i.File != nil {
		kind = i.File.MimeType
	}
	return content.IsText(i.Name, kind)
}

// who is the name of somebody who did something.
func who(set *model.IdentitySet) string {
	if set == nil || set.User == nil {
		return ""
	}
	return set.User.DisplayName
}
