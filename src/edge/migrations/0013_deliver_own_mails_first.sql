-- All that the edge writes goes before what browsers send: lists, flags of an enrolment and learners' mails, too.
DROP INDEX mails_by_status;
ALTER TABLE mails DROP COLUMN is_notice;
ALTER TABLE mails ADD COLUMN is_notice INTEGER GENERATED ALWAYS AS (
  substr(idempotency_key, 1, instr(idempotency_key, ':')) IN
    ('provider:', 'alert:', 'reconciliation:', 'arrears:', 'enrolment:', 'learner:')
) VIRTUAL;
CREATE INDEX mails_by_status ON mails (status, is_notice, next_attempt_at);
