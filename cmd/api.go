package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/mailbox"
	"daybook/model"
)

func newAPI(c *common) *cobra.Command {
	var body string
	var paginate bool
	cmd := &cobra.Command{
		Use:   "api METHOD PATH",
		Short: "Call any operation of the interface and print the reply",
		Long: "api calls an operation of the mailbox's own service, in this process, and prints the\n" +
			"JSON of the reply. PATH begins below the version: /me/messages. Another version is\n" +
			"chosen by writing it: /beta/oAuth2Permissiongrants. What somebody else shares has their\n" +
			"address in its path, and wants --mailbox too: /users/bo@contoso.example/messages.",
		Example: "daybook api GET '/me/messages?$top=3&$select=subject,from'\n" +
			"daybook api GET /me/contacts --paginate\n" +
			"daybook api POST /me/messages --body draft.json\n" +
			"echo '{\"isRead\":true}' | daybook api PATCH /me/messages/ID --body -",
		Args: wants(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			content, err := readBody(body, cmd.InOrStdin())
			if err != nil {
				return err
			}
			client, done, err := openClient(cmd.Context(), *c)
			if err != nil {
				return err
			}
			defer done()
			err = client.Raw(cmd.Context(), strings.ToUpper(args[0]), args[1], content, paginate, cmd.OutOrStdout())
			return c.sharedHint(args[1], err)
		},
	}
	c.mailboxFlag(cmd)
	cmd.Flags().StringVar(&body, "body", "", "file with the JSON to send, - for standard input")
	cmd.Flags().BoolVar(&paginate, "paginate", false, "follow the list to its end")
	return cmd
}

func readBody(path string, in io.Reader) (json.RawMessage, error) {
	if path == "" {
		return nil, nil
	}
	read := os.ReadFile
	if path == "-" {
		read = func(string) ([]byte, error) { return io.ReadAll(in) }
	}
	b, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return b, nil
}

// othersMail is a path that leads into somebody's mail as "users" has it.
var othersMail = regexp.MustCompile(`(?i)^/*(?:v1\.0/|beta/)?users/([^/?]+)/(?:messages|mailFolders|sendMail)\b`)

// sharedHint adds to a refusal what it takes to reach the mail of others, where
// --mailbox did not ask for it.
func (c common) sharedHint(path string, err error) error {
	of := othersMail.FindStringSubmatch(path)
	if c.mailbox != "" || of == nil || !errors.Is(err, model.ErrAccessDenied) {
		return err
	}
	address, bad := url.PathUnescape(of[1])
	if bad != nil || config.CheckMailbox(address) != nil {
		return err
	}
	return fmt.Errorf("%w; the mail of others needs the scopes %s, which --mailbox %s asks for, at a service elsewhere with \"daybook login\"", err,
		strings.Join(strings.Fields(mailbox.SharedScopes), " and "), address)
}
