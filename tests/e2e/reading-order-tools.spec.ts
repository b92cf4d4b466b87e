import { stateNamed } from "../fixtures/states.ts";
import { expect, test } from "./fixtures.ts";
import { BEGINNING, END, expectInOrder, open } from "./reading-order.ts";

test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

test.describe("a screen reader goes through", () => {
  test("a screen reader goes through Compare by columns and rows, each link named after its course", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Compare", path: "/Compare" }), [
      ...BEGINNING,
      ["heading", "Compare courses"],
      ["group", "Show prices in"],
      ["button", "Naira (N)"],
      ["button", "Dollars ($)"],
      ["link", "Which track fits me?"],
      ["region", "Comparison of all courses"],
      ["table", ""],
      ["columnheader", "Course"],
      ["columnheader", "Duration"],
      ["columnheader", "Tuition"],
      ["columnheader", "Ways to pay"],
      ["columnheader", "What it covers"],
      ["columnheader", "You need"],
      ["rowheader", /^DevOps Engineering/],
      ["link", /^Apply Now ?: DevOps Engineering$/],
      ["StaticText", "6 Months"],
      ["StaticText", "N500,000"],
      ["StaticText", /^N500,000 is the list price/],
      ["link", /^Full Tuition ?: N485,000$/],
      ["rowheader", /^AWS Solutions Architect/],
      ...END,
    ]);
  });

  test("a screen reader goes through Cohort from whether one can register to what it takes, and on", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Cohort", path: "/Cohort" }), [
      ...BEGINNING,
      ["heading", "Next cohort"],
      ["region", "Next cohort"],
      ["StaticText", /To be announced/],
      ["link", "Register"],
      ["term", "Live classes"],
      ["StaticText", /in Lagos/],
      ["term", "Time per week"],
      ["term", "Laptop"],
      ["term", "Mobile data"],
      ["navigation", "Before you register"],
      ["link", "Compare the courses"],
      ["link", "Which track fits me?"],
      ["link", "Plan the payments"],
      ...END,
    ]);
  });

  test("a screen reader goes through Plan from what is chosen to each payment with its day and its amount", async ({
    page,
  }) => {
    const stops = await open(page, stateNamed("plan-chosen"));
    expectInOrder(stops, [
      ...BEGINNING,
      ["navigation", "Breadcrumb"],
      ["heading", "Plan the payments"],
      ["group", "Show prices in"],
      ["form", "Your plan"],
      ["combobox", "Course"],
      ["combobox", "Way to pay"],
      ["Date", "First day of class"],
      ["button", "Print"],
      ["button", "Copy link"],
      ["status", ""],
      ["heading", "DevOps Full"],
      ["heading", "Five Installments"],
      ["table", "Five Installments, DevOps Full, in naira"],
      ["columnheader", "When"],
      ["columnheader", "Amount"],
      ["rowheader", /^Today, /],
      ["StaticText", "N194,000"],
      ["rowheader", "Due on Mar 15, 2027"],
      ["StaticText", "N70,000"],
      ["rowheader", "In all"],
      ["StaticText", "N544,000"],
      ["link", "Pay on the Pricing page"],
      ...END,
    ]);
    // What was not chosen is not read out, nor the other currency.
    expect(stops.filter(({ role }) => role === "table")).toHaveLength(1);
  });

  test("a screen reader goes through Which-track question by question to the answer, its reasons and the way on", async ({
    page,
  }) => {
    expectInOrder(await open(page, stateNamed("which-track-answered")), [
      ...BEGINNING,
      ["heading", "Which track fits me?"],
      ["form", "Five questions"],
      ["group", "1. What do you enjoy most?"],
      ["radio", "Making things run by themselves"],
      ["radio", "Finding out what numbers say"],
      ["group", "2. Which problem would you like to solve?"],
      ["group", /^5\. /],
      ["button", "Show which track fits me"],
      ["region", "Data Analytics"],
      ["StaticText", "Your answers point to"],
      ["heading", "Data Analytics"],
      ["heading", "Why"],
      ["StaticText", /^You like to find out what numbers say/],
      ["link", "See this track"],
      ["navigation", "Tracks"],
      ["heading", "All tracks"],
      ["link", "Cybersecurity"],
      ...END,
    ]);
  });

  test("a screen reader goes through Search from the field to what was found, how much, and where it is", async ({
    page,
  }) => {
    expectInOrder(await open(page, stateNamed("search-found")), [
      ...BEGINNING,
      ["heading", "Search"],
      ["form", "Search"],
      ["searchbox", "What are you looking for?"],
      ["status", ""],
      ["StaticText", /^\d+ found for "docker"\.$/],
      ["list", ""],
      ["link", /Docker/],
      ["navigation", "Pages"],
      ["heading", "Or browse"],
      ["link", "All questions and answers"],
      ...END,
    ]);
  });

  test("a screen reader goes through My enrolment from what is paid to the button, each payment and its receipt", async ({
    page,
  }) => {
    expectInOrder(await open(page, stateNamed("my-enrolment-active")), [
      ...BEGINNING,
      ["heading", "My enrolment"],
      ["heading", "DevOps Full"],
      ["term", "Learner"],
      ["StaticText", "Ada Obi"],
      ["heading", "N209,000 paid N350,000 left"],
      ["StaticText", "Tuition, payment 2 of 6"],
      ["combobox", "How much"],
      ["button", "Pay N70,000"],
      ["button", "Ask somebody else to pay"],
      ["heading", "Your payments"],
      ["StaticText", "Registration fee"],
      ["StaticText", "N15,000"],
      ["StaticText", "Paid"],
      ["button", "Receipt of N209,000, REG-20261102-AAAAAAAAAA"],
      ["StaticText", "Tuition, payment 2 of 6"],
      ["StaticText", "Due on Dec 9, 2026"],
      ["StaticText", "Not due yet"],
      ["heading", "Keep the dates"],
      ["button", "Add the dates to my calendar"],
      ["heading", "Your details"],
      ["button", "Change my details"],
      ["heading", "Your link"],
      ["button", "Forget on this device"],
      ...END,
    ]);
  });

  test("a screen reader goes through Sponsor from who asks to the amount, the button and the rules", async ({
    page,
  }) => {
    expectInOrder(await open(page, stateNamed("sponsor-asked")), [
      ...BEGINNING,
      ["heading", "Pay for a learner"],
      ["region", "Ada asks you to pay for DevOps Full"],
      ["heading", "Ada asks you to pay for DevOps Full"],
      ["term", "Learner"],
      ["StaticText", "Ada"],
      ["term", "Course"],
      ["StaticText", "DevOps Full"],
      ["term", "Payment plan"],
      ["term", "For"],
      ["StaticText", "Tuition, payment 2 of 6"],
      ["term", "Due"],
      ["StaticText", "Dec 9, 2026"],
      ["term", "Amount"],
      ["StaticText", "N70,000"],
      ["textbox", "Your email address, for a receipt (optional)"],
      ["button", "Pay N70,000 with Paystack"],
      ["status", ""],
      ["complementary", "Refunds"],
      ["heading", "How it works"],
      ["link", "Who we are"],
      ...END,
    ]);
  });
});
