-- AlterTable
ALTER TABLE "post_tags" ADD COLUMN     "approval_status" "approval_status" NOT NULL DEFAULT 'approved',
ADD COLUMN     "bucket_id" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "merged_into_id" INTEGER,
ADD COLUMN     "private" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "status_id" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "submitter_id" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "votes_count" INTEGER NOT NULL DEFAULT 0;

-- By hand: what the models cannot say.

-- What lists filter and sort by stands beside each tag of a post, so that a tag's posts are read in order from one index,
-- however many posts there are and however deep the page.
UPDATE "post_tags" t SET bucket_id = p.bucket_id, status_id = p.status_id, submitter_id = p.submitter_id,
  approval_status = p.approval_status, private = p.private, hidden = p.hidden, merged_into_id = p.merged_into_id,
  votes_count = p.votes_count, created_at = p.created_at, updated_at = p.updated_at
  FROM "posts" p WHERE p.organization_id = t.organization_id AND p.id = t.post_id;

-- The post is locked until the end of the transaction: a change of it that is under way is waited for, and the next one
-- finds the new row.
CREATE FUNCTION "place_post_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT bucket_id, status_id, submitter_id, approval_status, private, hidden, merged_into_id, votes_count, created_at, updated_at
    INTO NEW.bucket_id, NEW.status_id, NEW.submitter_id, NEW.approval_status, NEW.private, NEW.hidden, NEW.merged_into_id,
      NEW.votes_count, NEW.created_at, NEW.updated_at
    FROM posts WHERE organization_id = NEW.organization_id AND id = NEW.post_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a tag of a post that does not exist',
      TABLE = 'post_tags', CONSTRAINT = 'post_tags_organization_id_post_id_fkey';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION "place_tags_of_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_tags SET bucket_id = NEW.bucket_id, status_id = NEW.status_id, submitter_id = NEW.submitter_id,
    approval_status = NEW.approval_status, private = NEW.private, hidden = NEW.hidden, merged_into_id = NEW.merged_into_id,
    votes_count = NEW.votes_count, created_at = NEW.created_at, updated_at = NEW.updated_at
    WHERE organization_id = NEW.organization_id AND post_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "post_tags_place" BEFORE INSERT ON "post_tags" FOR EACH ROW EXECUTE FUNCTION "place_post_tag"();
CREATE TRIGGER "posts_place_tags" AFTER UPDATE ON "posts" FOR EACH ROW
  WHEN ((OLD.bucket_id, OLD.status_id, OLD.submitter_id, OLD.approval_status, OLD.private, OLD.hidden, OLD.merged_into_id,
      OLD.votes_count, OLD.created_at, OLD.updated_at)
    IS DISTINCT FROM (NEW.bucket_id, NEW.status_id, NEW.submitter_id, NEW.approval_status, NEW.private, NEW.hidden,
      NEW.merged_into_id, NEW.votes_count, NEW.created_at, NEW.updated_at))
  EXECUTE FUNCTION "place_tags_of_post"();

CREATE INDEX "post_tags_created" ON "post_tags" ("organization_id", "tag_id", "created_at", "post_id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "post_tags_updated" ON "post_tags" ("organization_id", "tag_id", "updated_at", "post_id") INCLUDE ("created_at", "private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "post_tags_top" ON "post_tags" ("organization_id", "tag_id", "votes_count", "created_at", "post_id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";

-- The same for the posts of one board and of one status in each order.
CREATE INDEX "posts_bucket_updated" ON "posts" ("organization_id", "bucket_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_bucket_top" ON "posts" ("organization_id", "bucket_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status_updated" ON "posts" ("organization_id", "status_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status_top" ON "posts" ("organization_id", "status_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
