-- Staff record what no provider takes: transfers and cash. SQLite changes no CHECK, so the two tables are made anew.
CREATE TABLE registrations_anew (
  reference TEXT PRIMARY KEY,
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash')), -- the last two: staff recorded it
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
  seen_flag TEXT, -- the flag that staff have looked at
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
  next_check_at TEXT, -- when the provider is asked how the payment ended; null when it is not asked again
  access_code TEXT, -- for Paystack's popup
  checkout_url TEXT, -- Paystack's own page
  learner_email_key TEXT, -- without spaces, in lower case
  learner_phone_key TEXT, -- the last nine digits
  duplicate_of TEXT, -- the reference under which the learner had paid before
  check_lane INTEGER NOT NULL DEFAULT 1 CHECK (check_lane IN (0, 1, 2)),
  ordered_at TEXT, -- when the latest order was made at PayPal, or a checkout at Paystack taken up again
  enrolment_id TEXT,
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that it pays
  is_sponsored INTEGER NOT NULL DEFAULT 0, -- somebody else pays, by a payer's link
  receipt_at TEXT -- when its receipt was written; null while nothing has come
);
INSERT INTO registrations_anew
SELECT reference, provider, purpose, course_id, course_name, plan_id, plan_name, currency, expected_minor, paid_minor, status,
  flag, NULL, details, customer_email, customer_name, customer_phone, payer_name, payer_email, provider_order_id, started_at,
  created_at, updated_at, next_check_at, access_code, checkout_url, learner_email_key, learner_phone_key, duplicate_of,
  check_lane, ordered_at, enrolment_id, charges, is_sponsored, receipt_at
FROM registrations;
DROP TABLE registrations;
ALTER TABLE registrations_anew RENAME TO registrations;
CREATE INDEX registrations_by_status ON registrations (status, created_at);
CREATE INDEX registrations_by_email ON registrations (learner_email_key);
CREATE INDEX registrations_by_phone ON registrations (learner_phone_key);
CREATE INDEX registrations_by_duplicate ON registrations (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX registrations_by_check ON registrations (check_lane, next_check_at);
CREATE INDEX registrations_by_enrolment ON registrations (enrolment_id) WHERE enrolment_id IS NOT NULL;
CREATE INDEX registrations_to_enrol ON registrations (created_at) WHERE enrolment_id IS NULL AND status <> 'unpaid';
CREATE INDEX registrations_flagged ON registrations (created_at) WHERE flag IS NOT NULL AND flag IS NOT seen_flag;

CREATE TABLE payment_events_anew (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL, -- may come before its registration
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash')),
  event_id TEXT NOT NULL, -- the kind and the provider's own number: "charged:4099260516"
  kind TEXT NOT NULL,
  amount_minor INTEGER,
  currency TEXT,
  source TEXT NOT NULL CHECK (source IN ('browser', 'webhook', 'verification', 'capture', 'desk')),
  occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (provider, event_id)
);
INSERT INTO payment_events_anew
SELECT id, reference, provider, event_id, kind, amount_minor, currency, source, occurred_at, recorded_at FROM payment_events;
DROP TABLE payment_events;
ALTER TABLE payment_events_anew RENAME TO payment_events;
CREATE INDEX payment_events_by_reference ON payment_events (reference);
CREATE INDEX payment_events_by_age ON payment_events (recorded_at);
CREATE INDEX payment_events_by_day ON payment_events (provider, kind, occurred_at);

-- What staff look for, and by what.
ALTER TABLE enrolments ADD COLUMN seen_flags TEXT NOT NULL DEFAULT ''; -- the flags that staff have looked at
ALTER TABLE enrolments ADD COLUMN forgotten_at TEXT; -- when the person was forgotten; what is owed and paid stays
ALTER TABLE enrolments ADD COLUMN cohort TEXT GENERATED ALWAYS AS (learner ->> 'cohort') VIRTUAL;
ALTER TABLE enrolments ADD COLUMN has_details INTEGER GENERATED ALWAYS AS (learner ->> 'firstName' <> '') VIRTUAL;
CREATE INDEX enrolments_by_time ON enrolments (created_at);
CREATE INDEX enrolments_by_course ON enrolments (course_id, created_at);
CREATE INDEX enrolments_by_course_and_state ON enrolments (course_id, state, created_at);
CREATE INDEX enrolments_by_cohort ON enrolments (cohort, created_at);
CREATE INDEX enrolments_flagged ON enrolments (created_at) WHERE flags <> '' AND flags <> seen_flags;
CREATE INDEX enrolments_without_details ON enrolments (created_at)
  WHERE has_details = 0 AND forgotten_at IS NULL AND state IN ('active', 'complete');

-- The words of each learner's name, without accents and in lower case.
CREATE TABLE enrolment_names (
  word TEXT NOT NULL,
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  PRIMARY KEY (word, enrolment_id)
) WITHOUT ROWID;
CREATE INDEX enrolment_names_by_enrolment ON enrolment_names (enrolment_id);
WITH RECURSIVE names (id, word, rest) AS (
  SELECT id, '', lower(trim(learner ->> 'firstName') || ' ' || trim(learner ->> 'lastName')) || ' ' FROM enrolments
  UNION ALL
  SELECT id, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM names WHERE rest <> ''
)
INSERT INTO enrolment_names (word, enrolment_id) SELECT DISTINCT word, id FROM names WHERE word <> '';

-- The trail: what staff did, and when. Nothing in it is changed but that it was undone, and that a person is forgotten.
CREATE TABLE desk_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE, -- of the form that asked for it: the same form does it once
  done_at TEXT NOT NULL,
  done_by TEXT NOT NULL, -- the e-mail address of a member of staff
  act TEXT NOT NULL,
  enrolment_id TEXT, -- null where it is about none
  subject TEXT NOT NULL DEFAULT '', -- the reference of a payment, or the number of a mail
  summary TEXT NOT NULL, -- in words, without personal data
  detail TEXT NOT NULL DEFAULT '', -- a note, or what was before; emptied when the person is forgotten
  undone_at TEXT,
  undone_by TEXT
);
CREATE INDEX desk_acts_by_enrolment ON desk_acts (enrolment_id, id) WHERE enrolment_id IS NOT NULL;
