import { PREFETCH_RULES } from "~/domain/headers/content-policy.ts";

/** Adds speculation rules, by which the browser prefetches a link's page; not for visitors with data saver on. */
export function addPrefetchRules(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData: boolean } };
  if (connection?.saveData) return;
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.text = PREFETCH_RULES;
  document.head.append(rules);
}
