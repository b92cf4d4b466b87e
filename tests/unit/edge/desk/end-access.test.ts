import { expect, test } from "vitest";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, seen, mails, start } = enrolmentDesk(desk);
const { does, fill, page, undo } = staffDesk(desk);

test("staff end access with a reason that the learner reads, until it is undone", async () => {
  const { id, key } = await enrolled();
  const path = `/desk/enrolments/${id}`;
  const { left } = await seen(id, key);
  const html = await does(path, "end-access", { reason: "Shared the recordings" });
  expect(html).toContain(ACCESS_WORDS.ended);
  expect(html).toContain("Shared the recordings");
  expect(await seen(id, key)).toMatchObject({ isAccessEnded: true, state: "active", left });
  expect((await mails()).at(-1)?.text).toContain("Learning portal access: ended");
  expect((await page(`${path}/end-access`)).status).toBe(409);
  await undo(path, html);
  expect(await seen(id, key)).toMatchObject({ isAccessEnded: false });
});

test("access is not ended without a reason, nor where nothing is paid", async () => {
  const { id, order } = await enrolled();
  expect((await fill(`/desk/enrolments/${id}/end-access`, { reason: "" })).status).toBe(422);
  const unpaid = await start({ ...order, reference: "REG-20261121-UNPAAAAAAD" });
  expect((await page(`/desk/enrolments/${unpaid.id}/end-access`)).status).toBe(409);
});
