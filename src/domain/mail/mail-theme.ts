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

/** A colour by each name: "#14231d". */
type Palette = Readonly<Record<MailColour, string>>;

/** The colours of src/styles/tokens.css. */
export interface MailTheme {
  readonly light: Palette;
  readonly dark: Palette;
  /** A list for `font-family`. */
  readonly font: string;
}

/**
 * The properties that take a colour, each with the prefix of the class that changes it in the dark scheme.
 */
const USES = { color: "c", "background-color": "b", "border-color": "r" } as const;

/** The greatest width of a phone, in pixels. Classes that begin with "phone-" apply up to it. */
const PHONE_WIDTH = 480;

/** Tables lay a mail out; `role` keeps screen readers from announcing them as tables. */
export const TABLE = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;
export const SMALL_TEXT = "font-size:14px;line-height:1.5";

export interface Painter {
  /** Returns the class and style attributes of an element in these colours. */
  paint(colours: Partial<Record<keyof typeof USES, MailColour>>, style?: string, className?: string): string;
}

export function painter({ light }: MailTheme): Painter {
  return {
    paint: (colours, style = "", className = "") => {
      const used = Object.entries(colours) as [keyof typeof USES, MailColour][];
      const classes = [...used.map(([use, name]) => `${USES[use]}-${name}`), className].filter(Boolean);
      const declared = [style, ...used.map(([use, name]) => `${use}:${light[name]}`)].filter(Boolean);
      return `class="${classes.join(" ")}" style="${declared.join(";")}"`;
    },
  };
}

/** Returns the styles that attributes cannot express: those for phones, and for the dark scheme. */
export function mailStyles({ dark }: MailTheme): string {
  const darkened = MAIL_COLOURS.flatMap((name) =>
    Object.entries(USES).map(([use, letter]) => `.${letter}-${name}{${use}:${dark[name]}!important}`),
  );
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:${PHONE_WIDTH}px){
.phone-edge{padding:16px 8px 32px!important}
.phone-card{padding:28px 20px 20px!important}
.phone-stack{display:block!important;width:auto!important}
.phone-name{padding-bottom:0!important}
.phone-value{border-width:0!important;padding-top:0!important}
.phone-wide{width:100%!important}
}
@media (prefers-color-scheme:dark){
${darkened.join("\n")}
}`;
}
