// Command serve has the emulation of the public interface on this machine, so
// that the program can be tried against it by hand:
//
//	go run ./e2e/strict/internal/serve -data /tmp/public
//	daybook --config /tmp/public/config.toml --data /tmp/public/mine --profile public
//
// The first makes the sample mailbox in the folder, a token, and a
// configuration with a profile of the microsoft dialect, and prints the second;
// then it prints each request that the public interface would refuse.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"daybook/api"
	"daybook/app"
	"daybook/e2e/strict"
	"daybook/service"
)

// scopes are the rights of the person, those of an administrator among them.
const scopes = "Mail.ReadWrite Mail.Send Mailboxsettings.ReadWrite Calendars.ReadWrite Contacts.ReadWrite Group.ReadWrite.All " +
	"Files.ReadWrite User.ReadWrite User.ReadBasic.All User.Read.All Directory.Read.All DelegatedPermissionGrant.ReadWrite.All"

func main() {
	log.SetFlags(0)
	data := flag.String("data", "", "folder of the sample, the token and the configuration")
	listen := flag.String("listen", "127.0.0.1:8026", "address on this machine")
	user := flag.String("user", "ann@contoso.example", "who signs in")
	denied := flag.String("denied", "", "paths refused for want of a right, as in /groups,/places")
	every := flag.Int("trouble", 0, "turn away every so many requests, 0 for none")
	flag.Parse()
	trouble := strict.Trouble{}
	if *every > 0 {
		trouble = strict.Trouble{Throttled: *every, Unavailable: 2**every + 1, TimedOut: 3**every + 2}
	}
	if *denied != "" {
		trouble.Denied = strings.Split(*denied, ",")
	}
	if err := serve(*data, *listen, *user, trouble); err != nil {
		log.Fatal(err)
	}
}

func serve(data, listen, user string, trouble strict.Trouble) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	defer l.Close()
	public, behind, err := open(data, l.Addr().String(), user, trouble)
	if err != nil {
		return err
	}
	defer behind.Close()
	fmt.Println("daybook", strings.Join(flags(data), " "))
	server := &http.Server{Handler: public, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}

// profile is the name of the profile that leads to the emulation.
const profile = "public"

// flags open that profile. With a data folder the default of the configuration
// does not count, so that the profile is named.
func flags(data string) []string {
	return []string{"--config", filepath.Join(data, "config.toml"), "--data", filepath.Join(data, "mine"), "--profile", profile}
}

// open makes what the program needs to reach the emulation at an address, and
// what answers there, with the service behind it.
func open(data, address, user string, trouble strict.Trouble) (http.Handler, *service.Service, error) {
	if data == "" {
		return nil, nil, errors.New("-data names a folder")
	}
	if err := sample(data); err != nil {
		return nil, nil, err
	}
	s, err := service.Open(filepath.Join(data, "sample"), service.Options{})
	if err != nil {
		return nil, nil, err
	}
	token, err := s.MintToken(context.Background(), user, scopes, 24*time.Hour)
	if err == nil {
		err = configure(data, address, user, token)
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return handler(strict.New(api.HandlerTransport(s.Handler()), trouble)), s, nil
}

// sample makes the sample mailbox where it is not there.
func sample(data string) error {
	if _, err := os.Stat(filepath.Join(data, "sample")); err == nil {
		return nil
	}
	a, err := app.New(context.Background(), app.Options{Data: data, Now: time.Now, Getenv: func(string) string { return "" }})
	if err != nil {
		return err
	}
	return a.Close()
}

// configure writes the token and the configuration beside the sample.
func configure(data, address, user, token string) error {
	file := filepath.Join(data, "token")
	config := fmt.Sprintf("profile = %[1]q\n[profiles.%[1]s]\nprovider = \"microsoft\"\nbase_url = \"http://%[2]s\"\naccount = %[3]q\ntoken_file = %[4]q\n",
		profile, address, user, file)
	return errors.Join(os.WriteFile(file, []byte(token), 0o600), os.WriteFile(filepath.Join(data, "config.toml"), []byte(config), 0o600))
}

// handler passes requests on, and prints what is refused.
func handler(public *strict.Interface) http.Handler {
	var printed atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := r.Clone(r.Context())
		out.URL.Scheme, out.URL.Host, out.RequestURI = "http", r.Host, ""
		resp, err := public.RoundTrip(out)
		if err != nil {
			http.Error(w, "bad gateway", http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		for name, values := range resp.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body) // the client may have gone
		refusals := public.Refusals()
		for _, refused := range refusals[min(int(printed.Swap(int64(len(refusals)))), len(refusals)):] {
			fmt.Println("refused", refused)
		}
	})
}
