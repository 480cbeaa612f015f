package account

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

func notice(words string, level views.Level) views.Notify {
	return views.Notify{Text: text.Clean(words), Level: level}
}

func say(words string, level views.Level) tea.Cmd { return views.Send(notice(words, level)) }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
