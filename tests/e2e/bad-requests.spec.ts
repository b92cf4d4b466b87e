/** Addresses that no URL parser would write; ten thousand other bad requests are tried in tests/unit. */
import { request as ask } from "node:http";
import { expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

const BROKEN_PATHS = [
  "/prod/paypal/orders/%E0%A4%A/capture",
  "/prod/paypal/orders/%/capture",
  "/prod/%6Dailing",
  "//prod/mailing",
  "/prod/mailing/",
  "/prod/mailing?__proto__[x]=1",
];

/**
 * Sends the address as it is: fetch would normalise it. Without a body: at an unknown address it would stay unread, and break
 * the local runtime's next request. @returns the answer's status
 */
function send(method: "GET" | "POST", path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(SITE.origin);
    const headers = {
      "content-type": "application/json",
      "content-length": "0",
      origin: "https://evil.example",
    };
    const asked = ask({ hostname, port, method, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("a request for an address that no parser would write is no failure of the server", async () => {
  for (const path of BROKEN_PATHS) {
    expect(await send("GET", path), path).toBeLessThan(500);
    expect(await send("POST", path), path).toBeLessThan(500);
  }
});
