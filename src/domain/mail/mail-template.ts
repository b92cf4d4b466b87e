/**
 * A mail's template as the build writes it: plain data, without code. `fill-template.ts` replaces the
 * placeholders by values.
 */

export interface MailTemplate {
  /** Words and placeholders only. */
  readonly subject: readonly Inline[];
  /** The text that mailboxes show beside the subject. */
  readonly preheader: readonly Inline[];
  readonly body: readonly MaybeBlock[];
}

/** A part that is shown only if a value is present, or only if it is missing. */
export interface Condition<Node> {
  readonly kind: "condition";
  readonly value: string;
  readonly shownWhere: "there" | "missing";
  readonly children: readonly (Node | Condition<Node>)[];
}

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  /** A placeholder, e.g. "next.amount". */
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "strong" | "emphasis"; readonly children: readonly MaybeInline[] }
  | { readonly kind: "link"; readonly to: Target; readonly children: readonly MaybeInline[] }
  | { readonly kind: "break" };
export type MaybeInline = Inline | Condition<Inline>;

/** The target of a link: an address, a page of the site, e.g. "/Pricing", or a placeholder that is a link. */
export type Target = { readonly address: string } | { readonly value: string };

export interface Fact {
  readonly kind: "fact";
  readonly name: string;
  readonly children: readonly MaybeInline[];
}

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly children: readonly MaybeInline[] }
  | { readonly kind: "paragraph"; readonly children: readonly MaybeInline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly MaybeBlock[])[] }
  | { readonly kind: "button"; readonly to: Target; readonly children: readonly MaybeInline[] }
  | { readonly kind: "facts"; readonly facts: readonly (Fact | Condition<Fact>)[] }
  | { readonly kind: "note"; readonly children: readonly MaybeBlock[] }
  /** A table of the values of that name. */
  | { readonly kind: "charges" | "changes" }
  /** A button for each enrolment, with the children as its words. */
  | { readonly kind: "enrolments"; readonly children: readonly MaybeInline[] };
export type MaybeBlock = Block | Condition<Block>;
