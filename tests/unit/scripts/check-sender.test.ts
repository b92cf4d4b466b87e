import { expect, test } from "vitest";
import { checkSender } from "../../../scripts/ops/check-sender.ts";

/** Returns a DNS lookup that finds these records. */
const resolverOf = (texts: Record<string, string[][]>) => async (name: string) => {
  const records = texts[name];
  if (!records) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  return records;
};

test("a sender's domain with its records lacks nothing", async () => {
  const resolve = resolverOf({
    "academy.com": [["google-site"], ["v=spf1 include:", "mail.com -all"]],
    "_dmarc.academy.com": [["v=DMARC1; p=reject"]],
  });
  expect(await checkSender("no-reply@academy.com", resolve)).toEqual([]);
});

test("each missing record of a sender's domain is named with what to write", async () => {
  const lines = await checkSender("no-reply@academy.com", resolverOf({ "academy.com": [["v=spf2"]] }));
  expect(lines).toEqual([
    expect.stringMatching(/^academy\.com has no v=spf1: write /),
    expect.stringMatching(/^_dmarc\.academy\.com has no v=DMARC1: write /),
  ]);
});

test("a failed DNS lookup is not reported as a missing record", async () => {
  const lines = await checkSender("no-reply@academy.com", async () => {
    throw Object.assign(new Error("offline"), { code: "ECONNREFUSED" });
  });
  expect(lines.join()).toMatch(/could not be asked \(ECONNREFUSED\)/);
  expect(lines.join()).not.toContain("has no");
});
