package service

import (
	"context"
	"database/sql"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"daybook/service/rest"
)

// metrics are the figures of a service. Their labels are names of the routing
// table, numbers of replies and names of this file, so that no request can make
// a new one.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	parts    *prometheus.CounterVec
	inFlight prometheus.Gauge
}

// noOperation is the label of requests that no row was found for.
const noOperation = "none"

func newMetrics(s *Service, g *gate) *metrics {
	labels := []string{"operation", "code"}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "daybook_requests_total",
			Help: "Requests answered, by operation and status; status 0 is an answer that was broken off."}, labels),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "daybook_request_duration_seconds",
			Help:    "Time from a request's header to the end of its answer, by operation.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60}}, labels[:1]),
		parts: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "daybook_batch_parts_total",
			Help: "Requests answered as parts of a batch, by operation and status."}, labels),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "daybook_requests_in_flight",
			Help: "Requests that are being answered."}),
	}
	counter := func(name, help string, labels prometheus.Labels, value func() int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels},
			func() float64 { return float64(value()) })
	}
	signIns := func(result string, value func() int64) prometheus.Collector {
		return counter("daybook_sign_ins_total", "Attempts to sign in with a password: accepted, wrong, or delayed as too many failed before.",
			prometheus.Labels{"result": result}, value)
	}
	m.registry.MustRegister(m.requests, m.took, m.parts, m.inFlight,
		signIns("accepted", s.auth.SignIns.Accepted.Load), signIns("wrong", s.auth.SignIns.Wrong.Load), signIns("delayed", s.auth.SignIns.Delayed.Load),
		counter("daybook_failures_total", "Failures that a person must look after; each is in the log.", nil, s.reports.Load),
		counter("daybook_connections_refused_total", "Connections closed at once, as too many were open.", nil, g.refused.Load),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "daybook_connections", Help: "Connections of clients that are open."},
			func() float64 { return float64(g.crowd.number()) }),
		storeFigures{s}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) served(t *rest.Trace, took time.Duration) {
	operation := nameOf(t)
	m.requests.WithLabelValues(operation, strconv.Itoa(t.Status)).Inc()
	m.took.WithLabelValues(operation).Observe(took.Seconds())
	for i := range t.Parts {
		m.parts.WithLabelValues(nameOf(&t.Parts[i]), strconv.Itoa(t.Parts[i].Status)).Inc()
	}
}

func nameOf(t *rest.Trace) string {
	if t.Operation == "" {
		return noOperation
	}
	return t.Operation
}

func (m *metrics) handler() http.Handler {
	// What cannot be had is missing, and the rest is answered.
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError,
		MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// storeFigures are read from the store when they are asked for.
type storeFigures struct{ s *Service }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("daybook_store_"+name, help, labels, nil)
}

var (
	indexQueue = prometheus.NewDesc("daybook_index_queue_length", "Messages that wait to be found by searches.", nil, nil)
	// poolFigures are those of each pool of connections to the store.
	poolFigures = []struct {
		desc *prometheus.Desc
		kind prometheus.ValueType
		of   func(sql.DBStats) float64
	}{
		{describe("connections", "Connections of the pool that are open.", "pool"), prometheus.GaugeValue,
			func(s sql.DBStats) float64 { return float64(s.OpenConnections) }},
		{describe("connections_max", "Connections that the pool may have.", "pool"), prometheus.GaugeValue,
			func(s sql.DBStats) float64 { return float64(s.MaxOpenConnections) }},
		{describe("connections_in_use", "Connections of the pool that are in use.", "pool"), prometheus.GaugeValue,
			func(s sql.DBStats) float64 { return float64(s.InUse) }},
		{describe("waits_total", "Transactions that waited for a connection.", "pool"), prometheus.CounterValue,
			func(s sql.DBStats) float64 { return float64(s.WaitCount) }},
		{describe("wait_seconds_total", "Time that was waited for connections.", "pool"), prometheus.CounterValue,
			func(s sql.DBStats) float64 { return s.WaitDuration.Seconds() }},
	}
)

// Describe is prometheus.Collector's.
func (f storeFigures) Describe(to chan<- *prometheus.Desc) {
	to <- indexQueue
	for _, p := range poolFigures {
		to <- p.desc
	}
}

// Collect is prometheus.Collector's.
func (f storeFigures) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	if n, err := f.s.store.IndexQueue(ctx); err == nil {
		to <- prometheus.MustNewConstMetric(indexQueue, prometheus.GaugeValue, float64(n))
	} else {
		to <- prometheus.NewInvalidMetric(indexQueue, err)
	}
	for pool, stats := range f.s.store.Pools() {
		for _, p := range poolFigures {
			to <- prometheus.MustNewConstMetric(p.desc, p.kind, p.of(stats), pool)
		}
	}
}
