/** The search of the desk. */
import { expect, test, vi } from "vitest";
import { UNDER_AGE } from "~/domain/enrolment/learner.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolNext } = enrolmentDesk(desk);
const { page, post } = staffDesk(desk);

const OBI = { firstName: "Óbí", lastName: "Bello", email: "obi@example.com", phone: "+2348033333333" };

/** Searches for a text. @returns the address of the only match; `null` if there is not one */
const addressOfMatch = async (sought: string) =>
  (await post("/desk/search", { sought })).headers.get("location");

test("a search that matches several learners lists them", async () => {
  const ada = await enrolNext({ lastName: "Okonkwo-Bello" });
  const obi = await enrolNext(OBI);
  expect(await addressOfMatch("obi")).toBe(obi.path);
  const several = await (await post("/desk/search", { sought: "bello" })).text();
  expect(several).toContain(ada.id);
  expect(several).toContain(obi.id);
});

test.each([
  ["nobody", "Nobody found."],
  ["a", "Type two letters of the name at least."],
  ["080", "Type four digits of the number at least."],
  ["' OR 1=1 --", "Nobody found."],
  ["", "Type a name"],
])("a search for %j says why it finds nobody", async (sought, why) => {
  await enrolNext();
  expect(await (await post("/desk/search", { sought })).text()).toContain(why);
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
  const { path } = await enrolNext({ firstName });
  expect(await addressOfMatch(sought)).toBe(path);
});

test("a learner is found by any part of the details, misspelt or copied with what is around it", async () => {
  const { id, reference, path } = await enrolNext({
    firstName: "Ada Ngozi",
    lastName: "Okonkwo-Obi",
    age: UNDER_AGE,
    guardianName: "Phidelia Uzor",
    guardianContact: "+2348039998888",
    guardianConsent: true,
  });
  await enrolNext(OBI);
  const names = [
    "ngozi",
    "Okonkwo",
    "okonkwo ada",
    "ngosi",
    "adangozi okonkwo",
    "Ada-Ngozi",
    "fidelia",
    "Usor",
  ];
  const addresses = [
    "ADA@EXAMPLE.COM",
    "ada@exam",
    "<ada@example.com>",
    "Ada Obi <ada@example.com>",
    "mailto:ada@example.com",
    "ada@example.com;",
  ];
  const numbers = [
    "08012345678",
    "(0801) 234-5678",
    "5678",
    "39998888",
    "\u202A+234 801 234 5678\u202C",
    "0801\u2013234\u20135678.",
    "0801\u00A0234\u00AD5678",
  ];
  const references = [
    reference.toLowerCase(),
    reference.slice(-6),
    reference.slice(4, 15).toLowerCase() + reference.slice(15),
    `${reference}.`,
    `“${reference}”,`,
    reference.replaceAll("-", "\u2013"),
  ];
  const ids = [id.slice(-5), `\u2068${id}\u2069`, id.replace("-", "\u2011"), `(${id})`];
  for (const sought of [names, addresses, numbers, references, ids].flat()) {
    expect(await addressOfMatch(sought), sought).toBe(path);
  }
});

test("a payment without an enrolment is found by its reference, too", async () => {
  const order = fiveInstallments(desk.now);
  await desk.register(order);
  const path = `/desk/payments/${order.reference}`;
  expect(await addressOfMatch(` ${order.reference.toLowerCase()} `)).toBe(path);
});

test("a search is in no address and no log", async () => {
  const logged: string[] = [];
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
  const { path } = await enrolNext();
  expect(await addressOfMatch("ada@example.com")).toBe(path);
  await enrolNext();
  const answer = await post("/desk/search", { sought: "ada@example.com" });
  const html = await answer.text();
  expect(html).not.toMatch(/href="[^"]*ada(?:@|%40)/i);
  expect((await page("/desk/search")).status).toBe(405);
  expect(logged.join()).not.toMatch(/ada@|Obi|2348012345678/);
});
