import { describe, expect, test } from "vitest";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { MEMBER, OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";
import { makeVoucher } from "../../../fixtures/vouchers.ts";

const desk = paymentDesk();
const { signUp, charge } = enrolmentDesk(desk);
const { post, text, fill } = staffDesk(desk);

const make = (fields: Record<string, string>, email = MEMBER) =>
  fill("/desk/vouchers", { note: "Early birds", ...fields }, email);
const codes = () => desk.rows<{ code: string }>("SELECT code FROM vouchers ORDER BY code");

test("staff make a voucher, see it in the list and the trail, and the form makes it once", async () => {
  const form = { code: " early-10 ", percent: "10", uses: "20", first: "2026-11-21", last: "2026-12-31" };
  const token = { token: "AAAAAAAAAAAAAAAAAAAAAA", note: "Early birds" };
  expect((await post("/desk/vouchers", { ...token, ...form })).status).toBe(303);
  await post("/desk/vouchers", { ...token, ...form, code: "OTHER" });
  expect(await codes()).toEqual([{ code: "EARLY-10" }]);
  const list = await text("/desk/vouchers");
  expect(list).toContain("10 percent");
  expect(list).toContain("0 of 20 used");
  expect(list).toContain("from Nov 21, 2026 until Dec 31, 2026");
  expect(await text("/desk/trail")).toContain("Made voucher EARLY-10: 10 percent");
});

test("a voucher without a code gets one of eight letters", async () => {
  await make({ percent: "10" });
  expect((await codes()).map(({ code }) => code)).toEqual([expect.stringMatching(/^[2-9A-Z]{8}$/)]);
});

test("a voucher is for the courses that are ticked", async () => {
  const ticks = ["devops-full", "devops-advanced"].map((id) => ["course", id]);
  const typed = { token: "BBBBBBBBBBBBBBBBBBBBBB", code: "SOME", percent: "10", note: "Partner" };
  await post("/desk/vouchers", new URLSearchParams([...Object.entries(typed), ...ticks]));
  expect(await text("/desk/vouchers/SOME")).toContain("10 percent off DevOps Full, DevOps Advanced.");
});

test("several vouchers are single-use codes in a CSV download", async () => {
  const answer = await make({ percent: "10", count: "500" });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const lines = (await answer.text()).trim().split("\r\n");
  expect(new Set(lines).size).toBe(501);
  expect(await desk.rows("SELECT COUNT(*) AS count FROM vouchers WHERE uses = 1")).toEqual([{ count: 500 }]);
});

describe("a voucher is not made", () => {
  test.each<[string, Record<string, string>, string]>([
    ["with a wrong code", { code: "A B", percent: "10" }, "Use 4 to 32 letters"],
    ["without anything that it takes off", {}, "Write a percentage"],
    ["with a percentage and an amount", { percent: "10", naira: "5000", dollars: "5" }, "not both"],
    ["with an amount in one currency", { naira: "5000" }, "Write both amounts"],
    [
      "with days in the wrong order",
      { percent: "10", first: "2026-12-02", last: "2026-12-01" },
      "before the first",
    ],
    ["without a note", { percent: "10", note: "" }, "who asked, and why"],
    ["with an amount in dollars alone", { dollars: "5" }, "Write both amounts"],
    ["with a percentage of nothing", { percent: "0" }, "from 1 to 100"],
    ["with more than all", { percent: "101" }, "from 1 to 100"],
    ["for no enrolment", { percent: "10", uses: "0" }, "from 1 to 100000"],
    ["from a day that does not exist", { percent: "10", first: "2026-02-30" }, "Choose a day."],
    ["with one code for several", { code: "SAME", percent: "10", count: "2" }, "codes of their own"],
    ["with a note as long as a letter", { percent: "10", note: "x".repeat(201) }, "200 characters at most"],
    ["by staff beyond half of the tuition", { percent: "51" }, "Ask an owner"],
    ["by staff for an amount", { naira: "5000", dollars: "5" }, "Ask an owner"],
    ["by staff for the fee", { percent: "10", fee: "yes" }, "Only an owner"],
    ["with too many codes", { percent: "10", count: "501" }, "from 1 to 500"],
  ])("%s", async (_, fields, problem) => {
    const answer = await make(fields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(problem);
    expect(await codes()).toEqual([]);
  });

  test("with a code that is taken", async () => {
    await makeVoucher(desk);
    expect(await (await make({ code: "EARLY10", percent: "10" })).text()).toContain("already");
  });
});

test("staff make a voucher for half of the tuition, an owner one for amounts, as typed", async () => {
  expect((await make({ code: "HALF", percent: "50" })).status).toBe(303);
  const day = "2026-12-01";
  const amounts = { code: "AMOUNTS", naira: "48000", dollars: "30.50", plans: "once", first: day, last: day };
  expect((await make(amounts, OWNER)).status).toBe(303);
  expect(await desk.rows("SELECT * FROM vouchers WHERE code = 'AMOUNTS'")).toMatchObject([
    {
      percent: null,
      ngn_minor: 4_800_000,
      usd_minor: 3050,
      includes_fee: 0,
      is_for_paying_at_once: 1,
      uses: null,
      first_day: day,
      last_day: day,
      made_by: OWNER,
    },
  ]);
});

test("an owner makes a full scholarship", async () => {
  expect((await make({ code: "FULL", percent: "100", fee: "yes" }, OWNER)).status).toBe(303);
  expect(await text("/desk/vouchers/FULL", OWNER)).toContain("100 percent, the fee too");
});

test("a voucher lists its uses, and can be ended and reactivated", async () => {
  const voucher = await makeVoucher(desk);
  const order = orderOf({ voucher, reference: freshReference(), now: desk.now });
  const { id } = await (await signUp(order)).json();
  expect(await text("/desk/vouchers/EARLY10")).toContain("0 of 1 used, 1 being paid");
  await charge(order.reference, order.charge.minor);
  const html = await text("/desk/vouchers/EARLY10");
  expect(html).toContain(`href="/desk/enrolments/${id}"`);
  expect(await text(`/desk/enrolments/${id}`)).toContain("EARLY10");
  await post("/desk/vouchers/EARLY10", { ended: "yes" });
  expect(await text("/desk/vouchers/EARLY10")).toContain("Ended on");
  await post("/desk/vouchers/EARLY10", { ended: "" });
  expect(await text("/desk/vouchers/EARLY10")).toContain("End this voucher");
});
