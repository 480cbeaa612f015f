package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// oneClick asks a mailing list to let the person off it (RFC 8058). It is the
// one request of the program to an address that somebody else has written, and
// so is held short: https alone, no redirect, no cookie, no token, no host of
// this machine's own networks, bounded in time and size.
type oneClick struct {
	public func(netip.Addr) bool // which hosts may be asked
	tls    *tls.Config           // nil for the system's
	proxy  func(*http.Request) (*url.URL, error)
}

func newOneClick() *oneClick { return &oneClick{public: public, proxy: http.ProxyFromEnvironment} }

// The bounds of the request.
const (
	oneClickTime  = 20 * time.Second
	oneClickReply = 64 << 10 // bytes of the answer that are read
)

var errOwnNetwork = errors.New("its address is not a public one, so it is not asked")

// Unsubscribe implements inbox.Unsubscriber.
func (o *oneClick) Unsubscribe(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, oneClickTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader("List-Unsubscribe=One-Click"))
	switch {
	case err != nil:
		return errors.New("its address cannot be read")
	case r.URL.Scheme != "https" || r.URL.User != nil:
		return errors.New("only https addresses are asked")
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("User-Agent", "daybook")
	proxy, err := o.proxy(r)
	if err != nil {
		return err
	}
	dialer := &net.Dialer{Timeout: oneClickTime}
	if proxy == nil {
		dialer.ControlContext = o.control
	} else if host, err := netip.ParseAddr(r.URL.Hostname()); err == nil && !o.public(host) || err != nil && !strings.Contains(r.URL.Hostname(), ".") {
		return errOwnNetwork // names are the proxy's to look up
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy), DialContext: dialer.DialContext, TLSClientConfig: o.tls, DisableKeepAlives: true,
		MaxResponseHeaderBytes: oneClickReply, ForceAttemptHTTP2: true}
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) { // its words would repeat the address, in which the person is named
			err = wrapped.Err
		}
		return err
	}
	defer reply.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(reply.Body, oneClickReply))
	switch {
	case reply.StatusCode/100 == 3:
		return errors.New("the list sends on to another address, which is not followed")
	case reply.StatusCode/100 != 2:
		return fmt.Errorf("the list answered %d %s", reply.StatusCode, http.StatusText(reply.StatusCode))
	}
	return nil
}

// control looks at the address that a name has led to, before it is dialled.
func (o *oneClick) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !o.public(to.Addr()) {
		return errOwnNetwork
	}
	return nil
}

// reserved are networks that are nobody's on the internet, or lead to such,
// beside those that netip knows.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
	netip.MustParsePrefix("fec0::/10"),
}

// public reports whether an address is one of the internet.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
