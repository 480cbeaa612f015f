package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"daybook/model"
)

// answerBatch answers each element with status(url, round), in reverse order.
func answerBatch(t *testing.T, status func(url string, round int) int) func(int, exchange) (*http.Response, error) {
	return func(round int, e exchange) (*http.Response, error) {
		var in struct{ Requests []batchRequest }
		if err := json.Unmarshal([]byte(e.Body), &in); err != nil {
			t.Errorf("batch body: %v", err)
		}
		if len(in.Requests) > 20 {
			t.Errorf("got %d requests in a batch, want 20 at most", len(in.Requests))
		}
		out := []batchReply{}
		for _, r := range slices.Backward(in.Requests) {
			code := status(r.URL, round)
			reply := batchReply{ID: r.ID, Status: code, Body: json.RawMessage(fmt.Sprintf(`{"id":%q}`, r.URL))}
			if code == 429 {
				reply.Headers = map[string]string{"Retry-After": "2"}
				reply.Body = json.RawMessage(`{"error":{"code":"TooManyRequests","message":"slow"}}`)
			}
			out = append(out, reply)
		}
		body, _ := json.Marshal(map[string]any{"responses": out})
		return replyJSON(200, string(body)), nil
	}
}

func TestBatchesOfTwentyKeepTheirOrder(t *testing.T) {
	s := &service{answer: answerBatch(t, func(url string, _ int) int {
		if url == "/me/messages/m7" {
			return 404
		}
		return 200
	})}
	c, _ := testClient(t, s)
	read := true
	var requests []*Request
	for i := range 45 {
		requests = append(requests, c.Me().Message(fmt.Sprintf("m%d", i)).UpdateRequest(model.MessagePatch{IsRead: &read}))
	}
	replies, err := c.Batch(t.Context(), requests...)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range replies {
		var m model.Message
		err := r.Decode(&m)
		if i == 7 {
			if !errors.Is(err, model.ErrNotFound) {
				t.Errorf("reply 7: got %v, want ErrNotFound", err)
			}
			continue
		}
		if want := fmt.Sprintf("/me/messages/m%d", i); err != nil || m.ID != want {
			t.Errorf("reply %d: got %q, %v, want %q", i, m.ID, err, want)
		}
	}
	if got := s.requests(); !slices.Equal(got, slices.Repeat([]string{"POST /svc/v1.0/$batch"}, 3)) {
		t.Errorf("got %v, want three batches", got)
	}
}

func TestThrottledPartsOfABatchAreSentAgain(t *testing.T) {
	s := &service{answer: answerBatch(t, func(url string, round int) int {
		if url == "/me/messages/b" && round < 3 {
			return 429
		}
		return 200
	})}
	c, slept := testClient(t, s)
	replies, err := c.Batch(t.Context(), c.Me().Message("a").GetRequest(), c.Me().Message("b").GetRequest())
	if err != nil || replies[0].Err != nil || replies[1].Err != nil {
		t.Errorf("got %v, %v, want both answered", replies, err)
	}
	if want := []time.Duration{2 * time.Second, 2 * time.Second}; !slices.Equal(*slept, want) {
		t.Errorf("slept %v, want %v", *slept, want)
	}
}

func TestWhatABatchTurnedAwayUnreadIsSentAgain(t *testing.T) {
	for status, want := range map[int]int{429: 6, 500: 1} {
		s := &service{answer: answerBatch(t, func(string, int) int { return status })}
		c, _ := testClient(t, s)
		replies, err := c.Batch(t.Context(), c.Me().Message("a").DeleteRequest())
		var refusal *Error
		if err != nil || !errors.As(replies[0].Err, &refusal) || refusal.Status != status || len(s.seen) != want {
			t.Errorf("%d: got %v, %v after %d batches, want it after %d", status, replies[0].Err, err, len(s.seen), want)
		}
	}
}

func TestABatchThatFailsTellsEveryPart(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(403, ""), nil }}
	c, _ := testClient(t, s)
	replies, err := c.Batch(t.Context(), c.Me().Message("a").GetRequest(), c.Me().Message("").GetRequest())
	if !errors.Is(err, model.ErrAccessDenied) || !errors.Is(replies[0].Err, model.ErrAccessDenied) {
		t.Errorf("got %v and %v, want the refusal in both", err, replies[0].Err)
	}
	if !errors.Is(replies[1].Err, errEmptyID) {
		t.Errorf("the request without an id: got %v, want its own error", replies[1].Err)
	}
}
