package model

import (
	"strings"
	"testing"
)

func TestTheOwnWordsOfAMessageAreThoseThatItDoesNotQuote(t *testing.T) {
	for body, want := range map[string]string{
		"plain words":          "plain words",
		"a > b, and c\nmore":   "a > b, and c more",
		"> all of it\n> is so": "> all of it > is so",
		"On Tue, 17 Nov 2009 23:57:18 +0100, Israel <isra@x.example> wrote:\n> Is it so?\n>\n> Yes?\n\nIt is.\n":    "It is.",
		"On Tue, Nov 16, 2010 at 06:51:17AM +0100,\nIsrael Herraiz <isra@x.example>\nwrote:\n\n> Is it so?\nIt is.": "It is.",
		"Hi Bo,\n\nOn Tue, Cy wrote:\n> one\nFirst.\n> two\nSecond.":                                                "Hi Bo, First. Second.",
		"Hi Bo,\nOn Tue 5 May, Cy <cy@x.example> wrote:\n> one\nFirst.":                                             "Hi Bo, First.",
		"Am 5.5.2026 schrieb Cy:\r\n> eins\r\nZwei.\r\n":                                                            "Zwei.",
		"Cy schrieb:\r\n> eins\r\nZwei.\r\n":                                                                        "Zwei.",
		"Le 5 mai, Cy a écrit :\n> un\nDeux.":                                                                       "Deux.",
		"I disagree with this:\n> one\nIt is two.":                                                                  "I disagree with this: It is two.",
		"Bo wrote:\nnothing is quoted, 1 > 0":                                                                       "Bo wrote: nothing is quoted, 1 > 0",
		"Bo wrote:\n> only that":                                                                                    "Bo wrote: > only that",
		"":                                                                                                          "",
	} {
		if got := strings.Join(strings.Fields(OwnWords(body)), " "); got != want {
			t.Errorf("of %q\n got %q\nwant %q", body, got, want)
		}
	}
}
