package bodies

import (
	"crypto/sha256"
	"sync"
)

// The bounds of what is kept of cleaned HTML: cleaning costs some forty
// microseconds a kilobyte, and lists are read again and again.
const (
	keptBytes = 4 << 20 // of each of two generations
	keptLarge = keptBytes / 8
)

// kept are the newest results by the digest of what they were made from. What
// was not asked for while a generation filled is given up.
type kept struct {
	mu         sync.Mutex
	young, old map[[sha256.Size]byte]string
	bytes      int // of young
}

var cleaned kept

// of returns what clean makes of content.
func (k *kept) of(content string, clean func(string) string) string {
	if len(content) > keptLarge {
		return clean(content)
	}
	key := sha256.Sum256([]byte(content))
	k.mu.Lock()
	made, known := k.young[key]
	if !known {
		if made, known = k.old[key]; known {
			k.put(key, made)
		}
	}
	k.mu.Unlock()
	if known {
		return made
	}
	made = clean(content)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, made)
	return made
}

func (k *kept) put(key [sha256.Size]byte, made string) {
	if k.young == nil || k.bytes+len(made) > keptBytes {
		k.old, k.young, k.bytes = k.young, map[[sha256.Size]byte]string{}, 0
	}
	if _, known := k.young[key]; !known {
		k.young[key] = made
		k.bytes += len(made) + len(key)
	}
}
