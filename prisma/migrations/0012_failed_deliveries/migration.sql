-- By hand: what a receiver has not had, in the order in which it is made once more.
CREATE INDEX "deliveries_undelivered" ON "deliveries" ("organization_id", "id") WHERE "state" IN ('failed', 'held', 'canceled');
