-- AlterTable
ALTER TABLE "oauth_apps" ADD COLUMN "ending_since" TIMESTAMPTZ(3),
ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- By hand: the few apps whose installs are still being removed, which workers look for.
CREATE INDEX "oauth_apps_ending" ON "oauth_apps" ("ending_since") WHERE "ending_since" IS NOT NULL;
-- By hand: the installs of an app that have not been removed, in the order of their removal.
CREATE INDEX "oauth_installs_present" ON "oauth_installs" ("app_organization_id", "app_id", "organization_id", "id") WHERE "revoked_at" IS NULL;
