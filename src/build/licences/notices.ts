/** What a bundler says of a package whose code is in what it built: Vite's `build.license`, as JSON. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, where the package names one. */
  readonly identifier?: string;
  /** The licence's full text, with its copyright line, where the package has it. */
  readonly text?: string;
}

/** Where browsers find the notices, once the site is built. */
export const NOTICES_PATH = "/licences.txt";

const HEAD = `What this site is made with, and under which licences. Each notice stays with its work.
`;

/** A plain text for people: every package once, by name, with its licence. @throws when a package has no licence to show */
export function noticesText(notices: readonly Notice[]): string {
  const each = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const sections = [...each].sort(([one], [other]) => one.localeCompare(other, "en")).map(section);
  return [HEAD, ...sections].join("\n");
}

function section([title, { identifier, text }]: [string, Notice]): string {
  if (!identifier && !text) throw new Error(`${title} is in the site, and names no licence.`);
  const heading = identifier ? `${title} (${identifier})` : title;
  return `${"-".repeat(heading.length)}\n${heading}\n${"-".repeat(heading.length)}\n\n${text ? `${text}\n` : ""}`;
}
