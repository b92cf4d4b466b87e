import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MailError, type MailRequest, sendMail } from "~/mail/mail-client";

const mail: MailRequest = {
  config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
  body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
};

beforeEach(() => vi.stubGlobal("location", { origin: "https://academy.example" }));
afterEach(() => vi.unstubAllGlobals());

function answerWith(status: number, body: unknown) {
  const fetch = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function refusalOf(sending: Promise<void>): Promise<MailError> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error("The mail was accepted.");
  return error;
}

it.each([200, 202])("an answer of %i is success", async (status) => {
  answerWith(status, {});
  await expect(sendMail(mail)).resolves.toBeUndefined();
});

it("a refusal carries the status and the endpoint's own words", async () => {
  answerWith(403, { message: "This address is not the academy's." });
  expect(await refusalOf(sendMail(mail))).toMatchObject({
    status: 403,
    reply: "This address is not the academy's.",
  });
});

it.each([{}, { message: "" }, { message: 7 }, null])(
  "a refusal with %j has no words of its own",
  async (body) => {
    answerWith(401, body);
    expect(await refusalOf(sendMail(mail))).toMatchObject({ status: 401, reply: null });
  },
);

it("a failure is not tried again behind the visitor's back", async () => {
  const fetch = answerWith(500, {});
  await refusalOf(sendMail(mail));
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("no answer at all is a failure without a status", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await refusalOf(sendMail(mail))).toMatchObject({ status: null, reply: null });
});
