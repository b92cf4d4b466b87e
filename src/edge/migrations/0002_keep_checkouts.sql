-- How a visitor goes on with the transaction that was begun at Paystack: nothing gives these back once they are lost.
ALTER TABLE registrations ADD COLUMN access_code TEXT; -- for Paystack's popup
ALTER TABLE registrations ADD COLUMN checkout_url TEXT; -- Paystack's own page
