/** @throws Error naming the file: a page cannot be made without it. */
export function requireEntry<T>(entry: T | undefined, file: string): T {
  if (entry === undefined) throw new Error(`${file} is missing: it must exist and pass its checks.`);
  return entry;
}
