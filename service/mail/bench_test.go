package mail_test

import (
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"daybook/service"
)

// BenchmarkHandler asks over the handler, JSON and token included, what the
// screens ask of a mailbox of 100,000 messages: the one that the store's own
// benchmarks have made (go test -bench List50 ./service/store).
func BenchmarkHandler(b *testing.B) {
	dir := filepath.Join(os.TempDir(), "daybook-bench-100000")
	if _, err := os.Stat(dir); err != nil {
		b.Skip("run the benchmarks of service/store first: they make the mailbox")
	}
	svc, err := service.Open(dir, service.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer svc.Close()
	users, err := svc.Users(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	token, err := svc.MintToken(b.Context(), users[0].ID, "Mail.ReadWrite", 0)
	if err != nil {
		b.Fatal(err)
	}
	const list = "/v1.0/me/mailFolders/inbox/messages?$top=50&$select=subject,from,receivedDateTime,bodyPreview,isRead,flag,conversationId,hasAttachments,categories,importance"
	for name, path := range map[string]string{
		"folder":     "/v1.0/me/mailFolders/inbox",
		"list":       list,
		"unread":     list + "&$filter=" + url.QueryEscape("isRead eq false"),
		"ordered":    list + "&$orderby=" + url.QueryEscape("receivedDateTime desc") + "&$filter=" + url.QueryEscape("receivedDateTime ge 1900-01-01T00:00:00Z and isRead eq true"),
		"bodies":     "/v1.0/me/mailFolders/inbox/messages?$top=50",
		"rareWord":   list + "&$search=serendipity",
		"commonWord": list + "&$search=conde",
		"counted":    list + "&$count=true",
		"countWord":  list + "&$search=conde&$count=true",
		"countAll":   "/v1.0/me/messages?$top=50&$select=subject&$search=conde&$count=true",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				req := httptest.NewRequest("GET", path, nil)
				req.Header.Set("Authorization", "Bearer "+token)
				rec := httptest.NewRecorder()
				svc.Handler().ServeHTTP(rec, req)
				if rec.Code != 200 {
					b.Fatalf("%d %s", rec.Code, rec.Body)
				}
			}
		})
	}
}
