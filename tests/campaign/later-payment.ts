/** Plays one of the later payments of a plan: the learner, a second tab or device, or a sponsor pays it on the site's pages. */
import { makePayerLink } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { type Aim, payOnPage } from "./enrolment-page.ts";
import { openTab } from "./tab.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import type { LaterPayment } from "./whole-plan.ts";
import type { World } from "./world.ts";

/** A learner's enrolment. */
export interface Enrolled {
  readonly id: string;
  /** The learner's own. */
  readonly browser: Browser;
  /** The link in the newest mail to the learner; null without one. */
  newestLink(): EnrolmentAccess | null;
}

const TAB_STAYS = HOUR / 2;

export function playLater(world: World, { id, browser, newestLink }: Enrolled, payment: LaterPayment): void {
  const { time } = world;
  const payer = { stories: payment.stories, opened: 0 };
  const fromBrowser = () => knownEnrolments().find((each) => each.id === id) ?? newestLink();
  const linkOfLearner = payment.opens === "from a mail" ? newestLink : fromBrowser;
  const learnerPays = () => payWith(browser, linkOfLearner);

  switch (payment.who) {
    case "the learner":
      learnerPays();
      break;
    case "the learner in two tabs":
      world.strike("second tab");
      learnerPays();
      time.outlive(payment.secondAfter, learnerPays);
      break;
    case "the learner on two devices":
      world.strike("second device");
      learnerPays();
      time.outlive(payment.secondAfter, () => payWith(deviceOf("phone", 101), newestLink));
      break;
    case "a sponsor":
      askSponsor();
      break;
    case "a sponsor and the learner":
      world.strike("sponsor and learner at once");
      askSponsor(learnerPays);
      break;
  }

  function deviceOf(name: string, host: number): Browser {
    const address = `198.51.100.${host}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** The learner makes a link, and somebody else opens it elsewhere. */
  function askSponsor(meanwhile: () => void = () => undefined): void {
    open(browser, async () => {
      const access = linkOfLearner();
      if (!access) return;
      for (let round = 0; round < 5; round += 1) {
        const made = await makePayerLink(access, 1);
        if (made.type === "answered") {
          const { key } = made.body;
          payWith(deviceOf("sponsor", 102), () => ({ id, key }), payment.payerEmail);
          return time.outlive(payment.secondAfter, meanwhile);
        }
        await time.wait(MINUTE);
      }
    });
  }

  function open(on: Browser, live: Parameters<typeof openTab>[2]) {
    return openTab(world, { name: on.name, browser: on, payer, addresses: null, thing: null }, live);
  }

  /**
   * Somebody pays on a device, tab after tab, until a page has said that it is paid.
   * @param access what the tab opens; null where nothing can be opened
   */
  function payWith(
    on: Browser,
    access: () => EnrolmentAccess | null,
    payerEmail: string | null = null,
  ): void {
    const aim: Aim = { choice: payment.choice, payerEmail, charges: null, isReached: false };
    const later = [...payment.returnsAfter];
    visit(payment.tabEnds ?? TAB_STAYS);

    function visit(stays: number): void {
      const tab = open(on, async (page) => {
        const link = access();
        if (!link) return;
        if (aim.payerEmail === null && on === browser) saveAccess(link);
        await payOnPage(world, page, link, aim);
      });
      time.outlive(stays, () => {
        if (stays !== TAB_STAYS) world.strike("tab closed or reloaded");
        tab.end();
        const pause = later.shift();
        if (pause !== undefined && !aim.isReached) time.after(pause, () => visit(TAB_STAYS));
      });
    }
  }
}
