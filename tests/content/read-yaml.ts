import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "astro/zod";
import { parse } from "yaml";

export const contentFolder = fileURLToPath(new URL("../../content/", import.meta.url));

/** Names of the entries of a folder of content/, in alphabetical order. */
export function entryIds(folder: string): string[] {
  return readdirSync(`${contentFolder}${folder}`)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.replace(/\.yaml$/, ""))
    .sort();
}

/** An entry as its editor typed it, for a test to change. */
export function readEntry(folder: string, id: string) {
  return parse(readFileSync(`${contentFolder}${folder}/${id}.yaml`, "utf8"));
}

/** An entry as pages get it. Throws with the file's name and every field that its schema refuses. */
export function checkedEntry<Entry>(folder: string, id: string, schema: z.ZodType<Entry>): Entry {
  const result = schema.safeParse(readEntry(folder, id));
  if (!result.success) throw new Error(`content/${folder}/${id}.yaml\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** Every entry of a folder by its id, as pages get it. Throws as `checkedEntry` does. */
export function readFolder<Entry>(folder: string, schema: z.ZodType<Entry>): Map<string, Entry> {
  return new Map(entryIds(folder).map((id) => [id, checkedEntry(folder, id, schema)]));
}
