-- How much was kept, or asked, that nobody has proved yet. Each row goes on the next day.
CREATE TABLE usage_counts (
  period TEXT NOT NULL, -- a day or a minute in UTC: "2026-11-21", "2026-11-21T09:05"
  counter TEXT NOT NULL, -- of everybody, or with a digest of the visitor that is another one each day
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (period, counter)
) WITHOUT ROWID;
