import { globSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { serveEditor } from "../../scripts/dev/editor/server.mjs";
import { contentFolder } from "../fixtures/content-entries.ts";

/** Where the editor under test shows the pages. */
export const PREVIEW = "http://localhost:4321";

/** The visual editor on a port of its own, with what stops it. */
export async function startEditor(): Promise<{ origin: string; close: () => void }> {
  const server = await serveEditor(0, PREVIEW, contentFolder);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

/**
 * Opens the editor on a copy of content/ in the browser's private storage, which has the same interface as a folder on
 * disk: the dialog in which somebody chooses a folder is all that is left out.
 */
export async function openEditor(page: Page, origin: string): Promise<void> {
  const files = globSync("**/*.{yaml,mdx}", { cwd: contentFolder }).map((path): [string, string] => [
    `content/${path.replaceAll("\\", "/")}`,
    readFileSync(contentFolder + path, "utf8"),
  ]);
  await page.addInitScript(() => {
    const checkout = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("checkout");
    Object.assign(window, { showDirectoryPicker: checkout });
    Object.assign(FileSystemDirectoryHandle.prototype, { requestPermission: async () => "granted" });
  });
  await page.goto(origin);
  await page.evaluate(async (entries) => {
    const storage = await navigator.storage.getDirectory();
    const checkout = await storage.getDirectoryHandle("checkout", { create: true });
    await checkout.getDirectoryHandle(".git", { create: true });
    for (const [path, text] of entries) {
      let folder = checkout;
      const names = path.split("/");
      const name = names.pop() ?? "";
      for (const each of names) folder = await folder.getDirectoryHandle(each, { create: true });
      const file = await folder.getFileHandle(name, { create: true });
      const stream = await file.createWritable();
      await stream.write(text);
      await stream.close();
    }
  }, files);
  await page.getByRole("button", { name: "Work with Local Repository" }).click();
}

/** A file of the copy, as the editor has written it; null while there is none. */
export function savedFile(page: Page, path: string): Promise<string | null> {
  return page.evaluate(async (names) => {
    try {
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("checkout");
      for (const each of names.slice(0, -1)) folder = await folder.getDirectoryHandle(each);
      const file = await folder.getFileHandle(names.at(-1) ?? "");
      return await (await file.getFile()).text();
    } catch {
      return null;
    }
  }, path.split("/"));
}
