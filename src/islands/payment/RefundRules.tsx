interface RefundRulesProps {
  /** Three lines, the short form of the Terms. */
  rules: readonly string[];
}

/** Stands beside a button that pays: what can be paid back, before anything is paid. */
export function RefundRules({ rules }: RefundRulesProps) {
  return (
    <aside className="refunds text-small text-muted" aria-label="Refunds">
      <p className="font-semibold text-ink">Refunds</p>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <a className="link" href="/Terms%26Condition#refund-policy" target="_blank" rel="noopener">
        All refund rules
      </a>
    </aside>
  );
}
