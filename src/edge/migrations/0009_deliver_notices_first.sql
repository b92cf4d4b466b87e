-- Of the mails that wait, the edge's own notices to staff go before what browsers send. No browser can choose such a key.
ALTER TABLE mails ADD COLUMN is_notice INTEGER GENERATED ALWAYS AS (
  substr(idempotency_key, 1, instr(idempotency_key, ':')) IN ('provider:', 'alert:', 'reconciliation:')
) VIRTUAL;
DROP INDEX mails_by_status;
CREATE INDEX mails_by_status ON mails (status, is_notice, next_attempt_at);
