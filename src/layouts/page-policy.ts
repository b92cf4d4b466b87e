/** What one page's content security policy allows beyond that of every page. */
export interface PagePolicy {
  /** Whole directives, e.g. "frame-src https://example.org". */
  readonly directives: readonly `${"child" | "connect" | "frame" | "img" | "media"}-src ${string}`[];
  /** Origins whose scripts may run. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly { readonly resource: string; readonly kind: "element" }[];
}
