/** The lists and the search of the desk. */
import { expect, test } from "vitest";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import earlierOrder from "../../../fixtures/earlier-order.json" with { type: "json" };
import {
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";
import { staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, enrolNext, start } = enrolmentDesk(desk);
const { post, text, confirm, undo, dependencies } = staffDesk(desk);

/** Opens the desk fifty days later, when learners are late. */
const fiftyDays = () => desk.later(60 * 24 * 50);

test("the list is filtered by an address without personal data, and adds up what it shows", async () => {
  const late = await enrolNext({ firstName: "Late", email: "late@example.com", phone: "+2348010000001" });
  const unpaid = { firstName: "Started", email: "started@example.com", phone: "+2348010000002" };
  await start(fiveInstallments(desk.now, unpaid));
  const all = await text("/desk/enrolments");
  expect(all).toContain("2 enrolments; N209,000 paid, N350,000 left.");
  expect(await text("/desk/enrolments?state=started")).not.toContain("Late");
  const owing = await text("/desk/enrolments?owes=something&course=devops-full");
  expect(owing).toContain(late.id);
  expect(owing).toMatch(/<summary>Filters: .*Still owes something · DevOps Full/);
  expect(await text("/desk/enrolments?owes=late")).toContain("No matches.");
  fiftyDays();
  const arrears = await text("/desk/enrolments?owes=late");
  expect(arrears).toContain(late.id);
  expect(arrears).toContain("N70,000 late since Jan 5, 2027");
  expect(arrears).toContain("Started Nov 21, 2026");
  expect(arrears).not.toContain("Started Obi");
  expect(await text("/desk")).toContain("1 payment</a>, together N70,000");
});

test("a record of an earlier build has its row and page, without empty lines", async () => {
  const { id } = await enrolNext();
  const { education: _, ...learner } = earlierOrder.order.learner;
  await desk.rows("UPDATE enrolments SET learner = ? WHERE id = ?", JSON.stringify(learner), id);
  for (const path of ["/desk/enrolments", `/desk/enrolments/${id}`]) {
    const html = await text(path);
    expect(html).toContain(`${learner.firstName} ${learner.lastName}`);
    expect(html).not.toMatch(/<dd>(?:undefined|null)?<\/dd>/);
  }
});

test("a viewer's list says since when somebody is late, without amounts or start days", async () => {
  await enrolNext();
  fiftyDays();
  const list = await text("/desk/enrolments?owes=late", VIEWER);
  expect(list).toContain(">late since Jan 5, 2027<");
  expect(list).not.toMatch(/N70,000|Started Nov/);
});

test("the list is filtered by the days on which enrolments were started", async () => {
  const { id } = await enrolNext();
  const days = (from: string, until: string) => text(`/desk/enrolments?from=${from}&until=${until}`);
  expect(await days("2026-11-21", "2026-11-21")).toContain(id);
  expect(await days("2026-11-21", "2026-11-21")).toMatch(
    /Filters: .*Started from .*Nov 21, 2026.* · Started until .*Nov 21, 2026/,
  );
  for (const [from, until] of [
    ["2026-11-22", ""],
    ["", "2026-11-20"],
  ] as const) {
    expect(await days(from, until)).toContain("No matches.");
  }
  fiftyDays();
  expect(await text("/desk/enrolments?owes=late&from=2026-11-22")).toContain("No matches.");
  expect(await text("/desk/enrolments?owes=late&until=2026-11-21")).toContain(id);
});

test("an enrolment's head has the contacts of learner and guardian, and one primary button", async () => {
  const guardian = {
    guardianName: "Ngozi Bello",
    guardianContact: "ngozi@example.com",
    guardianConsent: true,
  };
  const { id } = await enrolNext({ age: "Under 18", ...guardian });
  const html = await text(`/desk/enrolments/${id}`);
  const [head = ""] = html.split("What to do");
  for (const words of ["+2348012345678", "+2348012345679", "Guardian: Ngozi Bello, ngozi@example.com"])
    expect(head).toContain(words);
  expect(head).toContain(ACCESS_WORDS.active);
  expect(html.match(/btn-primary/g)).toHaveLength(1);
  const viewed = await text(`/desk/enrolments/${id}`, VIEWER);
  expect(viewed).not.toMatch(/Ngozi|23480123|btn-primary|portal/);
});

test("the learner who is late the longest comes first, until a payment or a withdrawal", async () => {
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const cohort = number === 4 ? "cohort-2026-11-28" : "cohort-2026-12-05";
    const typed = { cohort, email: `${number}@example.com`, phone: `+234801000000${number}` };
    ids.push((await enrolNext(typed)).id);
  }
  fiftyDays();
  const late = async () => idsOf(await text("/desk/enrolments?owes=late"));
  const [paying = "", moving = "", withdrawing = "", longest = ""] = ids;
  expect(await late()).toEqual([longest, ...[paying, moving, withdrawing].toSorted()]);
  const action = (id: string, name: string, typed: Record<string, string>) =>
    confirm(`/desk/enrolments/${id}/${name}`, typed);
  const day = "2027-01-09";
  await action(paying, "record-payment", { channel: "cash", amount: "70000", day, proof: "" });
  await action(moving, "move", { cohort: "cohort-2027-03-06" });
  const withdrawn = await action(withdrawing, "withdraw", { day });
  expect(await late()).toEqual([longest]);
  const html = await text(withdrawn.headers.get("location") ?? "");
  await undo(`/desk/enrolments/${withdrawing}`, html);
  expect(await late()).toEqual([longest, withdrawing]);
});

test("in lists an e-mail address and a phone number are masked", async () => {
  await enrolNext();
  const list = await text("/desk/enrolments");
  expect(list).toContain("a•••@example.com, •••• 5678");
  for (const whole of ["ada@example.com", "+2348012345678"]) expect(list).not.toContain(whole);
});

test("a course that was renamed is one line of the week, under its latest name", async () => {
  const { id, reference } = await enrolNext();
  await enrolNext({ firstName: "Bola", email: "bola@example.com", phone: "+2348033333333" });
  await desk.rows("UPDATE enrolments SET course_name = 'DevOps of old' WHERE id = ?", id);
  await desk.rows("UPDATE payments SET course_name = 'DevOps of old' WHERE reference = ?", reference);
  const today = await text("/desk", VIEWER);
  expect(today).not.toContain("DevOps of old");
  expect(today).toContain("N418,000");
});

test("a list shows fifty lines a page, and each next page continues where the last one ended", async () => {
  await fillUpTo(120);
  fiftyDays();
  for (const choice of ["course=devops-full", "owes=late"]) {
    const listedIds: (string | undefined)[] = [];
    let path = `/desk/enrolments?${choice}`;
    for (const count of [50, 50, 20]) {
      const html = await text(path);
      expect(html).toContain("120 enrolments");
      expect(idsOf(html)).toHaveLength(count);
      listedIds.push(...idsOf(html));
      path = /href="([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    }
    expect(new Set(listedIds).size).toBe(120);
    expect(path).toBe("");
  }
});

test("Today names no sum for more than a thousand late learners", async () => {
  await fillUpTo(1001);
  fiftyDays();
  expect(await text("/desk")).toContain(">Of more than 1,000 learners</a>");
});

test("the CSV of a list holds all of it, disarms formulas, and is recorded in the trail", async () => {
  await fillUpTo(600);
  await enrolNext({ firstName: "=HYPERLINK(1)", lastName: 'O"Neil; "=1', cohort: "cohort 77" });
  const all = await (await post("/desk/enrolments.csv", {})).text();
  expect(all.trim().split("\r\n")).toHaveLength(602);
  const csv = await (await post("/desk/enrolments.csv", { cohort: "cohort 77" })).text();
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain(`"'=HYPERLINK(1)","O""Neil;' ""=1"`);
  expect(csv).toContain(`"'+2348012345678"`);
  expect(csv).toContain('"209000.00","350000.00"');
  expect(await text("/desk/trail")).toContain("Downloaded the list: cohort=cohort+77");
});

test("a payment without a learner's name is on Today until the name is entered", async () => {
  const order = twoInstallmentsFromCard(desk.now, "card@example.com");
  const { path } = await enrolled(order);
  expect(await text("/desk")).toContain("Paid, no name yet");
  expect(await text("/desk")).toContain(`href="${path}/send"`);
  const html = await text(path);
  expect(html).toContain(`Payer: card@example.com <a href="${path}/send">Send again</a>`);
  expect(html).toContain('<span class="badge badge-wrong">Unpaid</span>');
  await confirm(`${path}/correct`, { firstName: "Card", lastName: "Payer", email: "card@example.com" });
  expect(await text("/desk")).not.toContain("Paid, no name yet");
});

/** Returns the ids of a list's lines, in its order. */
function idsOf(html: string): (string | undefined)[] {
  return [...new Set([...html.matchAll(/row-name" href="[^"]*(ENR-\w{10})"/g)].map(([, id]) => id))];
}

/** Stores this many enrolments at once. */
async function fillUpTo(count: number): Promise<void> {
  await enrolNext();
  await desk.rows(
    `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO enrolments (id, source, course_id, course_name, plan_id, plan_name, currency, learner, state, unsubscribe_token,
       next_due_on, created_at, updated_at)
     SELECT printf('ENR-%010d', n), source, course_id, course_name, plan_id, plan_name, currency, learner, state,
       'token-' || n, next_due_on, created_at, updated_at FROM numbers, enrolments`,
    count,
  );
  await desk.rows(
    `INSERT INTO charges (enrolment_id, currency, number, amount_minor, due_on, paid_minor, is_paid)
     SELECT enrolments.id, charges.currency, number, amount_minor, due_on, paid_minor, is_paid FROM enrolments, charges
     WHERE true ON CONFLICT DO NOTHING`,
  );
}

test("mails to staff link to the desk", async () => {
  const order = fiveInstallments(desk.now);
  const { id } = await start(order);
  await desk.paystackSends(chargeEvent(order, { amount: order.charge.minor }), dependencies());
  const [mail] = await desk.mailsAbout(order);
  expect(mail?.message).toContain(`href="https://academy.example/desk/enrolments/${id}"`);
  fiftyDays();
  await desk.sweep(dependencies());
  const late = await desk.rows("SELECT message FROM mails WHERE subject LIKE 'Late payments%'");
  expect(JSON.stringify(late)).toContain("https://academy.example/desk/enrolments?owes=late");
});
