/** The attribution of learners, stored with their enrolments and counted at the desk. */
import { expect, test } from "vitest";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { charge } = enrolmentDesk(desk);
const staff = staffDesk(desk);
const INSTAGRAM = "utm_source=instagram&utm_medium=social";

async function register(attribution: unknown, headers: Record<string, string> = {}) {
  const order = fiveInstallments(desk.now);
  const answer = await desk.ask(post("/prod/enrolments", { order, page: "/Signup", attribution }, headers));
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return { id, order };
}

const attributionOf = async (id: string) =>
  (await desk.rows<{ attribution: string }>("SELECT attribution FROM enrolments WHERE id = ?", id))[0]
    ?.attribution;

test("an enrolment has the link that the page sent, or the one in the page's address", async () => {
  const signup = `${EDGE_ORIGIN}/Signup?course=devops-full&ref=ADA7`;
  expect(await attributionOf((await register(INSTAGRAM, { referer: signup })).id)).toBe(INSTAGRAM);
  expect(await attributionOf((await register(null, { referer: signup })).id)).toBe("ref=ada7");
  expect(await attributionOf((await register({ wrong: true })).id)).toBe("");
  expect(await attributionOf((await register(null, { referer: "https://example.org/?ref=ada7" })).id)).toBe(
    "",
  );
});

test("an enrolment of Signup without script has the link in the page's address", async () => {
  const browser = formCookie(desk.now);
  const send = (referer: string) =>
    desk.ask(formPost({ ...SIGNUP_FIELDS, email: "attribution@example.com" }, { ...browser, referer }));
  const first = await send(`${EDGE_ORIGIN}/Signup?${INSTAGRAM}`);
  const second = await send(`${EDGE_ORIGIN}/prod/enrolments`);
  expect(first.status).toBe(303);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  const id = /ENR-[A-Z0-9]+/.exec(await staff.text("/desk/enrolments"))?.[0] ?? "";
  expect(await attributionOf(id)).toBe(INSTAGRAM);
});

test("staff read how many registered and paid, by link, course and day", async () => {
  const { id, order } = await register(INSTAGRAM);
  await charge(order.reference, order.charge.minor);
  await register(INSTAGRAM);
  await register(null);
  const html = await staff.text("/desk/sources", VIEWER);
  expect(html).toContain("instagram, social</span><span>2 registered, 1 paid");
  expect(html).toContain("No link</span><span>1 registered, 0 paid");
  expect(html).toContain("DevOps");
  expect(html).toContain("Nov 21, 2026</span><span>3 registered, 1 paid");
  expect(await staff.text("/desk/sources?course=ai-advanced")).toContain("Nobody registered in these days.");
  expect(await staff.text(`/desk/enrolments/${id}`, VIEWER)).toContain("came by instagram, social");
  desk.later(8 * 24 * 60);
  expect(await staff.text("/desk/sources?days=7")).toContain("Nobody registered in these days.");
});

test("an erased enrolment has no link", async () => {
  const { id, order } = await register(INSTAGRAM);
  await charge(order.reference, order.charge.minor);
  await staff.confirm(`/desk/enrolments/${id}/erase`, { sure: "ERASE" }, OWNER);
  expect(await attributionOf(id)).toBe("");
});
