/** What the built pages say of one thing, they all say alike: dates, prices, durations, counts. No browser is needed. */
import { fileURLToPath } from "node:url";
import { levelSchema } from "~/content/schemas/level.ts";
import { dayOf, lagosDay } from "~/domain/dates/day.ts";
import { add, CURRENCIES, formatExact, formatFull, formatShort, type Money } from "~/domain/money/money.ts";
import { totalOf } from "~/domain/pricing/payment-plan.ts";
import { atOncePlan, explainPrices } from "~/domain/pricing/price-cards.ts";
import { builtPages } from "../fixtures/built-pages.ts";
import { courseNamed, courses, site } from "../fixtures/enrolment.ts";
import { readProseFolder } from "../fixtures/prose-files.ts";
import { expect, test } from "./fixtures.ts";
import { SITE } from "./servers.ts";

const pages = builtPages(fileURLToPath(new URL(`../../${SITE.folder}/dist/client/`, import.meta.url)));
const pageNamed = (name: string) => {
  const page = pages.find((each) => each.name === name);
  if (!page) throw new Error(`The site has no page ${name}.`);
  return page.text;
};
/** Every place that says something, with its page. */
const saying = (pattern: RegExp) =>
  pages.flatMap(({ name, text }) => [...text.matchAll(pattern)].map((match) => ({ name, match })));

test("a day that is over is named on no page but as the one that was announced last, and then by one day everywhere", () => {
  const today = lagosDay(new Date());
  const named = saying(
    /(last: |Last listed: )?([A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}-\d\d-\d\d)/g,
  );
  const over = named.filter(({ match: [, , day = ""] }) => dayOf(new Date(`${day} UTC`)) < today);
  expect(
    over.filter(({ match: [, introduced] }) => !introduced).map(({ name, match }) => `${name}: ${match[0]}`),
  ).toEqual([]);
  expect(new Set(over.map(({ match }) => match[0])).size).toBeLessThanOrEqual(2);
  expect(over.length).toBeGreaterThan(10);
  for (const { name, html } of pages) {
    for (const [, day = ""] of html.matchAll(/"(?:startDate|endDate)":"([^"]+)"/g))
      expect(day >= today, name).toBe(true);
  }
});

/** Every amount that follows from the course record. */
function knownAmounts(): Set<string> {
  const amounts: Money[] = [];
  for (const currency of CURRENCIES) {
    const fee = site.registrationFee[currency];
    amounts.push(fee);
    for (const { registrationPrice, coursePagePrice, plans = [] } of courses.values()) {
      if (coursePagePrice) amounts.push(coursePagePrice[currency]);
      if (registrationPrice) amounts.push(registrationPrice[currency], add(fee, registrationPrice[currency]));
      for (const { schedules } of plans) {
        const schedule = schedules[currency];
        amounts.push(schedule.now, add(fee, schedule.now), ...schedule.later, totalOf(schedule));
        if (schedule.percentOf) amounts.push(schedule.percentOf);
      }
    }
  }
  return new Set(amounts.flatMap((amount) => [formatFull(amount), formatShort(amount), formatExact(amount)]));
}

test("every amount on every page follows from the course record", () => {
  const known = knownAmounts();
  const named = saying(/(?<![A-Za-z])N\d[\d,]*K?(?![\d])|\$\d[\d,]*(?:\.\d\d)?/g);
  const unknown = named
    .map(({ name, match }) => ({ name, amount: match[0].replace(/,$/, "") }))
    .filter(({ amount }) => !known.has(amount));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(200);
});

test("a page that shows one of a course's several prices says what each of them buys", () => {
  let checked = 0;
  for (const { name: courseName, registrationPrice, coursePagePrice, plans, plansOf } of courses.values()) {
    const plan = atOncePlan(plans ?? courseNamed(plansOf ?? "devops-full").plans ?? []);
    if (!coursePagePrice || !registrationPrice || !plan || (!plans && !plansOf)) continue;
    const lender = plansOf ? courseNamed(plansOf).name : null;
    const sentence = explainPrices(
      { list: coursePagePrice, registration: registrationPrice, card: { plan, lender } },
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

const levels = readProseFolder("levels").map(({ path, data }) => ({
  id: path.replace(/^levels\/|\.yaml$/g, ""),
  ...levelSchema.parse(data),
}));
const weeksOf = ({ curriculum }: (typeof levels)[number]) =>
  curriculum.reduce((sum, { weeks }) => sum + weeks.length, 0);
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const asNumber = (text: string) =>
  NUMBERS.includes(text.toLowerCase()) ? NUMBERS.indexOf(text.toLowerCase()) : Number(text);

test("a level takes as many months as its curriculum has weeks, on its own page and on its track's", () => {
  for (const level of levels) {
    const weeks = weeksOf(level);
    const months = level.durationMonths;
    expect(months, level.id).toBe(Math.round((weeks * 12) / 52));
    const own = pageNamed(`course/${level.id}`);
    expect(own).toContain(`Duration\n${months} months`);
    expect(own).toContain(`stops · ${weeks} weeks`);
    // The address has the specification's spelling.
    const track = pageNamed(level.track.replace("project-management", "project-managment"));
    expect(track).toContain(`${level.level}\n${months} months`);
  }
});

test("no page names a number of weeks or months that no record has", () => {
  const fromLevels = levels.flatMap((level) => [`${weeksOf(level)} week`, `${level.durationMonths} month`]);
  const fromCatalogue = readProseFolder("catalogue").map(({ data }) =>
    (data as { time: string }).time.replace(/s$/, "").toLowerCase(),
  );
  const terms = [...courses.values()].flatMap(({ plans = [] }) =>
    plans.flatMap(({ schedules }) => CURRENCIES.flatMap((currency) => schedules[currency].due ?? [])),
  );
  const known = new Set([
    ...fromLevels,
    ...fromCatalogue,
    ...terms.map(({ count, unit }) => `${count} ${unit}`),
    // Both levels of a track, the range of one level, the general range, the internship, and the rules of the Terms.
    ...["26 week", "12 to 16 week", "16 to 24 week", "3 month", "1 week"],
  ]);
  const number = `\\d+|${NUMBERS.join("|")}`;
  const named = saying(new RegExp(`\\b(?:(${number})( to |–| / ))?(${number})[ -](week|month)s?\\b`, "gi"));
  const unknown = named
    .map(({ name, match: [whole, from, between = "", to = "", unit = ""] }) => ({
      name,
      whole,
      key: `${from === undefined ? "" : `${asNumber(from)}${between.replace("–", " to ")}`}${asNumber(to)} ${unit.toLowerCase()}`,
    }))
    .filter(({ key }) => !known.has(key));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(60);
});

test("the internship, the attendance, the classes a week and the engineers trained are counted alike on every page", () => {
  const internships = saying(/internship (?:of|lasts) (\w+) months|(\w+)[- ]months? internship/gi);
  expect(new Set(internships.map(({ match: [, after, before = ""] }) => asNumber(after ?? before)))).toEqual(
    new Set([3]),
  );
  const attendance = saying(
    /attend\D{0,40}?(\d+) ?(?:percent|%)|(\d+) ?percent (?:attendance|of (?:them|the live))/gi,
  );
  expect(new Set(attendance.map(({ match: [, before, after] }) => before ?? after))).toEqual(new Set(["85"]));
  const classes = saying(
    /\b(\w+) (?:live )?(?:online )?classes a week|classes (?:\w+ ){0,4}?(once|twice|\w+ times) a week|(\d) × a week/gi,
  );
  expect(
    new Set(classes.map(({ match: [, one, two, three] }) => (one ?? two ?? three ?? "").toLowerCase())),
  ).toEqual(new Set(["two", "twice", "2"]));
  const trained = saying(/(a few hundred|[\d,]+) engineers/gi).map(({ match: [, count = ""] }) =>
    count.toLowerCase(),
  );
  expect(new Set(trained)).toEqual(new Set(["a few hundred", "10,000"]));
});
