-- By hand: the events of an actor. Those of the service itself are not in the indexes, so that they cost nothing. A
-- partitioned table permits no CONCURRENTLY: events wait for about a second for each million.
CREATE INDEX "events_actor" ON "events" ("organization_id", "actor_id", "actor_kind") WHERE "actor_id" IS NOT NULL;
CREATE INDEX "events_actor_user" ON "events" ("organization_id", "actor_user_id") WHERE "actor_user_id" IS NOT NULL;
