import { storedMails, unique } from "../e2e/fixtures.ts";
import { CHECKOUT_HOST, CHECKOUT_PAGE } from "../mocks/paystack-checkout.ts";
import { expect, test } from "./fixtures.ts";
import { hasFocus, named, type Visitor } from "./visitor.ts";

test.describe("registering", () => {
  test.use({ standIns: { [CHECKOUT_HOST]: CHECKOUT_PAGE } });

  async function fillIn(visitor: Visitor, lastName: string): Promise<void> {
    await visitor.open("/Signup");
    await visitor.choose(named.field("Course"), "DevOps Foundational");
    await visitor.choose(named.field("Cohort"), 1);
    await visitor.type(named.field("First Name"), "Ada");
    await visitor.type(named.field("Last Name"), lastName);
    await visitor.type(named.field("Email Address"), "ada@example.com");
    await visitor.type(named.field("Phone Number"), "08031234567");
    await visitor.type(named.field("WhatsApp Number"), "08037654321");
    await visitor.choose(named.field("Country"), "Nigeria");
    await visitor.choose('//select[@name="state"]', "Lagos");
    await visitor.choose(named.field("Age"), "25-29");
    await visitor.choose(named.field("Gender"), "Female");
    await visitor.choose(named.field("Education"), "Graduate");
    await visitor.press(named.tick("I agree that the academy"));
  }

  async function pay(visitor: Visitor): Promise<void> {
    await visitor.inFrame('//iframe[@title="Paystack checkout"]', () => visitor.press('//*[@id="pay"]'));
    await visitor.see(named.dialog("Your payment has been received"));
  }

  test("a visitor fills in the registration form, pays, and four members of staff are notified", async ({
    visitor,
  }) => {
    const lastName = unique("Obi");
    await fillIn(visitor, lastName);
    await visitor.press(named.button("Register"));
    await pay(visitor);
    const mails = storedMails(lastName);
    expect(mails).toHaveLength(4);
    for (const { message } of mails) {
      expect(message).toContain("+2348031234567");
      expect(message).toContain("N165,000");
    }
  });

  test("registering without a network says so and keeps what was typed, which is paid when the network is back", async ({
    visitor,
    line,
  }) => {
    const lastName = unique("Obi");
    await fillIn(visitor, lastName);
    // With the last field comes what begins a payment.
    await expect
      .poll(() => visitor.ask("return document.querySelectorAll('astro-island[client=event][ssr]').length"))
      .toBe(0);
    line.cut();
    await visitor.press(named.button("Register"));
    await visitor.see(named.dialog("Your payment has not been received yet"));
    line.mend();
    await visitor.press(named.button("Try again"));
    await pay(visitor);
    expect(storedMails(lastName)).toHaveLength(4);
  });
});

test("an incomplete e-mail address is announced when its field is left", async ({ visitor }) => {
  await visitor.open("/Signup");
  await visitor.type(named.field("Email Address"), "ada");
  await visitor.key("Tab");
  await visitor.see('//*[@aria-live="polite"]/p[contains(@class, "field-error")]');
});

async function write(visitor: Visitor, question: string): Promise<void> {
  await visitor.type(named.field("First Name"), "Ada");
  await visitor.type(named.field("Last Name"), "Obi");
  await visitor.type(named.field("Email Address"), "ada@example.com");
  await visitor.type(named.field("Phone Number"), "+234 803 000 0000");
  await visitor.type(named.field("Message"), question);
}

test("a contact form with empty fields focuses the first; filled in, it is sent", async ({ visitor }) => {
  const question = unique("When does the next cohort start? ");
  const thanks = named.dialog("Message received");
  await visitor.open("/Contact");
  await visitor.press(named.button("Send Message"));
  await visitor.see(named.alert("Please fill all fields"));
  await expect.poll(() => hasFocus(visitor, named.field("First Name"))).toBe(true);

  await write(visitor, question);
  await visitor.press(named.button("Send Message"));
  await visitor.see(thanks);
  await expect.poll(() => hasFocus(visitor, thanks)).toBe(true);
  expect(storedMails(question)).toHaveLength(1);

  await visitor.key("Escape");
  await visitor.miss(thanks);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: [/mail was not accepted \(no answer\)/] });

  test("without a network, a message says that it is not sent yet, stays as it was typed, and is sent when the network is back", async ({
    visitor,
    line,
  }) => {
    const question = unique("When does the next cohort start? ");
    await visitor.open("/Contact");
    await write(visitor, question);
    line.cut();
    await visitor.press(named.button("Send Message"));
    await visitor.see(named.text("Not sent yet: you're offline"));
    expect(await visitor.ask(`return document.querySelector("textarea").value`)).toBe(question);
    expect(storedMails(question)).toEqual([]);

    line.mend();
    await visitor.press(named.button("Try now"));
    await visitor.see(named.dialog("Message received"));
    expect(storedMails(question)).toHaveLength(1);
  });
});
