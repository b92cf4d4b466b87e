import { PREFETCH_RULES } from "~/hosting/prefetch-rules.ts";

/** Has the browser fetch a page as the visitor is about to open it, unless they save data. */
export function fetchNextPages(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData: boolean } };
  if (connection?.saveData) return;
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.text = PREFETCH_RULES;
  document.head.append(rules);
}
