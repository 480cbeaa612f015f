package compose

import (
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"
)

// unfinishedDocument has what stood in the recipient lines of drafts that were
// put away and is no address: the mailbox cannot keep it.
const unfinishedDocument = "letter-recipients"

// mostUnfinished is of how many drafts it is kept, the latest.
const mostUnfinished = 200

// unfinishedOf is that of one draft, and when it was put away.
type unfinishedOf struct {
	Lines Unfinished `json:"lines"`
	At    time.Time  `json:"at"`
}

// putAway remembers the unfinished recipients of a draft that the mailbox has,
// or that there are none.
func (c *Composer) putAway(l Draft) tea.Cmd {
	if l.ServerID == "" {
		return nil
	}
	return c.rememberUnfinished(l.ServerID, l.Unfinished)
}

func (c *Composer) rememberUnfinished(serverID string, lines Unfinished) tea.Cmd {
	if _, had := c.unfinished[serverID]; len(lines) == 0 && !had {
		return nil
	}
	if delete(c.unfinished, serverID); len(lines) > 0 {
		c.unfinished[serverID] = unfinishedOf{Lines: lines, At: c.env.Now()}
	}
	for len(c.unfinished) > mostUnfinished {
		oldest := ""
		for id, u := range c.unfinished {
			if oldest == "" || u.At.Before(c.unfinished[oldest].At) {
				oldest = id
			}
		}
		delete(c.unfinished, oldest)
	}
	return c.saveUnfinished()
}

func (c *Composer) saveUnfinished() tea.Cmd {
	return c.recipients.Save(c.env.State, func() map[string]unfinishedOf { return maps.Clone(c.unfinished) },
		c.work.Told(c.onUnfinishedSaved))
}

func (c *Composer) onUnfinishedSaved(err error) tea.Cmd {
	again, err := c.recipients.Saved(err, c.saveUnfinished)
	if err != nil {
		return tea.Batch(again, c.fail("Recipients that are not finished cannot be kept on this machine", err))
	}
	return again
}

// onUnfinished takes what a former run has put away.
func (c *Composer) onUnfinished(drafts map[string]unfinishedOf, err error) tea.Cmd {
	for id, u := range drafts {
		if _, newer := c.unfinished[id]; !newer {
			c.unfinished[id] = u
		}
	}
	if err != nil {
		return c.fail("Recipients that were not finished could not be read", err)
	}
	return nil
}
