/**
 * A registration's phone numbers. Kept apart from its other rules: the number parser is large, and a browser fetches it
 * late.
 */
import { isPhoneNumber, readDialled } from "~/domain/contact/phone-number.ts";
import type { Registration } from "./registration.ts";

/** The fields that hold a number. */
export const NUMBER_FIELDS = ["phone", "whatsapp"] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * The registration with its numbers in E.164, where they can be read: the learner's, and the guardian's if they are reached
 * by phone.
 * @param codesFor ISO 3166-1 alpha-2 of the countries in which a number may be dialled as it was typed, the likeliest first
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
