-- A session by SSO is marked, because one by password has a person too.
ALTER TABLE "sessions" ADD COLUMN "by_sso" BOOLEAN NOT NULL DEFAULT false;
UPDATE "sessions" SET "by_sso" = true WHERE "user_id" IS NOT NULL;
