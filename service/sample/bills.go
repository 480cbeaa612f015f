package sample

import (
	"fmt"
	"strings"
)

// item is a line of a receipt: pence, so that sums are exact.
type item struct {
	what  string
	count int
	each  int
}

func money(pence int) string { return fmt.Sprintf("£%d.%02d", pence/100, pence%100) }

// receipt is a bill in HTML with a table, a sum and the VAT in it.
func receipt(title, number, thanks string, items []item) string {
	var s strings.Builder
	fmt.Fprintf(&s, "<h2>%s</h2>\n<p>%s</p>\n<table border=\"1\" cellpadding=\"4\">\n"+
		"<tr><th align=\"left\">Item</th><th>Qty</th><th align=\"right\">Price</th><th align=\"right\">Sum</th></tr>\n", title, thanks)
	total := 0
	for _, it := range items {
		sum := it.count * it.each
		total += sum
		fmt.Fprintf(&s, "<tr><td>%s</td><td align=\"center\">%d</td><td align=\"right\">%s</td><td align=\"right\">%s</td></tr>\n",
			it.what, it.count, money(it.each), money(sum))
	}
	fmt.Fprintf(&s, "<tr><td colspan=\"3\"><b>Total</b></td><td align=\"right\"><b>%s</b></td></tr>\n"+
		"<tr><td colspan=\"3\">of which VAT, 20%%</td><td align=\"right\">%s</td></tr>\n</table>\n<p><small>%s. Keep this mail: it is your receipt.</small></p>",
		money(total), money(total/6), number)
	return s.String()
}

// months is how far back the monthly bills reach.
const months = 9

// bills makes the monthly ones: cloud and telephone.
func (b *builder) bills() ([]scene, error) {
	var all []scene
	for age := months; age >= 1; age-- {
		first := b.today.AddDate(0, -age+1, 1-b.today.Day())
		days := int(first.Sub(b.today).Hours() / 24)
		if days > -1 { // the bill of this month comes on its second day
			days = -1
		}
		month := first.AddDate(0, 0, -1).Format("January 2006")
		machines := 4
		if age <= 2 { // since the new solver
			machines = 1
		}
		folder, marks := inReceipts, ""
		all = append(all,
			note("cloud "+month, "Northwind Cloud: invoice for "+month, folder, "cloud", calendarDay(days, "04:00"), marks,
				receipt("Northwind Cloud", fmt.Sprintf("Invoice NW-%s", first.Format("200601")), "Contoso, account 4471, "+month+".", []item{
					{"Machine, medium, hours", 720 * machines, 9},
					{"Storage, cold, GB", 310 + b.chance.IntN(40), 2},
					{"Storage, heron", 1, 1},
				})),
			note("phone "+month, "Your Relecloud bill: "+month, folder, "phone", calendarDay(days-1, "05:15"), marks,
				receipt("Relecloud Mobile", fmt.Sprintf("Bill RC-%s-900101", first.Format("0601")), "Hello Ann. You used "+
					fmt.Sprintf("%d.%d GB, most of it on trains.", 6+b.chance.IntN(9), b.chance.IntN(10)), []item{
					{"Monthly plan", 1, 1400},
					{"Calls to Norway, minutes", 12 + b.chance.IntN(30), 18},
				})))
	}
	return all, nil
}

// coffee makes the orders of a team that runs on it: every five weeks or so.
func (b *builder) coffee() ([]scene, error) {
	beans := []struct {
		name  string
		price int
	}{
		{"Night Watch, 1 kg", 2350}, {"First Ferry, 1 kg", 2480}, {"Fog Signal (decaf), 500 g", 1290},
		{"Low Water, 1 kg", 2590}, {"Harbour Master, 1 kg", 2720}, {"Ballast, 1 kg", 1990},
	}
	var all []scene
	for i := range 8 {
		days := -6 - (7-i)*37
		number := fmt.Sprintf("Order DC-%d", 7040+i*61)
		first, second := beans[i%len(beans)], beans[(i+2)%len(beans)]
		s := note("coffee "+number, "Your coffee is on its way ("+number+")", inReceipts, "coffee", calendarDay(days, "13:40"), "",
			receipt("Dockside Coffee Roasters", number, "Thank you, Ann. Roasted this morning, on the bike this afternoon.", []item{
				{first.name, 1 + i%3, first.price}, {second.name, 1, second.price}, {"Delivery by cargo bike", 1, 350},
			}))
		all = append(all, s)
	}
	return all, nil
}

// expenses makes the finance robot's approvals.
func (b *builder) expenses() ([]scene, error) {
	claims := []struct {
		what  string
		pence int
		note  string
	}{
		{"Train, London to Harwich, return", 4860, "Approved."},
		{"Tea, for a visitor who asked for tea", 640, "Approved. The receipt was a beer mat. Next time, a receipt."},
		{"Hotel Prinzenufer North, two nights", 21800, "Approved. Both single."},
		{"Taxi, Tromsø, 04:10", 3120, "Approved, at that hour."},
		{"Book: The Elements of Lighthouse Style", 1850, "Returned: the library has it. Approved on appeal."},
		{"Umbrella, black", 1200, "Declined: see lost property."},
		{"Biscuits, post-mortem", 980, "Approved as safety equipment."},
		{"Train, London to Berlin, four persons", 78400, "Approved with pleasure."},
	}
	var all []scene
	for i, c := range claims {
		days := -9 - (len(claims)-1-i)*29
		number := fmt.Sprintf("EX-%d", 3310+i*13)
		all = append(all, note("expense "+number, fmt.Sprintf("%s: %s", number, c.what), inReceipts, "expenses", calendarDay(days, "16:20"), "",
			fmt.Sprintf("Claim %s\n\n    %-44s %9s\n\n%s\n\nPaid with the next salary. Questions to Ivo, in writing.", number, c.what, money(c.pence), c.note)))
	}
	return all, nil
}
