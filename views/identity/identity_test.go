package identity

import (
	"strings"
	"testing"

	"daybook/views/viewtest"
)

func TestABookHasOneselfAndNobodyTwice(t *testing.T) {
	own := Identity{Name: "Ann", Address: "ann@x.example", Signature: "A"}
	b := New(own)
	b.Set([]Identity{{Address: "bo@x.example"}, {Address: "BO@x.example"}, {Name: "Bo", Address: "bo@x.example"}, {Address: "nonsense"},
		{Address: "c@x.example", Signature: strings.Repeat("x", MostSignature+1)}})
	var got []string
	for _, i := range b.All() {
		got = append(got, i.Name+" "+i.Address)
	}
	if want := "Ann ann@x.example, bo@x.example,Bo bo@x.example"; strings.Join(got, ",") != "Ann ann@x.example, bo@x.example,Bo bo@x.example" {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	state, list := viewtest.Memory{}, []Identity{{Name: "Ann", Address: "ann@x.example", Signature: "A\nB"}}
	if none, err := Read(state); none != nil || err != nil {
		t.Fatalf("got %v, %v; want nothing", none, err)
	}
	if err := Write(state, list); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(state); err != nil || len(got) != 1 || got[0] != list[0] {
		t.Errorf("got %v, %v; want %v", got, err, list)
	}
	state["identities"] = []byte("{")
	if _, err := Read(state); err == nil {
		t.Error("a broken document is read without a word")
	}
}
