package odata

import (
	"encoding/json"
	"testing"

	"daybook/model"
)

const listFilter = "receivedDateTime ge 2026-01-01 and isRead eq false and contains(subject,'plan') and toRecipients/any(r:r/emailAddress/address eq 'cy@example.org')"

// BenchmarkFilter compares what a request costs before its query runs with
// what entities cost that no table has: decided about in memory, or as JSON by
// SQLite.
func BenchmarkFilter(b *testing.B) {
	schema := messageSchema().Stored("m.document")
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
			filter, err := schema.Filter(e)
			if err != nil {
				b.Fatal(err)
			}
			filter.SQL()
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
	list := make([]*model.Message, 500)
	for i := range list {
		list[i] = sampleMessage(i)
	}
	b.Run("match500", func(b *testing.B) {
		for b.Loop() {
			for _, m := range list {
				filter.Match(m)
			}
		}
	})
	b.Run("match500-as-json", func(b *testing.B) {
		db, where := openMemory(b), filter.SQL()
		for b.Loop() {
			text, err := json.Marshal(list)
			if err != nil {
				b.Fatal(err)
			}
			var n int
			err = db.QueryRow("SELECT count(*) FROM (SELECT value AS document FROM json_each(?)) m WHERE "+where.SQL,
				append([]any{string(text)}, where.Args...)...).Scan(&n)
			if err != nil {
				b.Fatal(err)
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
