import { expect, it } from "vitest";
import { contactMail, newsletterMail } from "~/browser/outbox/mail-client.ts";
import { BLANK_CONTACT_MESSAGE } from "~/domain/contact/contact-message.ts";

const route = { from: "no-reply@academy.example", to: "hello@academy.example" };
const message = {
  ...BLANK_CONTACT_MESSAGE,
  firstname: "Ada",
  lastname: "Obi",
  email: "ada@example.com",
  phone: "0803 000 0000",
  message: "When does the next cohort start?",
};

it("the mail of the contact form shows a script in a name as text, and runs nothing", () => {
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

it("the mail of the contact form keeps the line breaks of a message", () => {
  const html = contactMail({ ...message, message: "One\r\nTwo\nThree" }, route).body.message;
  expect(html).toContain("<td>One<br>Two<br>Three</td>");
});

it("the mail of the newsletter shows a script in an address as text", () => {
  expect(newsletterMail("<script>@example.com", route).body.message).toContain("&lt;script&gt;@example.com");
});
