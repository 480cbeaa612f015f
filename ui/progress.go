package ui

import (
	"fmt"
	"strings"
	"time"

	"daybook/theme"
)

// barWidth is the progress bar of the status line, in cells.
const barWidth = 20

// progressBar draws a share from 0 to 1 behind what is said; nothing for a
// negative share, for none, or where there is no room.
func progressBar(st *theme.Theme, share float64, room int) string {
	if share <= 0 || share > 1 || room < barWidth+8 {
		return ""
	}
	full := int(share * barWidth)
	bar := strings.Repeat(string(st.Glyphs.ProgressFull), full) + strings.Repeat(string(st.Glyphs.ProgressEmpty), barWidth-full)
	return st.StatusBar.Render(" ") + st.StatusKey.Render(bar) + st.StatusBar.Render(fmt.Sprintf(" %2.0f%% ", share*100))
}

// seconds is a span for a countdown: whole seconds, rounded up.
func seconds(d time.Duration) string {
	return fmt.Sprintf("%d s", int((d+time.Second-1)/time.Second))
}
