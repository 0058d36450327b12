-- By hand: the few starred customers, in the order of their list.
CREATE INDEX CONCURRENTLY "users_starred_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL AND "starred";
