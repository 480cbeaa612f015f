package cmd

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/store"
)

// newcomer is a user to be, and the line of a file that says so, 0 for none.
type newcomer struct {
	model.User
	manager       string // the address
	administrator bool
	line          int
}

// lineMistake is why a line of a file cannot be taken.
type lineMistake struct {
	line int
	err  error
}

func printMistakes(w io.Writer, wrong []lineMistake) {
	slices.SortStableFunc(wrong, func(a, b lineMistake) int { return a.line - b.line })
	for _, m := range wrong {
		fmt.Fprintf(w, "  line %d: %s\n", m.line, clean(m.err.Error()))
	}
}

// The bounds of a file with a team.
const (
	maxTeamBytes = 16 << 20
	maxTeam      = 50_000
)

// teamColumns are what a column of the file can be called.
var teamColumns = []string{"address", "name", "title", "department", "manager", "phone"}

// readTeam reads a CSV file with a team, or standard input for "-", and what is
// wrong with its lines.
func readTeam(path string, in io.Reader) ([]newcomer, []lineMistake, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, fmt.Errorf("read the team: %w", err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxTeamBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the team: %w", err)
	}
	if len(text) > maxTeamBytes {
		return nil, nil, fmt.Errorf("%s has more than %d MB: cut it into several", path, maxTeamBytes>>20)
	}
	r := csv.NewReader(strings.NewReader(strings.ToValidUTF8(strings.TrimPrefix(string(text), "\ufeff"), "\ufffd")))
	r.TrimLeadingSpace = true
	r.FieldsPerRecord = -1 // said in our words
	header, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, fmt.Errorf("read the team: %w", err)
	}
	for i := range header {
		header[i] = strings.ToLower(strings.TrimSpace(header[i]))
		if !slices.Contains(teamColumns, header[i]) || slices.Contains(header[:i], header[i]) {
			return nil, nil, fmt.Errorf("the first line of %s says %q: it names the columns, each once, of %s", path, header[i], strings.Join(teamColumns, ","))
		}
	}
	if !slices.Contains(header, "address") {
		return nil, nil, fmt.Errorf("the first line of %s names no column address: it looks like %s", path, strings.Join(teamColumns, ","))
	}
	var team []newcomer
	var wrong []lineMistake
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return team, wrong, nil
		}
		line, _ := r.FieldPos(0)
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			wrong = append(wrong, lineMistake{bad.StartLine, bad.Err})
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("read the team: %w", err)
		case len(record) != len(header):
			wrong = append(wrong, lineMistake{line, fmt.Errorf("it has %s, and the first line %s", counted(len(record), "fields"), counted(len(header), "columns"))})
			continue
		case len(team) == maxTeam:
			return nil, nil, fmt.Errorf("%s names more than %d people: cut it into several", path, maxTeam)
		}
		team = append(team, newcomerOf(header, record, line))
	}
}

func newcomerOf(header, record []string, line int) newcomer {
	n := newcomer{line: line}
	for i, column := range header {
		value := strings.TrimSpace(record[i])
		switch column {
		case "address":
			n.Mail = value
		case "name":
			n.DisplayName = value
		case "title":
			n.JobTitle = value
		case "department":
			n.Department = value
		case "manager":
			n.manager = value
		case "phone":
			if value != "" {
				n.BusinessPhones = []string{value}
			}
		}
	}
	return n
}

// addNewcomers makes the mailboxes of a team, then says who reports to whom, as
// a manager may come later in the file. What is wrong with whom is returned;
// the caller undoes the transaction then.
func addNewcomers(tx *store.Tx, team []newcomer) (made []store.Mailbox, wrong []lineMistake, err error) {
	came := map[string]int{} // by address: the line
	ids := make([]string, len(team))
	for i, n := range team {
		key := strings.ToLower(n.Mail)
		if before := came[key]; before > 0 {
			wrong = append(wrong, lineMistake{n.line, fmt.Errorf("%s stands in line %d already", n.Mail, before)})
			continue
		}
		came[key] = n.line
		m, err := addUser(tx, n.User)
		if err == nil && n.administrator {
			err = tx.SetAdministrator(m, true)
		}
		if refused := new(model.Error); errors.As(err, &refused) {
			wrong = append(wrong, lineMistake{n.line, refused})
			continue
		} else if err != nil {
			return nil, nil, err
		}
		ids[i] = m.ID
		made = append(made, m)
	}
	for i, n := range team {
		if ids[i] == "" || n.manager == "" {
			continue
		}
		if err := setManager(tx, ids[i], n.manager); err != nil {
			wrong = append(wrong, lineMistake{n.line, err})
		}
	}
	return made, wrong, nil
}
