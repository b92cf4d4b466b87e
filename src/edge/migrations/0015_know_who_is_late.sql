-- When the oldest payment that is left is due, a day in Lagos; null where nothing is asked of the learner.
ALTER TABLE enrolments ADD COLUMN next_due_on TEXT;
UPDATE enrolments SET next_due_on = CASE state WHEN 'active' THEN (
  SELECT MIN(due_on) FROM charges
  WHERE enrolment_id = enrolments.id AND charges.currency = enrolments.currency AND paid_minor < amount_minor) END;
CREATE INDEX enrolments_by_next_due ON enrolments (next_due_on, id) WHERE next_due_on IS NOT NULL;
-- Whose payments are late is asked of the enrolments now.
DROP INDEX charges_by_due;
