/** Defences in code that an edge may lack on purpose: each expression can be replaced while the campaign plays. */
export interface BrokenCode {
  /** The end of the file's path. */
  readonly file: string;
  /** As it is written there. */
  readonly written: string;
  readonly instead: string;
}

export const BROKEN_CODE = {
  "captures all orders under one request id": {
    file: "src/edge/payments/paypal/capture-order.ts",
    written: `\`\${orderId}-capture-\${attempt}\``,
    instead: `\`capture-\${attempt}\``,
  },
  "captures again under the request id that was refused": {
    file: "src/edge/payments/paypal/capture-order.ts",
    written: `\`\${orderId}-capture-\${attempt}\``,
    instead: `\`\${orderId}-capture\``,
  },
  "notifies of a state that has passed": {
    file: "src/edge/payments/notify-staff.ts",
    written: `abortUnless(isCurrent, sql\`\${number}\`)`,
    instead: `abortUnless(sql\`\${isCurrent} OR TRUE\`, sql\`\${number}\`)`,
  },
  "saves a state that was derived before another write": {
    file: "src/edge/enrolments/enrolment-store.ts",
    written: `abortUnless(sql\`version = \${version}\`, sql\`\${state}\`)`,
    instead: `abortUnless(sql\`version = \${version} OR TRUE\`, sql\`\${state}\`)`,
  },
} as const satisfies Record<string, BrokenCode>;

const chosen = globalThis as { brokenCode?: string };

/** From now on the code is broken in this way; whole where the name is of no broken code. */
export function breakCode(name: string | null): void {
  chosen.brokenCode = name ?? "";
}

/** A file's source, in which each expression above asks whether it is to be broken. Throws where one is gone. */
export function breakable(file: string, source: string): string {
  const parts = Object.entries(BROKEN_CODE).filter(([, each]) => file.endsWith(each.file));
  const byText = Map.groupBy(parts, ([, { written }]) => written);
  return [...byText].reduce((text, [written, variants]) => {
    if (!text.includes(written)) throw new Error(`${file} no longer has ${written}`);
    const choices = variants.map(
      ([name, { instead }]) => `globalThis.brokenCode === ${JSON.stringify(name)} ? (${instead}) : `,
    );
    return text.replace(written, () => `(${choices.join("")}(${written}))`);
  }, source);
}
