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
func (d *Desk) putAway(l Draft) tea.Cmd {
	if l.ServerID == "" {
		return nil
	}
	return d.rememberUnfinished(l.ServerID, l.Unfinished)
}

func (d *Desk) rememberUnfinished(serverID string, lines Unfinished) tea.Cmd {
	if _, had := d.unfinished[serverID]; len(lines) == 0 && !had {
		return nil
	}
	if delete(d.unfinished, serverID); len(lines) > 0 {
		d.unfinished[serverID] = unfinishedOf{Lines: lines, At: d.env.Now()}
	}
	for len(d.unfinished) > mostUnfinished {
		oldest := ""
		for id, u := range d.unfinished {
			if oldest == "" || u.At.Before(d.unfinished[oldest].At) {
				oldest = id
			}
		}
		delete(d.unfinished, oldest)
	}
	return d.saveUnfinished()
}

func (d *Desk) saveUnfinished() tea.Cmd {
	return d.recipients.Save(d.env.State, func() map[string]unfinishedOf { return maps.Clone(d.unfinished) },
		d.work.Told(d.onUnfinishedSaved))
}

func (d *Desk) onUnfinishedSaved(err error) tea.Cmd {
	again, err := d.recipients.Saved(err, d.saveUnfinished)
	if err != nil {
		return tea.Batch(again, d.fail("Recipients that are not finished cannot be kept on this machine", err))
	}
	return again
}

// onUnfinished takes what a former run has put away.
func (d *Desk) onUnfinished(drafts map[string]unfinishedOf, err error) tea.Cmd {
	for id, u := range drafts {
		if _, newer := d.unfinished[id]; !newer {
			d.unfinished[id] = u
		}
	}
	if err != nil {
		return d.fail("Recipients that were not finished could not be read", err)
	}
	return nil
}
