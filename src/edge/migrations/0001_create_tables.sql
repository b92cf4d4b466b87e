-- The whole schema. Unless a column says otherwise, times are ISO 8601 in UTC, days are Lagos days, and amounts are
-- in kobo or cents.

-- MAILS

-- One row for each mail that the site accepted.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  reply_to TEXT, -- null: the sender
  subject TEXT NOT NULL,
  message TEXT NOT NULL, -- HTML; reduced to words and links if a browser sent it
  plain_text TEXT, -- null: derived from the HTML
  calendar TEXT, -- an iCalendar file
  unsubscribe_url TEXT, -- a POST to it stops such mails
  is_automatic INTEGER NOT NULL DEFAULT 0, -- 1: no person wrote it
  idempotency_key TEXT NOT NULL UNIQUE, -- the caller's, or "digest:" and the SHA-256 of the mail
  -- 1: the edge wrote it. It is delivered before mails of browsers, which cannot choose such a key.
  is_notice INTEGER GENERATED ALWAYS AS (
    substr(idempotency_key, 1, instr(idempotency_key, ':')) IN
      ('provider:', 'alert:', 'reconciliation:', 'overdue:', 'enrolment:', 'learner:')
  ) VIRTUAL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'failed', 'kept')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- the mail has failed if it is not delivered by then
  claimed_until TEXT, -- one consumer is delivering it; others skip it until then
  delivered_at TEXT,
  last_error TEXT -- without personal data
);
CREATE INDEX mails_by_status ON mails (status, is_notice, next_attempt_at);
-- Each sweep looks for mails that are old enough to be deleted; without this index it would read every mail.
CREATE INDEX mails_by_age ON mails (status, created_at);

-- Mails to learners and payers that were not delivered: their links are deleted after some days.
CREATE INDEX mails_with_link ON mails (created_at)
  WHERE idempotency_key >= 'learner:' AND idempotency_key < 'learner:~' AND message <> '' AND status <> 'queued';

-- Mails that could not be delivered for a day, until staff have dealt with them.
CREATE TABLE failed_mails (
  mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
  failed_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  reason TEXT NOT NULL -- without personal data
);

-- The addresses to which the newsletter or the opening of registration is sent. A confirmed one is stored until
-- its owner unsubscribes.
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- the address, normalised
  list TEXT NOT NULL, -- 'newsletter', or 'opening' for a cohort that opens
  course_id TEXT NOT NULL DEFAULT '', -- the course that opens; empty for any course
  token TEXT NOT NULL UNIQUE, -- part of the links that confirm and unsubscribe
  requested_at TEXT NOT NULL,
  answered_at TEXT, -- when the latest request was answered; null until then
  confirmed_at TEXT,
  UNIQUE (email_key, list, course_id)
);
CREATE INDEX subscriptions_to_answer ON subscriptions (requested_at) WHERE answered_at IS NULL;

-- The alerts that were sent to the alerts role, each with its latest time.
CREATE TABLE alerts (
  name TEXT PRIMARY KEY,
  notified_at TEXT NOT NULL
);

-- PAYMENTS

-- One row for each reference under which a payment was started. Its status is derived from payment_events.
CREATE TABLE payments (
  reference TEXT PRIMARY KEY,
  -- Staff record transfers and cash. A voucher is the provider if it leaves nothing to pay.
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash', 'voucher')),
  purpose TEXT NOT NULL CHECK (purpose IN ('registration', 'tuition')),
  enrolment_id TEXT,
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that it pays
  is_sponsored INTEGER NOT NULL DEFAULT 0, -- 1: another person pays, by a payer link
  course_id TEXT NOT NULL, -- the name of the course's file in content; empty if it is unknown
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- the price card; empty for a registration
  plan_name TEXT NOT NULL,
  currency TEXT NOT NULL,
  expected_minor INTEGER, -- the price when the payment started; null for an unknown course
  paid_minor INTEGER NOT NULL DEFAULT 0, -- the amount that the academy holds
  status TEXT NOT NULL DEFAULT 'unpaid' CHECK (status IN ('unpaid', 'paid', 'short-paid', 'refunded')),
  flag TEXT, -- the reason why staff must look at it; null if they need not
  flagged_state TEXT, -- the state that staff are notified of, or else the flag
  seen_state TEXT, -- flagged_state when staff last looked at it
  agreement TEXT, -- JSON: the agreement on which its enrolment starts; null if no order was received
  -- The digest of the key of its request. Only that key resumes or completes the payment; null if there was none.
  key_digest TEXT,
  details TEXT NOT NULL, -- JSON: { learner, parts, isSponsored }, by which staff enrol someone, or null
  customer_email TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  buyer_name TEXT NOT NULL DEFAULT '', -- another payer's name as they typed it, for the receipt
  payer_name TEXT NOT NULL DEFAULT '', -- who paid, as the provider knows them
  payer_email TEXT NOT NULL DEFAULT '',
  -- The learner's address and phone, normalised, by which a second payment for the same course is found; null: unknown.
  learner_email_key TEXT, -- without spaces, in lower case
  learner_phone_key TEXT, -- the last nine digits and the words of the name, because families share a phone
  duplicate_of TEXT, -- the reference of the learner's earlier payment for the same
  -- The ids and addresses by which a checkout is resumed. The provider does not give them a second time.
  provider_order_id TEXT, -- the latest order at PayPal
  access_code TEXT, -- for Paystack's popup
  checkout_url TEXT, -- Paystack's own page
  ordered_at TEXT, -- when the latest order was created at PayPal, or the checkout last resumed
  started_at TEXT NOT NULL, -- by the visitor's clock
  created_at TEXT NOT NULL, -- by the edge's clock, like every other time
  updated_at TEXT NOT NULL,
  -- The priority of the payment's check by a sweep: 0 a provider has reported it, 1 its order was made here, 2 it is
  -- unverified. The number falls with better evidence and never rises.
  check_priority INTEGER NOT NULL DEFAULT 1 CHECK (check_priority IN (0, 1, 2)),
  next_check_at TEXT, -- when the provider is asked for the payment's outcome; null if it is not asked again
  receipt_at TEXT, -- when its receipt was written; null until money is received
  erased_at TEXT -- when its payer or learner was erased; personal data of later reports is not stored
);
CREATE INDEX payments_by_check ON payments (check_priority, next_check_at);
CREATE INDEX payments_by_status ON payments (status, created_at);
CREATE INDEX payments_by_email ON payments (learner_email_key);
CREATE INDEX payments_by_phone ON payments (learner_phone_key);
CREATE INDEX payments_by_payer ON payments (lower(payer_email)) WHERE payer_email <> '';
CREATE INDEX payments_by_duplicate ON payments (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX payments_by_enrolment ON payments (enrolment_id) WHERE enrolment_id IS NOT NULL;
-- Unpaid orders without an enrolment, which are deleted when they are old.
CREATE INDEX payments_without_enrolment ON payments (created_at)
  WHERE enrolment_id IS NULL AND status = 'unpaid';
-- Payments that were received without their order. A sweep gives each an enrolment.
CREATE INDEX payments_to_enrol ON payments (created_at) WHERE enrolment_id IS NULL AND status <> 'unpaid';
CREATE INDEX payments_flagged ON payments (created_at) WHERE flag IS NOT NULL AND flagged_state IS NOT seen_state;

-- The history of each payment: one row for each event that was reported.
CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL, -- its payment may be stored later
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash', 'voucher')),
  event_id TEXT NOT NULL, -- the kind and the provider's own number: "charged:4099260516"
  kind TEXT NOT NULL,
  amount_minor INTEGER,
  currency TEXT,
  source TEXT NOT NULL CHECK (source IN ('browser', 'webhook', 'verification', 'capture', 'desk')),
  occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (provider, event_id)
);
CREATE INDEX payment_events_by_reference ON payment_events (reference);
CREATE INDEX payment_events_by_age ON payment_events (recorded_at); -- for the sweeps, as with mails
CREATE INDEX payment_events_by_day ON payment_events (provider, kind, occurred_at); -- for the daily comparison

-- Receipts and credit notes, one for each confirmed movement of money. They hold no personal data and are never
-- deleted.
CREATE TABLE papers (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'credit-note')),
  year INTEGER NOT NULL, -- the year of issue, in Lagos
  number INTEGER NOT NULL, -- counted from 1 for each kind and year, without a gap
  reference TEXT NOT NULL, -- the payment's; a credit note refers to the receipt with the same reference
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash', 'voucher')),
  event_id TEXT NOT NULL, -- the event in payment_events that confirmed the movement
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, -- the amount received or returned; negative on a credit note if a return came back
  vat_percent REAL, -- the VAT in the amount when the receipt was issued; 0: exempt; null: not registered
  vat_minor INTEGER GENERATED ALWAYS AS
    (CAST(round(amount_minor * vat_percent / (100 + vat_percent)) AS INTEGER)) VIRTUAL,
  moved_at TEXT NOT NULL, -- when the money moved
  issued_at TEXT NOT NULL,
  UNIQUE (kind, year, number),
  UNIQUE (reference, event_id, kind)
);
CREATE INDEX papers_by_time ON papers (moved_at, id);

-- The notices to staff about each payment, stored as long as the payment, so that no state is reported twice.
CREATE TABLE staff_notices (
  reference TEXT NOT NULL,
  number INTEGER NOT NULL, -- counted from 1 for each reference: the highest is the latest
  reported TEXT NOT NULL, -- the state that was reported; it does not depend on the order of events
  notified_at TEXT NOT NULL,
  PRIMARY KEY (reference, number),
  UNIQUE (reference, reported)
);

-- Refunds that an owner requested of a provider. A row is stored before the request is sent, and is never deleted.
CREATE TABLE refund_requests (
  id TEXT PRIMARY KEY, -- the token of the desk's form, sent as PayPal's request id and in Paystack's note
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'sent', 'done', 'failed', 'needs-attention')),
  refund_id TEXT, -- the provider's number of the refund; null until it is known
  reason TEXT NOT NULL DEFAULT '', -- the provider's reason for a failure
  requested_at TEXT NOT NULL,
  sent_at TEXT, -- when the request was last sent to the provider; null before
  done_at TEXT, -- when the provider reported it as done
  next_check_at TEXT -- when the provider is asked for its status; null if it is not asked again
);
CREATE INDEX refund_requests_by_reference ON refund_requests (reference);
CREATE INDEX refund_requests_to_check ON refund_requests (next_check_at) WHERE next_check_at IS NOT NULL;
-- A payment has one open refund at a time, so that a lost answer can only be about that one.
CREATE UNIQUE INDEX refund_requests_open ON refund_requests (reference)
  WHERE state IN ('requested', 'sent', 'needs-attention');

-- When each provider's webhook was last received.
CREATE TABLE received_webhooks (
  provider TEXT PRIMARY KEY CHECK (provider IN ('paystack', 'paypal')),
  received_at TEXT NOT NULL
);

-- The senders of genuine webhooks, whose requests are limited apart from those of forged ones.
CREATE TABLE webhook_senders (
  sender TEXT PRIMARY KEY, -- a digest of the provider and the address
  received_at TEXT NOT NULL
);

-- The daily comparison with each provider's own books: one row for each provider and day.
CREATE TABLE reconciliations (
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  day TEXT NOT NULL, -- the last of the seven days that are compared
  state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'incomplete')),
  basis TEXT NOT NULL DEFAULT 'list' CHECK (basis IN ('list', 'charges')), -- the provider's data it is compared with
  cursor INTEGER NOT NULL DEFAULT 0, -- the number of steps that are done
  compared INTEGER NOT NULL DEFAULT 0, -- the number of this site's charges, refunds and disputes that were compared
  differences TEXT NOT NULL DEFAULT '[]', -- JSON without personal data
  fees_minor INTEGER, -- the fees of that day's charges; null if the provider does not report them
  payouts_minor INTEGER, -- the payouts of that day; null if the provider does not report them
  started_at TEXT NOT NULL,
  claimed_until TEXT, -- one sweep is working on it; others skip it until then
  finished_at TEXT,
  reported_at TEXT, -- when its mail was written, or found unnecessary
  PRIMARY KEY (provider, day)
);
CREATE INDEX reconciliations_to_report ON reconciliations (day) WHERE reported_at IS NULL;

-- ENROLMENTS

-- One learner in one course. Each payment belongs to one of these.
CREATE TABLE enrolments (
  id TEXT PRIMARY KEY, -- ENR- and ten random characters
  source TEXT NOT NULL CHECK (source IN ('signup', 'pricing', 'desk')),
  attribution TEXT NOT NULL DEFAULT '', -- the academy's link that brought the learner: "utm_source=instagram&ref=ada7"
  course_id TEXT NOT NULL, -- empty if it is unknown
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- empty if tuition is paid at once with the registration, or is not announced
  plan_name TEXT NOT NULL,
  -- JSON: the agreed late-payment policy of the plan, and the due dates of its later payments in each currency
  terms TEXT NOT NULL DEFAULT '{"latePaymentPolicy":null,"due":{"NGN":null,"USD":null}}',
  currency TEXT CHECK (currency IN ('NGN', 'USD')), -- null until the first payment decides it
  first_class TEXT, -- the cohort's first day; null without one; changes only with the cohort and the due dates
  learner TEXT NOT NULL, -- JSON; unknown fields are empty
  cohort TEXT GENERATED ALWAYS AS (learner ->> 'cohort') VIRTUAL, -- the id of a file in content/cohorts
  has_details INTEGER GENERATED ALWAYS AS (learner ->> 'firstName' <> '') VIRTUAL,
  email_key TEXT, -- the learner's address, normalised; null if it is unknown
  phone_key TEXT, -- the learner's phone number, normalised; null if it is unknown
  search_text TEXT NOT NULL DEFAULT '', -- the names and numbers by which staff find the learner, folded
  state TEXT NOT NULL DEFAULT 'started' CHECK (state IN ('started', 'active', 'complete', 'withdrawn', 'refunded')),
  flags TEXT NOT NULL DEFAULT '', -- each with the event of the newest charge that set it: "duplicate:0 overpaid:41"
  seen_flags TEXT NOT NULL DEFAULT '', -- the flags that staff have looked at, as they were then
  latest_offer TEXT NOT NULL DEFAULT '', -- the cohort and first class last offered to a learner without a cohort
  next_due_on TEXT, -- when the oldest unpaid charge is due; null if nothing is owed
  withdrawn_on TEXT, -- a day
  charge_at_withdrawal INTEGER, -- the event of the newest charge at that time; later charges are to be returned
  access_ended_at TEXT, -- when staff ended the learner's access to the learning portal
  reminders_stopped_at TEXT,
  unsubscribe_token TEXT NOT NULL UNIQUE, -- part of the link that stops reminders; it opens nothing else
  new_email TEXT, -- another address of the learner, until its owner confirms it
  new_email_digest TEXT, -- the digest of the token in the mail that confirms it
  new_email_key TEXT, -- the digest of the key that stays valid after that
  new_email_at TEXT, -- when the change was requested
  version INTEGER NOT NULL DEFAULT 0, -- counts the writes, for optimistic locking
  portal_version INTEGER NOT NULL DEFAULT 0, -- the version last compared with the learning portal's message
  erased_at TEXT, -- when the person was erased; the amounts stay
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX enrolments_by_new_email ON enrolments (new_email_digest) WHERE new_email_digest IS NOT NULL;
CREATE INDEX enrolments_with_new_email ON enrolments (new_email_at) WHERE new_email_at IS NOT NULL;
CREATE INDEX enrolments_by_email ON enrolments (email_key);
CREATE INDEX enrolments_by_phone ON enrolments (phone_key);
CREATE INDEX enrolments_by_state ON enrolments (state, created_at);
CREATE INDEX enrolments_by_time ON enrolments (created_at);
CREATE INDEX enrolments_by_course ON enrolments (course_id, created_at);
CREATE INDEX enrolments_by_course_and_state ON enrolments (course_id, state, created_at);
CREATE INDEX enrolments_by_cohort ON enrolments (cohort, created_at);
CREATE INDEX enrolments_by_next_due ON enrolments (next_due_on, id) WHERE next_due_on IS NOT NULL;
CREATE INDEX enrolments_flagged ON enrolments (created_at) WHERE flags <> '' AND flags <> seen_flags;
-- Active enrolments without a due date, which wait for their cohort's first class.
CREATE INDEX enrolments_without_dates ON enrolments (created_at, cohort) WHERE state = 'active' AND next_due_on IS NULL;
-- Finds the enrolments whose due dates follow a changed first class.
CREATE INDEX enrolments_by_first_class ON enrolments (cohort, first_class);
CREATE INDEX enrolments_with_seat ON enrolments (cohort) WHERE state IN ('active', 'complete');
CREATE INDEX enrolments_to_offer ON enrolments (cohort, latest_offer) WHERE state IN ('active', 'complete');
CREATE INDEX enrolments_without_details ON enrolments (created_at)
  WHERE has_details = 0 AND erased_at IS NULL AND state IN ('active', 'complete');

CREATE INDEX enrolments_to_compare ON enrolments (created_at) WHERE portal_version <> version;

-- A search reads this whole index, which is smaller than the table with everything about each learner.
CREATE INDEX enrolments_by_search_text ON enrolments (search_text, id);

-- The amounts that an enrolment owes, fixed when its first payment is started.
CREATE TABLE charges (
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  currency TEXT NOT NULL CHECK (currency IN ('NGN', 'USD')), -- one row each until the enrolment's currency is decided
  number INTEGER NOT NULL, -- 0 the registration fee, then the payments of the tuition
  amount_minor INTEGER NOT NULL,
  due_on TEXT, -- a day
  is_agreed INTEGER NOT NULL DEFAULT 0, -- 1: staff agreed on due_on with the learner, so the cohort does not change it
  paid_minor INTEGER NOT NULL DEFAULT 0,
  is_paid INTEGER NOT NULL DEFAULT 0, -- 1: paid; a small shortfall is allowed
  remind_at TEXT, -- when the next reminder is due; null for none
  PRIMARY KEY (enrolment_id, currency, number)
) WITHOUT ROWID;
CREATE INDEX charges_to_remind ON charges (remind_at) WHERE remind_at IS NOT NULL;

-- THE LEARNING PORTAL

-- The latest message to the portal about each enrolment.
CREATE TABLE portal_messages (
  enrolment_id TEXT PRIMARY KEY REFERENCES enrolments (id) ON DELETE CASCADE,
  version INTEGER NOT NULL, -- only rises: a receiver ignores a lower one
  content TEXT NOT NULL, -- JSON: access, reason, since, course, cohort and learner
  changed_at TEXT NOT NULL, -- when the content changed
  changes_on TEXT, -- the next day on which access changes by time alone; null for none
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- the message has failed if it is not accepted by then
  claimed_until TEXT, -- one consumer is delivering it; others skip it until then
  delivered_at TEXT, -- when the portal last accepted a message about the enrolment
  last_error TEXT -- without personal data
) WITHOUT ROWID;
CREATE INDEX portal_messages_by_status ON portal_messages (status, next_attempt_at);
CREATE INDEX portal_messages_to_change ON portal_messages (changes_on) WHERE changes_on IS NOT NULL;

-- VOUCHERS

-- Made by staff. The discount is stored with each enrolment that uses the voucher, so that later changes do not
-- affect it.
CREATE TABLE vouchers (
  code TEXT PRIMARY KEY, -- upper case
  percent INTEGER CHECK (percent BETWEEN 1 AND 100), -- null if the discount is an amount
  ngn_minor INTEGER NOT NULL DEFAULT 0,
  usd_minor INTEGER NOT NULL DEFAULT 0,
  includes_fee INTEGER NOT NULL DEFAULT 0, -- 1: the registration fee is lowered too
  course_ids TEXT NOT NULL DEFAULT '[]', -- JSON; empty for all courses
  is_for_paying_at_once INTEGER NOT NULL DEFAULT 0, -- 1: for no plan of several payments
  uses INTEGER, -- the number of enrolments that may use it; null for any number
  first_day TEXT, -- a day; null from the beginning
  last_day TEXT, -- a day; null without an end
  note TEXT NOT NULL, -- for staff: who asked, why
  made_by TEXT NOT NULL, -- the e-mail address of a member of staff
  made_at TEXT NOT NULL,
  ended_at TEXT -- when staff ended it
) WITHOUT ROWID;
CREATE INDEX vouchers_by_time ON vouchers (made_at);

-- One row for each enrolment that uses a voucher. The use is reserved for a day. Once the first payment is confirmed,
-- it counts as long as the enrolment is stored.
CREATE TABLE voucher_uses (
  enrolment_id TEXT PRIMARY KEY REFERENCES enrolments (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  ngn_minor INTEGER NOT NULL, -- the discount in each currency
  usd_minor INTEGER NOT NULL,
  reserved_until TEXT NOT NULL,
  confirmed_at TEXT, -- when the first payment was confirmed
  is_overused INTEGER NOT NULL DEFAULT 0 -- 1: confirmed when the reservation had lapsed and others had all its uses
) WITHOUT ROWID;
CREATE INDEX voucher_uses_by_code ON voucher_uses (code);

-- The consents of a learner or guardian, one row for each tick. A row changes only when the consent is withdrawn.
CREATE TABLE consents (
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('terms', 'guardian', 'news')),
  digest TEXT NOT NULL REFERENCES consent_texts (digest), -- the words beside the tick
  way TEXT NOT NULL CHECK (way IN ('on the site', 'on paper', 'by telephone')),
  given_at TEXT NOT NULL, -- a time, or the day that staff wrote down
  withdrawn_at TEXT
);
CREATE INDEX consents_by_enrolment ON consents (enrolment_id);
CREATE UNIQUE INDEX consents_that_hold ON consents (enrolment_id, purpose) WHERE withdrawn_at IS NULL;

-- The words beside every tick that was made, by their SHA-256 in hex.
CREATE TABLE consent_texts (
  digest TEXT PRIMARY KEY,
  text TEXT NOT NULL
) WITHOUT ROWID;

-- The keys that open an enrolment: only the digest of each is stored.
CREATE TABLE enrolment_keys (
  digest TEXT PRIMARY KEY,
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('learner', 'payer')),
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that a payer is asked to pay
  replaces INTEGER NOT NULL DEFAULT 0, -- 1: once it is used, the older ones of its kind end
  created_at TEXT NOT NULL
);
CREATE INDEX enrolment_keys_by_enrolment ON enrolment_keys (enrolment_id, kind, created_at);

-- Requests for fresh links that have not been answered.
CREATE TABLE link_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_key TEXT NOT NULL,
  requested_at TEXT NOT NULL
);

-- The weeks, by their Mondays, in which staff were sent the list of late payments.
CREATE TABLE weekly_lists (
  monday TEXT PRIMARY KEY
);

-- REQUESTS

-- Messages of the contact form, and requests from My enrolment.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'change', 'withdraw', 'erase', 'more-time')),
  enrolment_id TEXT REFERENCES enrolments (id) ON DELETE CASCADE, -- null for a message
  mail_key TEXT UNIQUE, -- the idempotency key of a message's mail
  email_key TEXT, -- the address in a message, normalised
  charge INTEGER, -- for more time: the number of the charge
  day TEXT, -- for more time: the requested day
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  done_at TEXT -- null while it is open
);
CREATE INDEX requests_by_state ON requests (done_at);
CREATE INDEX requests_by_enrolment ON requests (enrolment_id) WHERE enrolment_id IS NOT NULL;
-- A learner has one open request of each kind.
CREATE UNIQUE INDEX requests_open ON requests (enrolment_id, kind) WHERE done_at IS NULL;

-- THE DESK

-- The trail of staff's actions. Append-only, except that an action may be undone and a person erased.
CREATE TABLE desk_actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE, -- the form's, so that the same form acts once
  done_at TEXT NOT NULL,
  done_by TEXT NOT NULL, -- the e-mail address of a member of staff
  action TEXT NOT NULL,
  enrolment_id TEXT, -- null if the action concerns no enrolment
  subject TEXT NOT NULL DEFAULT '', -- the reference of a payment, or the number of a mail
  summary TEXT NOT NULL, -- in words, without personal data
  detail TEXT NOT NULL DEFAULT '', -- a note, or the former values; emptied when the person is erased
  restores TEXT NOT NULL DEFAULT '', -- JSON: the former agreement, which an undo restores; empty if none changed
  undone_at TEXT,
  undone_by TEXT
);
CREATE INDEX desk_actions_by_enrolment ON desk_actions (enrolment_id, id) WHERE enrolment_id IS NOT NULL;

-- Messages of staff to a cohort's learners. A message can be stopped before it leaves, and is deleted a day later.
CREATE TABLE cohort_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cohort TEXT NOT NULL, -- empty: to learners without one
  is_to_owing INTEGER NOT NULL, -- 1: only to those who still owe something
  message TEXT NOT NULL,
  enrolments TEXT NOT NULL, -- JSON: the ids of the enrolments that staff confirmed; each person gets one mail
  learners INTEGER NOT NULL, -- the number of persons
  written_by TEXT NOT NULL,
  leaves_at TEXT NOT NULL,
  is_waiting INTEGER NOT NULL DEFAULT 1 -- 0: it has left, or was stopped
);

-- COUNTS

-- The requests and unproven rows of each period, for the limits. Each row is deleted on the next day.
CREATE TABLE usage_counts (
  period TEXT NOT NULL, -- a day or a minute in UTC: "2026-11-21", "2026-11-21T09:05"
  counter TEXT NOT NULL, -- a limit's name, with a daily changing digest of the visitor if it counts each visitor
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (period, counter)
) WITHOUT ROWID;
