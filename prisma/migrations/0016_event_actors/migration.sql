-- AlterTable
ALTER TABLE "events" ADD COLUMN "actor_id" INTEGER,
ADD COLUMN "actor_kind" TEXT,
ADD COLUMN "actor_user_id" INTEGER,
ADD COLUMN "post_id" INTEGER;

-- By hand: what the models cannot express.

-- The events of a post, its votes and its comments. Events recorded before have no `post_id`.
CREATE INDEX "events_of_post" ON "events" ("organization_id", (coalesce("post_id", "subject_id")), "position", "id")
  WHERE "post_id" IS NOT NULL OR "type" LIKE 'post%';
-- The events of any other object.
CREATE INDEX "events_of_subject" ON "events" ("organization_id", "subject_id", "position", "id")
  WHERE "type" NOT LIKE 'post%' AND "type" NOT LIKE 'vote%';
