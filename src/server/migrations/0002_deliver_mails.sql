-- Mails are delivered now. What was accepted before was read here by staff, and counts as kept.
CREATE TABLE mails_with_delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL, -- ISO 8601, UTC, like every time here
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL, -- HTML, reduced to harmless tags
  idempotency_key TEXT NOT NULL UNIQUE, -- the caller's, or "digest:" and the SHA-256 of the mail
  status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'parked', 'kept')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL, -- a mail that is not delivered by then is parked
  claimed_until TEXT, -- somebody is delivering it just now; nobody else may until then
  delivered_at TEXT,
  last_error TEXT -- without personal data
);

INSERT INTO mails_with_delivery
  (id, created_at, from_address, to_address, subject, message, idempotency_key, status, next_attempt_at, give_up_at)
SELECT id, created_at, from_address, to_address, subject, message, 'digest:' || digest, 'kept', created_at, created_at
FROM mails;

DROP TABLE mails;
ALTER TABLE mails_with_delivery RENAME TO mails;
CREATE INDEX mails_by_status ON mails (status, next_attempt_at);

-- Mails that nobody could be given for a day, until somebody has dealt with them.
CREATE TABLE dead_letters (
  mail_id INTEGER PRIMARY KEY REFERENCES mails (id) ON DELETE CASCADE,
  parked_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  reason TEXT NOT NULL -- without personal data
);
