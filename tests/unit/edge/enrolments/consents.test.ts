/** The consents of a learner or guardian, with the texts of their ticks. */
import { expect, test } from "vitest";
import { sha256 } from "~/domain/digest.ts";
import { wordsVersion } from "~/domain/enrolment/consent.ts";
import { priceList } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, signUp, readView, change } = enrolmentDesk(desk);
const { perform } = staffDesk(desk);

const wantsNews = () => fiveInstallments(desk.now, { marketing: true });
const consents = async ({ id, key }: { id: string; key: string }) => (await readView(id, key)).consents;
const stored = () => desk.rows("SELECT purpose, way, given_at AS givenAt FROM consents ORDER BY purpose");

test("each tick is stored with its text and time", async () => {
  const consentRows = await consents(await start(wantsNews()));
  const { terms, news } = priceList.consentTexts;
  const common = { way: "on the site", givenAt: desk.now.toISOString(), withdrawnAt: null };
  expect(consentRows).toEqual([
    { purpose: "news", ...news, ...common },
    { purpose: "terms", ...terms, ...common },
  ]);
  expect(news.digest).toBe(await sha256(news.text));
});

test("the text of the first tick names the version of each page that it links to", async () => {
  const version = async (page: string) => (await sha256(page)).slice(0, 12);
  const { text } = priceList.consentTexts.terms;
  expect(text).toContain(`Privacy Policy (version ${await version("The policy.")})`);
  expect(text).toContain(`Terms and Conditions (version ${await version("The terms.")})`);
});

test("a guardian's tick is stored as a separate purpose, without script too", async () => {
  const guardian = { guardianName: "Ngozi Obi", guardianContact: "ngozi@example.com" };
  const fields = { ...SIGNUP_FIELDS, age: "Under 18", guardianConsent: "yes", ...guardian };
  await desk.ask(formPost(fields, formCookie(desk.now)));
  expect(await stored()).toMatchObject([{ purpose: "guardian" }, { purpose: "terms" }]);
});

test("a changed text has another digest, and the former text stays", async () => {
  const consentsBefore = await consents(await start(fiveInstallments(desk.now)));
  const texts = { ...priceList.consentTexts, terms: { text: "New words.", digest: "new" } };
  const second = fiveInstallments(desk.now, { email: "ben@example.com" });
  await signUp(second, { prices: { ...priceList, consentTexts: texts } });
  const former = await desk.rows("SELECT text FROM consent_texts WHERE digest = ?", consentsBefore[0].digest);
  expect(former).toEqual([{ text: priceList.consentTexts.terms.text }]);
  expect(await desk.rows("SELECT text FROM consent_texts WHERE digest = 'new'")).toHaveLength(1);
});

test("a page that shows an outdated text starts nothing, with script and without", async () => {
  const version = wordsVersion(priceList.consentTexts);
  const ask = (words: string) =>
    desk.ask(post("/prod/enrolments", { order: fiveInstallments(desk.now), page: "/Signup", words }));
  const send = (words: string) => desk.ask(formPost({ ...SIGNUP_FIELDS, words }, formCookie(desk.now)));
  for (const answer of [await ask("older"), await send("older")]) {
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("What you agree to has changed.");
  }
  expect(await stored()).toEqual([]);
  expect([(await ask(version)).status, (await send(version)).status]).toEqual([201, 303]);
});

/** Puts an address into the newsletter and into the list of those who wait for registration to open. */
const subscribe = (email: string) =>
  desk.db
    .prepare(
      `INSERT INTO subscriptions (email, email_key, list, token, requested_at)
       VALUES (?1, ?1, 'newsletter', 'a', ''), (?1, ?1, 'opening', 'b', '')`,
    )
    .bind(email)
    .run();

test("a removed tick for news ends that consent and the newsletter once", async () => {
  const order = wantsNews();
  const { id, key } = await start(order);
  await subscribe(order.learner.email);
  await change(id, key, { marketing: false });
  const [first] = await consents({ id, key });
  desk.later(60);
  await change(id, key, { marketing: false });
  expect(await consents({ id, key })).toMatchObject([
    { purpose: "news", withdrawnAt: first.withdrawnAt },
    { purpose: "terms", withdrawnAt: null },
  ]);
  expect(first.withdrawnAt).not.toBeNull();
  expect(await desk.rows("SELECT list FROM subscriptions")).toEqual([{ list: "opening" }]);
});

test("another change leaves the newsletter of a learner who never ticked news", async () => {
  const order = fiveInstallments(desk.now);
  const { id, key } = await start(order);
  await subscribe(order.learner.email);
  await change(id, key, { country: "Ghana" });
  expect(await desk.rows("SELECT list FROM subscriptions")).toHaveLength(2);
});

test("a repeated tick for news is a separate consent that can be withdrawn", async () => {
  const { id, key } = await start(wantsNews());
  for (const marketing of [false, true, false]) {
    await change(id, key, { marketing });
    desk.later(60);
  }
  const withdrawn = await desk.rows(
    "SELECT withdrawn_at AS at FROM consents WHERE purpose = 'news' ORDER BY at",
  );
  expect(withdrawn).toEqual([{ at: "2026-11-21T09:00:00.000Z" }, { at: "2026-11-21T11:00:00.000Z" }]);
});

test("a learner who paid from a price card consents on My enrolment", async () => {
  const { id, key } = await start(twoInstallmentsFromCard(desk.now, "ada@example.com"));
  expect(await consents({ id, key })).toEqual([]);
  await change(id, key, { consent: true });
  expect(await consents({ id, key })).toMatchObject([{ purpose: "terms", way: "on the site" }]);
});

test("an erased person leaves no consent behind", async () => {
  const { path } = await start(wantsNews());
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  expect(await stored()).toEqual([]);
});
