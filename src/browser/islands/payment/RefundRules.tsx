interface RefundRulesProps {
  /** Three lines, the short form of the Terms. */
  rules: readonly string[];
}

/** What can be paid back, beside a button that pays. */
export function RefundRules({ rules }: RefundRulesProps) {
  return (
    <aside className="grid gap-1 text-small text-muted" aria-label="Refunds">
      <p className="font-semibold text-ink">Refunds</p>
      <ul className="grid list-disc gap-0.5 pl-4.5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <a className="link link-alone" href="/Terms%26Condition#refund-policy" target="_blank" rel="noopener">
        All rules
      </a>
    </aside>
  );
}
