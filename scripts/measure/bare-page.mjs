import { writeFileSync } from "node:fs";
import { brotli } from "./serve-compressed.mjs";

const BYTES = 10 * 1024;

/**
 * Adds a page to a built site that is nothing but text: 10 KB as they are sent, without a style, script, font or picture.
 * @param {string} folder the built site's
 * @returns {string} its address
 */
export function writeBarePage(folder) {
  let html =
    "<!doctype html><html lang=en><meta name=viewport content=width=device-width><title>Bare</title>";
  // The same each time, and no two words alike, so that it is as long as it is sent.
  for (let seed = 1; brotli(html).length < BYTES; ) {
    let words = "";
    for (let count = 0; count < 40; count += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      words += `${seed.toString(36)} `;
    }
    html += `<p>${words}`;
  }
  writeFileSync(`${folder}/bare-page.html`, html);
  return "/bare-page";
}
