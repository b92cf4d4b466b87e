/** What reads numbers, with the metadata of all countries: a file of its own, fetched when a number is first typed. */
export {
  callingCode,
  isPhoneNumber,
  nationalPart,
  readDialled,
} from "~/domain/contact/phone-number.ts";
export { withNumbers } from "~/domain/enrolment/registration-numbers.ts";
