/** A provider's export, compared with the books at the desk. */
import { expect, test, vi } from "vitest";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import { MEMBER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { begin, charge } = enrolmentDesk(desk);
const { page, post, text, headersOf, surroundings } = staffDesk(desk);

const OWN_PAGE = { "sec-fetch-site": "same-origin" };

async function send(body: BodyInit, { email = MEMBER, headers = {} as Record<string, string> } = {}) {
  return desk.ask(
    new Request(`${EDGE_ORIGIN}/desk/reconcile`, {
      method: "POST",
      headers: { ...OWN_PAGE, ...(await headersOf(email)), ...headers },
      body,
    }),
    surroundings(),
  );
}

function upload(file: string | Blob, days: Record<string, string> = {}, options = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ since: "", until: "", ...days })) form.append(name, value);
  form.append("file", new Blob([file], { type: "text/csv" }), "export.csv");
  return send(form, options);
}

async function compared(file: string, days: Record<string, string> = {}) {
  const answer = await upload(file, days);
  expect(answer.status).toBe(200);
  return answer.text();
}

const paystack = (...rows: string[]) => ["ID,Reference,Amount,Currency,Status", ...rows].join("\r\n");

async function enrol({ paid = true } = {}) {
  const order = fiveInstallments(desk.now);
  const begun = await begin(order);
  if (paid) await charge(order.reference, order.charge.minor);
  desk.later(1);
  return { ...begun, order: { ...order, reference: begun.reference }, naira: order.charge.minor / 100 };
}

test("an export that agrees with the books is reported as without a difference", async () => {
  const { reference, naira } = await enrol();
  const shown = await compared(
    paystack(`1,${reference},${naira},NGN,success`, "2,T-OTHER-SHOP,5000,NGN,success"),
  );
  expect(shown).toContain("Nothing differs.");
  expect(shown).toContain("1 payment of the file is recorded here, too.");
  expect(shown).toContain("1 payment in it is none of this site&#39;s.");
  expect(shown).toContain("from Nov 21, 2026 to Nov 21, 2026");
});

test("each difference between an export and the books leads to the enrolment that it is about", async () => {
  const [same, unpaid, absent, other] = [
    await enrol(),
    await enrol({ paid: false }),
    await enrol(),
    await enrol(),
  ];
  const shown = await compared(
    paystack(
      `1,${same.reference},${same.naira},NGN,success`,
      `2,${unpaid.reference},${unpaid.naira},NGN,success`,
      `3,${other.reference},100,NGN,success`,
    ),
  );
  expect(shown).toContain("The two sides differ.");
  const sectionOf = (title: string) => shown.slice(shown.indexOf(title)).split("<h2>")[0];
  for (const [title, { id, reference }] of [
    ["Paid at Paystack, not recorded here (1)", unpaid],
    ["Recorded here, not in the file (1)", absent],
    ["Amounts that differ (1)", other],
  ] as const) {
    expect(sectionOf(title)).toContain(`href="/desk/enrolments/${id}">${reference}</a>`);
  }
  expect(sectionOf("Amounts that differ")).toContain("Here N209,000 NGN, at Paystack N100 NGN");
  expect(shown).not.toContain(same.reference);
  expect(shown).not.toContain("ada@example.com");
});

test("a payment that only the provider knows is recorded once the provider is asked from the comparison", async () => {
  const { id, reference, order, naira } = await enrol({ paid: false });
  const file = paystack(`1,${reference},${naira},NGN,success`);
  expect(await compared(file)).toContain('action="/desk/reconcile/ask"');
  await desk.paystackKnows(reference, chargeOf(order));
  const answer = await post("/desk/reconcile/ask", { reference });
  expect(await answer.text()).toContain("the provider is being asked");
  const job = desk.queued.find(({ type }) => type === "verify");
  expect(job).toEqual({ type: "verify", reference });
  if (job) await desk.doJob(job);
  expect(await compared(file)).toContain("Nothing differs.");
  expect(await text(`/desk/enrolments/${id}`)).toContain("N209,000");
  expect(await text("/desk/trail")).toContain(`Had the provider asked about ${reference}`);
  expect((await post("/desk/reconcile/ask", { reference: "<b>" })).status).toBe(422);
});

test("a payment of the export that was not begun here is listed without an enrolment", async () => {
  const shown = await compared(paystack(`1,${freshReference()},150,NGN,success`));
  expect(shown).toContain("In no enrolment here");
  expect(shown).toContain("No payment is in both");
});

test("the days that somebody names are those in which the books are searched for what the export lacks", async () => {
  const { reference } = await enrol();
  const empty = paystack("9,T-OTHER-SHOP,5000,NGN,success");
  expect(await compared(empty, { since: "2026-11-21", until: "2026-11-21" })).toContain(reference);
  expect(await compared(empty, { since: "2026-11-22" })).not.toContain(reference);
  const wrong = await upload(empty, { since: "yesterday" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("This is not a day.");
});

test("a row of PayPal's without a reference is matched by the number of its charge", async () => {
  const { reference } = await enrol();
  await desk.db
    .prepare(
      "UPDATE payment_events SET provider = 'paypal', currency = 'USD', event_id = 'charged:P1', amount_minor = 900 WHERE kind = 'charged'",
    )
    .bind()
    .run();
  const head = "Type,Status,Currency,Gross,Transaction ID,Reference Txn ID,Invoice Number";
  const shown = await compared(
    [
      head,
      "Express Checkout Payment,Refunded,USD,9.00,P1,,",
      "Payment Refund,Completed,USD,-4.00,R1,P1,",
    ].join("\n"),
  );
  expect(shown).toContain("Refunds that differ (1)");
  expect(shown).toMatch(new RegExp(`${reference}[\\s\\S]*Here \\$0.00 USD, at PayPal \\$4.00 USD`));
});

test.each([
  ["", 422, "No file was chosen, or there is nothing in it."],
  [" \r\n \n", 422, "No file was chosen, or there is nothing in it."],
  ["Name,<b>Age</b>\nAda,30\n", 422, "Its columns are: name, bageb."],
  ["%PDF-1.7\n\u0000\u0001", 422, "This is no export of Paystack"],
  [`${paystack()}\r\n${"1,x,1,NGN,failed\r\n".repeat(50_001)}`, 413, "The file has more than 50,000 lines."],
  [
    new Blob(["Reference,Amount,Status\n", new Uint8Array(30.5 * 1024 * 1024).fill(65)]),
    413,
    "larger than 30 MB",
  ],
])("a file that cannot be compared is refused in words: %#", async (file, status, words) => {
  const answer = await upload(file);
  expect(answer.status).toBe(status);
  const shown = await answer.text();
  expect(shown).toContain(words);
  expect(shown).toContain('<input type="file"');
  expect(shown).not.toContain("<b>");
});

test("lines that cannot be read are named, and markup in them is text", async () => {
  const shown = await compared(paystack(`1,${freshReference()},<script>,NGN,success`));
  expect(shown).toContain("Lines that cannot be read (1)");
  expect(shown).toContain("row 1: the amount &quot;&lt;script&gt;&quot; is not one");
});

test("fifty thousand lines are compared, and the first hundred of each kind are listed", async () => {
  const { reference, naira } = await enrol();
  const rows = Array.from({ length: 49_999 }, (_, n) => {
    const code = [...String(n).padStart(10, "0")].map((digit) => "ABCDEFGHJK"[Number(digit)]).join("");
    return `${n},REG-20261121-${code},150,NGN,success`;
  });
  const shown = await compared(paystack(`x,${reference},${naira},NGN,success`, ...rows));
  expect(shown).toContain("Paid at Paystack, not recorded here (49999)");
  expect(shown).toContain("And 49899 more.");
  expect(shown.length).toBeLessThan(100_000);
});

test("an upload that is cut off, or no form with a file, is refused in words and compares nothing", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=XX" };
  const head = '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const cut = await send(`${head}${paystack("1,T-1,1,NGN,success")}`, { headers });
  expect(cut.status).toBe(422);
  expect(await cut.text()).toContain("did not come as a whole");
  for (const body of [
    "",
    "nothing",
    "--XX--",
    `--XX\r\n${"x".repeat(5000)}`,
    "--XX\r\nContent-Disposition: form-data",
  ]) {
    const answer = await send(body, { headers });
    expect(answer.status, body.slice(0, 20)).toBe(400);
    expect(await answer.text()).toContain("The form came with no file");
  }
  expect((await send("a=b", { headers: { "content-type": "multipart/form-data" } })).status).toBe(400);
});

test("an export is accepted from staff alone, and from the desk's own page", async () => {
  const file = paystack("1,T-OTHER-SHOP,1,NGN,success");
  expect((await upload(file, {}, { email: VIEWER })).status).toBeGreaterThanOrEqual(400);
  expect((await page("/desk/reconcile", VIEWER)).status).toBe(403);
  expect((await upload(file, {}, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  expect((await upload(file, {}, { email: "stranger@example.com" })).status).toBe(404);
  expect(await text("/desk", VIEWER)).not.toContain("/desk/reconcile");
});

test("nothing of an export is stored, and a comparison reads no whole table", async () => {
  const { reference, naira } = await enrol();
  const count = async () =>
    (await desk.db.prepare("SELECT total_changes() AS changes").bind().first<{ changes: number }>())?.changes;
  const before = await count();
  vi.spyOn(desk.db, "prepare");
  await compared(paystack(`1,${reference},${naira},NGN,success`, "2,T-OTHER-SHOP,1,NGN,success"));
  const prepared = vi.mocked(desk.db.prepare).mock.calls.map(([sql]) => sql);
  vi.mocked(desk.db.prepare).mockRestore();
  expect(prepared.length).toBeGreaterThan(3);
  expect(await count()).toBe(before);
  for (const sql of prepared) {
    const { results } = await desk.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind().all<{ detail: string }>();
    for (const { detail } of results)
      expect(detail, sql).not.toMatch(/^SCAN (payment_events|registrations)\b/);
  }
});
