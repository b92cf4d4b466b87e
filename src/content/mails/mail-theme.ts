import { MAIL_COLOURS, type MailColour, type MailTheme } from "~/domain/mail/mail-theme.ts";

/**
 * The colours and the face of mails, from the text of src/styles/tokens.css: a mail has no style sheet to take them from.
 * @throws Error that names what the tokens do not have
 */
export function mailTheme(tokens: string): MailTheme {
  const [light = "", dark = ""] = tokens.split("@media screen and (prefers-color-scheme: dark)");
  const [, font] = /--font-body:\s*([^;]+);/.exec(light) ?? [];
  if (!font) throw new Error("tokens.css has no --font-body.");
  const palette = (css: string) =>
    Object.fromEntries(
      MAIL_COLOURS.map((name) => {
        const value = colourIn(css, name) ?? colourIn(light, name);
        if (!value) throw new Error(`tokens.css has no colour named ${name}.`);
        return [name, value];
      }),
    ) as Record<MailColour, string>;
  return { light: palette(light), dark: palette(dark), font };
}

function colourIn(css: string, name: MailColour): string | undefined {
  return new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6});`).exec(css)?.[1];
}
