import { expect, test } from "vitest";
import { academyAddresses, resolveRecipient } from "~/edge/mail/academy-addresses.ts";
import { STAFF, site } from "../../../fixtures/enrolment.ts";

test("mails go to the addresses that the content names", () => {
  const addresses = {
    sender: site.senderEmail,
    academy: site.email,
    staff: STAFF,
    alerts: site.alertsEmail,
  };
  for (const env of [{}, { STAFF_EMAIL: " " }]) expect(academyAddresses(site, env)).toEqual(addresses);
});

test("no browser can send a mail to the alerts role", () => {
  const addresses = academyAddresses(site, {});
  for (const name of ["alerts", site.alertsEmail]) expect(resolveRecipient(name, addresses)).toBeNull();
});

test("a tester's address gets the mails to every role, and the academy none", () => {
  const addresses = academyAddresses(site, { STAFF_EMAIL: " tester@example.com " });
  expect(addresses).toMatchObject({ sender: site.senderEmail, alerts: "tester@example.com" });
  for (const role of ["academy", "staff-1", "staff-4"]) {
    expect(resolveRecipient(role, addresses)).toBe("tester@example.com");
  }
  for (const address of [site.email, site.alertsEmail, ...STAFF])
    expect(resolveRecipient(address, addresses)).toBeNull();
});
