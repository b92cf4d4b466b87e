import { expect, test } from "vitest";
import { checkSender } from "../../../scripts/ops/check-sender.ts";

const answering = (texts: Record<string, string[][]>) => async (name: string) => {
  const records = texts[name];
  if (!records) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  return records;
};

test("a sender's domain with its records lacks nothing", async () => {
  const resolve = answering({
    "academy.com": [["google-site"], ["v=spf1 include:", "mail.com -all"]],
    "_dmarc.academy.com": [["v=DMARC1; p=reject"]],
  });
  expect(await checkSender("no-reply@academy.com", resolve)).toEqual([]);
});

test("for a sender's domain without its records, the check says what to write", async () => {
  const lines = await checkSender("no-reply@academy.com", answering({ "academy.com": [["v=spf2"]] }));
  expect(lines).toEqual([
    expect.stringMatching(/^academy\.com has no v=spf1: write /),
    expect.stringMatching(/^_dmarc\.academy\.com has no v=DMARC1: write /),
  ]);
});

test("a sender's domain that cannot be asked is not called wrong", async () => {
  const lines = await checkSender("no-reply@academy.com", async () => {
    throw Object.assign(new Error("offline"), { code: "ECONNREFUSED" });
  });
  expect(lines.join()).toMatch(/could not be asked \(ECONNREFUSED\)/);
  expect(lines.join()).not.toContain("has no");
});
