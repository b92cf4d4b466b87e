import { readEntry } from "../fixtures/content-entries.ts";

/** The facts of the academy whose site the tests visit. */
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

export const academy: Academy = readEntry("", "site");
