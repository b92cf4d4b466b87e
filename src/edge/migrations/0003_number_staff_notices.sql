-- What staff were told of each registration, kept as long as that: whatever becomes of the mails, nothing is told twice.
CREATE TABLE staff_notices (
  reference TEXT NOT NULL,
  number INTEGER NOT NULL, -- counted from 1 for each reference: the highest is the latest word
  news TEXT NOT NULL, -- the state that was told, the same in whatever order its events arrived
  noticed_at TEXT NOT NULL,
  PRIMARY KEY (reference, number),
  UNIQUE (reference, news)
);
