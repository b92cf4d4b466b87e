-- Everybody who began to pay, once for each reference. What became of the payment is worked out from payment_events.
CREATE TABLE registrations (
  reference TEXT PRIMARY KEY,
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  purpose TEXT NOT NULL CHECK (purpose IN ('registration', 'tuition')),
  course_id TEXT NOT NULL, -- name of the course's file in content; empty when it is not known
  course_name TEXT NOT NULL,
  plan TEXT NOT NULL, -- the price card's name; empty for a registration
  currency TEXT NOT NULL,
  expected_minor INTEGER, -- kobo or cents that the course record asked when this began; null for an unknown course
  paid_minor INTEGER NOT NULL DEFAULT 0, -- what the academy holds
  status TEXT NOT NULL DEFAULT 'unpaid' CHECK (status IN ('unpaid', 'paid', 'short-paid', 'refunded')),
  flag TEXT, -- why staff must look at it; null when they need not
  details TEXT NOT NULL, -- JSON: [{ name, label, value }], what staff must know to enrol somebody
  customer_email TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  payer_name TEXT NOT NULL DEFAULT '', -- who paid, as PayPal knows them
  payer_email TEXT NOT NULL DEFAULT '',
  provider_order_id TEXT, -- the latest order at PayPal
  started_at TEXT NOT NULL, -- ISO 8601, UTC, by the visitor's clock
  created_at TEXT NOT NULL, -- by ours, like every other time
  updated_at TEXT NOT NULL,
  next_check_at TEXT -- when the provider is asked how the payment ended; null when it is not asked again
);
CREATE INDEX registrations_by_check ON registrations (next_check_at);
CREATE INDEX registrations_by_status ON registrations (status, created_at);

-- The history of each registration: everything that was said about its payment, once for each event.
CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL, -- may come before its registration
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  event_id TEXT NOT NULL, -- the kind and the provider's own number: "charged:4099260516"
  kind TEXT NOT NULL,
  amount_minor INTEGER,
  currency TEXT,
  source TEXT NOT NULL CHECK (source IN ('browser', 'webhook', 'verification', 'capture')),
  occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (provider, event_id)
);
CREATE INDEX payment_events_by_reference ON payment_events (reference);
