package e2e

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"daybook/api"
	"daybook/e2e/strict"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
	"daybook/signin"
)

// publicScopes are the rights of the person in the journeys below.
const publicScopes = "Mail.ReadWrite Mail.Send Mailboxsettings.ReadWrite Calendars.ReadWrite Contacts.ReadWrite Group.ReadWrite.All " +
	"Files.ReadWrite User.ReadWrite User.ReadBasic.All User.Read.All Directory.Read.All DelegatedPermissionGrant.ReadWrite.All"

// publicJourney runs a story of its own in the microsoft dialect.
func publicJourney(t *testing.T, trouble strict.Trouble, story func(d *driver, bo *api.Client)) {
	t.Helper()
	publicJourneyIn(t, trouble, "", story)
}

// publicJourneyIn is publicJourney in the mailbox of somebody else, who shares
// it; one's own if empty.
func publicJourneyIn(t *testing.T, trouble strict.Trouble, mailbox string, story func(d *driver, bo *api.Client)) {
	t.Helper()
	data := sampleCopy(t)
	if mailbox != "" {
		shareWithAnn(t, filepath.Join(data, "sample"))
	}
	publicly(t, setup{Data: data, Mailbox: mailbox}, trouble, story)
}

// publicly runs a story in the microsoft dialect, before the public interface
// as package strict has it. The service behind it is that of the data folder's
// sample, so that a story finds there what an earlier one left. Nothing may be
// refused but what is on the list.
func publicly(t *testing.T, s setup, trouble strict.Trouble, story func(d *driver, bo *api.Client)) {
	t.Helper()
	who := cmp.Or(s.User, "ann@contoso.example")
	profile, _, _ := strings.Cut(who, "@")
	s.User, s.Config = "", filepath.Join(t.TempDir(), "config.toml")
	content := fmt.Sprintf("profile = %q\n[profiles.%s]\nprovider = \"microsoft\"\nbase_url = \"https://public.example\"\naccount = %q\n", profile, profile, who)
	scopes := publicScopes
	if s.Mailbox != "" {
		content += fmt.Sprintf("mailbox = %q\n", s.Mailbox)
		scopes += " Mail.ReadWrite.Shared Mail.Send.Shared Calendars.ReadWrite.Shared"
	}
	if err := os.WriteFile(s.Config, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		started := time.Now().Add(-s.Later)
		clock := func() time.Time { return now.Add(time.Since(started)) }
		house, err := service.Open(filepath.Join(s.Data, "sample"), service.Options{Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		defer house.Close()
		users, err := house.Users(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tokenOf := func(address string) string {
			at := slices.IndexFunc(users, func(m store.Mailbox) bool { return m.Address == address })
			token, err := house.MintForRun(t.Context(), users[at].ID, scopes)
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		bo, err := api.New(api.Config{BaseURL: api.InProcess, Tokens: api.StaticToken(api.Token(tokenOf("bo@contoso.example"))),
			Transport: api.HandlerTransport(house.Handler())})
		if err != nil {
			t.Fatal(err)
		}
		public := strict.New(api.HandlerTransport(house.Handler()), trouble)
		s.Elsewhere, s.Env = public, append(s.Env, signin.TokenVariable+"="+tokenOf(who))
		d := start(t, s)
		defer d.Quit()
		d.public = true
		d.Pass(time.Second)
		story(d, bo)
		for _, r := range public.Refusals() {
			if !expected(r) {
				t.Errorf("refused: %s", r)
			}
		}
	})
}

// toldAgain is the test below which journeys are told a second time.
const toldAgain = "TestJourneysInThePublicInterface"

// again are the journeys that make sense in the public interface too, those
// that say most of it by default, all with DAYBOOK_PUBLIC=1.
var again = []struct {
	always bool
	tell   func(*testing.T)
}{
	{true, TestTheAccountIsChangedFromTheKeyboardAndAnotherClientSeesIt},
	{false, TestTriageOnABadLineEndsAsAFreshProgramSeesIt},
	{true, TestEveryViewOnABadLineEndsAsAFreshProgramSeesIt},
	{false, TestALineThatIsCutIsSaidAndRecoveredFrom},
	{true, TestReplyAllGoesToEverybodyAndLandsInSentItems},
	{true, TestALetterIsForwardedWithItsFiles},
	{false, TestALetterIsForwardedAsAnAttachment},
	{false, TestASentLetterIsTakenBackWithinItsMoment},
	{false, TestALetterToNobodyComesBack},
	{false, TestWhatIsBeingWrittenComesBackAfterACrash},
	{true, TestThePeopleAreChangedFromTheKeyboardAndAnotherClientSeesIt},
	{false, TestAnEventsFormComesBackAfterAKillWithItsCursor},
	{false, TestAContactsFormComesBackAfterAKillAndIsSavedOnce},
	{true, TestCustomDataOfEveryKindIsMadeChangedDeletedAndTakenBack},
	{true, TestANewEventAndANewConversationBeginWithCustomData},
	{true, TestADriveIsKeptFromTheKeyboard},
	{true, TestAWorkbookIsReadFromTheKeyboard},
	{true, TestATimeIsFoundAndBookedFromAThread},
	{false, TestTheFinderIsPresetFromTheScreenThatOneComesFrom},
	{false, TestARoomThatIsTakenLaterInASeriesSaysSoWhenItIsBooked},
	{false, TestPeopleAreAddedByNameAndTheGridFollows},
	{false, TestABookingIsFilledInAgainAfterTheProgramEnded},
	{false, TestAColleaguesDayIsSeenBesideOnesOwn},
	{true, TestTriageOfTwentyMessages},
	{true, TestWhatWasDoneIsThereAfterARestartAndCanStillBeUndone},
	{false, TestSearchAnswersWhileTyping},
	{false, TestWhatWasFoundStaysFoundWhenItIsRead},
	{true, TestBulkArchiveIsOneStep},
	{false, TestUndoTypedAtOnceTakesBackWhatItDoesWithPauses},
	{false, TestWhatIsDoneToAllIsDoneToAll},
	{true, TestDeletingSplitsByWhereMessagesAre},
	{true, TestAPersonIsFoundMadeUndoneAndThereAfterARestart},
	{true, TestFoldersAreMadeAndMovedFromTheKeyboard},
	{false, TestWritingToAPersonOpensALetterToThem},
	{false, TestARestingScreenAsksNextToNothing},
	{true, TestAThreadIsAnsweredLockedAndUnlockedByUndo},
	{false, TestAFileOfAPostIsLookedAtAndPiped},
	{true, TestAConversationIsBegunForwardedAndDeleted},
	{true, TestAGroupsCardLeadsToItsCalendarAndItsPeople},
	{false, TestUndoBelongsToWhatIsSeen},
	{true, TestUndoRemovesTheFolderThatAMoveMade},
	{false, TestAfterARestartTheFirstUndoTakesBackWhatCanBe},
	{false, TestAMoveThatIsKilledInTheMiddleIsTakenBack},
	{true, TestAnEventIsMadeMovedAndTakenBack},
	{true, TestACalendarIsSharedFromTheWeekAndTheOtherSeesIt},
	{false, TestOneFolderIsSharedByTheCommandAndOpensAlone},
	{true, TestAnInvitationTravelsAndSoDoesItsAnswer},
	{true, TestAnotherTimeIsProposedWithACommentAndTaken},
	{true, TestAFolderIsMadeFilledDeletedAndBroughtBack},
	{true, TestAMonthIsWalkedAndAnEventIsMadeInIt},
	{true, TestALetterIsWrittenAsAnotherAndAskedAbout},
	{true, TestAListIsReadPipedMutedAndLeft},
}

// attacked is why a journey is not told again whose service means harm.
const attacked = "its service attacks"

// ownAlone are the journeys that are not told again, and why.
var ownAlone = map[string]string{
	"TestADeletedMeetingComesBackAfterARestartAndNobodyIsAskedAgain":       "the public interface brings no deleted event back: see below",
	"TestASCIIDrawsEveryScreenWithoutASignBeyondIt":                        "of drawing",
	"TestALongListAtADistance":                                             "of time on a line",
	"TestAPanicLosesNoLetterAndTellsNoSecret":                              "of mistakes of its own",
	"TestWhatIsWrittenWithoutAPauseIsThereAfterAKill":                      "of this machine's documents",
	"TestNoKeyClickPasteOrSizeTripsTheProgram":                             attacked,
	"TestNothingOfAHostileServiceSteersTheTerminal":                        attacked,
	"TestFirstStartShowsTheSampleInbox":                                    "the first start of all is of the sample",
	"TestEverySizeIsDrawnWhole":                                            "of drawing",
	"TestNothingNeedsColour":                                               "of drawing",
	"TestThePaletteFindsACommand":                                          "of the palette",
	"TestTheMouseSelectsAndScrolls":                                        "of the mouse",
	"TestPresetsPutKnownKeysOnKnownActions":                                "of keys",
	"TestAKeySwitchesBetweenTwoMailboxesOfThisMachine":                     "mailboxes of this machine",
	"TestALetterInItsMomentGoesBeforeTheMailboxIsLeft":                     "mailboxes of this machine",
	"TestALetterBeingWrittenIsThereAfterASwitch":                           "mailboxes of this machine",
	"TestAHostileServiceIsNotAskedWithoutEnd":                              attacked,
	"TestOneBadValueCostsNoList":                                           attacked,
	"TestWhatIsTooLargeIsSaid":                                             attacked,
	"TestASignInThatEndsWhileALetterIsWrittenIsMadeAnewAndTheLetterIsKept": "signs in to daybook serve",
	"TestTheProgramLeavesTheTerminalAsItWas":                               "the built binary",
	"TestAnEventHasALinkAPrivacyAndTheDaysThatWereChosen":                  "the public interface makes links itself, and has no such rule",
	"TestNoKeyIsSilent":                                                    "of keys",
	"TestCtrlUEditsWhereKeysAreText":                                       "of keys",
	"TestAnOperationThatIsNotDoneIsNoticed":                                "judges the journeys themselves",
	"TestWhatIsUnderWayWhenServeEndsIsAnsweredOrNeverBegun":                "of daybook serve itself",
	"TestABalancerHearsOfTheEndBeforeItComes":                              "of daybook serve itself",
	"TestASecondSignalEndsServeAtOnce":                                     "of daybook serve itself",
	"TestSomebodyElsesMailboxIsReadAndWorkedIn":                            "has its own telling of it",
	"TestAMailboxThatDoesNotOpenSaysWhyAndWhatToDo":                        "has its own telling of it",
	"TestTheRightThatAScreenMissesIsAskedForOnIt":                          "stands before the public interface itself",
}

func TestJourneysInThePublicInterface(t *testing.T) {
	all := os.Getenv("DAYBOOK_PUBLIC") != ""
	told := map[string]bool{}
	for _, j := range again {
		name := runtime.FuncForPC(reflect.ValueOf(j.tell).Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
		told[name] = true
		if j.always || all {
			t.Run(name, j.tell)
		}
	}
	for _, name := range journeysHere(t) {
		if (ownAlone[name] != "") == told[name] {
			t.Errorf("%s is in both or none of again and ownAlone", name)
		}
	}
}

// journeysHere are the names of this package's tests.
func journeysHere(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunction.FindAllSubmatch(source, -1) {
			if name := string(m[1]); name != toldAgain && !strings.Contains(file, "strict_") && !strings.HasSuffix(name, "InThePublicInterface") {
				names = append(names, name)
			}
		}
	}
	return names
}

var testFunction = regexp.MustCompile(`(?m)^func (Test[A-Z]\w*)\(t \*testing\.T\)`)

// known are refusals that are still to be mended: rule and path.
var known = []string{}

func expected(r strict.Refusal) bool {
	return slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(r.Rule+" "+r.Method+" "+r.Path, k) })
}

func TestEveryScreenInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		for _, screen := range []struct{ key, holds string }{
			{"2", "Stand-up"}, {"3", "Bo Berg"}, {"4", "Atlas"}, {"5", "you alone"}, {"6", "My files"}, {"7", "Engineering Manager"}, {"1", "Focused"},
		} {
			d.Press(screen.key)
			d.Pass(2 * time.Second)
			d.See(screen.holds)
			d.DontSee("could not be read", "Could not")
		}
	})
}

func TestTriageInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		if inbox, archive := d.Row(" Inbox "), d.Row(" Archive "); inbox < 0 || archive < inbox {
			t.Errorf("the folders are not in order:\n%s", d.Screen())
		}
		d.See("Focused")
		d.archiveDeleteAndUndoBoth()
	})
}

func TestMessagesWithAttachmentsAndInvitationsInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("/")
		d.Type("subject:weekly subject:numbers has:attachment after:2026-10-15")
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("numbers-week-42.csv")
		d.Press("b")
		d.Type("save numbers")
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("enter") // in the folder that is named
		d.Pass(time.Second)
		d.See("Saved")
		d.DontSee("Could not")
		d.Press("esc", "esc", "/")
		d.Type("subject:release subject:pass")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Release notes, one more pass", "not answered yet")
		d.Press("+")
		d.Pass(time.Second)
		d.See("Accepted")
		d.DontSee("not answered yet")
	})
}

func TestNewMailShowsInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, bo *api.Client) {
		d.Pass(5 * time.Minute) // the folder has been walked
		err := bo.Me().SendMail(context.Background(), model.SendMailRequest{Message: model.Message{Subject: "Fresh from the quay",
			ToRecipients: []model.Recipient{{EmailAddress: model.EmailAddress{Address: "ann@contoso.example"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		d.DontSee("Fresh from the quay")
		d.Pass(5 * time.Minute)
		d.See("Fresh from the quay")
	})
}

func TestWritingInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("c")
		d.Type("bo")
		d.Pass(time.Second)
		d.See("bo@contoso.example")
		d.Press("enter", "tab", "tab")
		d.Type("Rope, again")
		d.Press("tab")
		d.Type("We need more of it.")
		d.Press("ctrl+s")
		d.See("Sending to")
		d.Pass(time.Minute)
		d.DontSee("Could not")
		d.Press("/")
		d.Type("rope again")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Rope, again")
	})
}

func TestALargeFileIsSentInThePublicInterface(t *testing.T) {
	home := t.TempDir()
	const size = 10_000_000
	if err := os.WriteFile(filepath.Join(home, "tides.bin"), make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	publicly(t, setup{Data: sampleCopy(t), Env: []string{"HOME=" + home}}, strict.Trouble{}, func(d *driver, bo *api.Client) {
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Pass(time.Second)
		d.Press("enter", "tab", "tab")
		d.Type("All the tides")
		d.Press("ctrl+o")
		d.Type("tides.bin")
		d.Pass(time.Second)
		d.Press("enter", "enter")
		d.Pass(time.Minute)
		d.See("tides.bin 10.0 MB")
		d.DontSee("did not take it")
		d.Press("ctrl+s")
		d.Pass(time.Minute)
		page, err := bo.Me().Messages(context.Background(), api.Filter(api.Eq("subject", "All the tides")), api.Expand("attachments"))
		if err != nil || len(page.Value) != 1 || len(page.Value[0].Attachments) != 1 || page.Value[0].Attachments[0].Size != size {
			t.Errorf("bo has %+v, %v\n%s", page, err, d.Screen())
		}
	})
}

func TestTheWeekInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.inviteBoToPaint()
		d.See("Created")
		d.Pass(time.Second)
		d.at("Paint", "15:00")
		d.Press("g", "t") // away from it
		d.Type("2 feb 2027")
		d.Press("enter")
		d.DontSee("Paint")
		d.Press("/")
		d.Type("fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Paint the fence")
		d.DontSee("Could not")
		d.Press("esc", "esc", "g", "t")
		d.Type("26 oct 2026 15:00")
		d.Press("enter", "D")
		d.See("Deleted")
		d.Pass(time.Second)
		d.DontSee("▌Paint")
		d.Press("P") // a colleague's times, month by month
		d.Pass(time.Second)
		d.Type("bo@contoso.example")
		d.Press("enter", "enter")
		d.Pass(time.Second)
		d.See("Busy")
		d.Press("M")
		d.Pass(time.Second)
		d.See("October 2026", "Busy")
		d.DontSee("ould not")
	})
}

func TestTheRestOfTriageInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		for _, keys := range []string{"s", "i", "h enter", "N", "t enter", "F", "F", "F", "M", "x e u"} {
			for _, key := range strings.Fields(keys) {
				d.Press(key)
				d.Pass(time.Second)
			}
			d.Press("esc")
			d.DontSee("Could not", "could not")
		}
	})
}

func TestContactsInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("3")
		d.Pass(time.Second)
		for range 18 {
			d.Press("j")
			d.Pass(time.Second)
			d.DontSee("could not", "Could not")
		}
		d.Press("4")
		d.Pass(time.Second)
		d.Press("tab", "enter", "j", "tab", "j")
		d.Pass(time.Second)
		d.DontSee("could not", "Could not")
	})
}

func TestAPublicInterfaceInTroubleShowsAllScreens(t *testing.T) {
	trouble := strict.Trouble{Throttled: 29, Unavailable: 41, TimedOut: 53}
	publicJourney(t, trouble, func(d *driver, _ *api.Client) {
		d.Pass(time.Minute)
		d.See("Release notes, one more pass")
		for _, screen := range []struct{ key, holds string }{
			{"2", "Stand-up"}, {"3", "Bo Berg"}, {"4", "Atlas"}, {"5", "you alone"}, {"6", "My files"}, {"7", "Engineering Manager"},
		} {
			d.Press(screen.key)
			d.Pass(time.Minute)
			d.See(screen.holds)
		}
	})
}

func TestWithoutAnAdministratorsConsentOnesOwnIsThere(t *testing.T) {
	trouble := strict.Trouble{Denied: []string{"/groups", "/users", "/oauth2PermissionGrants", "/drives"}}
	publicJourney(t, trouble, func(d *driver, _ *api.Client) {
		d.Pass(time.Minute)
		d.See("Release notes, one more pass")
		for _, screen := range []struct{ key, holds string }{
			{"2", "Stand-up"}, {"3", "Contacts"}, {"4", "The organization does not let"}, {"5", "you alone"}, {"6", "My files"}, {"7", "Ann Avery"},
		} {
			d.Press(screen.key)
			d.Pass(time.Minute)
			d.See(screen.holds)
		}
	})
}

// Rooms are places there, and look like people among the users.
func TestRoomsInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("5")
		d.Pass(time.Second)
		d.Press("+")
		d.Type("fath")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("⌂ Fathom", "1 room")
		d.Press("3", "G") // the end of the directory
		d.Pass(time.Second)
		d.See("⌂ Hood, 8 seats")
		d.Press("2")
		d.Pass(time.Second)
		d.Press("n")
		d.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab")
		d.Type("buo")
		d.Pass(time.Second)
		d.See("Buoy, 4 seats")
		d.Press("esc", "shift+tab") // a person is no room
		d.Press("shift+tab")
		d.Type("hoo")
		d.Pass(time.Second)
		d.DontSee("hood@contoso.example")
	})
}

// The category that tagging made goes with its undo, and comes with its redo.
func TestACategoryIsTakenBackInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		tag := func() {
			d.Press("t")
			d.Pass(time.Second)
		}
		tag()
		d.Type("Fer'ries")
		d.See("new category")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.Press("ctrl+r")
		d.Pass(2 * time.Second)
		tag()
		d.See("Fer'ries")
		d.Press("esc", "u")
		d.Pass(2 * time.Second)
		d.Press("ctrl+r")
		d.Pass(10 * time.Second)
		tag()
		d.DontSee("Fer'ries", "Could not")
		d.Press("esc", "U")
		d.Pass(10 * time.Second)
		d.Press("ctrl+r")
		d.Pass(2 * time.Second)
		tag()
		d.See("Fer'ries")
		d.DontSee("Could not")
	})
}

func TestCategoriesOfTheAccountInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("7")
		d.Pass(time.Second)
		d.Press("G", "k", "tab") // above what can be exported
		d.See("Names and colours to mark mail")
		d.Press("e")
		d.See("Colour of ")
		d.Type("dark green")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("Changed the colour of ", "Dark green")
		d.Press("d")
		d.Pass(2 * time.Second)
		d.See("Deleted the category ")
		d.Press("u", "u")
		d.Pass(2 * time.Second)
		d.See("Taken back: Changed the colour")
		d.DontSee("Could not", "Dark green")
	})
}

// What the service refuses for want of a right is said on the screen that
// misses it, in words and not in the service's, and the others are as ever.
func TestEachRightThatIsRefusedIsSaidInWords(t *testing.T) {
	for _, c := range []struct {
		tier   string
		denied []string
		screen string
		says   string
	}{
		{"mail", []string{"/me/mailFolders", "/me/messages", "/me/inferenceClassification"}, "1", "The organization does not let"},
		{"calendars", []string{"/me/calendar"}, "2", "The organization does not let"},
		{"contacts", []string{"/me/contact"}, "3", "The organization does not let"},
		{"settings", []string{"/me/mailboxSettings", "/me/outlook"}, "7", ""},
		{"groups", []string{"/me/memberOf", "/groups"}, "4", "Not permitted"},
		{"what is in groups", []string{"/groups"}, "4", "The organization does not let"},
		{"files", []string{"/me/drive"}, "6", "does not let this account read files"},
		{"directory", []string{"/users", "/me/manager", "/me/directReports", "/me/photo"}, "5", "does not let this account read the directory"},
		{"grants", []string{"/oauth2PermissionGrants"}, "7", ""},
	} {
		t.Run(c.tier, func(t *testing.T) {
			publicJourney(t, strict.Trouble{Denied: c.denied}, func(d *driver, _ *api.Client) {
				theirs := []string{"403", "AccessDenied", "RequestDenied", "GET /"}
				if c.tier != "mail" {
					theirs = append(theirs, "could not be read", "Could not")
				}
				for _, screen := range []string{"1", "2", "3", "4", "5", "6", "7"} {
					d.Press(screen)
					d.Pass(2 * time.Second)
					if says := strings.Join(strings.Fields(d.Screen()), " "); screen == c.screen && !strings.Contains(says, c.says) {
						t.Errorf("%q is not said:\n%s", c.says, d.Screen())
					}
					d.DontSee(theirs...)
					for range map[string]int{"3": 3, "7": 6}[screen] { // to somebody's card, through the sections
						d.Press("j")
						d.Pass(time.Second)
						d.DontSee(theirs...)
					}
				}
			})
		})
	}
}

func TestADeletedMeetingIsMadeAnewOnlyWhenThatIsWantedInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, bo *api.Client) {
		d.inviteBoToPaint()
		d.Pass(time.Second)
		d.Press("D")
		d.Pass(time.Second)
		d.DontSee("▌Paint")
		d.Press("u")
		d.Pass(time.Second)
		d.See("The provider keeps no deleted events", "everybody is invited again")
		d.Press("esc")
		d.Pass(time.Second)
		d.DontSee("▌Paint", "Taken back: Deleted")
		d.Press("U", "u")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("▌Paint")
		page, err := bo.Me().Messages(context.Background(), api.Filter(api.Eq("subject", "Paint the fence")))
		if err != nil || len(page.Value) == 0 {
			t.Errorf("bo has %+v, %v", page, err)
		}
	})
}

func TestTheDirectoryIsTheSameInThePublicInterface(t *testing.T) {
	publicJourney(t, strict.Trouble{}, func(d *driver, _ *api.Client) {
		d.Press("3")
		d.Pass(time.Second)
		d.See("⌂ Fathom, 14 seats") // a room is told from people by the list of rooms alone
		d.toPerson("cy chan")
		d.See("Software Engineer", "Timetable Engine")
		d.Press("g", "f")
		d.Pass(time.Second)
		d.Press("+")
		d.Type("fathom")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("⌂ Fathom")
		d.Press("g", "w", "g", "t")
		d.Type("26 oct 2026 15:00")
		d.Press("enter", "n")
		d.Type("Paint the fence")
		for range 10 {
			d.Press("tab")
		}
		d.Type("fath")
		d.Pass(time.Second)
		d.See("fathom@contoso.example")
	})
}
