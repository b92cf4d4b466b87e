import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";

/** The files of a built site that its pages share. Paths are from its folder: "_astro/page.css". */
export interface Assets {
  has(path: string): boolean;
  /** Reads each file once, however many pages name it. Rejects when it is not there. */
  read(path: string): Promise<string>;
  /** @returns the new file's address; its name changes with its content, so browsers may keep it for ever */
  add(name: string, extension: string, content: string): Promise<string>;
}

/** @param root the built site's folder, with a slash at its end */
export function builtAssets(root: string): Assets {
  const texts = new Map<string, Promise<string>>();
  return {
    has: (path) => existsSync(root + path),
    read: (path) => {
      const text = texts.get(path) ?? readFile(root + path, "utf8");
      texts.set(path, text);
      return text;
    },
    add: async (name, extension, content) => {
      const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
      const path = `_astro/${name}.${hash}.${extension}`;
      if (!existsSync(root + path)) await writeFile(root + path, content);
      return `/${path}`;
    },
  };
}
