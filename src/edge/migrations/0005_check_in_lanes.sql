-- What a sweep asks the providers about first: 0 what a provider has told of, 1 an order that was made here, 2 what only a
-- browser claims. A registration moves to a lower number when better evidence comes, and never back.
ALTER TABLE registrations ADD COLUMN check_lane INTEGER NOT NULL DEFAULT 1 CHECK (check_lane IN (0, 1, 2));
ALTER TABLE registrations ADD COLUMN ordered_at TEXT; -- when the latest order was made at PayPal, or a checkout at Paystack taken up again
UPDATE registrations SET check_lane = 2 WHERE course_id = '';
UPDATE registrations SET check_lane = 0 WHERE reference IN (
  SELECT reference FROM payment_events WHERE kind NOT IN ('registered', 'ordered')
);
DROP INDEX registrations_by_check;
CREATE INDEX registrations_by_check ON registrations (check_lane, next_check_at);
