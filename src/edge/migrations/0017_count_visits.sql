-- Which of the academy's links brought a learner: "utm_source=instagram&ref=ada7"; empty where none is known.
ALTER TABLE enrolments ADD COLUMN attribution TEXT NOT NULL DEFAULT '';

-- How many came by a link, and how far. Nobody is known by it.
CREATE TABLE visit_counts (
  day TEXT NOT NULL, -- in Lagos
  attribution TEXT NOT NULL, -- as above; 'more' for all links beyond the day's limit
  course_id TEXT NOT NULL, -- empty while none is chosen
  step TEXT NOT NULL CHECK (step IN ('arrived', 'signup', 'begun', 'paid')),
  count INTEGER NOT NULL,
  PRIMARY KEY (day, attribution, course_id, step)
) WITHOUT ROWID;
