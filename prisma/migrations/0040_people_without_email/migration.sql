-- By hand: people of imports without an e-mail address, in the order of their list.
CREATE INDEX CONCURRENTLY "users_without_email" ON "users" ("organization_id", "name", "id") WHERE "email" IS NULL AND "anonymized_at" IS NULL AND "role" IS NULL AND NOT "bot";
