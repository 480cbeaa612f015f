package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/maphash"
	"strings"
	"sync"
	"time"
)

// A browser that somebody has signed in with keeps a mark of it. It opens
// nothing: it says that who shows it is not one of those who guess, and has
// its attempts counted by itself, whatever else comes from its address or at
// its owner's name. A mark is of one user and one password, so that a new
// password ends all of them; it is signed with a key of the store's.
const (
	// KnownFor is how long a mark is good for.
	KnownFor = 180 * 24 * time.Hour
	// maxMarks is how many people of one browser are known.
	maxMarks = 4

	nonceBytes = 16
	signed     = nonceBytes + 8
	markBytes  = signed + sha256.Size
)

// marksKey is the name of the key in the store.
const marksKey = "browser marks"

// Known returns the marks of a browser once its user has signed in: the one
// of this sign-in, and those of others that it had.
func (a *Authority) Known(ctx context.Context, l Login, marks string) (string, error) {
	key, err := a.store.Secret(ctx, marksKey, a.Secret)
	if err != nil {
		return "", err
	}
	secret, err := a.Secret()
	if err != nil {
		return "", err
	}
	mark := make([]byte, markBytes)
	copy(mark, secret[:nonceBytes])
	binary.BigEndian.PutUint64(mark[nonceBytes:], uint64(a.now().Add(KnownFor).Unix()))
	copy(mark[signed:], signature(key, l.ID, l.hash, mark[:signed]))
	all := []string{base64.RawURLEncoding.EncodeToString(mark)}
	for _, other := range splitMarks(marks) {
		if _, own := a.mark(key, other, l.ID, l.hash); !own && len(all) < maxMarks {
			all = append(all, other)
		}
	}
	return strings.Join(all, "."), nil
}

// known finds the mark of a user among those of a browser: its name for
// counting attempts, and false when there is none.
func (a *Authority) known(ctx context.Context, marks, user, hash string) (string, bool, error) {
	if marks == "" || user == "" || hash == "" {
		return "", false, nil
	}
	key, err := a.store.Secret(ctx, marksKey, a.Secret)
	if err != nil {
		return "", false, err
	}
	for _, m := range splitMarks(marks) {
		if nonce, ok := a.mark(key, m, user, hash); ok {
			return nonce, true, nil
		}
	}
	return "", false, nil
}

func splitMarks(marks string) []string {
	if marks == "" {
		return nil
	}
	list := strings.SplitN(marks, ".", maxMarks+1)
	return list[:min(len(list), maxMarks)]
}

// mark checks one: its signature, and that it is still good.
func (a *Authority) mark(key, text, user, hash string) (nonce string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) != markBytes || !hmac.Equal(b[signed:], signature(key, user, hash, b[:signed])) {
		return "", false
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(b[nonceBytes:])), 0)
	return string(b[:nonceBytes]), a.now().Before(until)
}

func signature(key, user, hash string, what []byte) []byte {
	m := hmac.New(sha256.New, []byte(key))
	for _, part := range []string{user, hash, string(what)} {
		m.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // a hash cannot fail
		m.Write([]byte(part))
	}
	return m.Sum(nil)
}

// glances remembers two bytes of a keyed hash of each password that was right
// since the service began. While many guess at once, one that looks right at
// a glance is hashed before the others; it is hashed all the same, and takes
// no other way, so that nothing is learned by its time but when it is right.
// The key is the process's own, so that nothing on a disk says more of a
// password than its hash does.
type glances struct {
	key  maphash.Seed
	mu   sync.Mutex
	seen map[string]glance // by the user's id
}

type glance struct {
	hash string
	tag  uint16
}

func (g *glances) tag(password, hash string) uint16 {
	var h maphash.Hash
	h.SetSeed(g.key)
	h.WriteString(hash) // a hash cannot fail; its length is bounded by what the store has
	h.WriteByte(0)
	h.Write(passwordText(password))
	return uint16(h.Sum64())
}

func (g *glances) remember(user, password, hash string) {
	tag := g.tag(password, hash)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen[user] = glance{hash, tag}
}

func (g *glances) looksRight(user, password, hash string) bool {
	tag := g.tag(password, hash) // also for who is not known: it takes the same time
	g.mu.Lock()
	defer g.mu.Unlock()
	return user != "" && g.seen[user] == glance{hash, tag}
}
