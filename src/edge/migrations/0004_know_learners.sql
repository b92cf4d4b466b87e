-- Who is to be enrolled, in one spelling each, so that somebody who pays for the same twice is noticed; null where it is not known.
ALTER TABLE registrations ADD COLUMN learner_email_key TEXT; -- without spaces, in lower case
ALTER TABLE registrations ADD COLUMN learner_phone_key TEXT; -- the last nine digits
ALTER TABLE registrations ADD COLUMN duplicate_of TEXT; -- the reference under which the learner had paid before

UPDATE registrations SET
  learner_email_key = nullif(lower(trim(customer_email)), ''),
  learner_phone_key = CASE WHEN length(customer_phone) > 9 THEN substr(customer_phone, -9) END
WHERE details <> 'null';

CREATE INDEX registrations_by_email ON registrations (learner_email_key);
CREATE INDEX registrations_by_phone ON registrations (learner_phone_key);
CREATE INDEX registrations_by_duplicate ON registrations (duplicate_of) WHERE duplicate_of IS NOT NULL;
