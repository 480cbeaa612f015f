//go:build unix

package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"daybook/child"
)

// start finds a server, or starts one that ends with this process.
func start() (cluster, error) {
	if at := os.Getenv("DAYBOOK_TEST_POSTGRES"); at != "" {
		return cluster{at: at}, nil
	}
	bin, err := programs()
	if err != nil {
		return cluster{}, err
	}
	dir, err := os.MkdirTemp("", "daybook-pg")
	if err != nil {
		return cluster{}, err
	}
	as, name, err := other(dir)
	if err != nil {
		return cluster{}, err
	}
	data := filepath.Join(dir, "data")
	initdb := child.Command(context.Background(), filepath.Join(bin, "initdb"), "-D", data, "-U", "daybook", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
	initdb.Dir, initdb.SysProcAttr, initdb.Env = dir, as, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C"}
	if out, err := initdb.CombinedOutput(); err != nil {
		return cluster{}, fmt.Errorf("initdb as %s: %w\n%s", name, err, out)
	}
	// The shell waits for the end of its input, which comes with that of this
	// process, however that ends.
	run := child.Command(context.Background(), "/bin/sh", "-c", `"$1" -D "$2" -k "$3" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
		-c max_connections=300 -c shared_buffers=64MB -c autovacuum=off -c jit=off >"$3/log" 2>&1 &
		n=0; until "$4" -q -h "$3" || [ $n -gt 600 ]; do n=$((n+1)); sleep 0.05; done
		echo up; read end; kill -INT $!; wait; rm -rf "$3"`, "sh", filepath.Join(bin, "postgres"), data, dir, filepath.Join(bin, "pg_isready"))
	run.Dir, run.SysProcAttr, run.Env = dir, as, initdb.Env
	end, err := run.StdinPipe()
	if err != nil {
		return cluster{}, err
	}
	said, err := run.StdoutPipe()
	if err != nil {
		return cluster{}, err
	}
	if err := run.Start(); err != nil {
		return cluster{}, err
	}
	if _, err := bufio.NewReader(said).ReadString('\n'); err != nil {
		return cluster{}, err
	}
	at := "postgres://daybook@/postgres?host=" + url.QueryEscape(dir) + "&sslmode=disable"
	if err = Run(at, `SELECT 1`); err == nil {
		return cluster{at, end}, nil
	}
	log, _ := os.ReadFile(filepath.Join(dir, "log"))
	return cluster{}, fmt.Errorf("the server does not start: %w\n%s", err, log)
}

// programs finds the folder of initdb.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", errors.New("initdb is not on the PATH, and DAYBOOK_TEST_POSTGRES names no server")
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1]), nil
}

// other is the user as whom the server runs: initdb refuses root. The folder
// becomes theirs.
func other(dir string) (*syscall.SysProcAttr, string, error) {
	if os.Getuid() != 0 {
		return &syscall.SysProcAttr{Setpgid: true}, "this user", nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			continue
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			continue
		}
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			return nil, name, err
		}
		return &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, name, nil
	}
	return nil, "", errors.New("initdb refuses root, and there is neither the user postgres nor nobody")
}
