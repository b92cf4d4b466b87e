-- One row for each mail that the site accepted. `digest` is the SHA-256 of sender, recipient, subject and message:
-- a mail that was sent twice, because the first answer got lost, is kept once.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL, -- ISO 8601, UTC
  from_address TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL, -- HTML, reduced to harmless tags
  digest TEXT NOT NULL UNIQUE
);
