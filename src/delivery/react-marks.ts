import type { Plugin } from "vite";

const REACT_DOM = /react-dom-client\.production\.js$/;
const MARK = /\b(\w+Exception) = Error\(formatProdErrorMessage\(\d+\)\)/g;
const MARKS = [
  "HydrationMismatchException",
  "SuspenseException",
  "SuspenseyCommitException",
  "SuspenseActionException",
  "SelectiveHydrationException",
];

/**
 * React makes five errors while it loads, to throw them and know them again, never to show them. Where something follows
 * errors (developer tools, Lighthouse, whatever drives a test), the engine reads the whole of React once more to find
 * the lines where they were made: 0.1 s in one piece on a slow phone. Marks without a stack serve as well.
 */
export function reactMarks(): Plugin {
  return {
    name: "react-marks",
    apply: "build",
    transform: {
      filter: { id: REACT_DOM },
      handler: (code) => ({ code: withoutStacks(code), map: null }),
    },
  };
}

/** @throws when React has other marks than it had: then this has to be thought over */
export function withoutStacks(code: string): string {
  const found: string[] = [];
  const light = code.replace(MARK, (_, mark: string) => {
    found.push(mark);
    return `${mark} = Object.create(Error.prototype)`;
  });
  if (found.join() !== MARKS.join()) throw new Error(`React's marks are now: ${found.join(", ") || "none"}.`);
  return light;
}
