import type { Page } from "@playwright/test";
import { servePayPalOnEdge } from "../mocks/paypal-sdk.ts";
import { chargeFrom, paystackFrame, paystackParams, servePaystack } from "../mocks/paystack-checkout.ts";
import { setPaystackCharge } from "../mocks/paystack-server.ts";
import { changeDatabase } from "./control-site.ts";
import { comeFrom, expect, test, watchContext } from "./fixtures.ts";
import { makePayerLink, paidEnrolment, startEnrolment } from "./new-enrolment.ts";
import { PAYPAL_API, PAYSTACK_API, SITE } from "./servers.ts";

const request = (page: Page) => page.getByRole("region", { name: /DevOps Full/ });
const RECEIVED = "Your payment has been received";

test.beforeEach(async ({ context }) => {
  await comeFrom(context, "NG");
  await servePaystack(context);
});

test("a relative on another device pays a learner's link once, and sees only the first name", async ({
  page,
  request: api,
  browser,
  unexpected,
  visitor,
}) => {
  const started = await paidEnrolment(api);
  const link = await makePayerLink(page, started);
  expect(link).toMatch(/\/Sponsor#ENR-[0-9A-Z]{10}\.[\w-]{22}$/);
  expect(link).not.toContain(started.key);
  const share = page.getByRole("link", { name: "Send by WhatsApp" });
  const message = encodeURIComponent(`Please help me pay N70,000 for DevOps Full at Academy:\n${link}`);
  await expect(share, "the app's own scheme: no server sees the link").toHaveAttribute(
    "href",
    `whatsapp://send?text=${message}`,
  );
  const other = await browser.newContext({ baseURL: new URL(link).origin, serviceWorkers: "block" });
  try {
    await watchContext(other, { unexpected, visitor });
    await comeFrom(other, "NG");
    await servePaystack(other);
    const payer = await other.newPage();
    const requestedUrls: string[] = [];
    payer.on("request", (each) => requestedUrls.push(each.url()));
    await payer.goto(link);
    await expect(request(payer)).toContainText("Ada asks you to pay for DevOps Full");
    await expect(request(payer)).toContainText("Tuition, payment 2 of 6");
    expect(payer.url(), "the key has left the address").toMatch(/\/Sponsor$/);
    const seen = await payer.locator("main").innerText();
    for (const hidden of ["Obi", started.email, "8012345678", "N350,000"]) expect(seen).not.toContain(hidden);
    await payer.reload();
    await payer.getByLabel("Your email address").fill("zz");
    await payer.getByRole("button", { name: "Pay N70,000 with Paystack" }).click();
    await expect(payer.getByText("Enter an email address like name@example.com.")).toBeVisible();
    await payer.getByLabel("Your email address").fill("uncle@example.com");
    await payer.getByRole("button", { name: "Pay N70,000 with Paystack" }).click();
    const params = await paystackParams(payer);
    expect(params).toMatchObject({ amount: 7_000_000, email: "uncle@example.com" });
    await setPaystackCharge(PAYSTACK_API.origin, params.reference, chargeFrom(params));
    await paystackFrame(payer).getByRole("button", { name: "Pay", exact: true }).click();
    await payer
      .getByRole("dialog", { name: RECEIVED })
      .getByRole("button", { name: "Close" })
      .first()
      .click();
    await expect(payer.getByText("This has been paid", { exact: true })).toBeVisible();
    const key = link.slice(-22);
    expect(
      requestedUrls.filter((url) => url.includes(key)),
      "the key is in no address",
    ).toEqual([]);
  } finally {
    await other.close();
  }

  await page.goto(link);
  await expect(page.getByText("This has been paid", { exact: true }), "on every device").toBeVisible();
  await page.goto("/My-enrolment");
  const paid = page.locator(".charge").filter({ hasText: "payment 2 of 6" });
  await expect(paid).toContainText("Paid");
  await paid.getByRole("button", { name: /^Receipt/ }).click();
  await expect(page.getByRole("dialog", { name: "Receipt" })).toContainText("Someone else");
});

test("a learner's phone shares the link by its share sheet, and a relative abroad dollars first", async ({
  page,
  context,
  request: api,
}) => {
  const started = await startEnrolment(api, { planId: "" });
  await comeFrom(context, "US");
  await servePayPalOnEdge(context, PAYPAL_API.origin, "completed");
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.documentElement.dataset.shared = data?.text ?? "";
    };
  });
  // The fee and the tuition are due on one day, so the learner's page asks for both.
  const link = await makePayerLink(page, started);
  await page.getByRole("button", { name: "Share link" }).click();
  await expect(page.locator("html")).toHaveAttribute(
    "data-shared",
    `Please help me pay N495,000 for DevOps Full at Academy:\n${link}`,
  );
  await expect(page.getByRole("link", { name: "Send by WhatsApp" })).toBeHidden();
  await page.goto(link);
  const ways = request(page).getByRole("button", { name: /^Pay / });
  await expect(ways).toHaveText(["Pay $1,209.00 with PayPal", "Pay N495,000 with Paystack"]);
  await expect(request(page)).toContainText("$1,209.00 or N495,000");
  await ways.first().click();
  await page.getByRole("button", { name: "Pay with PayPal", exact: true }).click();
  await page.getByRole("dialog", { name: RECEIVED }).getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByText("This has been paid", { exact: true })).toBeVisible();
});

test("a payer's link that staff or a withdrawal have ended says so, and offers nothing to pay", async ({
  page,
  request: api,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  const { link: learnerLink, id, key } = await paidEnrolment(api);
  const payerLink = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await api.post(`/prod/enrolments/${id}/payer-links`, { data: {}, headers });
    return `/Sponsor#${id}.${(await answer.json()).key}`;
  };
  await page.goto(learnerLink);
  await expect(page.getByText("N209,000 paid")).toBeVisible();
  const older = await payerLink();
  const newer = await payerLink();
  await page.goto(newer.replace("/Sponsor", "/My-enrolment"));
  await expect(request(page)).toContainText("Ada asks you to pay");
  await page.goto("/My-enrolment");
  await expect(page.getByText("N209,000 paid"), "the learner's own key is still there").toBeVisible();
  await page.goto(older);
  const alert = page.getByRole("alert").filter({ hasText: "We can't open this link" });
  await expect(alert).toContainText("Ask the learner for a new one");
  await expect(alert.getByRole("button"), "each try of it counts as a wrong key").toHaveCount(0);
  await changeDatabase(SITE, ["UPDATE enrolments SET withdrawn_on = '2026-11-20' WHERE id = ?", id]);
  await page.goto(newer);
  await expect(page.getByText("This enrolment has ended")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
});
