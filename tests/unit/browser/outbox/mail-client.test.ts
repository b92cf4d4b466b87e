import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MailError, sendMail } from "~/browser/outbox/mail-client.ts";

const mail = {
  config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
  body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
};

beforeEach(() => {
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubEnv("PUBLIC_MAIL_ENDPOINT", "");
});

afterEach(() => {
  vi.useRealTimers();
});

/** Answers every request with `answer`, and keeps what was asked. */
function stubEndpoint(answer: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return answer();
  });
  return requests;
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error(`Expected a MailError, not ${error}`);
  return error;
}

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

test("a mail is posted once, as JSON, in exactly the agreed shape", async () => {
  const requests = stubEndpoint(() => new Response(null, { status: 204 }));
  await sendMail(mail);
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request?.method).toBe("POST");
  expect(request?.url).toBe("https://academy.example/prod/mailing");
  expect(request?.headers.get("Content-Type")).toBe("application/json");
  expect(await request?.text()).toBe(JSON.stringify(mail));
});

test("a mail to the edge has headers with its idempotency key and how long its form was open", async () => {
  const requests = stubEndpoint(() => new Response(null, { status: 204 }));
  await sendMail(mail, { idempotencyKey: "REG-1:staff-1:paid", openMs: 5400 });
  expect(requests[0]?.headers.get("Idempotency-Key")).toBe("REG-1:staff-1:paid");
  expect(requests[0]?.headers.get("Form-Open-Ms")).toBe("5400");
  expect(await requests[0]?.text()).toBe(JSON.stringify(mail));
});

test("a mail to a gateway has no such headers", async () => {
  vi.stubEnv("PUBLIC_MAIL_ENDPOINT", "https://gateway.example/prod/mailing");
  const requests = stubEndpoint(() => new Response(null, { status: 204 }));
  await sendMail(mail, { idempotencyKey: "REG-1:staff-1:paid", openMs: 5400 });
  expect(requests[0]?.url).toBe("https://gateway.example/prod/mailing");
  expect(requests[0]?.headers.has("Idempotency-Key")).toBe(false);
  expect(requests[0]?.headers.has("Form-Open-Ms")).toBe(false);
  expect(await requests[0]?.text()).toBe(JSON.stringify(mail));
});

test("a refused mail has the endpoint's own message, and is not retried by the mail client: the outbox does that", async () => {
  const message = "This sender is not allowed.";
  const requests = stubEndpoint(json(503, { message }));
  expect(await failureOf(sendMail(mail))).toMatchObject({ status: 503, message, reply: message });
  expect(requests).toHaveLength(1);
});

test.each([
  ["no body", () => new Response(null, { status: 500 })],
  ["text", () => new Response("<h1>Error</h1>", { status: 500 })],
  ["broken JSON", () => new Response("{", { status: 500, headers: { "Content-Type": "application/json" } })],
  ["a list", json(500, [])],
  ["an empty message", json(500, { message: "" })],
  ["a message that is no text", json(500, { message: { code: 7 } })],
  ["null", json(500, null)],
])("a mail refused with %s has its status and a message of our own", async (_, answer) => {
  stubEndpoint(answer);
  const failure = await failureOf(sendMail(mail));
  expect(failure.status).toBe(500);
  expect(failure.reply).toBeNull();
  expect(failure.message).toMatch(/\w/);
  expect(failure.message).not.toContain("<h1>");
});

test("a mail without a connection has no status", async () => {
  stubEndpoint(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await failureOf(sendMail(mail))).toMatchObject({
    status: null,
    message: "The mail endpoint could not be reached.",
  });
});
