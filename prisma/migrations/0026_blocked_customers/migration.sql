-- By hand: the few blocked customers, in the order of their list.
CREATE INDEX CONCURRENTLY "users_blocked_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL AND "blocked";
