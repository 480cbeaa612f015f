package service_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/service"
	"daybook/service/servicetest"
)

// TestTwoHundredRequestsASecond is an open-loop driver: a request leaves every
// 5 ms, whether those before were answered or not, for as long as
// DAYBOOK_LOAD says ("60s"). It reports; it asserts no time.
func TestTwoHundredRequestsASecond(t *testing.T) {
	span, err := time.ParseDuration(os.Getenv("DAYBOOK_LOAD"))
	if err != nil {
		span = time.Second
	}
	w := servicetest.New(t, "Mail.ReadWrite Calendars.ReadWrite Contacts.ReadWrite User.Read")
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- service.Serve(ctx, w.Service.Site(), service.ServeOptions{Listen: "127.0.0.1:0", Ready: func(u string) { ready <- u }})
	}()
	base := <-ready
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: 30 * time.Second}
	var mu sync.Mutex
	var took []time.Duration
	status := map[int]int{}
	ask := func(i int) {
		began := time.Now()
		method, path, body := http.MethodGet, []string{"/me/messages?$top=10", "/me/mailFolders", "/me/events?$top=5", "/me/contacts?$top=10"}[i%4], ""
		if i%20 == 0 {
			method, path, body = http.MethodPost, "/me/messages", fmt.Sprintf(`{"subject":"load %d","body":{"contentType":"text","content":"x"}}`, i)
		}
		req, _ := http.NewRequestWithContext(ctx, method, base+"/v1.0"+path, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+w.Tokens["ann"])
		req.Header.Set("Content-Type", "application/json")
		code := 0
		if res, err := client.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			res.Body.Close()
			code = res.StatusCode
		}
		mu.Lock()
		defer mu.Unlock()
		took, status[code] = append(took, time.Since(began)), status[code]+1
	}
	memory := func() (uint64, int) {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc >> 10, runtime.NumGoroutine()
	}
	var all sync.WaitGroup
	heap, routines := memory()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for i, began := 0, time.Now(); time.Since(began) < span; i++ {
		<-tick.C
		all.Go(func() { ask(i) })
	}
	all.Wait()
	client.CloseIdleConnections()
	time.Sleep(100 * time.Millisecond)
	heapAfter, routinesAfter := memory()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	slices.Sort(took)
	t.Logf("%d requests in %v: %v; p50 %v, p99 %v, most %v; heap %d to %d kB, goroutines %d to %d",
		len(took), span, status, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], heap, heapAfter, routines, routinesAfter)
	for code, n := range status {
		if code == 0 || code >= 300 {
			t.Errorf("%d answers of status %d, want none", n, code)
		}
	}
	if routinesAfter > routines+20 {
		t.Errorf("%d goroutines before, %d after", routines, routinesAfter)
	}
}
