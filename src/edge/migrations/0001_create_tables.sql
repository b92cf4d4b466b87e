-- One row for each mail that the site accepted. Every time here is ISO 8601 in UTC.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL, -- HTML, reduced to harmless tags
  idempotency_key TEXT NOT NULL UNIQUE, -- the caller's, or "digest:" and the SHA-256 of the mail
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'parked', 'kept')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- a mail that is not delivered by then is parked
  claimed_until TEXT, -- a consumer is delivering it; no other may until then
  delivered_at TEXT,
  last_error TEXT -- without personal data
);
CREATE INDEX mails_by_status ON mails (status, next_attempt_at);
-- Each sweep looks for what is old enough to be deleted; without this it would read every mail.
CREATE INDEX mails_by_age ON mails (status, created_at);

-- Mails that could not be delivered for a day, until staff have dealt with them.
CREATE TABLE dead_letters (
  mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
  parked_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  reason TEXT NOT NULL -- without personal data
);

-- Every payment that was begun, once for each reference. Its status is derived from payment_events.
CREATE TABLE registrations (
  reference TEXT PRIMARY KEY,
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  purpose TEXT NOT NULL CHECK (purpose IN ('registration', 'tuition')),
  course_id TEXT NOT NULL, -- name of the course's file in content; empty when it is not known
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- the price card; empty for a registration
  plan_name TEXT NOT NULL,
  currency TEXT NOT NULL,
  expected_minor INTEGER, -- kobo or cents that the course record asked when this began; null for an unknown course
  paid_minor INTEGER NOT NULL DEFAULT 0, -- what the academy holds
  status TEXT NOT NULL DEFAULT 'unpaid' CHECK (status IN ('unpaid', 'paid', 'short-paid', 'refunded')),
  flag TEXT, -- why staff must look at it; null when they need not
  details TEXT NOT NULL, -- JSON: { learner, parts, isSponsored }, what staff must know to enrol somebody, or null
  customer_email TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  payer_name TEXT NOT NULL DEFAULT '', -- who paid, as PayPal knows them
  payer_email TEXT NOT NULL DEFAULT '',
  provider_order_id TEXT, -- the latest order at PayPal
  started_at TEXT NOT NULL, -- by the visitor's clock
  created_at TEXT NOT NULL, -- by the edge's clock, like every other time
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
CREATE INDEX payment_events_by_age ON payment_events (recorded_at); -- for the sweeps, as above
