-- Who asked for the newsletter, or to be told when registration opens. Kept once it is confirmed by mail, until it is left.
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- the address without what its spelling may vary in
  list TEXT NOT NULL, -- 'newsletter', or 'opening' for a cohort that opens
  course_id TEXT NOT NULL DEFAULT '', -- of an opening; empty for any course
  token TEXT NOT NULL UNIQUE, -- in the addresses that confirm it and leave it
  asked_at TEXT NOT NULL,
  confirmed_at TEXT,
  UNIQUE (email_key, list, course_id)
);
