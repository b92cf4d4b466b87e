import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { checkContent, type Result } from "../../scripts/content-check/check-content.ts";
import type { Finding, Group } from "../../scripts/content-check/finding.ts";
import { contentFolder } from "./read-yaml.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A day on which all that the content plans is over. */
export const TODAY = "2026-11-21";

/** The check of the content as it is. */
export function checkReal(today = TODAY): Result {
  return checkContent({ content: contentFolder, root }, today);
}

/** A copy of the content for a test to change, in a folder that is removed afterwards. Paths are inside content/. */
export function copyOfContent() {
  const folder = `${mkdtempSync(`${tmpdir()}/content-`).replaceAll("\\", "/")}/`;
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(contentFolder, folder, { recursive: true });
  return {
    folder,
    /** @throws Error when the file does not have what is to be replaced. */
    replace(path: string, from: string, to: string) {
      const text = readFileSync(folder + path, "utf8");
      if (!text.includes(from)) throw new Error(`${path} has no "${from}" to replace.`);
      writeFileSync(
        folder + path,
        text.replace(from, () => to),
      );
    },
    write: (path: string, text: string) => writeFileSync(folder + path, text),
    remove: (path: string) => rmSync(folder + path),
    check: (today = TODAY): Result => checkContent({ content: folder, root }, today),
  };
}

/** What kind of slip, the file, what stands there, what an editor types instead, and what he or she then reads. */
export type Slip = [what: string, path: string, from: string, to: string, told: string];

/** What the check finds wrong after one change, as the editor reads it. */
export function errorsAfter(path: string, from: string, to: string): string[] {
  const copy = copyOfContent();
  copy.replace(path, from, to);
  return lines(copy.check().errors);
}

/** As the report has them: "content/site.yaml:25 Fields: …". */
export function lines(findings: readonly Finding[], group?: Group): string[] {
  return findings
    .filter((finding) => group === undefined || finding.group === group)
    .map(({ file, line, group: kind, message }) => `${file}:${line} ${kind}: ${message}`);
}
