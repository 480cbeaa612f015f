// Package child makes the commands that daybook runs: the editor, what opens
// files and addresses, and those that print a token or a passphrase.
//
// Invariant: nothing else in the program makes one (a test looks), so that
// each gets the environment of Environ, which holds no secret of daybook's.
package child

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// prefix begins the names of daybook's own variables.
const prefix = "DAYBOOK_"

// kept are those of daybook's variables that hold no secret: a command that
// calls daybook needs them. Others, also those yet to come, stay here.
var kept = []string{"DAYBOOK_CONFIG", "DAYBOOK_PROFILE"}

// Command is exec.CommandContext with the environment of Environ.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = Environ(os.Environ())
	return cmd
}

// passwords are the variables of PostgreSQL's clients that hold one.
var passwords = []string{"PGPASSWORD", "PGSSLPASSWORD"}

// Environ is an environment ("NAME=value") without the secrets in it that are
// daybook's: its token, the password of its database, and whatever else is called
// DAYBOOK_ and is not known to be harmless. Names are compared in any letter case, as some systems do.
func Environ(environ []string) []string {
	out := make([]string, 0, len(environ))
	for _, e := range environ {
		name, _, _ := strings.Cut(e, "=")
		if name = strings.ToUpper(name); !slices.Contains(passwords, name) && !strings.HasPrefix(name, prefix) || harmless(name) {
			out = append(out, e)
		}
	}
	return out
}

func harmless(name string) bool {
	for _, k := range kept {
		if name == k {
			return true
		}
	}
	return false
}
