import fc from "fast-check";
import { expect, test } from "vitest";
import { learnerKeys, nameKey } from "~/domain/enrolment/learner.ts";

const keysOf = (changes: { email?: string; phone?: string }) =>
  learnerKeys({ email: "", phone: "", ...changes });

test("an e-mail address is recognised in capitals and with spaces around it", () => {
  expect(keysOf({ email: "  Ada@Example.COM " }).email).toBe(keysOf({ email: "ada@example.com" }).email);
});

test("an address with a letter that only Unicode lower-cases alike is another mailbox", () => {
  expect(keysOf({ email: "\u212Aemi@example.com" }).email).not.toBe(
    keysOf({ email: "kemi@example.com" }).email,
  );
});

test("a phone number is recognised in any spelling, with or without its calling code", () => {
  const signs = fc.array(fc.constantFrom("", " ", "-", "(", ")", "."), { minLength: 10, maxLength: 10 });
  const national = fc.stringMatching(/^[789][01]\d{8}$/);
  const begin = fc.constantFrom("+234", "234", "00234", "0", "+234 0", "");
  fc.assert(
    fc.property(national, begin, signs, (number, before, between) => {
      const typed = before + [...number].map((digit, index) => digit + between[index]).join("");
      expect(keysOf({ phone: typed }).phone).toBe(keysOf({ phone: `+234${number}` }).phone);
    }),
  );
});

test("two phone numbers that differ in a digit are not the same", () => {
  expect(keysOf({ phone: "+2348012345678" }).phone).not.toBe(keysOf({ phone: "+2348012345679" }).phone);
});

test("an address or number that is missing or too short identifies no learner", () => {
  expect(keysOf({})).toEqual({ email: null, phone: null });
  expect(keysOf({ email: "  ", phone: "0801" })).toEqual({ email: null, phone: null });
});

test.each([
  ["Ƙasim Ɓello", "Kasim Bello"],
  ["Łukasz", "Lukasz"],
  ["O'Neil", "ONeil"],
  ["O’Neil", "Oʼneil"],
  ["Strauß", "STRAUẞ"],
  ["Đorđe", "Dorde"],
  ["Işıl", "ISIL"],
  ["Ọlá\u00AD Adé", "Ade Ola"],
  ["Ade\u2011Obi", "Ade Obi"],
])("%s is the name of %s", (one, other) => {
  const keyOf = (firstName: string) => nameKey({ firstName, lastName: "" });
  expect(keyOf(one)).toBe(keyOf(other));
});

test.each([
  ["Kasim", "Qasim"],
  ["Ada Obi", "Ada Obinna"],
])("%s is another name than %s", (one, other) => {
  const keyOf = (firstName: string) => nameKey({ firstName, lastName: "" });
  expect(keyOf(one)).not.toBe(keyOf(other));
});
