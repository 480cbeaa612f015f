package rest

import (
	"bytes"
	"compress/gzip"
	"strconv"
	"strings"
)

// What is packed: smaller replies fit into a packet, larger ones would be held
// twice.
const (
	packFrom = 1 << 10
	packTo   = 16 << 20
)

// pack is a body in gzip when the request takes it and it is worth it.
func (a *API) pack(r *Request, contentType string, body []byte) ([]byte, bool) {
	if len(body) < packFrom || len(body) > packTo || !packable(contentType) || !takesGzip(r.Header.Values("Accept-Encoding")) {
		return body, false
	}
	w, ok := a.packers.Get().(*gzip.Writer)
	if !ok {
		w, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	}
	defer a.packers.Put(w)
	out := bytes.NewBuffer(make([]byte, 0, len(body)/3))
	w.Reset(out)
	if _, err := w.Write(body); err != nil || w.Close() != nil { // memory does not fail
		return body, false
	}
	return out.Bytes(), true
}

// packable reports a media type that gzip makes smaller.
func packable(contentType string) bool {
	return strings.HasPrefix(contentType, "application/json") || strings.HasPrefix(contentType, "text/") ||
		strings.HasPrefix(contentType, "message/")
}

// takesGzip reads Accept-Encoding (RFC 9110, 12.5.3): a weight of 0 refuses.
func takesGzip(accept []string) bool {
	any := false
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			name, weight, _ := strings.Cut(item, ";")
			q, hasQ := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(weight, " ", "")), "q=")
			n, err := strconv.ParseFloat(q, 64)
			taken := !hasQ || err == nil && n > 0
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "gzip", "x-gzip":
				return taken
			case "*":
				any = taken
			}
		}
	}
	return any
}
