//go:build unix

package vault_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"daybook/signin/vault"
)

const kills = 60

// TestKilledWhileWriting kills a process that writes without pause, again and
// again: what is kept can be read each time, and nobody stays locked out.
func TestKilledWhileWriting(t *testing.T) {
	if dir := os.Getenv("DAYBOOK_TEST_VAULT"); dir != "" {
		v := open(t, vault.Options{Dir: dir, Command: words(canary)})
		for i := 0; ; i++ {
			put(t, v, "work", whole(i))
		}
	}
	dir := t.TempDir()
	v := open(t, vault.Options{Dir: dir, Command: words(canary)})
	put(t, v, "work", whole(0))
	for n := range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledWhileWriting$")
		cmd.Env = append(os.Environ(), "DAYBOOK_TEST_VAULT="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Millisecond + rand.N(20*time.Millisecond))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		got, err := v.Get(t.Context(), "work")
		if err != nil || !isWhole(string(got)) {
			t.Fatalf("after kill %d: %d bytes, %v", n, len(got), err)
		}
		put(t, v, "home", "x") // what a kill left beside is in nobody's way
	}
	put(t, v, "work", "at last")
	noPlainText(t, dir)
	if left, _ := filepath.Glob(filepath.Join(dir, "*.new")); len(left) != 0 {
		t.Errorf("left beside: %v", left)
	}
}

func whole(i int) string { return strings.Repeat(fmt.Sprintf("%s %09d ", canary, i), 500) }

func isWhole(s string) bool {
	var i int
	_, err := fmt.Sscanf(s, canary+" %d", &i)
	return err == nil && s == whole(i)
}

// TestModesUnderAnyUmask runs in a process of its own, as a umask is the
// whole process's.
func TestModesUnderAnyUmask(t *testing.T) {
	if mask := os.Getenv("DAYBOOK_TEST_UMASK"); mask != "" {
		syscall.Umask(map[string]int{"open": 0o000, "shut": 0o277}[mask])
		v := open(t, vault.Options{Dir: os.Getenv("DAYBOOK_TEST_VAULT"), Command: words(canary)})
		put(t, v, "work", "x")
		put(t, v, "work", "y")
		want(t, v, "work", "y")
		return
	}
	for _, mask := range []string{"open", "shut"} {
		t.Run(mask, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "vault")
			if mask == "open" {
				if err := errors.Join(os.Mkdir(dir, 0o777), os.Chmod(dir, 0o777)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestModesUnderAnyUmask$")
			cmd.Env = append(os.Environ(), "DAYBOOK_TEST_VAULT="+dir, "DAYBOOK_TEST_UMASK="+mask)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			noPlainText(t, dir)
		})
	}
}
