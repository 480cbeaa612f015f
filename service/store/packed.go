package store

import (
	"bytes"
	"compress/flate"
	"io"
	"sync"
)

// The texts of a body are kept packed where that is smaller: as a blob of
// packedForm and a DEFLATE stream that knows packedWords, while a text that is
// kept as it is stays a text. So SQLite itself says which form a row has, and
// both are read. A checksum is over what stands in the row.

// packedForm is the first byte of what is packed. Another dictionary is another
// form: rows of this one stay as they are.
const packedForm = 1

// worthPacking is the size in bytes from which a text is packed.
const worthPacking = 200

// packedWords are what mail says again and again, the most frequent last, where
// it is nearest to the text. It never changes: see packedForm.
const packedWords = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">` +
	`<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">` +
	`<meta name="viewport" content="width=device-width, initial-scale=1.0"><title></title><style type="text/css"></style></head><body>` +
	`<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" align="center" style="border-collapse:collapse;">` +
	`<tbody><tr><td valign="top" bgcolor="#ffffff" style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;` +
	`color:#333333;margin:0;padding:0;text-align:left;text-decoration:none;"><a href="https://www." target="_blank"></a></td></tr></tbody></table>` +
	`<div dir="ltr"><p class="MsoNormal"><span></span></p><br></div>&nbsp;<blockquote type="cite"></blockquote></body></html>` +
	"\r\n-----Original Message-----\r\nFrom: \r\nSent: \r\nTo: \r\nSubject: Re: \r\n\r\nOn Mon, Jan 1, 2026 at 10:00 AM wrote:\r\n> \r\n> > " +
	"Hello, thank you for your message. Please let me know if you have any questions. Best regards, Kind regards,\n-- \nunsubscribe " +
	`"},{"name":"List-Unsubscribe","value":"\u003chttps://"},{"name":"List-Id","value":"\u003c"},{"name":"X-Mailer","value":"` +
	`"},{"name":"DKIM-Signature","value":"v=1; a=rsa-sha256; c=relaxed/relaxed; d=; s=; h=from:to:subject:date:message-id; bh=; b=` +
	`"},{"name":"Authentication-Results","value":"; spf=pass smtp.mailfrom=; dkim=pass header.d=; dmarc=pass header.from=` +
	`"},{"name":"Received-SPF","value":"pass"},{"name":"User-Agent","value":"Mozilla/5.0"},{"name":"Reply-To","value":"` +
	`"},{"name":"Cc","value":"=?utf-8?Q?=?= \u003c"},{"name":"In-Reply-To","value":"\u003c"},{"name":"References","value":"\u003c` +
	`[{"name":"Delivered-To","value":"[{"name":"Status","value":"RO"},{"name":"Return-Path","value":"\u003c` +
	`\u003e"},{"name":"Received","value":"from mail.example.com (mail.example.com [192.0.2.1]) (using TLSv1.3 with cipher ` +
	`TLS_AES_256_GCM_SHA384 (256/256 bits)) by mx.example.com with ESMTPS id for \u003c@example.com\u003e; Mon, 1 Jan 2026 10:00:00 +0000` +
	`"},{"name":"From","value":"\"\" \u003c@gmail.com\u003e"},{"name":"To","value":"=?utf-8?b?=?= \u003c@example.com\u003e, \"\" \u003c` +
	`"},{"name":"Subject","value":"Re: "},{"name":"Date","value":"Fri, 2 Feb 2026 12:00:00 -0000"},{"name":"Message-ID","value":"\u003c` +
	`@example.com\u003e"},{"name":"MIME-Version","value":"1.0"},{"name":"Content-Type","value":"multipart/alternative; boundary=\"` +
	`"},{"name":"Content-Type","value":"text/html; charset=utf-8"},{"name":"Content-Transfer-Encoding","value":"quoted-printable"}]` +
	`"},{"name":"Content-Type","value":"text/plain; charset=utf-8"},{"name":"Content-Transfer-Encoding","value":"8bit"}]`

// packedBody are the columns of a row of bodies, as bodyWritten names them.
func (tx *Tx) packedBody(r *messageRow) ([]any, error) {
	content, err := tx.packText(r.content)
	if err != nil {
		return nil, err
	}
	headers, err := tx.packText(r.headers)
	if err != nil {
		return nil, err
	}
	var size any
	if _, packed := content.([]byte); packed {
		size = len(r.content)
	}
	return []any{r.contentType, content, headers, size, Checksum([]byte(r.contentType), keptBytes(content), keptBytes(headers))}, nil
}

// packKept packs a body that was kept before bodies were packed.
func (tx *Tx) packKept(mailbox int64, r *messageRow) error {
	if tx.store.server || !r.hasBody || max(len(r.content), len(r.headers)) < worthPacking {
		return nil
	}
	var plain bool
	err := tx.QueryRow(`SELECT typeof(content) = 'text' AND typeof(headers_json) = 'text' FROM bodies
		WHERE mailbox_id = ? AND id = ?`, mailbox, r.plain.ID).Scan(&plain)
	if err != nil || !plain {
		return err
	}
	return tx.updateBody(mailbox, r)
}

// packText is a text as it is kept: a string, or []byte where that is smaller,
// and always on a server, whose columns are of one type.
func (tx *Tx) packText(text string) (any, error) {
	if len(text) < worthPacking && !tx.store.server {
		return text, nil
	}
	packed := bytes.NewBuffer([]byte{packedForm})
	if tx.textPacker == nil {
		w, err := flate.NewWriterDict(packed, flate.BestSpeed, []byte(packedWords))
		if err != nil {
			return nil, err
		}
		tx.textPacker = w
	} else {
		tx.textPacker.Reset(packed)
	}
	if _, err := io.WriteString(tx.textPacker, text); err != nil {
		return nil, err
	}
	if err := tx.textPacker.Close(); err != nil {
		return nil, err
	}
	if packed.Len() >= len(text)*9/10 && !tx.store.server {
		return text, nil
	}
	return packed.Bytes(), nil
}

func keptBytes(kept any) []byte {
	if text, ok := kept.(string); ok {
		return []byte(text)
	}
	b, _ := kept.([]byte)
	return b
}

// packedText is where a text is scanned to that may be packed. Of one that is
// damaged into has what can be read: the checksum behind it says so, unless a
// recovery has taken it.
type packedText struct {
	into *string
	kept []byte
}

// Scan is sql.Scanner's.
func (p *packedText) Scan(kept any) error {
	p.kept = bytes.Clone(keptBytes(kept))
	if _, packed := kept.([]byte); packed && len(p.kept) > 0 && p.kept[0] == packedForm {
		*p.into = unpackText(p.kept[1:])
	} else {
		*p.into = string(p.kept)
	}
	return nil
}

// unpacker is what reads one packed text after the other.
type unpacker struct {
	from   bytes.Reader
	stream io.ReadCloser
	text   bytes.Buffer
}

var unpackers = sync.Pool{New: func() any {
	u := &unpacker{}
	u.stream = flate.NewReaderDict(&u.from, []byte(packedWords))
	return u
}}

// unpackText is a packed text, as far as it can be read.
func unpackText(packed []byte) string {
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	u.from.Reset(packed)
	u.text.Reset()
	if u.stream.(flate.Resetter).Reset(&u.from, []byte(packedWords)) == nil {
		_, _ = u.text.ReadFrom(u.stream)
	}
	return u.text.String()
}
