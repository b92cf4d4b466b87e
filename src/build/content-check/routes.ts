import { readdirSync } from "node:fs";

/** Pages shown in place of another; no link leads there. */
const STAND_INS = ["404.astro", "offline.astro"];

/** Addresses that the content makes. */
export interface ContentRoutes {
  /** Of the tracks' pages: "/devops". */
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
export function textComponents(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".astro"))
    .map((file) => file.replace(".astro", ""));
}
