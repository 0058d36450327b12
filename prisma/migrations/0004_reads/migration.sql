-- CreateTable
CREATE TABLE "revisions" (
    "organization_id" INTEGER NOT NULL,
    "transactions" BIGINT NOT NULL,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "revision_marks" (
    "organization_id" INTEGER NOT NULL,
    "transaction" BIGINT NOT NULL,

    CONSTRAINT "revision_marks_pkey" PRIMARY KEY ("organization_id","transaction")
);

-- By hand: what the models cannot say.

ALTER TABLE "revision_marks" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- An organization's revision is the number of transactions that wrote something of it and were committed. Each leaves a
-- mark, which is seen when its changes are and never before; no transaction waits for another one's.
CREATE FUNCTION "mark_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revision_marks (organization_id, transaction)
    SELECT DISTINCT organization_id, pg_current_xact_id()::text::bigint FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE FUNCTION "mark_revision_of_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revision_marks (organization_id, transaction)
    SELECT id, pg_current_xact_id()::text::bigint FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "organizations_insert_revision" AFTER INSERT ON "organizations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision_of_organization"();
CREATE TRIGGER "organizations_update_revision" AFTER UPDATE ON "organizations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision_of_organization"();
CREATE TRIGGER "organizations_delete_revision" AFTER DELETE ON "organizations" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision_of_organization"();
CREATE TRIGGER "buckets_insert_revision" AFTER INSERT ON "buckets" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "buckets_update_revision" AFTER UPDATE ON "buckets" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "buckets_delete_revision" AFTER DELETE ON "buckets" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelogs_insert_revision" AFTER INSERT ON "changelogs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelogs_update_revision" AFTER UPDATE ON "changelogs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelogs_delete_revision" AFTER DELETE ON "changelogs" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_labels_insert_revision" AFTER INSERT ON "changelog_labels" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_labels_update_revision" AFTER UPDATE ON "changelog_labels" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_labels_delete_revision" AFTER DELETE ON "changelog_labels" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_label_entries_insert_revision" AFTER INSERT ON "changelog_label_entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_label_entries_update_revision" AFTER UPDATE ON "changelog_label_entries" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_label_entries_delete_revision" AFTER DELETE ON "changelog_label_entries" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_posts_insert_revision" AFTER INSERT ON "changelog_posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_posts_update_revision" AFTER UPDATE ON "changelog_posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "changelog_posts_delete_revision" AFTER DELETE ON "changelog_posts" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "comments_insert_revision" AFTER INSERT ON "comments" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "comments_update_revision" AFTER UPDATE ON "comments" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "comments_delete_revision" AFTER DELETE ON "comments" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "posts_insert_revision" AFTER INSERT ON "posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "posts_update_revision" AFTER UPDATE ON "posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "posts_delete_revision" AFTER DELETE ON "posts" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_subscribers_insert_revision" AFTER INSERT ON "post_subscribers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_subscribers_update_revision" AFTER UPDATE ON "post_subscribers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_subscribers_delete_revision" AFTER DELETE ON "post_subscribers" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_merges_insert_revision" AFTER INSERT ON "post_merges" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_merges_update_revision" AFTER UPDATE ON "post_merges" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_merges_delete_revision" AFTER DELETE ON "post_merges" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmaps_insert_revision" AFTER INSERT ON "roadmaps" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmaps_update_revision" AFTER UPDATE ON "roadmaps" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmaps_delete_revision" AFTER DELETE ON "roadmaps" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmap_posts_insert_revision" AFTER INSERT ON "roadmap_posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmap_posts_update_revision" AFTER UPDATE ON "roadmap_posts" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "roadmap_posts_delete_revision" AFTER DELETE ON "roadmap_posts" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "statuses_insert_revision" AFTER INSERT ON "statuses" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "statuses_update_revision" AFTER UPDATE ON "statuses" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "statuses_delete_revision" AFTER DELETE ON "statuses" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "tags_insert_revision" AFTER INSERT ON "tags" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "tags_update_revision" AFTER UPDATE ON "tags" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "tags_delete_revision" AFTER DELETE ON "tags" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_tags_insert_revision" AFTER INSERT ON "post_tags" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_tags_update_revision" AFTER UPDATE ON "post_tags" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "post_tags_delete_revision" AFTER DELETE ON "post_tags" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "users_insert_revision" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "users_update_revision" AFTER UPDATE ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "users_delete_revision" AFTER DELETE ON "users" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "votes_insert_revision" AFTER INSERT ON "votes" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "votes_update_revision" AFTER UPDATE ON "votes" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "votes_delete_revision" AFTER DELETE ON "votes" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();

-- What a list filters by stands in the index of its order, so that the rows before a page need not be visited.
DROP INDEX "posts_created", "posts_updated", "posts_top", "posts_bucket", "posts_status";
CREATE INDEX "posts_created" ON "posts" ("organization_id", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_updated" ON "posts" ("organization_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_top" ON "posts" ("organization_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_bucket" ON "posts" ("organization_id", "bucket_id", "created_at", "id") INCLUDE ("private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status" ON "posts" ("organization_id", "status_id", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
