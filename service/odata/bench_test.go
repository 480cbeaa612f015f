package odata

import "testing"

const listFilter = "receivedDateTime ge 2026-01-01 and isRead eq false and contains(subject,'plan') and toRecipients/any(r:r/emailAddress/address eq 'cy@example.org')"

// BenchmarkFilter compares what a request costs before its query runs with
// what an entity costs that is left to memory.
func BenchmarkFilter(b *testing.B) {
	schema := messageSchema()
	e, err := ParseFilter(listFilter)
	if err != nil {
		b.Fatal(err)
	}
	filter, err := schema.Filter(e)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse-bind-compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e, err := ParseFilter(listFilter)
			if err != nil {
				b.Fatal(err)
			}
			if _, _, err := CompileFilter(e, schema); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("match", func(b *testing.B) {
		b.ReportAllocs()
		m := sampleMessage(1)
		for b.Loop() {
			if !filter.Match(m) {
				b.Fatal("no match")
			}
		}
	})
	b.Run("compare", func(b *testing.B) {
		b.ReportAllocs()
		order, err := schema.Order([]OrderBy{By("subject", false), By("receivedDateTime", true)})
		if err != nil {
			b.Fatal(err)
		}
		m, n := sampleMessage(1), sampleMessage(1)
		n.ID = "m0" // the key goes the way of the last property
		for b.Loop() {
			if order.Compare(m, n) >= 0 {
				b.Fatal("order")
			}
		}
	})
}
