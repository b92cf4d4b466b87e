import { readdirSync, readFileSync, statSync } from "node:fs";
import { NOTICES_PATH } from "~/build/licences/integration.ts";
import { collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import type { Finding } from "./finding.ts";
import { NO_CODE, type ProsePart } from "./prose.ts";
import {
  type Content,
  coursesOf,
  type Entry,
  entriesOf,
  type FieldPath,
  fieldName,
  textsOf,
} from "./read-entries.ts";

/** The addresses and files to which links and pictures may refer. */
interface Site {
  readonly routes: readonly string[];
  readonly components: readonly string[];
  /** The folder public, with a slash at its end. */
  readonly publicFolder: string;
  /** The course ids that may follow `?course=`, by the page. */
  readonly courseIds: ReadonlyMap<string, readonly string[]>;
  readonly cohortIds: readonly string[];
  /** The plans of a course, by its id. */
  readonly planIds: ReadonlyMap<string, readonly string[]>;
}

/**
 * Links that lead to no page, pictures that are missing or say nothing to whoever cannot see them, and components that
 * no page provides. Other websites are not visited.
 * @param root the project's folder, with a slash at its end
 */
export function brokenLinks(content: Content, root: string): Finding[] {
  const pages = `${root}src/pages/`;
  const site: Site = {
    routes: siteRoutes(pages, {
      tracks: entriesOf(content, collections.tracks).map(({ id, data }) => routeOfTrack(id, data)),
      levels: entriesOf(content, collections.levels).map(({ id }) => id),
    }),
    components: textComponents(`${root}src/components/mdx`),
    publicFolder: `${root}public/`,
    courseIds: new Map([
      ["/Signup", coursesOf(content).map(({ id }) => id)],
      ["/Single-course", entriesOf(content, collections.catalogue).map(({ id, data }) => data.id ?? id)],
    ]),
    cohortIds: entriesOf(content, collections.cohorts).map(({ id }) => id),
    planIds: new Map(
      coursesOf(content).map(({ id, data }) => [id, (data.plans ?? []).map((plan) => plan.id)]),
    ),
  };
  return content.entries.flatMap((entry) => [
    ...linkingParts(entry).flatMap((prosePart) => {
      const slip = slipOfPart(prosePart, site);
      return slip ? [brokenAt(entry, prosePart.line, slip)] : [];
    }),
    ...textsOf(entry.typed).flatMap(({ path, text }) => {
      const slip = slipOfField(path, text, site);
      return slip ? [brokenAt(entry, entry.lineOf(path), `${fieldName(path)}: ${slip}`)] : [];
    }),
  ]);
}

/** Components and curly brackets of a mail are its own: `mailSlips` reads them. */
function linkingParts({ collection, prose }: Entry): readonly ProsePart[] {
  if (collection !== collections.mails) return prose;
  return prose.filter((prosePart) => prosePart.kind === "link" && !prosePart.url.startsWith("{"));
}

function brokenAt({ file }: Entry, line: number, message: string): Finding {
  return { group: "Links and pictures", file, line, message };
}

function slipOfPart(prosePart: ProsePart, site: Site): string | null {
  switch (prosePart.kind) {
    case "link":
      return slipOfLink(prosePart.url, site);
    case "picture":
      return slipOfPicture(prosePart.url, prosePart.alt, site);
    case "component":
      return site.components.includes(prosePart.name)
        ? null
        : `<${prosePart.name}> is no component of the site. Those that exist are: ${listed(site.components.map((name) => `<${name} />`))}.`;
    case "code":
      return NO_CODE;
  }
}

/** A field holds an address when it begins with a slash, and a link when it has the brackets of one. */
function slipOfField(path: FieldPath, text: string, site: Site): string | null {
  if (/!?\[[^\]]*\]\([^)]*\)/.test(text)) {
    return "Links and pictures work in the texts of .mdx files only; here the brackets would be seen.";
  }
  // The track's route is a name, which `brokenReferences` looks up.
  if (!/^\/\S+$/.test(text) || path.at(-1) === "trackRoute") return null;
  return /^(image|src)$/.test(String(path.at(-1))) ? slipOfFile(text, site) : slipOfLink(text, site);
}

function slipOfPicture(url: string, alt: string, site: Site): string | null {
  if (alt.trim() === "") {
    return `The picture ${url} has no words for people who cannot see it. Write them in the brackets: ![what it shows](${url}).`;
  }
  return slipOfFile(url, site);
}

function slipOfFile(url: string, { publicFolder }: Site): string | null {
  if (!url.startsWith("/")) {
    return `The picture ${url} must be a file in the folder public, written with a slash first, e.g. /photos/class.jpg.`;
  }
  return isPublicFile(url, publicFolder)
    ? slipOfBytes(url, readFileSync(publicFolder + decodeURI(url.slice(1))))
    : `The picture ${url} is not there: public${url} does not exist. Capital letters count.`;
}

/** How the pictures that every browser shows begin, by the ending of their names. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  jpg: /^\xFF\xD8\xFF/,
  jpeg: /^\xFF\xD8\xFF/,
  png: /^\x89PNG/,
  gif: /^GIF8/,
  webp: /^RIFF.{4}WEBP/s,
  svg: /<svg[\s>]/,
};

/** A photo of 1200 by 800 pixels has a quarter of it. */
const MOST_BYTES = 1_000_000;

const SAVE_AS = "Save it as .jpg, .png, .webp, .gif or .svg, 1200 pixels wide and below 1 MB.";

/** Returns what is wrong with a picture's file; null where every browser shows it. */
export function slipOfBytes(url: string, bytes: Buffer): string | null {
  const ending = /[^.]*$/.exec(url)?.[0].toLowerCase() ?? "";
  const beginning = PICTURES[ending];
  if (!beginning?.test(bytes.toString("latin1", 0, 2000)))
    return `The picture ${url} is not what its name says, or of a kind that not every browser shows. ${SAVE_AS}`;
  if (bytes.length <= MOST_BYTES) return null;
  const megabytes = Math.ceil(bytes.length / MOST_BYTES);
  return `The picture ${url} has ${megabytes} MB, which visitors pay for. ${SAVE_AS}`;
}

function isPublicFile(url: string, publicFolder: string): boolean {
  try {
    return statSync(publicFolder + decodeURI(url.slice(1)), { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // A lone % in an address cannot be decoded, so it names no file.
    return false;
  }
}

function slipOfLink(url: string, site: Site): string | null {
  if (url.startsWith("#")) return null;
  if (/^(mailto|tel|https?):/.test(url)) {
    return URL.canParse(url)
      ? null
      : `The link ${url} is no whole address. Write it as in https://www.unilag.edu.ng.`;
  }
  if (!url.startsWith("/") || url.startsWith("//")) {
    return `The link "${url}" must begin with a slash for a page of this site, or with https:// for another.`;
  }
  const { pathname, searchParams } = new URL(url, "https://site.invalid");
  if (!site.routes.includes(pathname)) {
    if (pathname === NOTICES_PATH || isPublicFile(pathname, site.publicFolder)) return null;
    return `The link ${url} leads to no page.`;
  }
  const course = searchParams.get("course");
  const idsByName: Record<string, readonly string[] | undefined> = {
    course: site.courseIds.get(pathname),
    ...(pathname === "/Signup" && { cohort: site.cohortIds, plan: site.planIds.get(course ?? "") ?? [] }),
  };
  const unknown = Object.entries(idsByName).find(([name, ids]) => {
    const id = searchParams.get(name);
    return id !== null && ids && !ids.includes(id);
  });
  return unknown ? `The link ${url} names a ${unknown[0]} that ${pathname} does not know.` : null;
}

function listed(names: readonly string[]): string {
  return names.join(" or ");
}

/** Pages shown in place of another; no link leads there. */
const STAND_INS = ["404.astro", "offline.astro"];

/** Addresses that the content makes. */
export interface ContentRoutes {
  /** The addresses of the tracks' pages: "/devops". */
  readonly tracks: readonly string[];
  /** Names of the files in content/levels. */
  readonly levels: readonly string[];
}

/**
 * Every address of the site as links print it, e.g. "/Terms%26Condition": one for each file of src/pages, and one for
 * each track and level.
 * @param pages the folder src/pages, with a slash at its end
 */
export function siteRoutes(pages: string, { tracks, levels }: ContentRoutes): string[] {
  return readdirSync(pages, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".astro") && !/(^|\/)_/.test(path) && !STAND_INS.includes(path))
    .map((path) => `/${path.replace(/(^|\/)index\.astro$|\.astro$/, "")}`)
    .flatMap((route) => {
      if (route === "/[track]") return tracks;
      return route.endsWith("/[level]") ? levels.map((id) => route.replace("[level]", id)) : [route];
    })
    .map((route) => route.split("/").map(encodeURIComponent).join("/"))
    .sort();
}

/** Names of the components that a text may call: one for each .astro file of src/components/mdx. */
function textComponents(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".astro"))
    .map((file) => file.replace(".astro", ""));
}
