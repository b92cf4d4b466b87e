import { expect, test } from "vitest";
import { blockerOf, type Finding, launchReport } from "../../src/build/content-check/finding.ts";
import { checkAcademy, copyOfContent, lineOf, lines } from "../fixtures/changed-content.ts";

const { notes } = checkAcademy();

test("the launch list names everything that is marked as a placeholder", () => {
  const supply = lines(notes, "To be supplied").map((line) => line.replace("To be supplied: ", ""));
  expect(supply.filter((line) => line.startsWith("content/testimonials/"))).toHaveLength(7);
  expect(supply.filter((line) => line.includes("alumni, places"))).toHaveLength(6);
  expect(supply).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^content\/pages\/catalogue\.yaml:\d+ classes: /),
      expect.stringMatching(/^content\/pages\/home\.yaml:\d+ video, youtubeId: nothing here yet$/),
      expect.stringMatching(/^content\/pages\/home\.yaml:\d+ metrics, figures 1: /),
      "content/courses/aws-cloud-practitioner.yaml:11 plans 1, naira: 2 weeks, the rest in a second payment",
    ]),
  );
  expect(lines(notes, "Example contacts")).toEqual([
    "content/site.yaml:15 Example contacts: phones 1: +234 000 000 0001, +2340000000001",
    "content/site.yaml:16 Example contacts: phones 2: +234 000 000 0002, +2340000000002",
    "content/site.yaml:17 Example contacts: whatsapp: 2340000000001",
    expect.stringContaining("content/site.yaml:24 Example contacts: the whole file: "),
  ]);
});

test("the launch list names every placeholder address", () => {
  const examples = lines(notes, "Example addresses");
  expect(examples).toHaveLength(13);
  expect(examples).toContain("content/site.yaml:6 Example addresses: email: hello@academy.example");
  expect(examples).toContain(
    "content/site.yaml:22 Example addresses: links, twitter: https://twitter.com/academy_example",
  );
});

test("the launch list names a next cohort that is over", () => {
  expect(lines(notes, "Dates")).toEqual([
    `content/pages/catalogue.yaml:${lineOf("pages/catalogue.yaml", "nextCohort:")} Dates: nextCohort: the first class in content/cohorts/february-2024.yaml is in the past.`,
  ]);
});

test("the launch list says how to confirm a future first class until it is confirmed", () => {
  const copy = copyOfContent();
  const unconfirmed = () => lines(copy.check("2024-02-26").notes, "Dates").join();
  expect(unconfirmed()).toContain("confirmed: true");
  copy.replace("cohorts/february-2024.yaml", '"2024-02-26"', '"2024-02-26"\nconfirmed: true');
  expect(unconfirmed()).toBe("");
});

test("the launch list names prices that disagree, and none that agree", () => {
  const prices = lines(notes, "Prices that disagree").join("\n");
  expect(prices).toContain(
    "devops-full.yaml:6 Prices that disagree: DevOps Full: costs N480,000 on the registration form, N500,000 on its own page, N485,000 on the card Full Tuition.",
  );
  expect(prices).toContain("N485,000 on the card Full Tuition (taken from devops-full).");
  expect(prices).not.toMatch(/Cloud Practitioner|Solutions Architect|Data Analytics/);
});

const blockers = (findings: readonly Finding[]) => [...new Set(findings.map(blockerOf))].filter(Boolean);

test("the launch list begins with what production waits for", () => {
  expect(blockers(notes).sort()).toEqual(["cohort", "example-contacts", "legal", "prices"]);
  expect(launchReport(notes)).toMatch(
    /^Production waits for \d+ things \(.*\):\n\nPrices that disagree \(\d+\)[\s\S]*\n\nThen [\s\S]*\n\nTo be supplied \(/,
  );
});

test("production does not wait for a cohort that is confirmed and open", () => {
  const copy = copyOfContent();
  copy.replace("cohorts/february-2024.yaml", '"2024-02-26"', '"2027-02-26"\nconfirmed: true');
  expect(blockers(copy.check("2026-11-21").notes)).not.toContain("cohort");
  expect(blockers(copy.check("2027-02-25").notes)).not.toContain("cohort");
  expect(blockers(copy.check("2027-02-26").notes)).toContain("cohort");
  expect(blockers(copy.check("2028-02-26").notes)).toContain("cohort");
});

test("the launch list names each legal fact that is an example, until its name is taken away", () => {
  const copy = copyOfContent();
  const legal = () => lines(copy.check().notes, "Legal name and numbers");
  expect(legal()).toHaveLength(6);
  const line = lineOf("site.yaml", "  name: Academy Limited");
  expect(legal()[0]).toBe(`content/site.yaml:${line} Legal name and numbers: legal, name: Academy Limited`);
  copy.replace("site.yaml", "placeholders: [name, address,", "placeholders: [");
  expect(legal()).toHaveLength(4);
});
