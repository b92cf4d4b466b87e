-- One learner in one course. What a registration row is, a payment, belongs to one of these.
CREATE TABLE enrolments (
  id TEXT PRIMARY KEY, -- ENR- and ten random characters
  source TEXT NOT NULL CHECK (source IN ('signup', 'pricing', 'desk')),
  course_id TEXT NOT NULL, -- empty when it is not known
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- empty where tuition is paid at once with the registration, or is not announced
  plan_name TEXT NOT NULL,
  currency TEXT CHECK (currency IN ('NGN', 'USD')), -- null while either will do
  first_class TEXT, -- the cohort's first day; null while it has none
  learner TEXT NOT NULL, -- JSON, as far as it is known
  email_key TEXT, -- the learner's address and phone number in one spelling each; null where it is not known
  phone_key TEXT,
  state TEXT NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'active', 'complete', 'withdrawn', 'refunded')),
  flags TEXT NOT NULL DEFAULT '', -- in the order of the alphabet, a space between them
  withdrawn_on TEXT, -- a day in Lagos
  held_at_withdrawal INTEGER, -- kobo or cents
  reminders_stopped_at TEXT,
  stop_token TEXT NOT NULL UNIQUE, -- in the address that stops reminders, and good for nothing else
  request_digest TEXT UNIQUE, -- of the request that began it, so that the same one begins nothing more
  version INTEGER NOT NULL DEFAULT 0, -- counts what was written, so that of two at once the latter looks again
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX enrolments_by_email ON enrolments (email_key);
CREATE INDEX enrolments_by_phone ON enrolments (phone_key);
CREATE INDEX enrolments_by_state ON enrolments (state, created_at);

-- What an enrolment owes, fixed when its first payment is begun.
CREATE TABLE charges (
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  currency TEXT NOT NULL CHECK (currency IN ('NGN', 'USD')), -- both while either will do
  number INTEGER NOT NULL, -- 0 the registration fee, then the payments of the tuition
  amount_minor INTEGER NOT NULL,
  due_on TEXT, -- a day in Lagos
  paid_minor INTEGER NOT NULL DEFAULT 0,
  remind_at TEXT, -- when the next reminder is due; null for none
  PRIMARY KEY (enrolment_id, currency, number)
) WITHOUT ROWID;
-- Whose payments are late is asked once a day.
CREATE INDEX charges_by_due ON charges (due_on) WHERE paid_minor < amount_minor AND due_on IS NOT NULL;
CREATE INDEX charges_to_remind ON charges (remind_at) WHERE remind_at IS NOT NULL;

-- What opens an enrolment: only the digest of each key is kept.
CREATE TABLE enrolment_keys (
  digest TEXT PRIMARY KEY,
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('learner', 'payer')),
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that a payer was asked for
  replaces INTEGER NOT NULL DEFAULT 0, -- 1: once it is used, the older ones of its kind end
  created_at TEXT NOT NULL
);
CREATE INDEX enrolment_keys_by_enrolment ON enrolment_keys (enrolment_id, kind, created_at);

-- The days on which staff were sent the list of late payments.
CREATE TABLE daily_lists (
  day TEXT PRIMARY KEY -- in Lagos
);

-- Who asked for fresh links, until that is answered.
CREATE TABLE link_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_key TEXT NOT NULL,
  asked_at TEXT NOT NULL
);

ALTER TABLE registrations ADD COLUMN enrolment_id TEXT;
ALTER TABLE registrations ADD COLUMN charges TEXT NOT NULL DEFAULT '[]'; -- JSON: the numbers of the charges that it pays
ALTER TABLE registrations ADD COLUMN is_sponsored INTEGER NOT NULL DEFAULT 0; -- somebody else pays, by a payer's link
ALTER TABLE registrations ADD COLUMN receipt_at TEXT; -- when its receipt was written; null while nothing has come
CREATE INDEX registrations_by_enrolment ON registrations (enrolment_id) WHERE enrolment_id IS NOT NULL;
-- Payments that came before there were enrolments, or without their order: a sweep gives each an enrolment.
CREATE INDEX registrations_to_enrol ON registrations (created_at) WHERE enrolment_id IS NULL AND status <> 'unpaid';
