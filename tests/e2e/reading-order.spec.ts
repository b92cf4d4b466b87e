import { expect, test } from "./fixtures.ts";
import { BEGINNING, END, expectInOrder, open, type Sequence } from "./reading-order.ts";

test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

test.describe("a screen reader goes through", () => {
  test("a screen reader goes through Home from what it is to how to begin", async ({ page }) => {
    expectInOrder(await open(page, { name: "Home", path: "/" }), [
      ...BEGINNING,
      ["heading", /From first command to cloud engineer/],
      ["link", "View Courses"],
      ["term", "a program, in general"],
      ["StaticText", "16–24 weeks"],
      ["image", /^A line map/],
      ["heading", "Why learn with us"],
      ["heading", "A career in DevOps"],
      ["heading", "In their own words"],
      ["blockquote", ""],
      ["Figcaption", ""],
      ["button", "Previous"],
      ["StaticText", /^Testimonial/],
      ["button", "Next"],
      ["heading", "See how a week runs"],
      ["heading", "Where our training leads"],
      ["heading", "Six stops on the DevOps line"],
      ["heading", "Introduction to DevOps and Linux"],
      ["heading", "IaC with Terraform"],
      ["heading", "What comes with your place"],
      ["heading", "What we measure"],
      ["StaticText", "95%"],
      ["link", "Register"],
      ["heading", "Questions people ask first"],
      ["heading", "Hear about the next cohort"],
      ["textbox", "Email Address"],
      ["button", "Sign up"],
      ...END,
    ]);
  });

  test("a screen reader goes through Pricing card by card: plan, amount, terms, action", async ({ page }) => {
    const card = (plan: string, amount: string, terms: RegExp, sums: RegExp): Sequence => [
      ["article", ""],
      ["heading", plan],
      ["StaticText", amount],
      ["StaticText", terms],
      ["StaticText", sums],
      ["button", `Enroll Now : DevOps Full, ${plan}`],
    ];
    const stops = await open(page, { name: "Pricing", path: "/Pricing" });
    expectInOrder(stops, [
      ...BEGINNING,
      ["heading", "Pricing"],
      ["group", "Show prices in"],
      ["heading", "Full Course"],
      ["heading", "DevOps Full"],
      ...card("Five Installments", "N194K", /^40% down/, /^First payment N194,000.*N544,000 in all/),
      ["StaticText", "Pay once, save most"],
      ...card("Full Tuition", "N485K", /^100% upfront/, /^N485,000 in all/).slice(1),
      ...card("Two Installments", "N250K", /^50% down/, /^First payment N250,000.*N500,000 in all/),
      ["heading", "Foundational Course"],
      ["heading", "Advanced Course"],
      ["heading", "Short Course"],
      ["heading", "New here?"],
      ...END,
    ]);
    // The other currency is on the page as well, for the market it belongs to.
    expect(stops.filter(({ name }) => name.includes("$1200"))).toEqual([]);
  });

  test("a screen reader goes through Signup from the fee through the fields to the amount and the button", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Signup", path: "/Signup" }), [
      ...BEGINNING,
      ["heading", "Register for our Cloud Programs"],
      ["complementary", "Registration fee"],
      ["StaticText", "N15,000"],
      ["heading", "What registering gets you"],
      ["form", "Fill in details before payment"],
      ["StaticText", "Cohort and State are optional."],
      ["combobox", "Course"],
      ["combobox", "Cohort"],
      ["textbox", "First Name"],
      ["textbox", "Last Name"],
      ["textbox", "Email Address"],
      ["combobox", "Phone Number: country code"],
      ["textbox", "Phone Number"],
      ["combobox", "WhatsApp Number: country code"],
      ["textbox", "WhatsApp Number"],
      ["checkbox", "Same as phone number"],
      ["combobox", "Age"],
      ["combobox", "Gender"],
      ["combobox", "Education"],
      ["combobox", "Country"],
      ["combobox", "State"],
      ["checkbox", /^I agree/],
      ["StaticText", "Amount payable"],
      ["StaticText", "N15,000"],
      ["button", "Register"],
      ["status", ""],
      ["StaticText", /^Still needed/],
      ...END,
    ]);
  });

  test("a screen reader goes through a level from its name through its outline to the application", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "a level", path: "/course/foundational" }), [
      ...BEGINNING,
      ["navigation", "Breadcrumb"],
      ["link", "Cloud DevOps"],
      ["heading", "Cloud DevOps Foundational"],
      ["heading", "Success metrics"],
      ["link", "Apply Now"],
      ["term", "Next Cohort Date"],
      ["term", "Duration"],
      ["term", "Tuition Fee"],
      ["StaticText", "N150,000"],
      ["heading", "About this Course"],
      ["heading", "Prerequisites"],
      ["heading", "Course Outline"],
      ["heading", "Linux and the command line"],
      ["heading", "Foundational project"],
      ["heading", "Modules"],
      ["link", "Apply Now"],
      ...END,
    ]);
  });

  test("a screen reader goes through Contact from the form to the other ways to reach the academy", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Contact", path: "/Contact" }), [
      ...BEGINNING,
      ["heading", "Need help? Get in touch"],
      ["region", "Write to us"],
      ["form", "Message to the academy"],
      ["group", "Your message"],
      ["textbox", "First Name"],
      ["textbox", "Last Name"],
      ["textbox", "Email Address"],
      ["textbox", "Phone Number"],
      ["textbox", "Message"],
      ["alert", ""],
      ["button", "Send Message"],
      ["status", ""],
      ["link", "Privacy Policy"],
      ["complementary", "Other ways to reach us"],
      ["heading", "OR Chat with our representative"],
      ["link", /^WhatsApp/],
      ["heading", "Call or write"],
      ["link", /^\+234/],
      ...END,
    ]);
  });

  test("a screen reader goes through Faqs question by question, an answer right after the question that was opened", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Faqs", path: "/Faqs#faq-7" }), [
      ...BEGINNING,
      ["heading", "Frequently asked questions"],
      ["link", "Search questions and curricula"],
      ["heading", "Who are the courses for? Do I need an IT background?"],
      ["heading", "How long does the training take?"],
      ["heading", "Can I get my tuition back if I change my mind?"],
      ["StaticText", /In the last 5 days before classes start/],
      ["heading", "Is there an internship?"],
      ["link", /^Get in touch with us/],
      ...END,
    ]);
  });

  test("a screen reader goes through Courses card by card: name, what it is, how long it takes", async ({
    page,
  }) => {
    expectInOrder(await open(page, { name: "Courses", path: "/Courses" }), [
      ...BEGINNING,
      ["heading", "Courses"],
      ["link", "Compare the courses"],
      ["link", "Which track fits me?"],
      ["link", "Next cohort: dates and class times"],
      ["region", "All courses"],
      ["article", ""],
      ["heading", "DevOps Engineering"],
      ["link", "DevOps Engineering"],
      ["StaticText", "6 Months"],
      ["StaticText", "Live Quizzes"],
      ["article", ""],
      ["heading", "AWS Solutions Architect Associate SAA-C03"],
      ["article", ""],
      ["heading", "AWS Certified Cloud Practitioner CLF-C02"],
      ["article", ""],
      ["heading", "Project Management Agile & Scrum Bootcamp"],
      ["heading", "Not sure which one?"],
      ["link", "Ask us"],
      ...END,
    ]);
  });

  test("a screen reader goes through a track level by level: time, tuition, the way in, modules", async ({
    page,
  }) => {
    const level = (name: string): Sequence => [
      ["region", name],
      ["heading", name],
      ["StaticText", "3 months"],
      ["StaticText", "Tuition"],
      ["link", "Enroll Now"],
      ["link", "See every week"],
      ["heading", "Modules"],
    ];
    expectInOrder(await open(page, { name: "a track", path: "/data-analytics" }), [
      ...BEGINNING,
      ["navigation", "Breadcrumb"],
      ["link", "Courses"],
      ["heading", "Data Analytics"],
      ["link", "Share on WhatsApp"],
      ...level("Foundational"),
      ...level("Advanced"),
      ["heading", "Who it's for"],
      ["heading", "Jobs you can apply for"],
      ...END,
    ]);
  });
});
