const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const NUMBER = /^\d{1,4}(?:st|nd|rd|th)?$/;
const OTHER =
  /^(?:of|the|cohort|batch|class|intake|group|weekdays?|weekends?|mornings?|afternoons?|evenings?|online)$/;

const MAX_LENGTH = 60;
/** A day has three numbers at most, and a cohort one. */
const MAX_NUMBERS = 4;

/**
 * Whether a text can be a cohort's name: "27 May 2024, cohort 8". It has a day and few other words, so that no other text
 * typed in its place is repeated to others in the academy's name.
 */
export function isCohortName(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s,.()-]+/)
    .filter(Boolean);
  return (
    text.length <= MAX_LENGTH &&
    words.filter((word) => NUMBER.test(word)).length <= MAX_NUMBERS &&
    words.every((word) => MONTH.test(word) || NUMBER.test(word) || OTHER.test(word))
  );
}
