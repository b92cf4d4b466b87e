/** The search for a learner by words that staff may have misheard or misspelt. */
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
 * Returns the text that a learner is searched in: the words of the learner's and the guardian's name, each
 * name as one word, and the digits of their numbers, each after a space.
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

/** The parts that a search text must contain. It may contain `joined`, all words as one, instead. */
export interface SearchedParts {
  readonly parts: readonly string[];
  readonly joined: string;
}

/** Returns the parts to search for. Words match from their first letter, digits anywhere in a number. */
export function searchedParts(words: readonly string[]): SearchedParts {
  const folded = words.map(foldedWord);
  return {
    parts: folded.map((word) => (/^\d+$/.test(word) ? word : ` ${word}`)),
    joined: ` ${foldedWord(folded.join(""))}`,
  };
}
