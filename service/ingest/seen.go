package ingest

// seen tells new messages from those that the mailbox has. Equal messages of
// one group (a Maildir, an mbox) are counted: the mailbox gets as many as the
// group with the most of them has.
type seen struct {
	kept    map[Fingerprint]int // in the mailbox, this group's not counted
	current string
	group   map[Fingerprint]int  // gone through in the current group
	came    map[Fingerprint]bool // new in this run
}

func newSeen(kept map[Fingerprint]int) *seen {
	if kept == nil {
		kept = map[Fingerprint]int{}
	}
	return &seen{kept: kept, group: map[Fingerprint]int{}, came: map[Fingerprint]bool{}}
}

// isNew notes one more message of a group, and says whether it is to be
// inserted. Groups come one after the other.
func (s *seen) isNew(group string, f Fingerprint) bool {
	if group != s.current {
		for f, n := range s.group {
			s.kept[f] = max(s.kept[f], n)
		}
		clear(s.group)
		s.current = group
	}
	s.group[f]++
	if s.group[f] > s.kept[f] {
		s.came[f] = true
		return true
	}
	return false
}
