/** Plays one of the later payments of a plan: the learner, a second tab or device, or a sponsor pays it on the site's pages. */
import { makePayerLink } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { type Aim, payOnPage } from "./enrolment-page.ts";
import type { Providers } from "./providers.ts";
import { openTab } from "./tab.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
import type { LaterPayment } from "./whole-plan.ts";
import { strike, type World } from "./world.ts";

export interface LaterTools {
  readonly world: World;
  readonly providers: Providers;
  /** The learner's own. */
  readonly browser: Browser;
  /** Of the enrolment. */
  readonly id: string;
  /** The link in the newest mail to the learner; null without one. */
  newestLink(id: string): EnrolmentAccess | null;
}

const TAB_STAYS = HOUR / 2;

/** Somebody who pays on a device, tab after tab, until a page has said that it is paid. */
interface Payer {
  readonly browser: Browser;
  readonly aim: Aim;
  /** What the tab opens; null where nothing can be opened. */
  access(): EnrolmentAccess | null;
}

export function playLater(tools: LaterTools, payment: LaterPayment): void {
  const { world, browser, id, newestLink } = tools;
  const { time } = world;
  const { who, choice, payerEmail, secondAfter, opens } = payment;
  const opened = { checkouts: 0 };
  const aimOf = (email: string | null): Aim => ({
    choice,
    payerEmail: email,
    charges: null,
    isReached: false,
  });
  const fromMail = () => newestLink(id);
  const fromBrowser = () => knownEnrolments().find((each) => each.id === id) ?? fromMail();
  const learner: Payer = {
    browser,
    aim: aimOf(null),
    access: opens === "from a mail" ? fromMail : fromBrowser,
  };

  switch (who) {
    case "the learner":
      payWith(learner);
      break;
    case "the learner in two tabs":
      strike(world, "second tab");
      payWith(learner);
      afterwards(() => payWith({ ...learner, aim: aimOf(null) }));
      break;
    case "the learner on two devices":
      strike(world, "second device");
      payWith(learner);
      afterwards(() => payWith({ browser: deviceOf("phone", 1), aim: aimOf(null), access: fromMail }));
      break;
    case "a sponsor":
      askSponsor(() => undefined);
      break;
    case "a sponsor and the learner":
      strike(world, "sponsor and learner at once");
      askSponsor(() => payWith(learner));
      break;
  }

  function afterwards(act: () => void): void {
    runIn(null, () => time.after(secondAfter, act));
  }

  function deviceOf(name: string, place: number): Browser {
    const address = `198.51.100.${100 + place}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** The learner makes a link, and somebody else opens it elsewhere. */
  function askSponsor(meanwhile: () => void): void {
    open(browser, async () => {
      const access = learner.access();
      if (!access) return;
      for (let round = 0; round < 5; round += 1) {
        const made = await makePayerLink(access, 1);
        if (made.type === "answered") {
          const payerAccess = { id, key: made.body.key };
          const sponsor = deviceOf("sponsor", 2);
          runIn(null, () => payWith({ browser: sponsor, aim: aimOf(payerEmail), access: () => payerAccess }));
          return afterwards(meanwhile);
        }
        await time.wait(MINUTE);
      }
    });
  }

  function open(on: Browser, live: Parameters<typeof openTab>[3]) {
    const { stories } = payment;
    const facts = { name: on.name, browser: on, addresses: null, thing: null, stories, opened };
    return openTab(world, tools.providers, facts, live);
  }

  function payWith({ browser: on, aim, access }: Payer): void {
    const later = [...payment.returnsAfter];
    visit(payment.tabEnds ?? TAB_STAYS);

    function visit(stays: number): void {
      const tab = open(on, async (page) => {
        const link = access();
        if (!link) return;
        if (aim.payerEmail === null && on === browser) saveAccess(link);
        await payOnPage(world, page, link, aim);
      });
      runIn(null, () =>
        time.after(stays, () => {
          if (stays !== TAB_STAYS) strike(world, "tab closed or reloaded");
          tab.end();
          const pause = later.shift();
          if (pause !== undefined && !aim.isReached) time.after(pause, () => visit(TAB_STAYS));
        }),
      );
    }
  }
}
