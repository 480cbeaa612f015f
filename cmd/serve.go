package cmd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"daybook/app"
	"daybook/mailbox"
	"daybook/service"
	"daybook/service/store"
)

func newServe(c *common) *cobra.Command {
	var listen, certificate, key, public string
	var hosts, proxies []string
	var limit float64
	var status string
	var format string
	var all bool
	var drain time.Duration
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the mailbox over HTTP",
		Long: "serve answers the interface at an address of this machine. Every request needs a\n" +
			"bearer token: people get one by signing in with \"daybook login\" and the password\n" +
			"that \"daybook user password\" set; a script, with \"daybook token\". Another address than\n" +
			"this machine's is refused unless a certificate is given.\n\n" +
			"SIGTERM and ctrl+c end it in order: what is under way is answered, for 20 s at\n" +
			"most, nothing new is begun, and the mailbox is closed. A second one ends it at once.",
		Example: "daybook serve --listen 127.0.0.1:8025",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			log, notice, err := logTo(cmd.ErrOrStderr(), format)
			if err != nil {
				return err
			}
			local, err := c.openLocal(ctx, service.Options{RequestsPerSecond: limit, Report: service.ReportTo(log)})
			if err != nil {
				return err
			}
			defer local.Close()
			secure, err := secured(certificate, key)
			if err != nil {
				return err
			}
			hint, err := howToSignIn(ctx, c, local)
			if err != nil {
				return err
			}
			at, err := publicURL(public)
			if err != nil {
				return err
			}
			trusted, err := service.ParseProxies(proxies)
			if err != nil {
				return fmt.Errorf("--trusted-proxy: %w", err)
			}
			if drain < 0 || drain > maxDrain {
				return fmt.Errorf("--drain wants a span of at most %s, not %s", maxDrain, drain)
			}
			return service.Serve(ctx, local.Site(), service.ServeOptions{
				Listen: listen, TLS: secure, Hosts: hosts, Public: at, Proxies: trusted, Drain: drain, Log: log, LogAll: all,
				Status: status, Of: local.Service,
				StatusReady: func(url string) {
					notice("Status at " + url + ": /healthz, /readyz, /metrics")
					if !service.Loopback(status) {
						notice("Others may reach it, and it asks for no token: keep it among those who run the service.")
					}
				},
				Ready: func(url string) {
					fmt.Fprintln(cmd.OutOrStdout(), url)
					if at != nil && len(trusted) == 0 {
						notice("All who come through the proxy count as one client: name it with --trusted-proxy.")
					}
					if hint != "" {
						notice(hint)
					}
				},
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", "127.0.0.1:8025", "address and port; port 0 takes a free one")
	flags.StringVar(&certificate, "tls-cert", "", "certificate file, needed beyond this machine")
	flags.StringVar(&key, "tls-key", "", "the certificate's key file")
	flags.StringSliceVar(&hosts, "host", nil, "a further name that the service is reached by")
	flags.StringVar(&public, "public-url", "", "where a proxy with the certificate makes it reachable: https://mail.example")
	flags.StringSliceVar(&proxies, "trusted-proxy", nil,
		"address or network of a proxy that says whose requests it passes on (X-Forwarded-For, Forwarded); can be given several times")
	flags.Float64Var(&limit, "limit", 0, "requests a second for each token; more get 429 with Retry-After (0: no limit)")
	flags.DurationVar(&drain, "drain", 0, "how long to take requests after SIGTERM or ctrl+c, so that a balancer hears of the end first")
	flags.StringVar(&status, "status", "", "a second address, as 127.0.0.1:9090, that tells programs how the service is: /healthz, /readyz, /metrics")
	flags.StringVar(&format, "log", "text", "the log, on standard error: text, or json for a program that reads it")
	flags.BoolVar(&all, "access-log", false, "log every request: its id, operation, status, time and mailbox; otherwise those that the service failed at")
	complete(cmd, "log", func() []string { return []string{"text", "json"} })
	return cmd
}

// logTo makes the log of a service, which many requests write to, and what
// tells the one who started it something: a plain line, or one of the log where
// a program reads it.
func logTo(to io.Writer, format string) (log *slog.Logger, notice func(string), err error) {
	if !onTerminal(raw(to)) {
		to = raw(to) // one that could not be written to once is tried again
	}
	to = &oneAtATime{to: to}
	switch format {
	case "json":
		log = service.NewLog(to, true)
		return log, func(words string) { log.Info(words) }, nil
	case "text":
		return service.NewLog(to, false), func(words string) { fmt.Fprintln(to, words) }, nil
	}
	return nil, nil, fmt.Errorf("--log wants text or json, not %q", format)
}

// oneAtATime keeps lines whole that several write.
type oneAtATime struct {
	mu sync.Mutex
	to io.Writer
}

func (w *oneAtATime) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(b)
}

// maxDrain bounds --drain: a service manager does not wait for longer.
const maxDrain = 10 * time.Minute

// untilSignal is a context that a person's or a service manager's signal ends.
// The next one does not wait: the system ends the program, and what was answered
// is on the disk.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	told, release := signal.NotifyContext(parent, syscall.SIGTERM) // interrupts end the parent
	ctx, end := context.WithCancel(context.WithoutCancel(parent))
	context.AfterFunc(told, func() {
		signal.Reset(os.Interrupt, syscall.SIGTERM) // before anything shows that it ends
		end()
	})
	return ctx, release
}

// publicURL reads the flag; nil when it is not given.
func publicURL(address string) (*url.URL, error) {
	if address == "" {
		return nil, nil
	}
	u, err := service.ParsePublic(address)
	if err != nil {
		return nil, fmt.Errorf("--public-url: %w", err)
	}
	return u, nil
}

// secured loads the certificate; nil when there is none.
func secured(certificate, key string) (*tls.Config, error) {
	if certificate == "" && key == "" {
		return nil, nil
	}
	if certificate == "" || key == "" {
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("load the certificate: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// howToSignIn is what the one who serves is told: while nobody has a password,
// how to set one.
func howToSignIn(ctx context.Context, c *common, local *mailbox.Local) (string, error) {
	has, err := local.HasPasswords(ctx)
	if err != nil || has {
		return "", err
	}
	command := "daybook user password " + local.Owner.PrincipalName
	switch {
	case c.store != "":
		command += " --store " + app.ShellWord(c.store)
	case c.data != "" && !store.OnServer(local.Dir):
		command += " --data " + app.ShellWord(filepath.Dir(local.Dir))
	}
	if local.Sample {
		command += " --sample"
	}
	return "Nobody can sign in yet. Set a password, in another terminal:  " + command, nil
}
