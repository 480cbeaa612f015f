package signin_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"daybook/signin"
)

func TestRightsAreAskedForInTiers(t *testing.T) {
	base := microsoft(t, signin.Directory{ClientID: "app"})
	for _, scope := range []string{"offline_access", "Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite", "Calendars.ReadWrite", "Contacts.ReadWrite"} {
		if !slices.Contains(base.Scopes, scope) {
			t.Errorf("%s is not asked for at first: %v", scope, base.Scopes)
		}
	}
	for _, scope := range []string{"Mail.ReadWrite.Shared", "Mail.Send.Shared", "Group.ReadWrite.All", "User.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.Read.All"} {
		if slices.Contains(base.Scopes, scope) {
			t.Errorf("%s is asked for at first, which refuses the whole sign-in where no administrator has agreed", scope)
		}
	}
	if with := base.With(); with != nil {
		t.Errorf("at first: with %v, want nothing", with)
	}
	more := microsoft(t, signin.Directory{ClientID: "app", With: []string{"groups", "grants"}})
	if with := more.With(); !slices.Equal(with, []string{"groups", "grants"}) {
		t.Errorf("got %v, want groups and grants", with)
	}
	shared := microsoft(t, signin.Directory{ClientID: "app", With: []string{signin.SharedTier}})
	for _, scope := range []string{"Mail.ReadWrite.Shared", "Mail.Send.Shared", "Calendars.ReadWrite.Shared"} {
		if !slices.Contains(shared.Scopes, scope) {
			t.Errorf("for a shared mailbox %s is not asked for: %v", scope, shared.Scopes)
		}
	}
	if scopes := slices.Sorted(slices.Values(shared.Scopes)); len(slices.Compact(slices.Clone(scopes))) != len(scopes) {
		t.Errorf("a right is asked for twice: %v", scopes)
	}
	if _, err := signin.Microsoft(signin.Directory{With: []string{"everything"}}); !errors.Is(err, signin.ErrSetup) || !strings.Contains(err.Error(), "directory") {
		t.Errorf("everything: got %v, want words that name what there is", err)
	}
}

func TestGrantedRights(t *testing.T) {
	for _, c := range []struct {
		has, want string
		is        bool
	}{
		{"Mail.ReadWrite", "Mail.ReadWrite", true}, {"Mail.ReadWrite", "Mail.Read", true}, {"Mail.Read", "Mail.ReadWrite", false},
		{"https://graph.microsoft.us/Group.ReadWrite.All", "Group.Read.All", true}, {"mailboxsettings.readwrite", "MailboxSettings.ReadWrite", true},
		{"Mail.ReadWrite.Shared", "Mail.ReadWrite", false}, {"User.ReadBasic.All", "User.Read.All", false},
	} {
		if got := signin.Granted([]string{"profile", c.has}, c.want); got != c.is {
			t.Errorf("%s permits %s: got %v, want %v", c.has, c.want, got, c.is)
		}
	}
	for _, c := range []struct {
		scopes []string
		lacks  bool
	}{{nil, false}, {[]string{"Mail.ReadWrite"}, true}, {[]string{"Mail.ReadWrite", "Group.ReadWrite.All"}, false}} {
		if got := signin.Lacks(c.scopes, "groups"); got != c.lacks {
			t.Errorf("%v lacks groups: got %v, want %v", c.scopes, got, c.lacks)
		}
	}
}

// application is an id of the shape that Microsoft gives them.
const application = "11111111-2222-3333-4444-555555555555"

func TestClouds(t *testing.T) {
	for _, c := range []struct {
		d              signin.Directory
		token, service string
	}{
		{signin.Directory{}, "https://login.microsoftonline.com/common/oauth2/v2.0/token", "https://graph.microsoft.com"},
		{signin.Directory{Cloud: "us-gov", Tenant: "contoso.us"}, "https://login.microsoftonline.us/contoso.us/oauth2/v2.0/token", "https://graph.microsoft.us"},
		{signin.Directory{Cloud: "us-gov-dod"}, "https://login.microsoftonline.us/common/oauth2/v2.0/token", "https://dod-graph.microsoft.us"},
		{signin.Directory{Cloud: "china"}, "https://login.partner.microsoftonline.cn/common/oauth2/v2.0/token", "https://microsoftgraph.chinacloudapi.cn"},
		{signin.Directory{Authority: "https://login.microsoftonline.us/contoso.us"}, "https://login.microsoftonline.us/contoso.us/oauth2/v2.0/token", "https://graph.microsoft.us"},
		{signin.Directory{Authority: "https://login.contoso.example/", Tenant: "t"}, "https://login.contoso.example/t/oauth2/v2.0/token", "https://graph.microsoft.com"},
	} {
		c.d.ClientID = application
		p := microsoft(t, c.d)
		if p.Token != c.token || p.BaseURL != c.service {
			t.Errorf("%+v: got %s for %s, want %s for %s", c.d, p.Token, p.BaseURL, c.token, c.service)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%+v: %v", c.d, err)
		}
		_, err := p.At("https://mail.contoso.example")
		if own := strings.Contains(c.d.Authority, "contoso.example"); own != (err == nil) {
			t.Errorf("%+v: its tokens for another service: %v", c.d, err)
		}
	}
	for _, wrong := range []signin.Directory{
		{Cloud: "mars"}, {Authority: "login.example"}, {Authority: "https://login.microsoftonline.com/a", Tenant: "b"},
		{Cloud: "china", Authority: "https://login.microsoftonline.com"},
	} {
		if _, err := signin.Microsoft(wrong); !errors.Is(err, signin.ErrSetup) {
			t.Errorf("%+v: got %v, want a mistake of the set-up", wrong, err)
		}
	}
	if err := microsoft(t, signin.Directory{ClientID: "My planner"}).Check(); !errors.Is(err, signin.ErrSetup) {
		t.Errorf("a name for the application's id: got %v, want a mistake of the set-up", err)
	}
	plain := microsoft(t, signin.Directory{ClientID: "app", Authority: "http://login.contoso.example"})
	if err := plain.Check(); !errors.Is(err, signin.ErrProvider) {
		t.Errorf("without TLS: got %v, want a refusal", err)
	}
}

func TestConsentIsForAnAdministrator(t *testing.T) {
	for tenant, path := range map[string]string{"": "/organizations/v2.0/adminconsent", "contoso.example": "/contoso.example/v2.0/adminconsent"} {
		p := microsoft(t, signin.Directory{ClientID: "app", Tenant: tenant, With: []string{"groups"}})
		c := p.Consent()
		u, err := url.Parse(c.Address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		if u.Host != "login.microsoftonline.com" || u.Path != path || q.Get("client_id") != "app" || q.Get("redirect_uri") != "http://localhost" ||
			!strings.Contains(q.Get("scope"), "Group.ReadWrite.All") || !strings.Contains(q.Get("scope"), "offline_access") {
			t.Errorf("tenant %q: got %s", tenant, c.Address)
		}
		if slices.Contains(c.Scopes, "offline_access") || !slices.Contains(c.Scopes, "Mail.Send") {
			t.Errorf("got %v, want what has to be said in words", c.Scopes)
		}
	}
	if c := microsoft(t, signin.Directory{ClientID: "app", Tenant: "consumers"}).Consent(); c.Address != "" {
		t.Errorf("a personal account has no administrator: got %s", c.Address)
	}
}

func TestRedirectIsAsRegistered(t *testing.T) {
	p := microsoft(t, signin.Directory{ClientID: application})
	p.SelectAccount = true
	a, err := signin.New(signin.Options{}).Browser(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	redirect, _ := callbackOf(t, a)
	if redirect.Hostname() != "localhost" || redirect.Port() == "" || redirect.Path != "" {
		t.Errorf("got %s, want http://localhost with a port and no path", redirect)
	}
	if !strings.Contains(a.Address, "prompt=select_account") {
		t.Errorf("the account is not asked for: %s", a.Address)
	}
	status, _ := visit(t, redirect.String()+"/?error=access_denied&state=wrong")
	if status != 400 {
		t.Errorf("at the redirect address: got %d, want the sign-in's own answer", status)
	}
}
