import { storedMails, unique } from "../e2e/fixtures.ts";
import { CHECKOUT_HOST, CHECKOUT_PAGE } from "../mocks/paystack-checkout.ts";
import { expect, test } from "./fixtures.ts";
import { hasFocus, named } from "./visitor.ts";

test.describe("registering", () => {
  test.use({ standIns: { [CHECKOUT_HOST]: CHECKOUT_PAGE } });

  test("a visitor fills in the form, pays, and four members of staff hear of it", async ({ visitor }) => {
    const lastName = unique("Obi");
    await visitor.open("/Signup");
    await visitor.choose(named.field("Course"), "DevOps Foundational");
    await visitor.choose(named.field("Cohort"), 1);
    await visitor.type(named.field("First Name"), "Ada");
    await visitor.type(named.field("Last Name"), lastName);
    await visitor.type(named.field("Email Address"), "ada@example.com");
    await visitor.type(named.field("Phone Number"), "08031234567");
    await visitor.type(named.field("WhatsApp Number"), "08037654321");
    await visitor.choose(named.field("Country"), "Nigeria");
    await visitor.choose(named.field("State"), "Lagos");
    await visitor.choose(named.field("Age"), "25-29");
    await visitor.choose(named.field("Gender"), "Female");
    await visitor.choose(named.field("Education"), "Graduate");
    await visitor.press(named.tick("I agree that the academy"));
    await visitor.press(named.button("Register"));

    await visitor.inFrame('//iframe[@title="Paystack checkout"]', () => visitor.press('//*[@id="pay"]'));
    await visitor.see(named.dialog("Your payment has been received"));
    const mails = storedMails(lastName);
    expect(mails).toHaveLength(4);
    for (const { message } of mails) {
      expect(message).toContain("+2348031234567");
      expect(message).toContain("N165,000");
    }
  });
});

test("an address that is left incomplete is pointed out aloud", async ({ visitor }) => {
  await visitor.open("/Signup");
  await visitor.type(named.field("Email Address"), "ada");
  await visitor.key("Tab");
  await visitor.see('//*[@aria-live="polite"]/p[contains(@class, "field-error")]');
});

test("a message without its fields is told so and led to the first; with them it is sent", async ({
  visitor,
}) => {
  const question = unique("When does the next cohort start? ");
  const thanks = named.dialog("Message received");
  await visitor.open("/Contact");
  await visitor.press(named.button("Send Message"));
  await visitor.see(named.alert("Please fill all fields"));
  await expect.poll(() => hasFocus(visitor, named.field("First Name"))).toBe(true);

  await visitor.type(named.field("First Name"), "Ada");
  await visitor.type(named.field("Last Name"), "Obi");
  await visitor.type(named.field("Email Address"), "ada@example.com");
  await visitor.type(named.field("Phone Number"), "+234 803 000 0000");
  await visitor.type(named.field("Message"), question);
  await visitor.press(named.button("Send Message"));
  await visitor.see(thanks);
  await expect.poll(() => hasFocus(visitor, thanks)).toBe(true);
  expect(storedMails(question)).toHaveLength(1);

  await visitor.key("Escape");
  await visitor.miss(thanks);
});
