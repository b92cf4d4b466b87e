-- Who has a place in a cohort.
CREATE INDEX enrolments_with_place ON enrolments (cohort) WHERE state IN ('active', 'complete');
