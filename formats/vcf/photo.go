package vcf

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/emersion/go-vcard"
)

// takePhoto reads a photo that is in the card, as base64 or as a data: URI.
// The address of one is kept as it is.
func (r *cardFiller) takePhoto(f *vcard.Field) bool {
	if r.card.Photo != nil {
		return false
	}
	value := text(f.Value)
	var named string
	if rest, ok := strings.CutPrefix(value, "data:"); ok {
		head, data, found := strings.Cut(rest, ",")
		if !found || !strings.HasSuffix(strings.ToLower(head), ";base64") {
			return false
		}
		named, value = head[:len(head)-len(";base64")], data
	} else {
		switch strings.ToUpper(f.Params.Get("ENCODING")) {
		case "B", "BASE64":
			named = "image/" + strings.ToLower(f.Params.Get("TYPE"))
		default:
			return false
		}
	}
	data := decodeBase64(value)
	if len(data) == 0 {
		return false
	}
	r.card.Photo, r.card.PhotoType = data, imageType(data, named)
	return true
}

// decodeBase64 decodes with or without padding; blanks are skipped. It
// returns nil for anything else.
func decodeBase64(s string) []byte {
	s = strings.TrimRight(strings.Join(strings.Fields(s), ""), "=")
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return nil
	}
	return data
}

// imageType is the type that the bytes show, else the one named.
func imageType(data []byte, named string) string {
	for _, t := range []struct{ magic, mediaType string }{
		{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF8", "image/gif"},
	} {
		if bytes.HasPrefix(data, []byte(t.magic)) {
			return t.mediaType
		}
	}
	if len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" {
		return "image/webp"
	}
	named = strings.TrimPrefix(strings.ToLower(named), "image/image/")
	if !strings.HasPrefix(named, "image/") || named == "image/" {
		return "application/octet-stream"
	}
	return named
}
