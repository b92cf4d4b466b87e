/** The built pages agree on dates and prices. No browser is needed. */
import { dayOf, lagosDay } from "~/domain/dates/day.ts";
import {
  add,
  CURRENCIES,
  formatExact,
  formatFull,
  formatShort,
  fromMinor,
  type Money,
} from "~/domain/money/money.ts";
import { totalOf } from "~/domain/pricing/payment-plan.ts";
import { atOncePlan, explainPrices } from "~/domain/pricing/price-cards.ts";
import { builtPages } from "../fixtures/built-pages.ts";
import { courseNamed, courses, site } from "../fixtures/enrolment.ts";
import { expect, test } from "./fixtures.ts";
import { FILES } from "./servers.ts";

const pages = builtPages(FILES.site);
/** Every place that says something, with its page. */
const saying = (pattern: RegExp) =>
  pages.flatMap(({ name, text }) => [...text.matchAll(pattern)].map((match) => ({ name, match })));

test("a day that is over is named only as the one announced last, by a course and by Signup", () => {
  const today = lagosDay(new Date());
  const named = saying(
    /(last: |Last listed: )?([A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}-\d\d-\d\d)/g,
  );
  const over = named.filter(({ match: [, , day = ""] }) => dayOf(new Date(`${day} UTC`)) < today);
  expect(
    over.filter(({ match: [, introduced] }) => !introduced).map(({ name, match }) => `${name}: ${match[0]}`),
  ).toEqual([]);
  expect(new Set(over.map(({ match }) => match[0])).size).toBeLessThanOrEqual(2);
  const pagesWithLastCohort = /^(?:course\/|Single-course$|Signup$)/;
  expect(over.map(({ name }) => name).filter((name) => !pagesWithLastCohort.test(name))).toEqual([]);
  expect(over.length).toBeGreaterThan(10);
  for (const { name, html } of pages) {
    for (const [, day = ""] of html.matchAll(/"(?:startDate|endDate)":"([^"]+)"/g))
      expect(day >= today, name).toBe(true);
  }
});

function differenceOf({ currency, minor }: Money, other: Money): Money {
  return fromMinor(currency, Math.abs(minor - other.minor));
}

/** Every amount that follows from the course record. */
function knownAmounts(): Set<string> {
  const amounts: Money[] = [];
  for (const currency of CURRENCIES) {
    const fee = site.registrationFee[currency];
    amounts.push(fee);
    for (const { registrationPrice, coursePagePrice, plans = [] } of courses.map(({ data }) => data)) {
      if (coursePagePrice) amounts.push(coursePagePrice[currency]);
      if (registrationPrice) amounts.push(registrationPrice[currency], add(fee, registrationPrice[currency]));
      for (const { schedules } of plans) {
        const schedule = schedules[currency];
        amounts.push(schedule.now, add(fee, schedule.now), ...schedule.later, totalOf(schedule));
        if (schedule.percentOf) amounts.push(schedule.percentOf);
        // What a plan's card compares with the price for paying once.
        if (registrationPrice) amounts.push(differenceOf(totalOf(schedule), registrationPrice[currency]));
      }
    }
  }
  return new Set(amounts.flatMap((amount) => [formatFull(amount), formatShort(amount), formatExact(amount)]));
}

test("a page writes an amount in one way: $1200 as the price cards do, or $1,200.00", () => {
  const inBothWays = pages.filter(({ text }) => /\$\d{4}/.test(text) && /\$\d,\d{3}/.test(text));
  expect(inBothWays.map(({ name }) => name)).toEqual([]);
});

test("the first payment of a plan leads to Signup with that plan chosen", () => {
  const named = /(from\s*)?<a [^>]*?href="([^"]*)"[^>]*>\s*(from\s*)?<span class="price/g;
  const links = pages.flatMap(({ html }) =>
    [...html.matchAll(named)].flatMap(([, before, href = "", inside]) => (before || inside ? [href] : [])),
  );
  expect(links.filter((href) => !/^\/Signup\?course=[\w-]+&(?:amp;)?plan=[\w-]+$/.test(href))).toEqual([]);
  expect(links.length).toBeGreaterThan(3);
});

test("every amount on every page follows from the course record", () => {
  const amountsOnRecord = knownAmounts();
  const named = saying(/(?<![A-Za-z])N\d[\d,]*K?(?![\d])|\$\d[\d,]*(?:\.\d\d)?/g);
  const unknown = named
    .map(({ name, match }) => ({ name, amount: match[0].replace(/,$/, "") }))
    .filter(({ amount }) => !amountsOnRecord.has(amount));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(200);
});

test("a page that shows one of a course's several prices says what each of them buys", () => {
  let checked = 0;
  for (const { data } of courses) {
    const { name: courseName, registrationPrice, coursePagePrice, plans, plansOf } = data;
    const plan = atOncePlan(plans ?? courseNamed(plansOf ?? "devops-full").plans ?? []);
    if (!coursePagePrice || !registrationPrice || !plan || (!plans && !plansOf)) continue;
    const plansFrom = plansOf ? courseNamed(plansOf).name : null;
    const sentence = explainPrices(
      { list: coursePagePrice, registration: registrationPrice, card: { plan, plansFrom } },
      "NGN",
    );
    if (!sentence) continue;
    for (const { name, text } of pages.filter((page) =>
      page.text.includes(formatFull(registrationPrice.NGN)),
    )) {
      // The form charges the price of registering, and no other.
      if (name === "Signup") continue;
      expect(text.includes(sentence), `${courseName} on ${name}`).toBe(true);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(5);
});
