import { z } from "astro/zod";
import { describe, expect, test } from "vitest";
import { formOptionsSchema } from "~/content/schemas/form-options.ts";
import { signupPageSchema } from "~/content/schemas/signup-page.ts";
import { siteSchema } from "~/content/schemas/site.ts";
import { checkedEntry, readEntry } from "../fixtures/content-entries.ts";

const site = checkedEntry("", "site", siteSchema);
const options = checkedEntry("", "form-options", formOptionsSchema);
const signup = checkedEntry("pages", "signup", signupPageSchema);

/** Where an entry is refused, and the words of the refusals. */
function refusal(schema: z.ZodType, entry: unknown) {
  const { error } = schema.safeParse(entry);
  return {
    paths: error?.issues.map((issue) => issue.path.join(".")),
    words: z.prettifyError(error ?? new z.ZodError([])),
  };
}

describe("the academy's own facts", () => {
  test("the registration fee is N15,000 or $9.00", () => {
    expect(site.registrationFee).toEqual({
      NGN: { currency: "NGN", minor: 1_500_000 },
      USD: { currency: "USD", minor: 900 },
    });
  });

  test("four members of staff are notified of each registration, at four addresses", () => {
    expect(new Set(site.staffRecipients.map(({ email }) => email)).size).toBe(4);
  });

  test("the banner invites to an exclusive mailing list", () => {
    expect(site.announcement.toLowerCase()).toContain("exclusive mailing list");
  });

  test("what the academy must still supply is marked as a placeholder", () => {
    const isExample = (text: string) => /example|000000/.test(text);
    for (const phone of site.phones) expect(phone.placeholder).toBe(isExample(phone.dial));
    expect(site.whatsapp.placeholder).toBe(isExample(site.whatsapp.number));
    expect(site.placeholder).toBe(
      [
        site.email,
        site.senderEmail,
        site.alertsEmail,
        ...Object.values(site.links),
        ...site.staffRecipients.map(({ email }) => email),
      ].some(isExample),
    );
  });

  test("a phone is called by the number that is shown", () => {
    for (const { display, dial } of site.phones) expect(display.replace(/[^+\d]/g, "")).toBe(dial);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      "one phone number",
      { phones: [{ display: "+234 800 000", dial: "+234800000" }] },
      "phones",
      "exactly two",
    ],
    [
      "a WhatsApp number with a plus",
      { whatsapp: { number: "+2348000000000" } },
      "whatsapp.number",
      "digits only",
    ],
    ["a malformed address", { email: "hello(at)academy.example" }, "email", "e-mail address"],
    ["a sender that is a name", { senderEmail: "Academy" }, "senderEmail", "e-mail address"],
    ["nobody to notify of a registration", { staffRecipients: [] }, "staffRecipients", ">=1"],
    [
      "a fee with a comma",
      { registrationFee: { naira: "15,000", dollars: 9 } },
      "registrationFee.naira",
      "without commas",
    ],
    ["no fee", { registrationFee: undefined }, "registrationFee", "object"],
    ["an unknown field", { adress: "Lagos" }, "", "adress"],
  ])("the academy's own facts with %s are refused, and the field is named", (_, changes, path, words) => {
    const refused = refusal(siteSchema, { ...readEntry("", "site"), ...changes });
    expect(refused.paths).toEqual([path]);
    expect(refused.words).toContain(words);
  });

  test("the academy's own facts with a phone number that cannot be dialled are refused", () => {
    const entry = readEntry("", "site");
    entry.phones[1].dial = "0800 000 0000";
    expect(refusal(siteSchema, entry).paths).toEqual(["phones.1.dial"]);
  });

  test("the academy's own facts with a link that is no whole address are refused", () => {
    const entry = readEntry("", "site");
    entry.links.portal = "portal.academy.example";
    expect(refusal(siteSchema, entry).paths).toEqual(["links.portal"]);
  });
});

describe("the choices of the registration form", () => {
  test("the choices of the registration form are those of the specification, word for word", () => {
    expect(options).toEqual({
      cohorts: ["27 May 2024, cohort 8"],
      ages: ["Under 18", "18-24", "25-29", "30-34", "35 and above"],
      education: [
        "Secondary/High School",
        "OND/HND",
        "Undergraduate",
        "Graduate",
        "Postgraduate",
        "MBA",
        "Other",
      ],
      genders: ["Male", "Female"],
      countriesWithoutRegions: ["Australia", "United Kingdom", "Singapore", "Hong Kong"],
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a list that is empty", { cohorts: [] }, "cohorts"],
    ["a list that is missing", { ages: undefined }, "ages"],
    ["a choice that is a number", { ages: [18] }, "ages.0"],
    ["a choice that is empty", { genders: ["Female", ""] }, "genders.1"],
    ["an unknown list", { hobbies: ["Chess"] }, ""],
  ])(
    "the choices of the registration form with %s are refused, and the field is named",
    (_, changes, path) => {
      expect(refusal(formOptionsSchema, { ...readEntry("", "form-options"), ...changes }).paths).toEqual([
        path,
      ]);
    },
  );
});

describe("the words around the registration form", () => {
  test("the words around the registration form say that registration secures a slot and opens the portal once tuition is paid", () => {
    const benefits = signup.benefits.join("\n").toLowerCase();
    expect(benefits).toContain("slot");
    expect(benefits).toMatch(/learning portal.*activated once your tuition is paid/);
  });

  test("the words around the registration form say in the consent that the fee is not refunded", () => {
    expect(signup.consent).toContain("non-refundable");
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["two benefits", { benefits: signup.benefits.slice(0, 2) }, "benefits"],
    ["seven benefits", { benefits: Array<string>(7).fill("A benefit in words") }, "benefits"],
    ["a benefit of one word", { benefits: ["Slot", ...signup.benefits.slice(1)] }, "benefits.0"],
    ["no consent", { consent: undefined }, "consent"],
    ["an unknown field", { title: "Register" }, ""],
  ])(
    "the words around the registration form with %s are refused, and the field is named",
    (_, changes, path) => {
      expect(refusal(signupPageSchema, { ...readEntry("pages", "signup"), ...changes }).paths).toEqual([
        path,
      ]);
    },
  );
});
