package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkListFifty is what the client adds to a list of fifty messages:
// the request, the way to the service and back, and the decoding.
func BenchmarkListFifty(b *testing.B) {
	items := make([]string, 50)
	for i := range items {
		items[i] = fmt.Sprintf(`{"id":"%d","subject":"Plan %d","receivedDateTime":"2026-03-02T09:00:00Z","isRead":false,`+
			`"from":{"emailAddress":{"name":"Ada","address":"ada@example.com"}},"bodyPreview":"%s"}`, i, i, strings.Repeat("tea ", 40))
	}
	body := `{"value":[` + strings.Join(items, ",") + `]}`
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	})
	server := httptest.NewServer(handler)
	defer server.Close()
	for name, cfg := range map[string]Config{
		"in process": {BaseURL: InProcess, Transport: HandlerTransport(handler)},
		"loopback":   {BaseURL: server.URL},
	} {
		cfg.Tokens = StaticToken("t")
		c, err := New(cfg)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				page, err := c.Me().Messages(b.Context())
				if err != nil || len(page.Value) != 50 {
					b.Fatalf("got %v, %v, want 50 messages", page, err)
				}
			}
		})
	}
}
