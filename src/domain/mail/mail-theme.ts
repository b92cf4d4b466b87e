/** The site's colours that mails are drawn in, by the names of their tokens. */
export const MAIL_COLOURS = [
  "ink",
  "muted",
  "paper",
  "sand",
  "card",
  "rule",
  "green",
  "red",
  "sun",
  "on-line",
] as const;
export type MailColour = (typeof MAIL_COLOURS)[number];

/** "#14231d" */
type Palette = Readonly<Record<MailColour, string>>;

/** As src/styles/tokens.css has them. */
export interface MailTheme {
  readonly light: Palette;
  readonly dark: Palette;
  /** A list for `font-family`. */
  readonly font: string;
}
