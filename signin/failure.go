package signin

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"golang.org/x/oauth2"

	"daybook/model"
)

// What a failure means; errors.Is decides. A failure's own words say what to
// do, and these only what kind it is.
var (
	// ErrSignInAgain: the sign-in was refused for good. Only this one is
	// helped by signing in again. It is model.ErrUnauthorized too.
	ErrSignInAgain = fmt.Errorf("sign in again: %w", model.ErrUnauthorized)
	// ErrOffline: nobody answered, or not now. What is kept stays good.
	ErrOffline = errors.New("the sign-in service cannot be reached")
	// ErrDenied: the person, or an administrator, did not agree.
	ErrDenied = errors.New("the sign-in was declined")
	// ErrAdmin: an administrator has to agree first, at Provider.Consent. It
	// is ErrSignInAgain too.
	ErrAdmin = fmt.Errorf("an administrator has to approve: %w", ErrSignInAgain)
	// ErrExpired: nobody finished the sign-in in time.
	ErrExpired = errors.New("the time for signing in is over")
	// ErrSetup: what was asked for is wrong: client id, tenant, address.
	ErrSetup = errors.New("the sign-in is set up wrongly")
	// ErrProvider: the sign-in service does what it must not.
	ErrProvider = errors.New("the sign-in service answers wrongly")
	// ErrNoSession: nobody has signed in to this profile. It is
	// model.ErrUnauthorized too.
	ErrNoSession = fmt.Errorf("not signed in: %w", model.ErrUnauthorized)
)

// Failure is an error in words for a person. It holds no secret.
type Failure struct {
	says string
	kind error
}

func (f *Failure) Error() string { return f.says }

// Unwrap returns what kind of failure it is: one of the variables above.
func (f *Failure) Unwrap() error { return f.kind }

func failure(kind error, format string, args ...any) error {
	return &Failure{says: fmt.Sprintf(format, args...), kind: kind}
}

// unavailable is what kind of failure an HTTP status is.
func unavailable(status int) error {
	if status == http.StatusTooManyRequests || status >= http.StatusInternalServerError {
		return ErrOffline
	}
	return ErrProvider
}

// maxSkew is by how much a clock may differ before it is blamed.
const maxSkew = 5 * time.Minute

// explain puts an error of the oauth2 package or of the network in words.
// Nothing of what was sent or answered goes in but codes known to the tables.
// Now is this machine's clock, nil where it cannot matter.
func explain(err error, p Provider, now func() time.Time) error {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	if r, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return refusal(r, p, now)
	}
	host := p.host()
	if u, ok := errors.AsType[*url.Error](err); ok {
		return unreached(u, host)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return failure(ErrOffline, "%s does not answer in time", host)
	}
	if n, ok := errors.AsType[net.Error](err); ok {
		return unreached(n, host)
	}
	return failure(ErrProvider, "the answer of %s cannot be read: it is no sign-in service, or one that daybook does not understand", host)
}

// unreached says why nobody answered.
func unreached(err error, host string) error {
	if errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return failure(ErrOffline, "the certificate of %s is not valid at this machine's time: see whether its clock is right", host)
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return failure(ErrProvider, "the certificate of %s is another machine's: the address is wrong, or somebody stands between", host)
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return failure(ErrProvider, "the certificate of %s is signed by nobody that this machine trusts", host)
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return failure(ErrOffline, "there is no address for %s: see whether the name is right and the network is there", host)
		}
		return failure(ErrOffline, "the address of %s cannot be looked up: see whether the network is there", host)
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return failure(ErrOffline, "nothing answers at %s: the connection is refused", host)
	}
	if n, ok := errors.AsType[net.Error](err); ok && n.Timeout() {
		return failure(ErrOffline, "%s does not answer in time", host)
	}
	return failure(ErrOffline, "%s cannot be reached: see whether the network is there", host)
}
