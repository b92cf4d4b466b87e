/** The search of the desk. */
import { expect, test, vi } from "vitest";
import { UNDER_AGE } from "~/domain/enrolment/learner.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled } = enrolmentDesk(desk);
const { page, post } = staffDesk(desk);

async function enrol(typed: Parameters<typeof fiveInstallments>[1] = {}) {
  const started = await enrolled(fiveInstallments(desk.now, typed));
  desk.later(1);
  return started;
}

test("a learner is found by name, address, number or reference in any spelling", async () => {
  const ada = await enrol({ firstName: "Ada Ngozi", lastName: "Okonkwo-Bello" });
  const obi = await enrol({
    firstName: "Óbí",
    lastName: "Bello",
    email: "obi@example.com",
    phone: "+2348033333333",
  });
  const addressOfMatch = async (sought: string) =>
    (await post("/desk/search", { sought })).headers.get("location");
  for (const sought of [
    "ngozi",
    "Okonkwo",
    "bello ada",
    "ADA@EXAMPLE.COM",
    "ada@exam",
    "08012345678",
    "(0801) 234-5678",
    ada.reference.toLowerCase(),
  ]) {
    expect(await addressOfMatch(sought), sought).toBe(`/desk/enrolments/${ada.id}`);
  }
  expect(await addressOfMatch("obi")).toBe(`/desk/enrolments/${obi.id}`);
  const several = await (await post("/desk/search", { sought: "bello" })).text();
  expect(several).toContain(ada.id);
  expect(several).toContain(obi.id);
  for (const [sought, why] of [
    ["nobody", "Nobody found."],
    ["a", "Type two letters of the name at least."],
    ["080", "Type four digits of the number at least."],
    ["' OR 1=1 --", "Nobody found."],
    ["", "Type a name"],
  ] as const) {
    expect(await (await post("/desk/search", { sought })).text(), sought).toContain(why);
  }
});

test.each([
  ["Ƙasim Ɓello", "kasim bello"],
  ["Łukasz Wójcik", "lukasz wojcik"],
  ["Sinéad O'Neil", "oneil"],
  ["Sinéad O’Neil", "o'neil"],
  ["Sinead ONeil", "o`neil"],
  ["Sinéad O'Neil", "neil sinead"],
  ["Ƴusuf Yarʼadua", "yusuf yar'adua"],
  ["Søren Æbelø", "soren aebelo"],
])("the learner %s is found as %s", async (firstName, sought) => {
  const { id } = await enrol({ firstName });
  const answer = await post("/desk/search", { sought });
  expect(answer.headers.get("location")).toBe(`/desk/enrolments/${id}`);
});

test("a misspelt name, a guardian, four digits or a part of a reference find the learner", async () => {
  const { id, reference } = await enrol({
    firstName: "Ada Ngozi",
    lastName: "Obi",
    age: UNDER_AGE,
    guardianName: "Phidelia Uzor",
    guardianContact: "+2348039998888",
    guardianConsent: true,
  });
  await enrol({ firstName: "Bola", lastName: "Ade", email: "bola@example.com", phone: "+2348033333333" });
  for (const sought of [
    "Obbi",
    "ngosi",
    "adangozi obi",
    "Ada-Ngozi",
    "fidelia",
    "Usor",
    "5678",
    "39998888",
    reference.slice(-6),
    reference.slice(4, 15).toLowerCase() + reference.slice(15),
    id.slice(-5),
  ]) {
    const answer = await post("/desk/search", { sought });
    expect(answer.headers.get("location"), sought).toBe(`/desk/enrolments/${id}`);
  }
});

test("a copied reference, id, address or number is found despite the characters around it", async () => {
  const { id, reference } = await enrol();
  for (const sought of [
    `${reference}.`,
    `“${reference}”,`,
    reference.replaceAll("-", "\u2013"),
    `\u2068${id}\u2069`,
    id.replace("-", "\u2011"),
    `(${id})`,
    "<ada@example.com>",
    "Ada Obi <ada@example.com>",
    "mailto:ada@example.com",
    "ada@example.com;",
    "\u202A+234 801 234 5678\u202C",
    "0801\u2013234\u20135678.",
    "0801\u00A0234\u00AD5678",
  ]) {
    const answer = await post("/desk/search", { sought });
    expect(answer.headers.get("location"), sought).toBe(`/desk/enrolments/${id}`);
  }
});

test("a payment without an enrolment is found by its reference, too", async () => {
  const order = fiveInstallments(desk.now);
  await desk.register(order);
  const answer = await post("/desk/search", { sought: ` ${order.reference.toLowerCase()} ` });
  expect(answer.headers.get("location")).toBe(`/desk/payments/${order.reference}`);
});

test("a search is in no address and no log", async () => {
  const logged: string[] = [];
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
  const { id } = await enrol();
  const single = await post("/desk/search", { sought: "ada@example.com" });
  expect(single.headers.get("location")).toBe(`/desk/enrolments/${id}`);
  await enrol();
  const answer = await post("/desk/search", { sought: "ada@example.com" });
  const html = await answer.text();
  expect(html).not.toMatch(/href="[^"]*ada(?:@|%40)/i);
  expect((await page("/desk/search")).status).toBe(405);
  expect(logged.join()).not.toMatch(/ada@|Obi|2348012345678/);
});
