import { globSync } from "node:fs";
import { relative } from "node:path";

/** @param {string} folder the built site's folder @returns {string[]} every page's address, Home first */
export function builtRoutes(folder) {
  return globSync(`${folder}/**/*.html`)
    .map((file) => `/${relative(folder, file).replace(/\.html$/, "")}`.replace(/\/index$/, "/"))
    .filter((route) => route !== "/404" && route !== "/offline")
    .map((route) => route.replace("&", "%26"))
    .sort();
}
