package sample

import "slices"

// finish puts each mailbox's mail into the order of time.
func (b *builder) finish() {
	for i := range b.world.Mailboxes {
		slices.SortStableFunc(b.world.Mailboxes[i].Mail, func(a, z Mail) int {
			return a.Message.ReceivedDateTime.Compare(*z.Message.ReceivedDateTime)
		})
	}
}
