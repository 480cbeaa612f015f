package eml

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"mime"
	"mime/quotedprintable"
	"strconv"
	"strings"

	"daybook/model"
)

// node is a part to be written: a leaf with encoded content, or a multipart.
type node struct {
	mediaType string // with its parameters, the boundary excepted
	fields    [][2]string
	content   []byte // encoded, of a leaf
	children  []*node
}

// write writes the part's fields, an empty line and its content.
func (n *node) write(out *bytes.Buffer) {
	if len(n.children) == 0 {
		writeField(out, "Content-Type", n.mediaType)
		for _, f := range n.fields {
			writeField(out, f[0], f[1])
		}
		out.WriteString("\r\n")
		out.Write(n.content)
		return
	}
	var inner bytes.Buffer
	ends := make([]int, len(n.children))
	for i, child := range n.children {
		child.write(&inner)
		ends[i] = inner.Len()
	}
	content := inner.Bytes()
	boundary := freeBoundary(content)
	writeField(out, "Content-Type", n.mediaType+"; boundary=\""+boundary+`"`)
	out.WriteString("\r\n")
	start := 0
	for _, end := range ends {
		out.WriteString("--" + boundary + "\r\n")
		out.Write(content[start:end])
		out.WriteString("\r\n")
		start = end
	}
	out.WriteString("--" + boundary + "--\r\n")
}

// freeBoundary makes a boundary from the content that does not occur in it.
func freeBoundary(content []byte) string {
	sum := sha256.Sum256(content)
	for i := 0; ; i++ {
		b := "=_" + hex.EncodeToString(sum[:12]) + "." + strconv.Itoa(i)
		if !bytes.Contains(content, []byte(b)) {
			return b
		}
	}
}

// bodyTree builds mixed(related(alternative(plain, html), inline), files) as
// far as the message needs it.
func bodyTree(m *model.Message) *node {
	var root *node
	if m.Body != nil && strings.EqualFold(m.Body.ContentType, "html") {
		root = &node{mediaType: "multipart/alternative", children: []*node{
			textNode("plain", plainText(m.Body.Content, true)), textNode("html", m.Body.Content)}}
	} else if m.Body != nil {
		root = textNode("plain", m.Body.Content)
	} else {
		root = textNode("plain", "")
	}
	var inline, files []*node
	for i := range m.Attachments {
		n := attachmentNode(&m.Attachments[i])
		if m.Attachments[i].IsInline {
			inline = append(inline, n)
		} else {
			files = append(files, n)
		}
	}
	if len(inline) > 0 {
		root = &node{mediaType: "multipart/related", children: append([]*node{root}, inline...)}
	}
	if len(files) > 0 {
		root = &node{mediaType: "multipart/mixed", children: append([]*node{root}, files...)}
	}
	return root
}

// textNode encodes a text: as it is when it is ASCII in short lines, else
// quoted-printable, or base64 when that is shorter.
func textNode(subtype, s string) *node {
	s = strings.ToValidUTF8(strings.ReplaceAll(lines(s), "\n", "\r\n"), "\ufffd")
	n := &node{mediaType: "text/" + subtype + "; charset=utf-8"}
	high, longest, run := 0, 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] == 0 {
			high++
		}
		if run++; s[i] == '\n' {
			run = 0
		}
		longest = max(longest, run)
	}
	switch {
	case high == 0 && longest < 900:
		n.fields, n.content = [][2]string{{"Content-Transfer-Encoding", "7bit"}}, []byte(s)
	case high > len(s)/4:
		n.fields, n.content = [][2]string{{"Content-Transfer-Encoding", "base64"}}, wrapBase64([]byte(s))
	default:
		var b bytes.Buffer
		q := quotedprintable.NewWriter(&b)
		io.WriteString(q, s) // a bytes.Buffer does not fail
		q.Close()
		n.fields, n.content = [][2]string{{"Content-Transfer-Encoding", "quoted-printable"}}, b.Bytes()
	}
	return n
}

// attachmentNode encodes an attachment. A nested message is written as it
// is where mail transport allows (RFC 2046, section 5.2.1), else in base64,
// which readers accept.
func attachmentNode(a *model.Attachment) *node {
	mediaType, params, err := mime.ParseMediaType(oneLine(a.ContentType))
	if err != nil || strings.HasPrefix(mediaType, "multipart/") || !strings.Contains(mediaType, "/") {
		mediaType, params = "application/octet-stream", nil
	}
	if a.Type == model.ItemAttachment {
		mediaType = "message/rfc822"
	}
	disposition := "attachment"
	if a.IsInline {
		disposition = "inline"
	}
	named := map[string]string{}
	if name := oneLine(a.Name); name != "" {
		named["filename"] = name
	}
	n := &node{mediaType: withParams(mediaType, params)}
	n.fields = append(n.fields, [2]string{"Content-Disposition", withParams(disposition, named)})
	if id := a.ContentID; id != "" && !strings.ContainsAny(id, " \t<>") && isASCII(id) && model.IsLine(id) {
		n.fields = append(n.fields, [2]string{"Content-ID", "<" + a.ContentID + ">"})
	}
	if mediaType == "message/rfc822" && isTransportable(a.ContentBytes) {
		n.fields = append(n.fields, [2]string{"Content-Transfer-Encoding", "8bit"})
		n.content = a.ContentBytes
		return n
	}
	n.fields = append(n.fields, [2]string{"Content-Transfer-Encoding", "base64"})
	n.content = wrapBase64(a.ContentBytes)
	return n
}

// isTransportable says whether bytes can be sent unencoded: CRLF lines of at
// most 998 bytes without NUL.
func isTransportable(b []byte) bool {
	for len(b) > 0 {
		line, rest := cutLine(b)
		ended := len(b) - len(rest) - len(line)
		if len(line) > 998 || bytes.ContainsAny(line, "\x00\r") || ended != 2 {
			return false
		}
		b = rest
	}
	return true
}

// wrapBase64 encodes in lines of 76 characters.
func wrapBase64(data []byte) []byte {
	const raw = 57
	out := make([]byte, 0, len(data)*4/3+len(data)/raw*2+8)
	for len(data) > 0 {
		n := min(len(data), raw)
		out = base64.StdEncoding.AppendEncode(out, data[:n])
		out = append(out, "\r\n"...)
		data = data[n:]
	}
	return out
}
