-- Organizations that exist keep the roles of people who sign in by SSO. New ones turn them on.
ALTER TABLE "organizations" ADD COLUMN "sso_for_team" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "organizations" ALTER COLUMN "sso_for_team" SET DEFAULT false;
