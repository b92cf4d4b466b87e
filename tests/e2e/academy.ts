import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The academy's own facts as their editor typed them: tests follow content/site.yaml when it changes. */
interface Academy {
  readonly name: string;
  readonly mission: string;
  readonly email: string;
  readonly senderEmail: string;
  readonly alertsEmail: string;
  readonly staffRecipients: readonly { readonly email: string }[];
  readonly phones: readonly { readonly display: string; readonly dial: string }[];
  readonly whatsapp: { readonly number: string };
  readonly links: Readonly<Record<"portal" | "mailingList" | "linkedin" | "twitter" | "instagram", string>>;
  readonly announcement: string;
}

export const academy: Academy = parse(
  readFileSync(new URL("../../content/site.yaml", import.meta.url), "utf8"),
);
