import { readdirSync, readFileSync, statSync } from "node:fs";
import { NOTICES_PATH } from "~/build/licences/integration.ts";
import { collections } from "~/content/schemas/collections.ts";
import { routeOfTrack } from "~/content/schemas/track.ts";
import type { Finding } from "./finding.ts";
import type { FieldPath, ProsePart } from "./parse-file.ts";
import { type Content, type Entry, entriesOf, fieldName, valuesIn } from "./read-entries.ts";

const GROUP = "Links and pictures";

/** The addresses, components and files to which a text may refer. */
interface Site {
  readonly routes: readonly string[];
  readonly components: readonly string[];
  /** The folder public, with a slash at its end. */
  readonly publicFolder: string;
}

/**
 * Returns links that lead to no page, pictures that are missing or have no description, and components that no
 * page provides. Links to other websites are not followed.
 * @param root the project's folder, with a slash at its end
 */
export function brokenLinks(content: Content, root: string): Finding[] {
  const site: Site = {
    routes: siteRoutes(`${root}src/pages/`, {
      tracks: entriesOf(content, collections.tracks).map(({ id, data }) => routeOfTrack(id, data)),
      levels: entriesOf(content, collections.levels).map(({ id }) => id),
    }),
    components: readdirSync(`${root}src/components/mdx`)
      .filter((file) => file.endsWith(".astro"))
      .map((file) => file.replace(".astro", "")),
    publicFolder: `${root}public/`,
  };
  return content.entries.flatMap((entry) => [
    ...entry.prose.flatMap((part): Finding[] => {
      const message = slipOfPart(part, entry, site);
      return message ? [{ group: GROUP, file: entry.file, line: part.line, message }] : [];
    }),
    ...valuesIn(entry.typed).flatMap(({ path, value }) => {
      const slip = slipOfField(path, value, site);
      return slip ? [entry.findingAt(GROUP, path, `${fieldName(path)}: ${slip}`)] : [];
    }),
  ]);
}

function slipOfPart({ node }: ProsePart, entry: Entry, site: Site): string | null {
  const { type, url = "" } = node;
  // Mails have other components and curly brackets, which `mailSlips` checks.
  const isMail = entry.collection === collections.mails;
  if (type === "link" || type === "definition")
    return isMail && url.startsWith("{") ? null : slipOfLink(url, site);
  if (isMail) return null;
  if (type === "image") {
    return node.alt?.trim()
      ? slipOfFile(url, site)
      : `The picture needs words in its brackets: ![what it shows](${url}).`;
  }
  if (type.startsWith("mdxJsx") && !site.components.includes(node.name ?? "")) {
    return `<${node.name ?? ""}> is no component of the site. Those that exist are: ${site.components.join(", ")}.`;
  }
  return /^mdx.*(Expression|Esm)$/.test(type)
    ? "Curly brackets and import lines are program code. Write the text without them."
    : null;
}

/**
 * Checks a field with an address: its text begins with a slash. `brokenReferences` checks a track's route.
 */
function slipOfField(path: FieldPath, value: unknown, site: Site): string | null {
  const field = String(path.at(-1));
  if (typeof value !== "string" || !/^\/\S+$/.test(value) || field === "trackRoute") return null;
  return /^(image|src)$/.test(field) ? slipOfFile(value, site) : slipOfLink(value, site);
}

function slipOfFile(url: string, { publicFolder }: Site): string | null {
  return url.startsWith("/") && isPublicFile(url, publicFolder)
    ? slipOfBytes(url, readFileSync(publicFolder + decodeURI(url.slice(1))))
    : `The picture ${url} is no file in the folder public, e.g. /photos/class.jpg. Capital letters count.`;
}

/** The first bytes of the pictures that every browser shows, by their file extension. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  jpg: /^\xFF\xD8\xFF/,
  jpeg: /^\xFF\xD8\xFF/,
  png: /^\x89PNG/,
  gif: /^GIF8/,
  webp: /^RIFF.{4}WEBP/s,
  svg: /<svg[\s>]/,
};

/** The limit of a picture's size. A photo of 1200 by 800 pixels has a quarter of it. */
const MOST_BYTES = 1_000_000;

const SAVE_AS = "Save it as .jpg, .png, .webp, .gif or .svg, 1200 pixels wide and below 1 MB.";

/** Returns the problem with a picture's file; `null` if every browser shows it. */
export function slipOfBytes(url: string, bytes: Buffer): string | null {
  const ending = /[^.]*$/.exec(url)?.[0].toLowerCase() ?? "";
  if (!PICTURES[ending]?.test(bytes.toString("latin1", 0, 2000)))
    return `The picture ${url} is not what its name says, or of a kind that not every browser shows. ${SAVE_AS}`;
  if (bytes.length <= MOST_BYTES) return null;
  return `The picture ${url} has ${Math.ceil(bytes.length / MOST_BYTES)} MB, which visitors pay for. ${SAVE_AS}`;
}

function isPublicFile(url: string, publicFolder: string): boolean {
  try {
    return statSync(publicFolder + decodeURI(url.slice(1))).isFile();
  } catch {
    // The file is missing, or the address has a lone % and cannot be decoded.
    return false;
  }
}

function slipOfLink(url: string, { routes, publicFolder }: Site): string | null {
  if (/^(#|mailto:|tel:|https?:)/.test(url)) return null;
  if (!url.startsWith("/") || url.startsWith("//")) {
    return `The link "${url}" must begin with a slash for a page of this site, or with https:// for another.`;
  }
  const { pathname } = new URL(url, "https://site.invalid");
  const isThere =
    routes.includes(pathname) || pathname === NOTICES_PATH || isPublicFile(pathname, publicFolder);
  return isThere ? null : `The link ${url} leads to no page.`;
}

/** The pages that are shown instead of another, so that no link leads to them. */
const STAND_INS = ["404.astro", "offline.astro"];

/** The pages that content creates. */
interface ContentPages {
  /** The addresses of the tracks' pages: "/devops". */
  readonly tracks?: readonly string[];
  /** The ids of the levels. */
  readonly levels?: readonly string[];
}

/**
 * Returns every address of the site as links print it, e.g. "/Terms%26Condition": one for each file of src/pages, and
 * one for each track and level.
 * @param pages the folder src/pages, with a slash at its end
 */
export function siteRoutes(pages: string, { tracks = [], levels = [] }: ContentPages = {}): string[] {
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
