import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";
import type { AstroIntegration } from "astro";
import type { Plugin } from "vite";

/** The file that the bundler writes beside the pages' scripts. It is deleted once the notices are written. */
const SCRIPT_NOTICES = "licences-of-scripts.json";
export const WORKER_NOTICES = "licences-of-worker.json";

/**
 * The packages in the site that no bundler reports: the island runtime, styles, the typeface, and data that a
 * build lists.
 */
const OTHER_PACKAGES = [
  "astro",
  "tailwindcss",
  "@fontsource-variable/bricolage-grotesque",
  "country-region-data",
  "world-countries",
];
const LICENCE_FILE = /^licen[cs]e(\.(md|txt))?$/i;

/**
 * Makes Vite write the notices. The option is set in `configResolved`, because Astro overrides the build
 * settings that plugins return in `config`.
 */
const writeNotices: Plugin = {
  name: "keep-notices",
  configResolved: ({ environments }) => {
    if (environments.client) environments.client.build.license = { fileName: SCRIPT_NOTICES };
  },
};

/**
 * Writes the licences of all code for browsers to one file, because comments in each script would cost every
 * visitor bytes. It runs after every integration that builds a script.
 */
export function licences(): AstroIntegration {
  return {
    name: "licences",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [writeNotices] } });
      },
      "astro:build:done": async ({ dir }) => {
        const noticeFiles = [new URL(SCRIPT_NOTICES, dir), new URL(WORKER_NOTICES, dir)];
        const bundled = await Promise.all(
          noticeFiles.map(async (file) => JSON.parse(await readFile(file, "utf8"))),
        );
        const unbundledNotices = await Promise.all(OTHER_PACKAGES.map(noticeOf));
        await writeFile(
          new URL(`.${NOTICES_PATH}`, dir),
          noticesText([...bundled.flat(), ...unbundledNotices]),
        );
        await Promise.all(noticeFiles.map((file) => rm(file)));
      },
    },
  };
}

/** Reads a package's notice. @throws Error if the package or its licence's text is missing */
async function noticeOf(name: string): Promise<Notice> {
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`${name} is not installed.`);
  const file = pathToFileURL(manifest);
  const { version, license } = JSON.parse(await readFile(manifest, "utf8"));
  const licence = (await readdir(new URL(".", file))).find((entry) => LICENCE_FILE.test(entry));
  if (!licence) throw new Error(`${name} has no text of its licence.`);
  return {
    name,
    version,
    identifier: license,
    text: (await readFile(new URL(licence, file), "utf8")).trim(),
  };
}

/** A bundler's entry about a package whose code is in its output: Vite's `build.license`, as JSON. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  /** The licence's full text with its copyright line, if the package has it. */
  readonly text?: string;
}

/** The address of the notices, once the site is built. */
export const NOTICES_PATH = "/licences.txt";

const HEAD = `What this site is made with, and under which licences. Each notice stays with its work.
`;

/** Returns a plain text with every package and its licence, by name. @throws Error if a licence is missing */
export function noticesText(notices: readonly Notice[]): string {
  const unique = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const sections = [...unique].sort(([one], [other]) => one.localeCompare(other, "en")).map(section);
  return [HEAD, ...sections].join("\n");
}

function section([title, { identifier, text }]: [string, Notice]): string {
  if (!identifier && !text) throw new Error(`${title} is in the site, and names no licence.`);
  const heading = identifier ? `${title} (${identifier})` : title;
  return `${"-".repeat(heading.length)}\n${heading}\n${"-".repeat(heading.length)}\n\n${text ? `${text}\n` : ""}`;
}
