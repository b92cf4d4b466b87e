/** Bad requests on the runtime itself; ten thousand of them are tried on the handlers in tests/unit. */
import { request as ask } from "node:http";
import fc from "fast-check";
import type { BadRequest } from "../fixtures/bad-request.ts";
import { badRequests } from "../fixtures/bad-requests.ts";
import { EDGE_ORIGIN } from "../fixtures/edge.ts";
import { expect, test, withDatabase } from "./fixtures.ts";
import { SITE } from "./servers.ts";

const RUNS = 300;
/** Addresses that no URL parser would write; the runtime must not stumble over them either. */
const BROKEN_PATHS = [
  "/prod/paypal/orders/%E0%A4%A/capture",
  "/prod/paypal/orders/%/capture",
  "/prod/%6Dailing",
  "//prod/mailing",
  "/prod/mailing/",
  "/prod/mailing?__proto__[x]=1",
];

/** Sends the bytes as they are: fetch would refuse some of them itself. */
function send({
  method,
  path,
  headers,
  body,
}: Omit<BadRequest, "wrong">): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(SITE.origin);
    const asked = ask({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    asked.on("error", reject);
    asked.end(body ?? undefined);
  });
}

function storedRows(): number {
  return withDatabase(SITE, { readOnly: true }, (database) => {
    const row = database
      .prepare(
        "SELECT (SELECT COUNT(*) FROM mails WHERE message LIKE '%Ada registers%') + (SELECT COUNT(*) FROM registrations WHERE reference = 'REG-20261121-AAAAAAAAAA') AS count",
      )
      .get();
    return Number(row?.count);
  });
}

test(`${RUNS} bad requests are refused, and nothing is stored`, async () => {
  const unsigned = () => ({ "content-type": "application/json" });
  const before = storedRows();
  await fc.assert(
    fc.asyncProperty(badRequests(unsigned), fc.nat({ max: 0xffff }), async (bad, place) => {
      const { origin, ...headers } = bad.headers as Record<string, string>;
      const { status, text } = await send({
        ...bad,
        headers: {
          ...headers,
          ...(origin !== undefined && { origin: origin === EDGE_ORIGIN ? SITE.origin : origin }),
          "cf-connecting-ip": `2001:db8:${place.toString(16)}::1`,
        },
      });
      expect(status, text).toBeGreaterThanOrEqual(400);
      expect(status, text).toBeLessThan(500);
      if (bad.method !== "HEAD") expect(text).not.toBe("");
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(storedRows()).toBe(before);
});

for (const path of BROKEN_PATHS) {
  test(`a request for ${path} is no failure of the server`, async () => {
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    for (const method of ["GET", "POST"]) {
      const { status } = await send({ method, path, headers, body: method === "POST" ? "{}" : null });
      expect(status).toBeLessThan(500);
    }
  });
}
