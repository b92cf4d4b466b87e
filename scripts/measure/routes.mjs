import { globSync } from "node:fs";
import { relative } from "node:path";

/** Shown in another page's place: where nothing is found, and where there is no network. */
export const STAND_IN_PAGES = ["/404", "/offline"];

/** @param {string} folder the built site's folder @returns {string[]} every page's address, Home first */
export function builtRoutes(folder) {
  return globSync(`${folder}/**/*.html`)
    .map((file) => `/${relative(folder, file).replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
    .map((route) => route.replace("&", "%26"))
    .sort();
}
