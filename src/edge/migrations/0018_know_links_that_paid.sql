-- A link that ever brought a payment is told apart on every day, however many others are made up.
CREATE INDEX visit_counts_by_paying_link ON visit_counts (attribution) WHERE step = 'paid';
