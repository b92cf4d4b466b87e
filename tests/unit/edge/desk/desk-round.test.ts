/** An attacker's round over the desk: what a viewer reads, and what a form does again or late. */
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "~/edge/database.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { COHORT, enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { deskAddresses, failedMail, MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, enrolledInDollars, startPayment, request } = enrolmentDesk(desk);
const dependencies: { db?: Database } = {};
const { page, post, text, confirm } = staffDesk(desk, dependencies);

const locked = () => Promise.reject(new Error("D1_ERROR: database is locked"));
const statement = { bind: () => statement, run: locked, all: locked, first: locked };
const lockedDatabase = { prepare: () => statement, batch: locked } as unknown as Database;

const DAY = "2026-11-21";

/** Makes a learner's second enrolment, which is flagged as a duplicate, so that every action is possible. */
async function enrolment() {
  await enrolled();
  desk.later(1);
  const { id, key, reference, path } = await enrolled();
  await request(id, key, { kind: "more-time", day: "2027-01-20" });
  const next = await startPayment(id, key);
  await desk.rows(
    "UPDATE payments SET flag = 'payment-pending', payer_email = 'aunt@example.com' WHERE reference = ?",
    next.reference,
  );
  return { id, reference, path };
}

type Enrolment = Awaited<ReturnType<typeof enrolment>>;
/** Returns the typed fields of each action's form. */
const typed = ({ reference }: Pick<Enrolment, "reference">) => ({
  message: { text: "Hello Ada" },
  "record-payment": { channel: "transfer", amount: "70000", day: DAY, proof: "GTB 1" },
  send: { what: "link" },
  "looked-at": {},
  "stop-waiting": {},
  note: { text: "Ada called" },
  correct: {
    firstName: "Adaora",
    lastName: "Obi",
    email: "adaora@example.com",
    phone: "+2348012345678",
    whatsapp: "",
    country: "Nigeria",
    state: "Lagos",
  },
  move: { cohort: "cohort-2027-02-06" },
  "change-course": { choice: "devops-full/two-installments" },
  "lower-owed": { amount: "48000", reason: "Scholarship" },
  "agree-date": { charge: "2", day: "2027-02-20", reason: "Salary comes late" },
  "end-access": { reason: "Shared the recordings" },
  decline: { text: "The class starts before that" },
  withdraw: { day: DAY },
  "refund-through-provider": { reference, amount: "1000" },
  refund: { reference, way: "elsewhere", amount: "40000", day: DAY, proof: "" },
  "erase-payer": { payer: "aunt@example.com" },
  erase: { sure: "ERASE" },
});

type Action = keyof ReturnType<typeof typed>;
const ACTIONS = Object.keys(typed({ reference: "" })) as Action[];

/** Returns an action's form, filled in and confirmed, as it is posted. */
async function filled(of: Enrolment, name: Action): Promise<Record<string, string>> {
  const address = `${of.path}/${name}`;
  return { ...hiddenFields(await text(address, OWNER), address), ...typed(of)[name], confirmed: "yes" };
}

/** Fills in the forms of all actions, by their addresses. */
async function allFilled(of: Enrolment) {
  const forms = new Map<string, Record<string, string>>();
  for (const name of ACTIONS) forms.set(`${of.path}/${name}`, await filled(of, name));
  return forms;
}

const WRITTEN =
  "desk_actions mails failed_mails enrolments enrolment_keys charges payments payment_events refund_requests requests";

/** Returns everything that the desk can write. */
async function everything(): Promise<string> {
  const tables = WRITTEN.split(" ").map((table) => desk.rows(`SELECT * FROM ${table}`));
  return JSON.stringify(await Promise.all(tables));
}

test("only an owner may erase, refund or lower what is owed", async () => {
  const { path } = await enrolment();
  for (const name of ["erase", "erase-payer", "refund", "refund-through-provider", "lower-owed"]) {
    expect((await page(`${path}/${name}`, MEMBER)).status, name).toBe(403);
  }
});

const pathOf = (address: string) => address.split("?")[0];

test("a viewer is refused at every address that does not show states, and finds no link to one", async () => {
  const of = await enrolment();
  const mail = await failedMail(desk);
  const forms = await allFilled(of);
  const rowsBefore = await everything();
  const queued = desk.queued.length;
  const defaultFields = { choice: "again", sought: "ada", cohort: COHORT, reference: of.reference };
  const addresses = deskAddresses({ ...of, mail, cohort: COHORT });
  const refused = addresses.filter(({ isForViewers }) => !isForViewers).map(({ address }) => pathOf(address));
  for (const { method, address, isForViewers } of addresses) {
    const fields = forms.get(address) ?? defaultFields;
    const answer = method === "GET" ? await page(address, VIEWER) : await post(address, fields, VIEWER);
    const allowed = address.includes("/session") ? 204 : 200;
    expect(answer.status, `${method} ${address}`).toBe(isForViewers ? allowed : 403);
    const html = await answer.text();
    expectNobody(html, address);
    const links = [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, link = ""]) => pathOf(link));
    expect(links.filter((link) => refused.includes(link))).toEqual([]);
  }
  expect(await everything()).toBe(rowsBefore);
  expect(desk.queued).toHaveLength(queued);
});

test("a request from another site's page, without sign-in or with a malformed form does nothing", async () => {
  const forms = await allFilled(await enrolment());
  const rowsBefore = await everything();
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
  ];
  const text = { "content-type": "text/plain", "sec-fetch-site": "same-origin" };
  for (const [address, form] of forms) {
    for (const headers of foreign) {
      expect((await post(address, form, OWNER, headers)).status, address).toBe(403);
    }
    expect((await post(address, form, null)).status, address).toBe(404);
    expect((await post(address, { ...form, token: "" }, OWNER)).status, address).toBe(422);
    expect((await post(address, form, OWNER, text)).status, address).toBe(415);
  }
  expect(await everything()).toBe(rowsBefore);
});

test("a browser that sends an origin without Sec-Fetch-Site is served", async () => {
  const of = await enrolment();
  const answer = await post(`${of.path}/note`, await filled(of, "note"), MEMBER, { origin: EDGE_ORIGIN });
  expect(answer.status).toBe(303);
});

test("a viewer does not read the number of a PayPal order, with which it could be captured", async () => {
  const { id, orderId } = await enrolledInDollars();
  const html = await text(`/desk/enrolments/${id}`, VIEWER);
  expect(html).toContain("An order was made");
  expect(html).not.toContain(orderId);
});

test("a viewer who opens the address of the done notice reads nothing about the action", async () => {
  const of = await enrolment();
  for (const name of ["message", "note", "correct"] as const) {
    const answer = await confirm(`${of.path}/${name}`, typed(of)[name], OWNER);
    const done = answer.headers.get("location") ?? "";
    expect(done, name).toContain("?done=");
    expect(await text(done), name).toContain('role="status"');
    const html = await text(done, VIEWER);
    expect(html, name).not.toContain('role="status"');
    expect(html, name).not.toContain("<form");
    expectNobody(html, done);
  }
});

/** Expects neither the learner's data nor what staff wrote to and about them. */
function expectNobody(shown: string, address: string) {
  for (const word of ["Ada", "Obi", "ada@", "adaora@", "5678", "5679", "whatsapp", MEMBER]) {
    expect(shown, address).not.toContain(word);
  }
}

test.each(ACTIONS)(
  "a form of %s that is sent again does nothing, and leads to the same page",
  async (name) => {
    const of = await enrolment();
    const form = await filled(of, name);
    const first = await post(`${of.path}/${name}`, form, OWNER);
    expect(first.status, await first.clone().text()).toBe(303);
    const after = await everything();
    const again = await post(`${of.path}/${name}`, form, OWNER);
    if (name === "erase") expect(again.status).toBe(410);
    else expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(await everything()).toBe(after);
  },
);

/** The actions that change something. The others only add to it and need no current snapshot. */
const CHANGING = ACTIONS.filter((name) => !["message", "note", "send"].includes(name));

test.each(CHANGING)(
  "a form of %s that was opened before another person's change says what changed",
  async (name) => {
    const of = await enrolment();
    const form = await filled(of, name);
    expect((await post(`${of.path}/note`, await filled(of, "note"))).status).toBe(303);
    const rowsBefore = await everything();
    const answer = await post(`${of.path}/${name}`, form, OWNER);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain("Changed meanwhile");
    expect(html).toContain(`${MEMBER}, `);
    expect(html).toContain(": Wrote a note");
    for (const [field, value] of Object.entries(typed(of)[name])) {
      if (value) expect(html, field).toContain(value);
    }
    expect(await everything()).toBe(rowsBefore);
  },
);

test.each(ACTIONS)("a form of %s that is sent after the person was erased does nothing", async (name) => {
  const of = await enrolment();
  const form = await filled(of, name);
  expect((await post(`${of.path}/erase`, await filled(of, "erase"), OWNER)).status).toBe(303);
  const rowsBefore = await everything();
  const answer = await post(`${of.path}/${name}`, form, OWNER);
  // The accounts of an erased person can still be settled.
  const isOfBooks = ["refund-through-provider", "refund", "withdraw"].includes(name);
  expect(answer.status).toBe(isOfBooks ? 409 : 410);
  expect(await answer.text()).toMatch(/erased|Erased/);
  expect(await everything()).toBe(rowsBefore);
});

test("while the database fails, every form keeps its fields", async () => {
  const of = await enrolment();
  const mail = await failedMail(desk);
  const forms = await allFilled(of);
  const fieldsOfOthers = { sought: "ada", cohort: COHORT, provider: "paystack", day: "2026-11-19" };
  dependencies.db = lockedDatabase;
  onTestFinished(() => {
    delete dependencies.db;
  });
  for (const { method, address } of deskAddresses({ ...of, mail, cohort: COHORT })) {
    // These show no data.
    if (/^\/desk\/(session|register)/.test(address)) continue;
    const fields = forms.get(address) ?? fieldsOfOthers;
    const answer = await (method === "POST" ? post(address, fields, OWNER) : page(address, OWNER));
    expect(answer.status, `${method} ${address}`).toBe(503);
    const html = await answer.text();
    expect(html, address).toContain("Please try again");
    expect(answer.headers.get("cache-control"), address).toBe("no-store");
    if (method === "POST") expect(hiddenFields(html, address), address).toEqual(fields);
  }
});
