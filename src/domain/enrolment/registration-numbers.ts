/**
 * The phone numbers of a registration, apart from its other rules because the number parser is large and a
 * browser fetches it late.
 */
import { isPhoneNumber, readDialled } from "~/domain/contact/phone-number.ts";
import type { Registration } from "./registration.ts";

/** The fields that hold a phone number. */
export const NUMBER_FIELDS = ["phone", "whatsapp"] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * Returns the registration with its phone numbers in E.164: the learner's, and the guardian's if the
 * contact is a number. A number that cannot be parsed stays as typed.
 * @param codesFor the countries (ISO 3166-1 alpha-2) in which a typed number may be valid, the likeliest
 * first
 */
export function withNumbers(
  typed: Registration,
  codesFor: (field: NumberField) => readonly string[],
): Registration {
  const dialled = (field: NumberField) => readDialled(typed[field], codesFor(field)).number;
  const contact = readDialled(typed.guardianContact, codesFor("phone")).number;
  return {
    ...typed,
    phone: dialled("phone"),
    whatsapp: dialled("whatsapp"),
    ...(isPhoneNumber(contact) && { guardianContact: contact }),
  };
}
