-- Each sweep looks for what is old enough to be deleted; without these it would read every mail and every event.
CREATE INDEX mails_by_age ON mails (status, created_at);
CREATE INDEX payment_events_by_age ON payment_events (recorded_at);
