package picture

import (
	"encoding/binary"
	"slices"
)

// The sizes in the WebP container, RIFF's (Google, "WebP Container
// Specification"): a chunk is a name, the length of its content, and that,
// padded to an even length.
const (
	riffHead   = 12 // "RIFF", length, "WEBP"
	chunkHead  = 8
	frameHead  = 16 // of an ANMF chunk: place, size, duration and flags
	extended   = 10 // the content of a VP8X chunk
	hasAlpha   = 0x10
	hasFrames  = 0x02
	widthAt    = 6 // of a frame's size in an ANMF chunk: three bytes each, less one
	canvasAt   = 4 // of the same in a VP8X chunk
	sizeLength = 6
)

// firstFrame makes a still image of an animated WebP, which the decoder
// refuses: the chunks of its first frame alone, with that frame's size. What
// is anything else, or damaged, is returned as it is; the decoder says so.
// It copies no more than the file has.
func firstFrame(data []byte) []byte {
	if len(data) < riffHead || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return data
	}
	name, header, rest, ok := chunk(data[riffHead:])
	if !ok || name != "VP8X" || len(header) < extended || header[0]&hasFrames == 0 {
		return data
	}
	for {
		var content []byte
		if name, content, rest, ok = chunk(rest); !ok {
			return data
		}
		if name == "ANMF" && len(content) > frameHead {
			return still(content)
		}
	}
}

// still wraps the image of an ANMF chunk.
func still(frame []byte) []byte {
	header := make([]byte, extended)
	copy(header[canvasAt:], frame[widthAt:widthAt+sizeLength])
	var body []byte
	for rest := frame[frameHead:]; ; {
		name, content, after, ok := chunk(rest)
		if !ok {
			break
		}
		rest = after
		switch name {
		case "ALPH":
			header[0] |= hasAlpha
			body = appendChunk(body, name, content)
		case "VP8 ":
			body = slices.Concat(appendChunk(nil, "VP8X", header), appendChunk(body, name, content))
			return riff(body)
		case "VP8L": // has its own size and transparency
			return riff(appendChunk(nil, name, content))
		}
	}
	return riff(body)
}

// chunk cuts the first chunk off. One that is longer than what there is ends
// with it.
func chunk(b []byte) (name string, content, rest []byte, ok bool) {
	if len(b) < chunkHead {
		return "", nil, nil, false
	}
	length := uint64(binary.LittleEndian.Uint32(b[4:]))
	name, b = string(b[:4]), b[chunkHead:]
	content = b[:min(length, uint64(len(b)))]
	return name, content, b[min(length+length%2, uint64(len(b))):], true
}

func appendChunk(b []byte, name string, content []byte) []byte {
	b = append(b, name...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(content)))
	b = append(b, content...)
	if len(content)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

// riff wraps chunks as a file.
func riff(chunks []byte) []byte {
	return appendChunk(nil, "RIFF", append([]byte("WEBP"), chunks...))
}
