package model

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseDurationReadsFixedLengths(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"PT1H": time.Hour, "PT30M": 30 * time.Minute, "P1D": 24 * time.Hour, "P1W": 168 * time.Hour,
		"PT2H30M": 150 * time.Minute, "PT90M": 90 * time.Minute, "P1DT1H": 25 * time.Hour,
		"PT1.5S": 1500 * time.Millisecond, "pt45m": 45 * time.Minute, "PT0H15M": 15 * time.Minute,
	} {
		if got, err := ParseDuration(in); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %v, %v; want %v", in, got, err, want)
		}
	}
}

func TestParseDurationRefusesByName(t *testing.T) {
	for in, why := range map[string]string{
		"P1M": "months", "P1Y": "years", "P1Y2M": "years", "-PT30M": "negative", "PT0S": "zero", "P0D": "zero",
		"": "not an ISO 8601", "1H": "not an ISO 8601", "P": "not an ISO 8601", "PT": "not an ISO 8601",
		"P1DT": "not an ISO 8601", "PT1M1H": "not an ISO 8601", "PT1H1H": "not an ISO 8601", "PTH": "not an ISO 8601",
		"PT1.5H": "not an ISO 8601", "PT1": "not an ISO 8601", "PT99999999999H": "not an ISO 8601",
		"P99999W": "hundred years", "PT+1H": "not an ISO 8601", "30": "not an ISO 8601",
	} {
		got, err := ParseDuration(in)
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), `"`+in+`"`) {
			t.Errorf("ParseDuration(%q) = %v, %v; want an error that quotes it and says %q", in, got, err, why)
		}
	}
}

func TestDurationsSurviveWritingAndReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := time.Duration(rapid.Int64Range(1, int64(maxDuration)).Draw(t, "duration"))
		text := FormatDuration(want)
		if got, err := ParseDuration(text); err != nil || got != want {
			t.Fatalf("%v is written %s and read %v, %v", want, text, got, err)
		}
	})
}

func FuzzParseDuration(f *testing.F) {
	f.Add("P1DT2H30M1.5S")
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDuration(s); err == nil && (d <= 0 || d > maxDuration) {
			t.Errorf("ParseDuration(%q) = %v, out of range", s, d)
		}
	})
}
