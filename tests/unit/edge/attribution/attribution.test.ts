/** Where learners come from: what is kept with an enrolment, what is counted, and what staff read of it. */
import { describe, expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { hiddenFields, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { charge } = enrolmentDesk(desk);
const staff = staffDesk(desk);
const INSTAGRAM = "utm_source=instagram&utm_medium=social";

const tell = (query: string, headers: Record<string, string> = { origin: EDGE_ORIGIN }) =>
  desk.ask(
    new Request(`${EDGE_ORIGIN}/prod/visits`, { method: "POST", body: new URLSearchParams(query), headers }),
  );

async function register(attribution: unknown, headers: Record<string, string> = {}) {
  const order = fiveInstallments(desk.now);
  const answer = await desk.ask(
    post(
      "/prod/enrolments",
      { order, page: "/Signup", attribution },
      { "idempotency-key": newKey(), ...headers },
    ),
  );
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return { id, order };
}

const keptWith = async (id: string) =>
  (
    await desk.db
      .prepare("SELECT attribution FROM enrolments WHERE id = ?")
      .bind(id)
      .first<{ attribution: string }>()
  )?.attribution;

const counted = async () =>
  (
    await desk.db
      .prepare("SELECT attribution, course_id AS course, step, count FROM visit_counts ORDER BY 1, 2, 3")
      .bind()
      .all<object>()
  ).results.map((row) => Object.values(row).join(" "));

test("each step of those who follow a link is counted once a day, course and link, and nothing else is kept", async () => {
  await tell(`step=arrived&course=&${INSTAGRAM}`);
  await tell(`step=arrived&course=&${INSTAGRAM}&email=ada@example.com`);
  await tell(`step=signup&course=devops-full&${INSTAGRAM}`);
  const { order } = await register(INSTAGRAM);
  await charge(order.reference, order.charge.minor);
  await charge(order.reference, order.charge.minor);
  expect(await counted()).toEqual([
    "utm_source=instagram&utm_medium=social  arrived 2",
    "utm_source=instagram&utm_medium=social devops-full begun 1",
    "utm_source=instagram&utm_medium=social devops-full paid 1",
    "utm_source=instagram&utm_medium=social devops-full signup 1",
  ]);
});

test("a payment that came without an enrolment is counted under no link", async () => {
  const order = newOrder();
  await desk.ask(post("/prod/enrolments", { order }));
  await charge(order.reference, order.charge.minor);
  expect(await counted()).toEqual([` ${order.course.id} begun 1`, ` ${order.course.id} paid 1`]);
});

test("the link is kept with the enrolment, as the page kept it or as its own address says", async () => {
  const signup = `${EDGE_ORIGIN}/Signup?course=devops-full&ref=ADA7`;
  expect(await keptWith((await register(INSTAGRAM, { referer: signup })).id)).toBe(INSTAGRAM);
  expect(await keptWith((await register(null, { referer: signup })).id)).toBe("ref=ada7");
  expect(await keptWith((await register({ wrong: true })).id)).toBe("");
  expect(await keptWith((await register(null, { referer: "https://example.org/?ref=ada7" })).id)).toBe("");
});

test("Signup without script keeps the link that its own address names, and a second press is the same payment", async () => {
  const browser = formCookie(desk.now);
  const send = (referer: string) =>
    desk.ask(formPost({ ...SIGNUP_FIELDS, email: "attribution@example.com" }, { ...browser, referer }));
  const first = await send(`${EDGE_ORIGIN}/Signup?${INSTAGRAM}`);
  const second = await send(`${EDGE_ORIGIN}/prod/enrolments`);
  expect(first.status).toBe(303);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  expect(await counted()).toEqual([`${INSTAGRAM} devops-foundational begun 1`]);
});

test.each([
  ["another site", `step=arrived&${INSTAGRAM}`, { origin: "https://example.org" }, 403],
  ["a page that names no link", "step=arrived&course=", { origin: EDGE_ORIGIN }, 204],
  ["a step that only the edge counts", `step=paid&${INSTAGRAM}`, { origin: EDGE_ORIGIN }, 204],
  ["a request that is too long", `step=arrived&${INSTAGRAM}&x=${"x".repeat(1024)}`, {}, 413],
])("nothing is counted for %s", async (_, query, headers, status) => {
  expect((await tell(query, headers)).status).toBe(status);
  expect(await counted()).toEqual([]);
});

describe("links that somebody makes up", () => {
  const from = (address: number) => ({ origin: EDGE_ORIGIN, "cf-connecting-ip": `102.89.0.${address}` });
  const madeUp = async (count: number) => {
    for (let link = 0; link < count; link += 1) {
      await tell(`step=arrived&course=made-up-${link}&ref=code${link}`, from(link % 200));
    }
  };

  test("fill fifty rows a day and no more, and a course that is none is none", async () => {
    await madeUp(60);
    const rows = await counted();
    expect(rows).toHaveLength(51);
    expect(rows).toContain("more  arrived 10");
    await tell("step=arrived&course=&ref=code1");
    expect(await counted()).toContain("ref=code1  arrived 2");
  });

  test("are five for one visitor, and others' are counted separately", async () => {
    for (let link = 0; link < 8; link += 1) await tell(`step=arrived&ref=code${link}`, from(1));
    await tell("step=arrived&ref=ada7", from(2));
    const rows = await counted();
    expect(rows).toHaveLength(7);
    expect(rows).toEqual(expect.arrayContaining(["more  arrived 3", "ref=ada7  arrived 1"]));
  });

  test("hide neither the links of enrolments nor, on later days, those that have brought a payment", async () => {
    await madeUp(60);
    const { order } = await register(INSTAGRAM);
    await charge(order.reference, order.charge.minor);
    expect(await counted()).toEqual(
      expect.arrayContaining([`${INSTAGRAM} devops-full begun 1`, `${INSTAGRAM} devops-full paid 1`]),
    );
    desk.later(24 * 60);
    await madeUp(60);
    await tell(`step=arrived&course=&${INSTAGRAM}`, from(201));
    expect(await counted()).toContain(`${INSTAGRAM}  arrived 1`);
  });
});

test("one visitor is counted 500 times a day at most, and other visitors go on being counted", async () => {
  const from = (address: string) =>
    tell(`step=arrived&${INSTAGRAM}`, { origin: EDGE_ORIGIN, "cf-connecting-ip": address });
  for (let visit = 0; visit < 505; visit += 1) expect((await from("102.89.0.1")).status).toBe(204);
  await from("102.89.0.2");
  expect(await counted()).toEqual([`${INSTAGRAM}  arrived 501`]);
});

test("staff read links, courses and days, and of fewer than five only that there were some", async () => {
  for (let visit = 0; visit < 6; visit += 1) await tell(`step=arrived&${INSTAGRAM}`);
  const { id, order } = await register(INSTAGRAM);
  await charge(order.reference, order.charge.minor);
  await register(null);
  const shown = await staff.text("/desk/sources", VIEWER);
  expect(shown).toContain("instagram, social</span><span>6 came, under 5 began, under 5 paid");
  expect(shown).toContain("No link that is counted</span><span>under 5 began, 0 paid");
  expect(shown).toContain("DevOps");
  expect(shown).toContain("Nov 21, 2026</span>");
  expect(await staff.text("/desk/sources?days=90&course=devops-full")).not.toContain("6 came");
  expect(await staff.text(`/desk/enrolments/${id}`, VIEWER)).toContain("came by instagram, social");
  desk.later(8 * 24 * 60);
  expect(await staff.text("/desk/sources?days=7")).toContain("Nothing was counted in these days.");
});

test("counts go after 400 days, and who is forgotten came by no link", async () => {
  const { id, order } = await register(INSTAGRAM);
  await charge(order.reference, order.charge.minor);
  await desk.sweep();
  expect(await counted()).toHaveLength(2);
  const act = `/desk/enrolments/${id}/forget`;
  const form = hiddenFields(await staff.text(act, OWNER), act);
  await staff.post(act, { ...form, sure: "FORGET", confirmed: "yes" }, OWNER);
  expect(await keptWith(id)).toBe("");
  desk.later(401 * 24 * 60);
  await desk.sweep();
  expect(await counted()).toEqual([]);
});
