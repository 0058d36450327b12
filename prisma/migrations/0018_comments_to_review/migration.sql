-- By hand: the few comments that wait for approval, and the placeholders of deleted ones.
CREATE INDEX CONCURRENTLY "comments_to_review" ON "comments" ("organization_id", "created_at") INCLUDE ("approval_status", "deleted_at") WHERE "approval_status" = 'pending' OR "deleted_at" IS NOT NULL;
