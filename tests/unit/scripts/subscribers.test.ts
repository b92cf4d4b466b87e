import { expect, test } from "vitest";
import { SUBSCRIBERS, subscribersCsv } from "../../../scripts/ops/subscribers-csv.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

test("the newsletter's readers are those who confirmed it, each with the address by which they leave", async () => {
  const db = openDatabase();
  const add = (email: string, list: string, confirmedAt: string | null) =>
    db
      .prepare(
        "INSERT INTO subscriptions (email, email_key, list, token, asked_at, confirmed_at) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .bind(email, email, list, `token-${email}`, "2027-01-01T00:00:00Z", confirmedAt)
      .run();
  await add("=ada@example.com", "newsletter", "2027-01-02T00:00:00Z");
  await add("bola@example.com", "newsletter", null);
  await add("chi@example.com", "opening", "2027-01-02T00:00:00Z");
  const { results } = await db.prepare(SUBSCRIBERS).all<Record<string, unknown>>();
  expect(subscribersCsv(results, "https://academy.test").trim().split("\r\n")).toEqual([
    "email,confirmed_at,leave",
    `"'=ada@example.com",2027-01-02T00:00:00Z,https://academy.test/prod/subscriptions/token-=ada@example.com/stop`,
  ]);
});
