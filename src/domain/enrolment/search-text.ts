/** How staff find a learner by what they heard or remember, though it is misspelt. */
import { fullName, type Learner, searchWords } from "./learner.ts";

/** Letters and pairs that sound alike in a name, each with the letter that replaces it. */
const SOUNDS_ALIKE: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/z/g, "s"],
  [/c/g, "k"],
  [/(\p{L})\1+/gu, "$1"],
];

function foldedWord(word: string): string {
  return SOUNDS_ALIKE.reduce((text, [sound, letter]) => text.replace(sound, letter), word);
}

const digitsIn = (text: string) => text.replace(/\D/g, "");

type Findable = Pick<Learner, "firstName" | "lastName" | "phone" | "whatsapp" | "guardian">;

/**
 * Returns the text in which a learner is found: each word of the learner's and the guardian's name with a space before it, each
 * name in one word as well, and the digits of their numbers. Empty where none of it is known.
 */
export function searchText(learner: Findable): string {
  const names = [fullName(learner), learner.guardian?.name ?? ""];
  const words = names.flatMap((name) => {
    const folded = searchWords(name).map(foldedWord);
    return [...folded, foldedWord(folded.join(""))];
  });
  const numbers = [learner.phone, learner.whatsapp, learner.guardian?.contact ?? ""].map(digitsIn);
  return [...new Set([...words, ...numbers])]
    .filter(Boolean)
    .map((part) => ` ${part}`)
    .join("");
}

/** The parts that a search text must contain, or else all words of the name as one. */
export interface SearchedParts {
  readonly parts: readonly string[];
  readonly joined: string;
}

/** A name's words are looked for from their first letter on, digits wherever they stand in a number. */
export function searchedParts(words: readonly string[]): SearchedParts {
  const folded = words.map(foldedWord);
  return {
    parts: folded.map((word) => (/^\d+$/.test(word) ? word : ` ${word}`)),
    joined: ` ${foldedWord(folded.join(""))}`,
  };
}
