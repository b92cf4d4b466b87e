-- The whole schema. Unless a column says otherwise, a time is ISO 8601 in UTC, a day is in Lagos, an amount in kobo or cents.

-- MAILS

-- One row for each mail that the site accepted.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  reply_to TEXT, -- null: the sender
  subject TEXT NOT NULL,
  message TEXT NOT NULL, -- HTML; of a browser only its words
  plain_text TEXT, -- null: made from the HTML
  calendar TEXT, -- an iCalendar file
  unsubscribe_url TEXT, -- stops such mails by a POST
  is_automatic INTEGER NOT NULL DEFAULT 0, -- 1: no person wrote it
  idempotency_key TEXT NOT NULL UNIQUE, -- the caller's, or "digest:" and the SHA-256 of the mail
  -- 1: the edge wrote it, and it goes before what browsers send. No browser can choose such a key.
  is_notice INTEGER GENERATED ALWAYS AS (
    substr(idempotency_key, 1, instr(idempotency_key, ':')) IN
      ('provider:', 'alert:', 'reconciliation:', 'overdue:', 'enrolment:', 'learner:')
  ) VIRTUAL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'failed', 'kept')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- a mail that is not delivered by then has failed
  claimed_until TEXT, -- a consumer is delivering it; no other may until then
  delivered_at TEXT,
  last_error TEXT -- without personal data
);
CREATE INDEX mails_by_status ON mails (status, is_notice, next_attempt_at);
-- Each sweep looks for what is old enough to be deleted; without this it would read every mail.
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

-- Who asked for the newsletter, or to be notified when registration opens. Stored until it is left, once confirmed by mail.
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- the address, normalised
  list TEXT NOT NULL, -- 'newsletter', or 'opening' for a cohort that opens
  course_id TEXT NOT NULL DEFAULT '', -- of an opening; empty for any course
  token TEXT NOT NULL UNIQUE, -- in the addresses that confirm it and leave it
  requested_at TEXT NOT NULL,
  answered_at TEXT, -- when the latest request was dealt with; null until then
  confirmed_at TEXT,
  UNIQUE (email_key, list, course_id)
);
CREATE INDEX subscriptions_to_answer ON subscriptions (requested_at) WHERE answered_at IS NULL;

-- What the alerts role was last notified of, and when.
CREATE TABLE alerts (
  name TEXT PRIMARY KEY,
  notified_at TEXT NOT NULL
);

-- PAYMENTS

-- Every payment that was started, once for each reference. Its status is derived from payment_events.
CREATE TABLE payments (
  reference TEXT PRIMARY KEY,
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash', 'voucher')), -- staff recorded transfers and cash; a voucher left nothing to pay
  purpose TEXT NOT NULL CHECK (purpose IN ('registration', 'tuition')),
  enrolment_id TEXT,
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that it pays
  is_sponsored INTEGER NOT NULL DEFAULT 0, -- 1: another person pays, by a payer's link
  course_id TEXT NOT NULL, -- name of the course's file in content; empty when it is not known
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- the price card; empty for a registration
  plan_name TEXT NOT NULL,
  currency TEXT NOT NULL,
  expected_minor INTEGER, -- what the course record asked when this started; null for an unknown course
  paid_minor INTEGER NOT NULL DEFAULT 0, -- what the academy holds
  status TEXT NOT NULL DEFAULT 'unpaid' CHECK (status IN ('unpaid', 'paid', 'short-paid', 'refunded')),
  flag TEXT, -- why staff must look at it; null when they need not
  flagged_state TEXT, -- the state that staff are notified of, or else the flag
  seen_state TEXT, -- that state as it was when staff looked at it
  agreement TEXT, -- JSON: what was agreed as this was stored, on which its enrolment starts; null where no order came
  -- Of the key that its request was given or came with: nobody else continues it, or fills it in; null where there was none.
  key_digest TEXT,
  details TEXT NOT NULL, -- JSON: { learner, parts, isSponsored }, what staff must know to enrol someone, or null
  customer_email TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_phone TEXT NOT NULL,
  payer_name TEXT NOT NULL DEFAULT '', -- who paid, as PayPal knows them
  payer_email TEXT NOT NULL DEFAULT '',
  -- Who is to be enrolled, normalised, so that a learner who pays for the same twice is noticed; null: not known.
  learner_email_key TEXT, -- without spaces, in lower case
  learner_phone_key TEXT, -- the last nine digits, and the words of the name: families share a phone
  duplicate_of TEXT, -- the reference under which the learner had paid before
  -- How a visitor continues what was started at the provider: these cannot be recovered once they are lost.
  provider_order_id TEXT, -- the latest order at PayPal
  access_code TEXT, -- for Paystack's popup
  checkout_url TEXT, -- Paystack's own page
  ordered_at TEXT, -- when the latest order was made at PayPal, or the checkout last resumed
  started_at TEXT NOT NULL, -- by the visitor's clock
  created_at TEXT NOT NULL, -- by the edge's clock, like every other time
  updated_at TEXT NOT NULL,
  -- What a sweep asks the providers about first: 0 what a provider has reported, 1 an order that was made here, 2 an
  -- unverified payment. A payment moves to a lower number when better evidence comes, and never back.
  check_priority INTEGER NOT NULL DEFAULT 1 CHECK (check_priority IN (0, 1, 2)),
  next_check_at TEXT, -- when the provider is asked for the payment's outcome; null when it is not asked again
  receipt_at TEXT, -- when its receipt was written; null while nothing has come
  erased_at TEXT -- when its payer or learner was erased: nothing that a provider reports of a person is written again
);
CREATE INDEX payments_by_check ON payments (check_priority, next_check_at);
CREATE INDEX payments_by_status ON payments (status, created_at);
CREATE INDEX payments_by_email ON payments (learner_email_key);
CREATE INDEX payments_by_phone ON payments (learner_phone_key);
CREATE INDEX payments_by_payer ON payments (lower(payer_email)) WHERE payer_email <> '';
CREATE INDEX payments_by_duplicate ON payments (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX payments_by_enrolment ON payments (enrolment_id) WHERE enrolment_id IS NOT NULL;
-- Orders of which no enrolment was started, until they are old.
CREATE INDEX payments_without_enrolment ON payments (created_at)
  WHERE enrolment_id IS NULL AND status = 'unpaid';
-- Payments that came without their order: a sweep gives each an enrolment.
CREATE INDEX payments_to_enrol ON payments (created_at) WHERE enrolment_id IS NULL AND status <> 'unpaid';
CREATE INDEX payments_flagged ON payments (created_at) WHERE flag IS NOT NULL AND flagged_state IS NOT seen_state;

-- The history of each payment: everything that was reported about it, once for each event.
CREATE TABLE payment_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL, -- may come before its payment
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

-- Receipts and credit notes, one for each movement of money that was confirmed. Without personal data, and never deleted.
CREATE TABLE papers (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'credit-note')),
  year INTEGER NOT NULL, -- in which it was issued, in Lagos
  number INTEGER NOT NULL, -- counted from 1 for each kind and year, without a gap
  reference TEXT NOT NULL, -- of the payment; a credit note is about the receipt under it
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal', 'transfer', 'cash', 'voucher')),
  event_id TEXT NOT NULL, -- of the event in payment_events by which it was known
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL, -- what came, or went back; of a credit note below 0 where the academy got money again
  vat_percent REAL, -- that the amount includes, as it was when the receipt was issued; 0: exempt; null: not registered
  vat_minor INTEGER GENERATED ALWAYS AS
    (CAST(round(amount_minor * vat_percent / (100 + vat_percent)) AS INTEGER)) VIRTUAL,
  moved_at TEXT NOT NULL, -- when the money moved
  issued_at TEXT NOT NULL,
  UNIQUE (kind, year, number),
  UNIQUE (reference, event_id, kind)
);
CREATE INDEX papers_by_time ON papers (moved_at, id);

-- What staff were notified of for each payment, stored as long as that: nothing is reported twice, even without the mails.
CREATE TABLE staff_notices (
  reference TEXT NOT NULL,
  number INTEGER NOT NULL, -- counted from 1 for each reference: the highest is the latest
  reported TEXT NOT NULL, -- the state that was reported, the same in whatever order its events arrived
  notified_at TEXT NOT NULL,
  PRIMARY KEY (reference, number),
  UNIQUE (reference, reported)
);

-- Refunds that an owner asked a provider for. A row is stored before the provider is asked, and is never deleted.
CREATE TABLE refund_requests (
  id TEXT PRIMARY KEY, -- the token of the desk's form; PayPal's request id and Paystack's note bear it
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'sent', 'done', 'failed', 'needs-attention')),
  refund_id TEXT, -- the provider's number of the refund; null until it is known
  reason TEXT NOT NULL DEFAULT '', -- why it failed, in the provider's word
  requested_at TEXT NOT NULL,
  sent_at TEXT, -- when the provider was last asked to refund; null before
  done_at TEXT, -- when it was found to be done
  next_check_at TEXT -- when the provider is asked how it stands; null when it is not asked again
);
CREATE INDEX refund_requests_by_reference ON refund_requests (reference);
CREATE INDEX refund_requests_to_check ON refund_requests (next_check_at) WHERE next_check_at IS NOT NULL;
-- Of two refunds of one payment at a time nobody could tell which one a lost answer was about.
CREATE UNIQUE INDEX refund_requests_open ON refund_requests (reference)
  WHERE state IN ('requested', 'sent', 'needs-attention');

-- When each provider's webhook was last received.
CREATE TABLE received_webhooks (
  provider TEXT PRIMARY KEY CHECK (provider IN ('paystack', 'paypal')),
  received_at TEXT NOT NULL
);

-- From where a provider's own webhooks came, so that a flood of forged ones does not keep them out.
CREATE TABLE webhook_senders (
  sender TEXT PRIMARY KEY, -- a digest of the provider and the address
  received_at TEXT NOT NULL
);

-- The daily comparison with each provider's own books: one row for each provider and day.
CREATE TABLE reconciliations (
  provider TEXT NOT NULL CHECK (provider IN ('paystack', 'paypal')),
  day TEXT NOT NULL, -- the last of the seven days that are compared
  state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'incomplete')),
  basis TEXT NOT NULL DEFAULT 'list' CHECK (basis IN ('list', 'charges')), -- what it was compared with
  cursor INTEGER NOT NULL DEFAULT 0, -- how many of its steps are done
  compared INTEGER NOT NULL DEFAULT 0, -- how many charges, refunds and disputes of this site were compared
  differences TEXT NOT NULL DEFAULT '[]', -- JSON without personal data
  fees_minor INTEGER, -- of that day's charges; null where the provider does not say
  payouts_minor INTEGER, -- likewise, of that day
  started_at TEXT NOT NULL,
  claimed_until TEXT, -- a sweep is working on it; no other may until then
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
  course_id TEXT NOT NULL, -- empty when it is not known
  course_name TEXT NOT NULL,
  plan_id TEXT NOT NULL, -- empty where tuition is paid at once with the registration, or is not announced
  plan_name TEXT NOT NULL,
  -- JSON: the plan's late-payment policy, and when its later payments are due in each currency, as they were agreed
  terms TEXT NOT NULL DEFAULT '{"latePaymentPolicy":null,"due":{"NGN":null,"USD":null}}',
  currency TEXT CHECK (currency IN ('NGN', 'USD')), -- null while either currency will do
  first_class TEXT, -- the cohort's first day; null while it has none; set with the cohort and the due dates, never alone
  learner TEXT NOT NULL, -- JSON, as far as it is known
  cohort TEXT GENERATED ALWAYS AS (learner ->> 'cohort') VIRTUAL, -- the id of a file in content/cohorts
  has_details INTEGER GENERATED ALWAYS AS (learner ->> 'firstName' <> '') VIRTUAL,
  email_key TEXT, -- the learner's address and phone number, normalised; null where it is not known
  phone_key TEXT,
  search_text TEXT NOT NULL DEFAULT '', -- the names and numbers by which staff find the learner, folded
  state TEXT NOT NULL DEFAULT 'started' CHECK (state IN ('started', 'active', 'complete', 'withdrawn', 'refunded')),
  flags TEXT NOT NULL DEFAULT '', -- each with the event of the newest charge that set it: "duplicate:0 overpaid:41"
  seen_flags TEXT NOT NULL DEFAULT '', -- the flags that staff have looked at, as they were then
  latest_offer TEXT NOT NULL DEFAULT '', -- the cohort and its first class that a learner without one was last mailed about
  next_due_on TEXT, -- when the oldest unpaid charge is due; null where nothing is asked of the learner
  withdrawn_on TEXT, -- a day
  charge_at_withdrawal INTEGER, -- the event of the newest charge then: what is charged later is to be returned
  access_ended_at TEXT, -- when staff ended the learner's access to the learning portal
  reminders_stopped_at TEXT,
  unsubscribe_token TEXT NOT NULL UNIQUE, -- in the address that stops reminders, and good for nothing else
  new_email TEXT, -- another address of the learner, until its owner confirms it
  new_email_digest TEXT, -- of the token in the mail that confirms it
  new_email_key TEXT, -- the digest of the key that stays then
  new_email_at TEXT, -- when it was asked for
  version INTEGER NOT NULL DEFAULT 0, -- optimistic locking: counts the writes, so that of two at once the latter looks again
  portal_version INTEGER NOT NULL DEFAULT 0, -- the version that was last compared with what the learning portal was told
  erased_at TEXT, -- when the person was erased; what is owed and paid stays
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
-- Nothing that is left has a due date.
CREATE INDEX enrolments_without_dates ON enrolments (created_at, cohort) WHERE state = 'active' AND next_due_on IS NULL;
-- By which a cohort's day reaches its enrolments.
CREATE INDEX enrolments_by_first_class ON enrolments (cohort, first_class);
CREATE INDEX enrolments_with_seat ON enrolments (cohort) WHERE state IN ('active', 'complete');
CREATE INDEX enrolments_to_offer ON enrolments (cohort, latest_offer) WHERE state IN ('active', 'complete');
CREATE INDEX enrolments_without_details ON enrolments (created_at)
  WHERE has_details = 0 AND erased_at IS NULL AND state IN ('active', 'complete');

CREATE INDEX enrolments_to_compare ON enrolments (created_at) WHERE portal_version <> version;

-- Read from end to end by a search: without it, all that is known of each learner would be read.
CREATE INDEX enrolments_by_search_text ON enrolments (search_text, id);

-- What an enrolment owes, fixed when its first payment is started.
CREATE TABLE charges (
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  currency TEXT NOT NULL CHECK (currency IN ('NGN', 'USD')), -- both while either will do
  number INTEGER NOT NULL, -- 0 the registration fee, then the payments of the tuition
  amount_minor INTEGER NOT NULL,
  due_on TEXT, -- a day
  is_agreed INTEGER NOT NULL DEFAULT 0, -- 1: staff agreed on that day with the learner, and the cohort's does not change it
  paid_minor INTEGER NOT NULL DEFAULT 0,
  is_paid INTEGER NOT NULL DEFAULT 0, -- 1: what came counts as all of it, though a little may be missing
  remind_at TEXT, -- when the next reminder is due; null for none
  PRIMARY KEY (enrolment_id, currency, number)
) WITHOUT ROWID;
CREATE INDEX charges_to_remind ON charges (remind_at) WHERE remind_at IS NOT NULL;

-- THE LEARNING PORTAL

-- The latest message to the portal about each enrolment: what it was told, or is to be told next.
CREATE TABLE portal_messages (
  enrolment_id TEXT PRIMARY KEY REFERENCES enrolments (id) ON DELETE CASCADE,
  version INTEGER NOT NULL, -- only rises: a receiver ignores a lower one
  content TEXT NOT NULL, -- JSON: access, reason, since, course, cohort and learner
  changed_at TEXT NOT NULL, -- when that content was noted
  changes_on TEXT, -- the next day on which access changes by time alone; null for none
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- a message that is not accepted by then has failed
  claimed_until TEXT, -- a consumer is delivering it; no other may until then
  delivered_at TEXT, -- when the portal last accepted a message about the enrolment
  last_error TEXT -- without personal data
) WITHOUT ROWID;
CREATE INDEX portal_messages_by_status ON portal_messages (status, next_attempt_at);
CREATE INDEX portal_messages_to_change ON portal_messages (changes_on) WHERE changes_on IS NOT NULL;

-- VOUCHERS

-- Made by staff; what one takes off is stored with each enrolment that uses it, so that changes reach nobody who has agreed.
CREATE TABLE vouchers (
  code TEXT PRIMARY KEY, -- upper case
  percent INTEGER CHECK (percent BETWEEN 1 AND 100), -- null where amounts are taken off
  ngn_minor INTEGER NOT NULL DEFAULT 0,
  usd_minor INTEGER NOT NULL DEFAULT 0,
  includes_fee INTEGER NOT NULL DEFAULT 0, -- 1: the registration fee is lowered too
  course_ids TEXT NOT NULL DEFAULT '[]', -- JSON; empty for all courses
  is_for_paying_at_once INTEGER NOT NULL DEFAULT 0, -- 1: for no plan of several payments
  uses INTEGER, -- how many enrolments may use it; null for any number
  first_day TEXT, -- a day; null from the beginning
  last_day TEXT, -- a day; null without an end
  note TEXT NOT NULL, -- for staff: who asked, why
  made_by TEXT NOT NULL, -- the e-mail address of a member of staff
  made_at TEXT NOT NULL,
  ended_at TEXT -- when staff ended it
) WITHOUT ROWID;
CREATE INDEX vouchers_by_time ON vouchers (made_at);

-- One row for each enrolment that uses one. It is reserved for a day, and counts for as long as the enrolment is stored once
-- its first payment is confirmed.
CREATE TABLE voucher_uses (
  enrolment_id TEXT PRIMARY KEY REFERENCES enrolments (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  ngn_minor INTEGER NOT NULL, -- what it took off
  usd_minor INTEGER NOT NULL,
  reserved_until TEXT NOT NULL,
  confirmed_at TEXT, -- when the first payment was confirmed
  is_overused INTEGER NOT NULL DEFAULT 0 -- 1: confirmed when the reservation had lapsed and others had all its uses
) WITHOUT ROWID;
CREATE INDEX voucher_uses_by_code ON voucher_uses (code);

-- What a learner or guardian agreed to, each tick by itself. No row is changed but to withdraw it.
CREATE TABLE consents (
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('terms', 'guardian', 'news')),
  digest TEXT NOT NULL REFERENCES consent_texts (digest), -- of the words that stood beside the tick
  way TEXT NOT NULL CHECK (way IN ('on the site', 'on paper', 'by telephone')),
  given_at TEXT NOT NULL, -- a time, or the day that staff wrote down
  withdrawn_at TEXT
);
CREATE INDEX consents_by_enrolment ON consents (enrolment_id);
CREATE UNIQUE INDEX consents_that_hold ON consents (enrolment_id, purpose) WHERE withdrawn_at IS NULL;

-- The words of every tick that was ever made, by their SHA-256 in hex.
CREATE TABLE consent_texts (
  digest TEXT PRIMARY KEY,
  text TEXT NOT NULL
) WITHOUT ROWID;

-- The keys that open an enrolment: only the digest of each is stored.
CREATE TABLE enrolment_keys (
  digest TEXT PRIMARY KEY,
  enrolment_id TEXT NOT NULL REFERENCES enrolments (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('learner', 'payer')),
  charges TEXT NOT NULL DEFAULT '[]', -- JSON: the numbers of the charges that a payer was asked for
  replaces INTEGER NOT NULL DEFAULT 0, -- 1: once it is used, the older ones of its kind end
  created_at TEXT NOT NULL
);
CREATE INDEX enrolment_keys_by_enrolment ON enrolment_keys (enrolment_id, kind, created_at);

-- Who asked for fresh links, until that is answered.
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

-- What staff are asked: messages of the contact form, and requests from My enrolment.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'change', 'withdraw', 'erase', 'more-time')),
  enrolment_id TEXT REFERENCES enrolments (id) ON DELETE CASCADE, -- null for a message
  mail_key TEXT UNIQUE, -- the idempotency key of a message's mail
  email_key TEXT, -- the address in a message, normalised
  charge INTEGER, -- of more time: the number of the charge
  day TEXT, -- of more time: a day
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  done_at TEXT -- null while it is open
);
CREATE INDEX requests_by_state ON requests (done_at);
CREATE INDEX requests_by_enrolment ON requests (enrolment_id) WHERE enrolment_id IS NOT NULL;
-- A learner has one open request of each kind.
CREATE UNIQUE INDEX requests_open ON requests (enrolment_id, kind) WHERE done_at IS NULL;

-- THE DESK

-- The trail: what staff did, and when. Append-only, except that an action may be undone and a person erased.
CREATE TABLE desk_actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE, -- of the form that asked for it: the same form does it once
  done_at TEXT NOT NULL,
  done_by TEXT NOT NULL, -- the e-mail address of a member of staff
  action TEXT NOT NULL,
  enrolment_id TEXT, -- null where it is about none
  subject TEXT NOT NULL DEFAULT '', -- the reference of a payment, or the number of a mail
  summary TEXT NOT NULL, -- in words, without personal data
  detail TEXT NOT NULL DEFAULT '', -- a note, or what was before; emptied when the person is erased
  restores TEXT NOT NULL DEFAULT '', -- JSON: what was agreed before, which an undo restores; empty where nothing was
  undone_at TEXT,
  undone_by TEXT
);
CREATE INDEX desk_actions_by_enrolment ON desk_actions (enrolment_id, id) WHERE enrolment_id IS NOT NULL;

-- What staff wrote to the learners of a cohort. It can be stopped before it leaves; deleted a day after that.
CREATE TABLE cohort_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cohort TEXT NOT NULL, -- empty: to learners without one
  is_to_owing INTEGER NOT NULL, -- 1: only to those who still owe something
  message TEXT NOT NULL,
  enrolments TEXT NOT NULL, -- JSON: the ids of those that were confirmed; one of them leaves for each person
  learners INTEGER NOT NULL, -- how many people these are
  written_by TEXT NOT NULL,
  leaves_at TEXT NOT NULL,
  is_waiting INTEGER NOT NULL DEFAULT 1 -- 0: it has left, or was stopped
);

-- COUNTS

-- How much was stored, or asked, that is not proven yet. Each row is deleted on the next day.
CREATE TABLE usage_counts (
  period TEXT NOT NULL, -- a day or a minute in UTC: "2026-11-21", "2026-11-21T09:05"
  counter TEXT NOT NULL, -- of all, or with a digest of the visitor that changes each day
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (period, counter)
) WITHOUT ROWID;
