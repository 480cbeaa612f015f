package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daybook/api"
	"daybook/app"
	"daybook/config"
	"daybook/model"
	"daybook/ui"
)

// advised are the reasons that the system gives, and what one can do about
// each.
var advised = []struct {
	reason error
	advice string
}{
	{syscall.ENOSPC, "the disk is full: make room and try again"},
	{syscall.EDQUOT, "your share of the disk is full: make room and try again"},
	{syscall.EROFS, "nothing can be written there: choose another place, for the mailbox with --data"},
	{syscall.ENOTDIR, "a file stands where a folder is wanted: move it away, or choose another place, for the mailbox with --data"},
	{syscall.EISDIR, "a folder stands where a file is wanted"},
	{syscall.EADDRINUSE, "another program listens there: choose another address"},
	{fs.ErrPermission, "see who may read and write there, or choose another place, for the mailbox with --data"},
	{fs.ErrNotExist, "see whether the name is right"},
}

// sentence is why a command failed, and what can be done, in a sentence; a
// list of mistakes has a line for each. Nothing in it can steer a terminal.
func sentence(err error) string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(clean(line)); line != "" {
			lines = append(lines, line)
		}
	}
	var mistakes config.Problems
	if errors.As(err, &mistakes) {
		return strings.Join(lines, "\n")
	}
	says := strings.TrimRight(strings.Join(lines, "; "), ".") // several errors at once are one sentence
	for _, a := range advised {
		if errors.Is(err, a.reason) {
			says += "; " + a.advice
			break
		}
	}
	for _, typed := range []string{"unknown command", "unknown flag", "unknown shorthand", "flag needs an argument", "invalid argument"} {
		if strings.HasPrefix(says, typed) {
			says += `; see "daybook --help"`
		}
	}
	if says == "" {
		says = "it failed, and does not say why"
	}
	if refused, ok := errors.AsType[*api.Error](err); ok && refused.Status != http.StatusForbidden { // for scripts, and reports of a fault
		says += " (" + clean(refused.Asked()) + ")"
	}
	if last, _ := utf8.DecodeLastRuneInString(says); !strings.ContainsRune("?!", last) {
		says += "."
	}
	return says
}

// capital begins a sentence with a capital, unless it begins with a flag, a
// path or a name.
func capital(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) && r != ':' && r != ',' }) || first == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// complain prints why a command failed: on a terminal under a heading, else
// on a line with the program's name, as scripts expect it.
func complain(screen bool) fang.ErrorHandler {
	return func(w io.Writer, styles fang.Styles, err error) {
		if !screen {
			fmt.Fprintln(w, "daybook: "+sentence(err))
			return
		}
		fmt.Fprintln(w, styles.ErrorHeader.String())
		fmt.Fprintln(w, styles.ErrorText.UnsetTransform().Render(capital(sentence(err))))
		fmt.Fprintln(w)
	}
}

// alone refuses words behind a command that takes none.
func alone(cmd *cobra.Command, words []string) error { return wants(0, 0)(cmd, words) }

// wants refuses fewer words behind a command than it needs, and more than it
// takes, most being negative for any number: it says what they are, from the
// command's usage and its first example, both of which it must have.
func wants(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		_, usage, _ := strings.Cut(cmd.Use, " ")
		switch {
		case len(words) < least:
			return fmt.Errorf("%s wants %s behind it, as in \"%s\"", cmd.CommandPath(), usage, firstExample(cmd))
		case most == 0 && len(words) > 0:
			return fmt.Errorf("%s takes no words behind it, such as %q; see \"%[1]s --help\"", cmd.CommandPath(),
				words[0])
		case most >= 0 && len(words) > most:
			return fmt.Errorf("%s takes %s behind it and no more, such as %q; quote what has spaces in it",
				cmd.CommandPath(), usage, words[most])
		}
		return nil
	}
}

// firstExample is the first of a command's examples, without its flags.
func firstExample(cmd *cobra.Command) string {
	first, _, _ := strings.Cut(cmd.Example, "\n")
	first, _, _ = strings.Cut(first, " --")
	return first
}

// span is a flag's length of time that is longer than none.
type span time.Duration

func (s *span) String() string { return time.Duration(*s).String() }

func (s *span) Set(words string) error {
	d, err := time.ParseDuration(words)
	if err == nil && d <= 0 {
		err = errors.New("it is not longer than none")
	}
	*s = span(d)
	return err
}

// Type is what badFlag knows it by, and help shows.
func (s *span) Type() string { return "duration" }

// badFlag says what a flag of time wants; other mistakes have words already.
func badFlag(_ *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) && wrong.GetFlag().Value.Type() == "duration" {
		return fmt.Errorf("--%s wants a span such as 45m, 1h or 1h30m, not %q", wrong.GetFlag().Name, wrong.GetValue())
	}
	return err
}

// execute runs a command line and returns its exit code. A mistake of the
// program's own ends in a sentence too, and a report beside the mailbox.
func execute(ctx context.Context, root *cobra.Command) (code int) {
	screen := onTerminal(root.ErrOrStderr())
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintln(root.ErrOrStderr(), "daybook: "+sentence(crashed(root, v, debug.Stack())))
			code = 1
		}
	}()
	err := fang.Execute(ctx, root, fang.WithVersion(Version), fang.WithNotifySignal(os.Interrupt),
		fang.WithErrorHandler(complain(screen)))
	if err != nil {
		return 1
	}
	return 0
}

// crashed writes the report of a panic, and says where it is. It holds no
// mail: of what was panicked with there is the type alone.
func crashed(root *cobra.Command, panicked any, stack []byte) error {
	mistake := model.Mistake(panicked)
	data, _ := root.PersistentFlags().GetString("data")
	folder, err := common{data: data}.folder()
	if info, failed := os.Stat(folder); err != nil || failed != nil || !info.IsDir() {
		folder = os.TempDir()
	}
	file, err := app.WriteCrash(folder, Version, ui.Crash{Err: mistake, Where: "a command", Stack: string(stack)})
	if err != nil {
		return fmt.Errorf("a mistake of the program's own ended it (%w), and its report could not be written: %w", mistake, err)
	}
	return fmt.Errorf("a mistake of the program's own ended it (%w); the report, which holds no mail, is in %s",
		mistake, filepath.Clean(file))
}
