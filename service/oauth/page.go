package oauth

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/url"
	"strings"
)

// page is what a template shows. Its texts are outside text: the templates
// escape them.
type page struct {
	name      string
	leadsTo   string // further sources of form-action, with a space before
	Host      string
	Client    string
	BuiltIn   bool
	FormToken string
	UserCode  string
	Address   string
	Notice    string
	Wishes    []wish
	Back      string
	Nobody    bool // nobody has a password yet
	Allowed   bool
}

//go:embed pages
var pageFiles embed.FS

// parsePages reads the templates, and returns the hash of their style: it is
// what lets the one style through the content security policy, and no other.
func parsePages() (*template.Template, string, error) {
	style, err := pageFiles.ReadFile("pages/style.css")
	if err != nil {
		return nil, "", err
	}
	pages, err := template.New("").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(style) },
	}).ParseFS(pageFiles, "pages/*.html")
	hash := sha256.Sum256(style)
	return pages, "sha256-" + base64.StdEncoding.EncodeToString(hash[:]), err
}

// leadsTo is the source of a redirect URI: browsers hold form-action against
// the redirects that answer a form, too.
func leadsTo(redirect string) string {
	u, err := url.Parse(redirect)
	switch {
	case err != nil || redirect == "":
		return ""
	case u.Host == "" || strings.Contains(u.Host, "["): // the policy has no words for IPv6
		return " " + u.Scheme + ":"
	}
	return " " + u.Scheme + "://" + u.Host
}

// backInWords says to whom the answer goes.
func backInWords(redirect string) string {
	u, err := url.Parse(redirect)
	switch {
	case err != nil || redirect == "":
		return ""
	case loopback(u.Hostname()):
		return "this computer"
	case u.Host == "":
		return "the app"
	}
	return u.Host
}
