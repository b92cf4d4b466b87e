-- The daily comparison with each provider's own books: one row for each provider and day.
CREATE TABLE reconciliations (
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  day TEXT NOT NULL, -- the last of the seven days that are compared, by the clock in Lagos
  state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'incomplete')),
  basis TEXT NOT NULL DEFAULT 'list' CHECK (basis IN ('list', 'charges')), -- what it was compared with
  cursor INTEGER NOT NULL DEFAULT 0, -- how many of its steps are done
  compared INTEGER NOT NULL DEFAULT 0, -- how many charges, refunds and disputes of this site were compared
  differences TEXT NOT NULL DEFAULT '[]', -- JSON without personal data
  fees_minor INTEGER, -- of that day's charges; null where the provider does not tell
  payouts_minor INTEGER, -- likewise, of that day
  started_at TEXT NOT NULL,
  claimed_until TEXT, -- a sweep is at it; no other may until then
  finished_at TEXT,
  reported_at TEXT, -- when its mail was written, or found needless
  PRIMARY KEY (provider, day)
);
CREATE INDEX reconciliations_to_report ON reconciliations (day) WHERE reported_at IS NULL;

-- The comparison looks for a day's charges.
CREATE INDEX payment_events_by_day ON payment_events (provider, kind, occurred_at);

-- When each provider's webhook was last heard of.
CREATE TABLE webhook_signs (
  provider TEXT PRIMARY KEY CHECK (provider IN ('paystack', 'paypal')),
  heard_at TEXT NOT NULL
);
INSERT INTO webhook_signs (provider, heard_at)
SELECT provider, MAX(recorded_at) FROM payment_events WHERE source = 'webhook' GROUP BY provider;

-- What the alerts role was last told, and when.
CREATE TABLE alerts (
  news TEXT PRIMARY KEY,
  told_at TEXT NOT NULL
);
