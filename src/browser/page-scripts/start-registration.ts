/**
 * Hydrates Signup's form at once if the page must show more than its HTML does. Otherwise the first touch
 * hydrates it. The reasons: a link has chosen a course, somebody typed before a reload, this browser knows
 * of an earlier payment, the edge has sent the form back, or a currency cannot be paid in yet.
 */

import { REGISTRATION_EVENT } from "~/browser/events.ts";
import {
  keysBelow,
  LOCAL_PAYMENTS_KEY,
  OUTBOX_KEY,
  REGISTRATION_DRAFT_KEY,
  readStorage,
} from "~/browser/stores/browser-storage.ts";

const start = () => dispatchEvent(new Event(REGISTRATION_EVENT));
const hasEarlierPayment = () =>
  [OUTBOX_KEY, LOCAL_PAYMENTS_KEY].some((prefix) => keysBelow(prefix).length > 0);

const link = new URLSearchParams(location.search);
const isLinked = ["course", "plan", "cohort"].some((name) => link.has(name));
const isStarted = readStorage("sessionStorage", REGISTRATION_DRAFT_KEY) !== null;
const isSentBack = location.pathname !== "/Signup";

const { SANDBOX, PUBLIC_PAYSTACK_KEY, PUBLIC_PAYPAL_CLIENT_ID } = import.meta.env;
const isSetUp = SANDBOX || (PUBLIC_PAYSTACK_KEY && PUBLIC_PAYPAL_CLIENT_ID);

if (!isSetUp || isLinked || isStarted || isSentBack || hasEarlierPayment()) start();

// There may be a payment in another tab, or one from before this page was left and restored.
addEventListener("storage", ({ key }) => {
  if (key?.startsWith(OUTBOX_KEY)) start();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && hasEarlierPayment()) start();
});
