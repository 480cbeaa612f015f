package ui

// suspendRefused says why the program cannot be suspended.
func suspendRefused() string { return "Windows cannot suspend a program: there is no ctrl+z there" }
