import { expect, test, vi } from "vitest";
import { contactMail, newsletterMail, sendMail } from "~/browser/edge-client/mails.ts";
import { type EdgeAnswer, json, playEdge } from "../../../fixtures/page-edge.ts";

const mail = {
  config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
  body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
};

const edge = playEdge();
const GATEWAY = "https://gateway.example/mail";

test.each([
  ["the edge", "", "https://academy.example/prod/mailing", ["REG-1:staff-1:paid", "5400"]],
  ["a gateway, without them", GATEWAY, GATEWAY, [null, null]],
])("a mail is posted as JSON, with its key and the time on the page, to %s", async (_, to, url, facts) => {
  vi.stubEnv("PUBLIC_MAIL_ENDPOINT", to);
  await sendMail(mail, { idempotencyKey: "REG-1:staff-1:paid", openMs: 5400 });
  expect(edge.requests).toMatchObject([{ method: "POST", url, body: JSON.stringify(mail) }]);
  const [request] = edge.requests;
  expect(request?.headers.get("Content-Type")).toBe("application/json");
  expect(["Idempotency-Key", "Form-Open-Ms"].map((name) => request?.headers.get(name))).toEqual(facts);
});

test.each<[string, EdgeAnswer, number | null, string | null]>([
  ["a message", json(503, { message: "Not now." }), 503, "Not now."],
  ["no body", new Response(null, { status: 500 }), 500, null],
  ["text", new Response("<h1>Error</h1>", { status: 500 }), 500, null],
  ["an empty message", json(500, { message: "" }), 500, null],
  ["a message that is no text", json(500, { message: { code: 7 } }), 500, null],
  ["null", json(500, null), 500, null],
  ["no response", "down", null, null],
])("a mail that is refused with %s is not sent again", async (_, answer, status, reply) => {
  edge.answers = [answer];
  await expect(sendMail(mail)).rejects.toMatchObject({ name: "MailError", status, reply });
  expect(edge.requests).toHaveLength(1);
});

const route = { from: "no-reply@academy.example", to: "hello@academy.example" };
const message = {
  firstname: "Ada",
  lastname: "Obi",
  email: "ada@example.com",
  phone: "0803 000 0000",
  message: "When does the next cohort start?",
};

test.each([
  ["a script is shown as text", `<script src="x">'&`, "&lt;script src=&quot;x&quot;&gt;&#39;&amp;"],
  ["line breaks stay", "One\r\nTwo\nThree", "One<br>Two<br>Three"],
])("in the mail of the contact form %s", (_, typed, html) => {
  const mailed = contactMail({ ...message, firstname: typed, message: typed }, route).body.message;
  expect(mailed.split(`<td>${html}</td>`)).toHaveLength(3);
});

test("a script in an address for the newsletter is shown as text", () => {
  expect(newsletterMail("<script>@example.com", route).body.message).toContain("&lt;script&gt;@example.com");
});
