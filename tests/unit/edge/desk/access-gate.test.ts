/** The desk lets in only people for whom Access has signed and who have a role. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accessGate } from "~/edge/desk/access-gate.ts";
import { deskSettings } from "~/edge/environment.ts";
import { EDGE_ORIGIN, edgeApp } from "../../../fixtures/edge.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";
import {
  AUDIENCE,
  cloudflareAccess,
  deskAddresses,
  MEMBER,
  OWNER,
  TEAM,
  VIEWER,
} from "../../../fixtures/staff-desk.ts";

const NOW = new Date("2026-11-23T09:00:00.000Z");
let access: Awaited<ReturnType<typeof cloudflareAccess>>;

beforeAll(async () => {
  access = await cloudflareAccess();
});

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  access.requestedUrls.length = 0;
  access.listen();
  return () => {
    vi.unstubAllGlobals();
  };
});

const deskRequest = (assertion: string | null, path = "/desk") =>
  new Request(EDGE_ORIGIN + path, {
    headers: assertion === null ? {} : { "cf-access-jwt-assertion": assertion },
  });
const identified = async (assertion: string | null, gate = access.gate()) =>
  gate?.identify(deskRequest(assertion), NOW);
const deskApp = (gate = access.gate()) => edgeApp({ db: openDatabase(), desk: gate, now: () => NOW });
const openDesk = (request: Request, gate = access.gate()) => deskApp(gate).fetch(request);

test.each([
  [OWNER, "owner"],
  [MEMBER, "staff"],
  [VIEWER, "viewer"],
  [MEMBER.toUpperCase(), "staff"],
])("%s gets into the desk as %s", async (email, role) => {
  const assertion = await access.assertion(NOW, { email });
  expect(await identified(assertion)).toEqual({ email: email.toLowerCase(), role });
});

const REFUSED: Record<string, () => Promise<string | null> | string | null> = {
  "no assertion": () => null,
  "what is no assertion": () => "eyJhbGciOiJSUzI1NiJ9.e30.",
  "an assertion that has expired": () => access.assertion(NOW, { email: MEMBER }, { minutes: -1 }),
  "an assertion for another application": () =>
    access.assertion(NOW, { email: MEMBER }, { audience: "another" }),
  "an assertion of another team": () =>
    access.assertion(NOW, { email: MEMBER }, { issuer: "https://others.cloudflareaccess.com" }),
  "an assertion without an address, as a service has": () => access.assertion(NOW, { common_name: "robot" }),
  "an assertion whose address is no text": () => access.assertion(NOW, { email: [OWNER] }),
  "somebody without a role": () => access.assertion(NOW, { email: "stranger@academy.example" }),
  "an assertion with another's signature": async () => {
    const other = await cloudflareAccess();
    return other.assertion(NOW, { email: OWNER });
  },
  "an assertion that the team's key has signed by another algorithm (PS256)": () =>
    access.assertion(NOW, { email: OWNER }, { alg: "PS256" }),
  "an assertion that never ends": () => access.assertion(NOW, { email: OWNER }, { minutes: null }),
};

test.each(Object.keys(REFUSED))("the desk refuses a request with %s", async (what) => {
  const assertion = (await REFUSED[what]?.()) ?? null;
  expect(await identified(assertion)).toBeNull();
  const addresses = deskAddresses({ id: "ENR-0000000000", reference: "REG-1", mail: 1, cohort: "x" });
  const app = deskApp();
  const unknown = { method: "GET", address: "/desk/no-such-page" };
  for (const { method, address } of [...addresses, unknown, { method: "PUT", address: "/desk" }]) {
    const answer = await app.fetch(new Request(deskRequest(assertion, address), { method }));
    expect(answer.status, address).toBe(404);
    expect(await answer.text()).toBe("");
  }
});

test("the desk reads Access's keys once, and again for a key that it does not know", async () => {
  const gate = access.gate();
  const assertion = await access.assertion(NOW, { email: MEMBER });
  expect(await identified(assertion, gate)).not.toBeNull();
  expect(await identified(assertion, gate)).not.toBeNull();
  expect(access.requestedUrls).toEqual([`${TEAM}/cdn-cgi/access/certs`]);
  await access.rotate();
  // The keys are read again at most every half minute.
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  const after = await access.assertion(NOW, { email: MEMBER });
  expect(await identified(after, gate)).not.toBeNull();
  expect(await identified(assertion, gate)).not.toBeNull();
  expect(access.requestedUrls).toHaveLength(2);
});

test("the desk refuses every request while Access's keys cannot be read", async () => {
  const assertion = await access.assertion(NOW, { email: MEMBER });
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  expect(await identified(assertion)).toBeNull();
  expect(vi.mocked(console.error).mock.calls.join()).toMatch(/desk-keys-not-read/);
  expect(vi.mocked(console.error).mock.calls.join()).not.toContain(MEMBER);
});

test.each([
  ["the team", { ACCESS_TEAM: "", ACCESS_AUDIENCE: AUDIENCE }],
  ["the audience", { ACCESS_TEAM: TEAM, ACCESS_AUDIENCE: " " }],
  ["an address without encryption", { ACCESS_TEAM: "http://team.example", ACCESS_AUDIENCE: AUDIENCE }],
  ["what is no address of a team", { ACCESS_TEAM: "academy", ACCESS_AUDIENCE: AUDIENCE }],
])("there is no desk if a setting is missing or wrong: %s", async (_, env) => {
  const settings = deskSettings.parse({ ...env, DESK_OWNERS: OWNER });
  expect(settings).toBeNull();
  const gate = settings && accessGate(settings);
  const answer = await openDesk(deskRequest(await access.assertion(NOW, { email: OWNER })), gate);
  expect(answer.status).toBe(404);
});

test("a page of the desk is cached and framed by none, and posts only to the desk or sign-in", async () => {
  const answer = await openDesk(deskRequest(await access.assertion(NOW, { email: VIEWER })));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(`form-action 'self' ${TEAM}`);
  expect(policy).not.toContain("unsafe");
});

test("the session check answers 204 without a body", async () => {
  const answer = await openDesk(deskRequest(await access.assertion(NOW, { email: VIEWER }), "/desk/session"));
  expect(answer.status).toBe(204);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toBe("");
});
