import { advice, type Finding, missing, type Patient } from "./finding.ts";

/**
 * A setting that nobody gave the deployed site. Production needs it; staging can be tried without its secrets.
 * @param how where to get it, and where to write it
 */
export function unset({ place }: Patient, name: string, how: string): Finding {
  const kind = place === "production" || name.startsWith("PUBLIC_") ? missing : advice;
  return kind(`${name} is not set.`, how);
}
