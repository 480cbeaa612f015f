package oauth

import "net/http"

// metadata says what is served and where (RFC 8414).
type metadata struct {
	Issuer            string   `json:"issuer"`
	Authorization     string   `json:"authorization_endpoint"`
	Token             string   `json:"token_endpoint"`
	Device            string   `json:"device_authorization_endpoint"`
	Revocation        string   `json:"revocation_endpoint"`
	Scopes            []string `json:"scopes_supported"`
	ResponseTypes     []string `json:"response_types_supported"`
	ResponseModes     []string `json:"response_modes_supported"`
	GrantTypes        []string `json:"grant_types_supported"`
	TokenAuth         []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuth    []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods  []string `json:"code_challenge_methods_supported"`
	IssuerInTheAnswer bool     `json:"authorization_response_iss_parameter_supported"`
}

func (s *Server) metadata(r *http.Request) (any, error) {
	at := issuer(r)
	none := []string{"none"}
	return metadata{
		Issuer: at, Authorization: at + authorizePath, Token: at + tokenPath,
		Device: at + deviceAskPath, Revocation: at + revokePath,
		Scopes: scopeNames(), ResponseTypes: []string{"code"}, ResponseModes: []string{"query"},
		GrantTypes: []string{grantCode, grantRefresh, grantDevice},
		TokenAuth:  none, RevocationAuth: none, ChallengeMethods: []string{"S256"}, IssuerInTheAnswer: true,
	}, nil
}
