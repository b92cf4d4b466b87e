import { describe, expect, test } from "vitest";
import {
  BLANK_REGISTRATION,
  checkRegistration,
  missingForRegister,
  type RegistrationField,
  withCountry,
} from "~/domain/enrolment/registration.ts";
import { filledRegistration } from "../../fixtures/enrolment.ts";

const yes = () => true;
const no = () => false;

describe("Register", () => {
  test("is active once every required field is filled in", () => {
    expect(missingForRegister(filledRegistration())).toEqual([]);
  });

  test.each<[RegistrationField, string]>([
    ["course", "Course"],
    ["firstname", "First Name"],
    ["lastname", "Last Name"],
    ["phone", "Phone Number"],
    ["whatsapp", "WhatsApp Number"],
    ["country", "Country"],
    ["age", "Age"],
    ["gender", "Gender"],
    ["education", "Education"],
  ])("waits for %s and names it %s", (field, label) => {
    const isPhone = field === "phone" || field === "whatsapp";
    expect(missingForRegister(filledRegistration({ [field]: isPhone ? undefined : "" }))).toEqual([label]);
    expect(missingForRegister(filledRegistration({ [field]: "  " }))).toEqual([label]);
  });

  test("waits for the consent", () => {
    expect(missingForRegister(filledRegistration({ consent: false }))).toEqual(["your consent"]);
  });

  test.each<RegistrationField>(["state", "track", "email"])("does not wait for %s", (field) => {
    expect(missingForRegister(filledRegistration({ [field]: "" }))).toEqual([]);
  });

  test("names everything that is missing in the order of the form", () => {
    expect(missingForRegister(BLANK_REGISTRATION)).toEqual([
      "Course",
      "First Name",
      "Last Name",
      "Phone Number",
      "WhatsApp Number",
      "Country",
      "Age",
      "Gender",
      "Education",
      "your consent",
    ]);
  });
});

describe("pressing Register", () => {
  test("finds nothing wrong in a filled form", () => {
    expect(checkRegistration(filledRegistration(), yes)).toEqual({});
  });

  test.each(["", "   "])("asks for the e-mail address that was left %j", (email) => {
    expect(checkRegistration(filledRegistration({ email }), yes)).toEqual({
      email: "Enter your email address. Your receipt is sent there.",
    });
  });

  test("refuses a malformed e-mail address with an example", () => {
    expect(checkRegistration(filledRegistration({ email: "ada@example" }), yes)).toEqual({
      email: "Enter an email address like name@example.com.",
    });
  });

  test("takes an e-mail address with blanks around it", () => {
    expect(checkRegistration(filledRegistration({ email: " ada@example.com " }), yes)).toEqual({});
  });

  test("points at the one number that cannot be called", () => {
    const { phone, whatsapp } = filledRegistration();
    const isWhatsapp = (number: string) => number === whatsapp;
    const isPhone = (number: string) => number === phone;
    expect(Object.keys(checkRegistration(filledRegistration(), isWhatsapp))).toEqual(["phone"]);
    expect(Object.keys(checkRegistration(filledRegistration(), isPhone))).toEqual(["whatsapp"]);
  });

  test("points at all that is wrong at once", () => {
    expect(Object.keys(checkRegistration(filledRegistration({ email: "" }), no))).toEqual([
      "email",
      "phone",
      "whatsapp",
    ]);
  });
});

describe("a learner under 18", () => {
  const minor = (changes = {}) =>
    filledRegistration({
      age: "Under 18",
      guardianName: "Ngozi Obi",
      guardianContact: "0803 123 4567",
      guardianConsent: true,
      ...changes,
    });

  test("needs a guardian's name, contact and consent, which nobody else is asked for", () => {
    const alone = { guardianName: " ", guardianContact: "", guardianConsent: false };
    expect(missingForRegister(minor(alone))).toEqual([
      "Guardian's name",
      "Guardian's phone or e-mail",
      "Guardian's consent",
    ]);
    expect(missingForRegister(minor({ ...alone, age: "18-24" }))).toEqual([]);
    expect(missingForRegister(minor())).toEqual([]);
  });

  test.each(["0803 123 4567", "+44 (0)20 7946 0958", "ngozi@example.com"])(
    "has a guardian who is reached at %s",
    (guardianContact) => {
      expect(checkRegistration(minor({ guardianContact }), yes)).toEqual({});
    },
  );

  test.each(["0803", "Ngozi", "ngozi@example", "12345678901234567890"])(
    "is asked again for a guardian whom nobody can reach at %s",
    (guardianContact) => {
      expect(checkRegistration(minor({ guardianContact }), yes).guardianContact).toContain("0803 123 4567");
      expect(checkRegistration(minor({ guardianContact, age: "25-29" }), yes)).toEqual({});
    },
  );
});

test("news and offers are not needed to register, and nobody has asked for them beforehand", () => {
  expect(BLANK_REGISTRATION.marketing).toBe(false);
  expect(missingForRegister(filledRegistration({ marketing: false }))).toEqual([]);
});

describe("the country", () => {
  test("changing it empties the state, which belongs to the old one", () => {
    expect(withCountry(filledRegistration(), "Ghana")).toEqual(
      filledRegistration({ country: "Ghana", state: "" }),
    );
  });

  test("choosing it again keeps the state", () => {
    expect(withCountry(filledRegistration(), "Nigeria").state).toBe("Lagos");
  });
});
