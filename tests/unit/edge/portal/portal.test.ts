/** The delivery of a message to the learning portal, and the portal's settings. */
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { portalOf } from "~/edge/portal/portal.ts";
import { portalSettings } from "~/edge/portal/portal-settings.ts";

const URL_OF_PORTAL = "https://portal.example.com/hook?token=part-of-the-secret";
const secretOf = (name: string) => `whsec_${btoa(`${name}, of twenty-four bytes`)}`;
const [NEW, OLD] = [secretOf("new"), secretOf("old")];
const MESSAGE = { id: "ENR-7KQ2M9XA4T_1", body: { type: "enrolment.access" } };

function portalWith(fetch: (url: string, request: RequestInit) => Promise<Response>, secrets = NEW) {
  const env = { PORTAL_WEBHOOK_URL: URL_OF_PORTAL, PORTAL_WEBHOOK_SECRET: secrets };
  const portal = portalOf(env, { now: () => new Date(), isSandbox: false, fetch });
  if (portal.state !== "set") throw new Error("The portal's settings cannot be used.");
  return portal;
}

test("a message is signed by every secret, so that the portal verifies it with either", async () => {
  const requests: RequestInit[] = [];
  const portal = portalWith(async (_, request) => {
    requests.push(request);
    return new Response(null, { status: 202 });
  }, `${NEW} ${OLD}`);
  await portal.send(MESSAGE);
  const [{ body, headers } = {}] = requests;
  for (const secret of [NEW, OLD]) {
    expect(new Webhook(secret).verify(String(body), headers as Record<string, string>)).toEqual(MESSAGE.body);
  }
  const stranger = new Webhook(secretOf("other"));
  expect(() => stranger.verify(String(body), headers as Record<string, string>)).toThrow("No matching");
});

test.each([500, 307])(
  "a response with the status %i is a failure, and no redirect is followed",
  async (status) => {
    const modes: unknown[] = [];
    const portal = portalWith(async (_, { redirect }) => {
      modes.push(redirect);
      return new Response(null, { status, headers: { location: "http://10.0.0.1" } });
    });
    await expect(portal.send(MESSAGE)).rejects.toThrow(`The portal answered ${status}`);
    expect(modes).toEqual(["manual"]);
  },
);

test("a response's body is not read", async () => {
  const answer = new Response("x".repeat(1000));
  await portalWith(async () => answer).send(MESSAGE);
  await expect(answer.text()).rejects.toThrow();
});

test.each([
  ["late", new DOMException(`Timed out: ${URL_OF_PORTAL}`, "TimeoutError"), "No answer within 10 seconds"],
  ["cut off", new TypeError(`fetch failed: ${URL_OF_PORTAL}`), "The portal could not be reached"],
])("a connection that is %s names neither the address nor a secret", async (_, failure, reason) => {
  await expect(portalWith(() => Promise.reject(failure)).send(MESSAGE)).rejects.toEqual(new Error(reason));
});

describe("the settings", () => {
  const read = (url: string, secret = NEW, mayBeLocal = false) =>
    portalSettings(mayBeLocal).safeParse({ PORTAL_WEBHOOK_URL: url, PORTAL_WEBHOOK_SECRET: secret });

  test.each([
    "http://portal.example.com/hook",
    "https://user:password@portal.example.com/hook",
    "https://localhost/hook",
    "https://portal/hook",
    "https://nas.local/hook",
    "https://10.0.0.8/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "portal",
  ])("refuse %s outside the sandbox", (url) => {
    expect(read(url).error?.issues[0]?.message).toContain("PORTAL_WEBHOOK_URL is not a public address");
  });

  test("take a public name, and in the sandbox a portal on this machine", () => {
    expect(read("https://portal.example.com:8443/hook", `${NEW}  ${OLD}`).data).toEqual({
      url: "https://portal.example.com:8443/hook",
      secrets: [NEW, OLD],
    });
    expect(read("http://localhost:8000/hook", NEW, true).success).toBe(true);
  });

  test("have issues without the secret, also if only one is set", () => {
    const { error } = read("https://portal.example.com", "whsec_too-short");
    expect(error?.message).toContain("PORTAL_WEBHOOK_SECRET is no secret");
    expect(error?.message).not.toContain("too-short");
    expect(read("", NEW).error?.message).toContain("PORTAL_WEBHOOK_URL is not set.");
    expect(read("", "").data).toBeNull();
  });
});
