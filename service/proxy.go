package service

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ErrProxy means that something is no address of a proxy.
var ErrProxy = errors.New("a trusted proxy is an address or a network, as 10.0.0.7 or 10.0.0.0/24")

// ParseProxies reads the addresses and networks of trusted proxies.
func ParseProxies(list []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range list {
		p, err := netip.ParsePrefix(text)
		if at, bad := netip.ParseAddr(text); bad == nil {
			at = at.Unmap().WithZone("")
			p, err = netip.PrefixFrom(at, at.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, ErrProxy)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// maxHops bounds how many proxies a request is followed through.
const maxHops = 16

// fromClient puts the client of a request that came by trusted proxies in
// place of the last of them, so that whatever counts by client counts the
// real one.
func fromClient(h http.Handler, trusted []netip.Prefix) http.Handler {
	if len(trusted) == 0 {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if at, ok := clientOf(r, trusted); ok {
			r = r.Clone(r.Context())
			r.RemoteAddr = net.JoinHostPort(at.String(), "0")
		}
		h.ServeHTTP(w, r)
	})
}

// clientOf finds the client behind trusted proxies; false leaves the one that
// the connection is from.
//
// X-Forwarded-For and Forwarded (RFC 7239) are read from their right ends,
// where the nearest proxy has written: each entry counts only while the one
// who wrote it is trusted, as what stands further left anybody can send. A
// proxy writes one of the two and may let the other through as it came: so
// where both are there and do not agree, neither is believed.
func clientOf(r *http.Request, trusted []netip.Prefix) (netip.Addr, bool) {
	peer, ok := addressOf(r.RemoteAddr)
	if !ok || !isTrusted(peer, trusted) {
		return netip.Addr{}, false
	}
	var found []netip.Addr
	for _, hops := range [][]string{entries(r.Header["X-Forwarded-For"], nil), entries(r.Header["Forwarded"], forwardedFor)} {
		if len(hops) > 0 {
			found = append(found, follow(peer, hops, trusted))
		}
	}
	if len(found) == 0 || found[0] != found[len(found)-1] {
		return netip.Addr{}, false
	}
	return found[0], true
}

// follow goes from the proxy leftwards through the hops, as far as they are
// trusted and can be read.
func follow(at netip.Addr, hops []string, trusted []netip.Prefix) netip.Addr {
	for _, hop := range slices.Backward(hops[max(0, len(hops)-maxHops):]) {
		next, ok := addressOf(hop)
		if !ok {
			break
		}
		if at = next; !isTrusted(at, trusted) {
			break
		}
	}
	return at
}

func isTrusted(at netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(at) })
}

// entries are the elements of a header that is a list, over all its lines.
func entries(lines []string, read func(string) string) []string {
	var out []string
	for _, line := range lines {
		for entry := range strings.SplitSeq(line, ",") {
			if entry = strings.TrimSpace(entry); read != nil {
				entry = read(entry)
			}
			out = append(out, entry)
		}
	}
	return out
}

// forwardedFor is the for parameter of an element of Forwarded. A comma or
// semicolon in quotes is in no address: there the element cannot be read.
func forwardedFor(element string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if strings.EqualFold(name, "for") {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// addressOf reads an address, with a port or without.
func addressOf(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	at, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return at.Unmap().WithZone(""), err == nil
}
