package api_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"

	"daybook/api"
)

// A call reads like the path it asks for; a list is walked over its pages.
func Example() {
	service := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"value": [{"id": "1", "subject": "Tea"}, {"id": "2", "subject": "Coffee"}]}`)
	})
	client, err := api.New(api.Config{
		BaseURL:   api.InProcess,
		Tokens:    api.StaticToken("a token from the service"),
		Transport: api.HandlerTransport(service),
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	unread, err := client.Me().MailFolder("inbox").Messages(ctx,
		api.Filter(api.Eq("isRead", false)), api.OrderBy("receivedDateTime desc"), api.Top(50))
	if err != nil {
		log.Fatal(err)
	}
	for message, err := range unread.All(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(message.Subject)
	}
	// Output:
	// Tea
	// Coffee
}
