package cmd

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWhatIsDeployedIsACommand holds the files of deploy to the flags that there
// are: nothing else here reads them.
func TestWhatIsDeployedIsACommand(t *testing.T) {
	read := func(name, pattern string) []string {
		b, err := os.ReadFile("../deploy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(b), -1)
		if len(found) == 0 {
			t.Fatalf("deploy/%s has nothing like %s", name, pattern)
		}
		var all []string
		for _, m := range found {
			all = append(all, m[1])
		}
		return all
	}
	commands := map[string][]string{
		"daybook.service": strings.Fields(read("daybook.service", `(?m)^ExecStart=\S+/daybook (.*) \$OPTIONS$`)[0]),
		"daybook.env":     append([]string{"serve"}, strings.Fields(read("daybook.service", `OPTIONS=(.*)\\n`)[0])...),
		"compose.yaml":    append([]string{"serve"}, read("compose.yaml", `(?m)^      - (--\S+)$`)...),
	}
	var inImage []string
	if err := json.Unmarshal([]byte(read("Containerfile", `(?m)^CMD (.*)$`)[0]), &inImage); err != nil {
		t.Fatal(err)
	}
	commands["Containerfile"] = inImage
	for file, args := range commands {
		if len(args) < 3 {
			t.Errorf("%s: only %q", file, args)
		}
		cmd, flags, err := newRoot().Find(args)
		if err == nil {
			err = cmd.ParseFlags(flags)
		}
		if err != nil || cmd.Name() != "serve" || cmd.Flags().NArg() > 0 {
			t.Errorf("%s: %q is no command of serve: %v", file, args, err)
		}
	}
}
