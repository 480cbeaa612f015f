package inbox

import "daybook/model"

// office is a believable inbox with a row of every kind.
func office() *fake {
	f := newFake()
	f.addFolder("id-projects", "Projects", "")
	f.addFolder("id-atlas", "Atlas", "id-projects")
	f.categories = []model.OutlookCategory{{DisplayName: "Release", Color: "preset7"}, {DisplayName: "Travel", Color: "preset4"},
		{DisplayName: "Waiting", Color: "preset0"}}
	f.people = []model.EmailAddress{{Name: "Bo Berg", Address: "bo@contoso.example"}, {Name: "Bea Lind", Address: "bea@contoso.example"}}

	ask := message("m01", "plan", "Bo Berg", "Release plan", "Can we ship on Friday? The build is green since Monday.", 2900)
	ask.IsRead = true
	f.add(ask)
	mine := message("m02", "plan", "Ann Ek", "Re: Release plan", "Friday works for me. Cy, are the notes ready?", 2000)
	mine.ParentFolderID, mine.IsRead = "id-sentitems", true
	mine.From = person("Ann Ek", "ann@contoso.example")
	f.add(mine)
	cy := message("m03", "plan", "Cy Chan", "Re: Release plan", "Draft is in the wiki, comments welcome until tonight.", 1500)
	cy.IsRead = true
	f.add(cy)
	reply := message("m04", "plan", "Bo Berg", "Re: Release plan", "Friday works, but the notes need one more pass: the migration is missing.", 8)
	reply.HasAttachments, reply.Importance, reply.Categories = true, model.ImportanceHigh, []string{"Release"}
	reply.CcRecipients = []model.Recipient{*person("Cy Chan", "cy@contoso.example"), *person("Dee Diaz", "dee@contoso.example")}
	reply.Attachments = []model.Attachment{{Entity: model.Entity{ID: "a1"}, Name: "plan.xlsx", Size: 14200, ContentType: "application/vnd.ms-excel"},
		{Entity: model.Entity{ID: "a2"}, Name: "timeline.png", Size: 182000, ContentType: "image/png"}}
	f.files["a1"], f.files["a2"] = []byte("plan"), []byte("picture")
	reply.Body = &model.ItemBody{ContentType: "html", Content: `<p>Friday works, but the notes need <b>one more pass</b>: the migration of the
old index is missing, and two of the screenshots still show last year's layout.</p>
<ul><li>the migration, with the time it takes on a mailbox of 100,000</li><li>the new keys, from the <a href="https://wiki.contoso.example/keys">wiki</a></li></ul>
<table><tr><th>Part</th><th>Owner</th><th>Ready</th></tr><tr><td>Import</td><td>Cy</td><td>yes</td></tr><tr><td>Search</td><td>Dee</td><td>Thursday</td></tr></table>
<p>Tracker: <a href="https://tracker.contoso.example/atlas">all open points</a></p>
<p>Bo</p>
<blockquote><p>Friday works for me. Cy, are the notes ready?</p><blockquote><p>Can we ship on Friday?</p></blockquote></blockquote>`}
	f.add(reply)

	offsite := message("m05", "offsite", "Dee Diaz", "Offsite: rooms", "I have booked Hood and Rainier for both days. Shout if you need the big one.", 95)
	offsite.Categories = []string{"Travel", "Waiting"}
	f.add(offsite)
	patch := message("m06", "patch", "Cy Chan", "[PATCH] sched: fix the wakeup of a task that was just moved", "This fixes the race that was reported on Monday.", 1700)
	patch.IsRead = true
	patch.Flag = &model.FollowupFlag{FlagStatus: model.Flagged}
	f.add(patch)
	invite := message("m07", "review", "Eve Ek", "Design review", "Eve invites you to Design review.", 1800)
	invite.MeetingMessageType = model.MeetingRequest
	invite.StartDateTime = &model.DateTimeTimeZone{DateTime: "2026-11-17T10:00:00", TimeZone: "UTC"}
	invite.EndDateTime = &model.DateTimeTimeZone{DateTime: "2026-11-17T11:00:00", TimeZone: "UTC"}
	invite.Location = &model.Location{DisplayName: "Hood, 8 seats"}
	f.add(invite)
	for i, m := range []model.Message{
		message("m08", "emoji", "山田 太郎", "打ち合わせの日程について 🎉", "来週の火曜日はいかがでしょうか。よろしくお願いします。", 3100),
		message("m09", "rtl", "נועה לוי", "סיכום הפגישה מיום שני", "תודה לכולם, מצורף הסיכום של הפגישה.", 4500),
		message("m10", "family", "Zoë 👩‍👩‍👧 Ångström", "Photos 📷 from the weekend", "👍🏽 here they are, the ones with the dog are the best", 6000),
		message("m11", "nightly", "build bot", "nightly failed: 2 of 1,204 tests", "TestWakeup (0.31s), TestMove (0.02s)", 8000),
		message("m12", "invoice", "Fay Fox", "Invoice 2026-118", "Please find attached the invoice for September.", 20000),
		message("m13", "gus", "Gus Grant", "Lunch on Thursday?", "The new place at the corner has opened.", 60000),
		message("m14", "hal", "Hal Hart", "Your talk proposal was accepted", "Congratulations! We would like to have you on day two.", 400000),
	} {
		m.IsRead = i%3 != 0
		f.add(m)
	}
	other := message("m15", "news", "Weekly digest", "This week in databases", "Ten articles that our readers liked best.", 300)
	other.InferenceClassification = model.Other
	f.add(other)
	archived := message("m16", "old", "Ida Ito", "Minutes of the board", "Approved as sent.", 9000)
	archived.ParentFolderID, archived.IsRead = "id-archive", true
	f.add(archived)
	atlas := message("m17", "atlas", "Cy Chan", "Atlas: weekly status", "On track.", 700)
	atlas.ParentFolderID = "id-atlas"
	f.add(atlas)
	return f
}
