import { beforeEach, expect, test, vi } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN, edgeApp } from "../../../fixtures/edge.ts";
import { visibleParts } from "../../../fixtures/site-pages.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const ask = (path: string, method: string, changes: Partial<Dependencies> = {}) =>
  edgeApp({ db: openDatabase(), ...changes }).fetch(new Request(EDGE_ORIGIN + path, { method }));

const KEY = "A".repeat(22);

async function expectPart(page: Response, status: number, part: string) {
  expect([page.status, page.headers.get("cache-control")]).toEqual([status, "no-store"]);
  expect(await visibleParts(page)).toEqual([part]);
}

test.each([
  ["GET", "/prod/subscriptions/short", 404, "list-unknown"],
  ["POST", `/prod/subscriptions/${KEY}`, 404, "list-unknown"],
  ["POST", "/prod/subscriptions/short/stop", 404, "leave-unknown"],
  ["GET", `/prod/subscriptions/${KEY}/stop`, 200, "not-listed"],
  ["GET", `/prod/addresses/${KEY}`, 404, "address-unknown"],
  ["POST", `/prod/reminders/${KEY}`, 404, "reminders-unknown"],
])("%s of the wrong link %s answers %i with the page's part %s", async (method, path, status, part) => {
  await expectPart(await ask(path, method), status, part);
});

test.each([`/prod/subscriptions/${KEY}`, `/prod/addresses/${KEY}`])(
  "DELETE of a mail's link answers 405 with the page's part not-opened: %s",
  async (path) => {
    await expectPart(await ask(path, "DELETE"), 405, "not-opened");
  },
);

const broken = {
  ...openDatabase(),
  prepare: () => {
    throw new Error("no database");
  },
};

test("a link that cannot be looked up answers 503 with the site's page", async () => {
  const page = await ask(`/prod/reminders/${KEY}`, "GET", { db: broken });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await visibleParts(page)).toEqual(["failed"]);
});

test("a link whose page cannot be read answers with a message", async () => {
  const pages = () => Promise.reject(new Error("no pages"));
  const answer = await ask(`/prod/reminders/${KEY}`, "GET", { pages });
  const message = "That didn't work. Please try again in a minute.";
  expect([answer.status, await answer.json()]).toEqual([503, { message }]);
});
