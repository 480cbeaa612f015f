package cmd

import (
	"strings"
	"testing"
)

// Each command says in words what it wants behind it, and with what it is
// called when that is an example of its own.
func TestEachCommandSaysWhatItWantsBehindIt(t *testing.T) {
	for _, c := range leaves(newRoot()) {
		if !c.HasParent() || c.Name() == "help" || c.Parent().Name() == "completion" {
			continue
		}
		_, usage, _ := strings.Cut(c.Use, " ")
		needs := usage != "" && !strings.HasPrefix(usage, "-") && !strings.HasPrefix(usage, "[")
		err := c.ValidateArgs(nil)
		if needs != (err != nil) {
			t.Errorf("%s alone: %v", c.CommandPath(), err)
		}
		if err != nil && (!strings.Contains(err.Error(), "wants "+usage+" behind it, as in \"daybook ") || strings.Contains(err.Error(), "arg(s)")) {
			t.Errorf("%s alone: %v", c.CommandPath(), err)
		}
		if err != nil {
			example := strings.Fields(firstExample(c))
			if _, behind, ok := strings.Cut(strings.Join(example, " "), strings.TrimSpace(c.CommandPath())+" "); !ok || c.ValidateArgs(strings.Fields(behind)) != nil {
				t.Errorf("%s: its example is %q", c.CommandPath(), example)
			}
		}
		if err := c.ValidateArgs([]string{"a", "b", "c", "d"}); err != nil && !c.HasSubCommands() && !strings.Contains(err.Error(), " behind it") {
			t.Errorf("%s with four words: %v", c.CommandPath(), err)
		}
	}
}
