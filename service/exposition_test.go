package service

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// series are samples by name and labels, as name{a="x",b="y"}, labels sorted.
type series map[string]float64

var (
	metricName = regexp.MustCompile(`^[a-zA-Z_:][a-zA-Z0-9_:]*$`)
	labelName  = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*$`)
	suffixes   = map[string][]string{"histogram": {"_bucket", "_sum", "_count"}, "summary": {"", "_sum", "_count"}}
)

// parseExposition is a judge of /metrics that shares no code with what writes
// it: the text format 0.0.4 as https://prometheus.io/docs/instrumenting/exposition_formats/
// describes it, strictly.
func parseExposition(text string) (series, map[string]string, error) {
	out, types, helped, ended := series{}, map[string]string{}, map[string]bool{}, map[string]bool{}
	family := ""
	enter := func(name string) error {
		if name == family {
			return nil
		}
		if ended[name] {
			return fmt.Errorf("the lines of %s are not together", name)
		}
		ended[family], family = true, name
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		return nil, nil, fmt.Errorf("the last line does not end")
	}
	for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fail := func(format string, args ...any) (series, map[string]string, error) {
			return nil, nil, fmt.Errorf("line %d, %q: %s", n+1, line, fmt.Sprintf(format, args...))
		}
		if words := strings.SplitN(line, " ", 4); words[0] == "#" {
			if len(words) < 4 || !metricName.MatchString(words[2]) {
				return fail("no HELP or TYPE")
			}
			name := words[2]
			if err := enter(name); err != nil {
				return fail("%v", err)
			}
			switch words[1] {
			case "HELP":
				if helped[name] {
					return fail("a second HELP")
				}
				helped[name] = true
				if _, err := unescape(words[3], `\n`); err != nil {
					return fail("%v", err)
				}
			case "TYPE":
				if types[name] != "" || !slices.Contains([]string{"counter", "gauge", "histogram", "summary", "untyped"}, words[3]) {
					return fail("a second or an unknown TYPE")
				}
				types[name] = words[3]
			default:
				return fail("no HELP or TYPE")
			}
			continue
		}
		name, labels, value, err := parseSample(line)
		if err != nil {
			return fail("%v", err)
		}
		if !belongs(name, family, types[family]) {
			return fail("it is not of %s, a %s", family, types[family])
		}
		if types[family] == "counter" && value < 0 {
			return fail("a counter below zero")
		}
		key := name + "{" + strings.Join(labels, ",") + "}"
		if _, twice := out[key]; twice {
			return fail("it is there twice")
		}
		out[key] = value
	}
	return out, types, checkHistograms(out, types)
}

func belongs(name, family, kind string) bool {
	ends, ok := suffixes[kind]
	if !ok {
		return kind != "" && name == family
	}
	return slices.ContainsFunc(ends, func(end string) bool { return name == family+end })
}

func parseSample(line string) (name string, labels []string, value float64, err error) {
	at := strings.IndexAny(line, "{ ")
	if at < 0 || !metricName.MatchString(line[:at]) {
		return "", nil, 0, fmt.Errorf("no name")
	}
	name, line = line[:at], line[at:]
	if line[0] == '{' {
		line = line[1:]
		for !strings.HasPrefix(line, "}") {
			label, rest, ok := strings.Cut(line, `="`)
			if !ok || !labelName.MatchString(label) {
				return "", nil, 0, fmt.Errorf("no label at %q", line)
			}
			end := 0
			for end < len(rest) && rest[end] != '"' {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(rest) {
				return "", nil, 0, fmt.Errorf("the value of %s does not end", label)
			}
			text, err := unescape(rest[:end], `"\n`)
			if err != nil {
				return "", nil, 0, err
			}
			if labels = append(labels, fmt.Sprintf("%s=%q", label, text)); !strings.HasPrefix(rest[end+1:], "}") && !strings.HasPrefix(rest[end+1:], ",") {
				return "", nil, 0, fmt.Errorf("what follows %s", label)
			}
			line = strings.TrimPrefix(rest[end+1:], ",")
		}
		line = line[1:]
		slices.Sort(labels)
	}
	fields := strings.Fields(line)
	if len(fields) != 1 || !strings.HasPrefix(line, " ") {
		return "", nil, 0, fmt.Errorf("not one value in %q", line)
	}
	value, err = strconv.ParseFloat(fields[0], 64)
	return name, labels, value, err
}

// unescape reads a text with \\ and the other escapes, of which n is the line
// end.
func unescape(s, others string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) || s[i] != '\\' && s[i] != 'n' && !strings.ContainsRune(others, rune(s[i])) {
			return "", fmt.Errorf("an escape in %q", s)
		}
		if s[i] == 'n' {
			out.WriteByte('\n')
		} else {
			out.WriteByte(s[i])
		}
	}
	return out.String(), nil
}

var bound = regexp.MustCompile(`le="([^"]*)",?`)

// checkHistograms holds each to rising bounds, counts that do not fall, and a
// last bucket that has all.
func checkHistograms(all series, types map[string]string) error {
	for name, kind := range types {
		if kind != "histogram" {
			continue
		}
		buckets := map[string]map[float64]float64{} // by the other labels
		for key, n := range all {
			if strings.HasPrefix(key, name+"_bucket{") {
				le, err := strconv.ParseFloat(bound.FindStringSubmatch(key)[1], 64)
				if err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
				others := strings.TrimPrefix(bound.ReplaceAllString(key, ""), name+"_bucket")
				if buckets[others] == nil {
					buckets[others] = map[float64]float64{}
				}
				buckets[others][le] = n
			}
		}
		for others, of := range buckets {
			var bounds []float64
			for le := range of {
				bounds = append(bounds, le)
			}
			slices.Sort(bounds)
			for i, le := range bounds {
				if i > 0 && of[le] < of[bounds[i-1]] {
					return fmt.Errorf("%s%s falls at %v", name, others, le)
				}
			}
			last := bounds[len(bounds)-1]
			count, there := all[name+"_count"+others]
			if _, summed := all[name+"_sum"+others]; !math.IsInf(last, 1) || !there || !summed || of[last] != count {
				return fmt.Errorf("%s%s is not whole", name, others)
			}
		}
	}
	return nil
}
