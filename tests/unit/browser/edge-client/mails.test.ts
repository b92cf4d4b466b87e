import { expect, test, vi } from "vitest";
import { contactMail, MailError, newsletterMail, sendMail } from "~/browser/edge-client/mails.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

const mail = {
  config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
  body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
};

const edge = playEdge();

/** Sends a mail that is not accepted. */
async function failureOfMail(): Promise<MailError> {
  const error = await sendMail(mail).catch((reason: unknown) => reason);
  if (!(error instanceof MailError)) throw new Error(`Expected a MailError, not ${error}`);
  return error;
}

test.each([
  ["the edge", "", "https://academy.example/prod/mailing", ["REG-1:staff-1:paid", "5400"]],
  [
    "a gateway, which does not know them",
    "https://gateway.example/mail",
    "https://gateway.example/mail",
    [null, null],
  ],
])(
  "a mail is posted once as JSON, with its idempotency key and the time on the page for %s",
  async (_, endpoint, url, facts) => {
    vi.stubEnv("PUBLIC_MAIL_ENDPOINT", endpoint);
    await sendMail(mail, { idempotencyKey: "REG-1:staff-1:paid", openMs: 5400 });
    expect(edge.requests).toMatchObject([{ method: "POST", url, body: JSON.stringify(mail) }]);
    const [request] = edge.requests;
    expect(request?.headers.get("Content-Type")).toBe("application/json");
    expect(["Idempotency-Key", "Form-Open-Ms"].map((name) => request?.headers.get(name))).toEqual(facts);
  },
);

test("a refused mail has the endpoint's message and is not sent again", async () => {
  const message = "This sender is not allowed.";
  edge.answers = [json(503, { message })];
  expect(await failureOfMail()).toMatchObject({ status: 503, reply: message });
  expect(edge.requests).toHaveLength(1);
});

test.each([
  ["no body", new Response(null, { status: 500 })],
  ["text", new Response("<h1>Error</h1>", { status: 500 })],
  ["an empty message", json(500, { message: "" })],
  ["a message that is no text", json(500, { message: { code: 7 } })],
  ["null", json(500, null)],
])("a mail refused with %s has no message", async (_, answer) => {
  edge.answers = [answer];
  expect(await failureOfMail()).toMatchObject({ status: 500, reply: null });
});

test("a mail without a connection has no status", async () => {
  edge.answers = ["down"];
  expect(await failureOfMail()).toMatchObject({ status: null, reply: null });
});

const route = { from: "no-reply@academy.example", to: "hello@academy.example" };
const message = {
  firstname: "Ada",
  lastname: "Obi",
  email: "ada@example.com",
  phone: "0803 000 0000",
  message: "When does the next cohort start?",
};

test("a script in the contact form is shown as text", () => {
  const hostile = {
    ...message,
    firstname: "<script>alert(1)</script>",
    message: `<a href="x" onclick='y'>&`,
  };
  const html = contactMail(hostile, route).body.message;
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;");
  expect(html).not.toMatch(/<script|<a /);
});

test("the mail of the contact form keeps line breaks", () => {
  const html = contactMail({ ...message, message: "One\r\nTwo\nThree" }, route).body.message;
  expect(html).toContain("<td>One<br>Two<br>Three</td>");
});

test("a script in an address for the newsletter is shown as text", () => {
  expect(newsletterMail("<script>@example.com", route).body.message).toContain("&lt;script&gt;@example.com");
});
