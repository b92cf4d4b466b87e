import { expect, test } from "vitest";
import { isPhoneNumber } from "~/domain/contact/phone-number.ts";
import {
  afterChange,
  BLANK_REGISTRATION,
  checkWholeRegistration,
  labelOf,
  learnerOf,
  missingForRegister,
  type Registration,
  type RegistrationField,
  readRegistration,
  registrationFor,
} from "~/domain/enrolment/registration.ts";
import { withNumbers } from "~/domain/enrolment/registration-numbers.ts";
import { filledRegistration, orderOf } from "../../../fixtures/enrolment.ts";

const guardian = { guardianName: "Ngozi Obi", guardianContact: "0803 123 4567", guardianConsent: true };
const everyNumberIsValid = () => true;
const noNumberIsValid = () => false;

const REQUIRED = "courseId firstName lastName phone whatsapp country age gender education".split(" ");

test.each(REQUIRED)("Register waits for %s", (field) => {
  for (const blank of ["", "  "]) {
    expect(missingForRegister(filledRegistration({ [field]: blank }))).toEqual([field]);
  }
});

test.each([
  ["a zero-width space", "\u200B"],
  ["a joiner and a blank", "\u200D "],
  ["Hangul's filler", "\u3164"],
  ["an empty Braille cell", "\u2800"],
  ["marks of direction", "\u202E\u2066"],
  ["a control character", "\u0007"],
])("a name of %s alone is missing, and is refused beside its field", (_, name) => {
  const registration = filledRegistration({
    firstName: name,
    age: "Under 18",
    ...guardian,
    guardianName: name,
  });
  expect(missingForRegister(registration)).toEqual(["firstName", "guardianName"]);
  expect(checkWholeRegistration(registration, everyNumberIsValid)).toEqual({
    firstName: "Enter your first name.",
    guardianName: "Enter your guardian's name.",
  });
});

test.each(["李", "O", "محمد", "ನಾ", "\u200Dनि"])("the short name %j is a name", (firstName) => {
  expect(missingForRegister(filledRegistration({ firstName }))).toEqual([]);
});

test("Register waits for the consent", () => {
  expect(missingForRegister(filledRegistration({ consent: false })).map(labelOf)).toEqual(["your consent"]);
});

test.each<RegistrationField>(["state", "cohort", "email"])("Register does not wait for %s", (field) => {
  expect(missingForRegister(filledRegistration({ [field]: "" }))).toEqual([]);
});

test.each([
  ["", "Enter your email address. We'll send your receipt there."],
  ["   ", "Enter your email address. We'll send your receipt there."],
  ["ada@example", "Enter an email address like name@example.com."],
])("pressing Register asks for an e-mail address in the place of %j", (email, message) => {
  expect(checkWholeRegistration(filledRegistration({ email }), everyNumberIsValid)).toEqual({
    email: message,
  });
});

test("pressing Register reports the one number that is not valid", () => {
  const { phone, whatsapp } = filledRegistration();
  const isWhatsapp = (number: string) => number === whatsapp;
  const isPhone = (number: string) => number === phone;
  expect(Object.keys(checkWholeRegistration(filledRegistration(), isWhatsapp))).toEqual(["phone"]);
  expect(Object.keys(checkWholeRegistration(filledRegistration(), isPhone))).toEqual(["whatsapp"]);
});

test("pressing Register reports all errors at once", () => {
  expect(Object.keys(checkWholeRegistration(filledRegistration({ email: "" }), noNumberIsValid))).toEqual([
    "email",
    "phone",
    "whatsapp",
  ]);
});

const minor = (changes = {}) => filledRegistration({ age: "Under 18", ...guardian, ...changes });

test("a learner under 18 needs a guardian's name, contact and consent", () => {
  const alone = { guardianName: " ", guardianContact: "", guardianConsent: false };
  expect(missingForRegister(minor(alone)).map(labelOf)).toEqual([
    "Guardian's name",
    "Guardian's phone or e-mail",
    "Guardian's consent",
  ]);
  expect(missingForRegister(minor({ ...alone, age: "18-24" }))).toEqual([]);
  expect(missingForRegister(minor())).toEqual([]);
});

test("a learner under 18 has a guardian who is reached by phone or e-mail", () => {
  for (const guardianContact of ["0803–123–4567", "\u202A+44 (0)20 7946 0958", "<ngozi@example.com>"]) {
    const read = withNumbers(minor({ guardianContact }), () => ["NG"]);
    expect(checkWholeRegistration(read, isPhoneNumber)).toEqual({});
  }
});

test.each(["0803", "0803 1234 5678", "Ngozi", "12345678901234567890"])(
  "a learner under 18 is asked again for a guardian who cannot be reached at %s",
  (guardianContact) => {
    const read = withNumbers(minor({ guardianContact }), () => ["NG"]);
    const { guardianContact: message } = checkWholeRegistration(read, isPhoneNumber);
    expect(message).toContain("0803 123 4567");
    expect(checkWholeRegistration(minor({ guardianContact, age: "25-29" }), everyNumberIsValid)).toEqual({});
  },
);

const chosen = filledRegistration({ courseId: "devops-full", planId: "two-installments" });

test("another course empties the payment plan, and another country the state", () => {
  const other = { ...chosen, courseId: "aws-cloud-practitioner" };
  expect(afterChange(chosen, other)).toEqual({ ...other, planId: "" });
  const moved = { ...chosen, country: "Ghana" };
  expect(afterChange(chosen, moved)).toEqual({ ...moved, state: "" });
});

test("any other change of the form keeps state and payment plan", () => {
  const changed = { ...chosen, firstName: "Bola", age: "30-34" };
  expect(afterChange(chosen, changed)).toEqual(changed);
  expect(afterChange({ ...chosen, country: "" }, chosen)).toEqual(chosen);
});

test("the learner of a filled form has no spaces around the name and the address", () => {
  const typed = { firstName: " Ada ", lastName: " Obi", email: " ada@example.com " };
  expect(learnerOf(filledRegistration(typed))).toEqual(learnerOf(filledRegistration()));
});

test("the learner of a filled form has a guardian only when under 18", () => {
  const named = { name: "Ngozi Obi", contact: "0803 123 4567", consent: true };
  expect(learnerOf(minor({ guardianName: " Ngozi Obi " })).guardian).toEqual(named);
  expect(learnerOf(filledRegistration(guardian)).guardian).toBeNull();
});

test.each<[string, Partial<Registration>]>([
  ["with every field filled in", {}],
  ["with the least that is needed", { state: "", cohort: "", phone: "", whatsapp: "", consent: false }],
  ["of a learner under 18", minor()],
  ["with a plan of several payments", { planId: "five-installments" }],
])("the order for a filled form gives back the form %s", (_, changes) => {
  const registration = filledRegistration(changes);
  expect(registrationFor(orderOf({ registration }))).toEqual(registration);
});

test("a stored form is blank where a field is missing or of the wrong type", () => {
  const stored = { firstName: "Ada", phone: 7, consent: "yes", paid: true };
  expect(readRegistration(stored)).toEqual({ ...BLANK_REGISTRATION, firstName: "Ada" });
});

test.each([null, undefined, "form"])("%j is no stored form", (stored) => {
  expect(readRegistration(stored)).toBeNull();
});
