// Command daybook is mail, calendar, people and groups in a terminal.
package main

import (
	"context"
	"os"

	"daybook/cmd"
)

func main() { os.Exit(cmd.Execute(context.Background())) }
