// Command daybook is mail, calendar, people and groups in a terminal.
package main

func main() {}
