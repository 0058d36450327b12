-- CreateEnum
CREATE TYPE "organization_visibility" AS ENUM ('public', 'members');

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "subject_id" INTEGER,
ADD COLUMN     "subject_type" TEXT;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "default_locale" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "locales" TEXT[] DEFAULT ARRAY['en']::TEXT[],
ADD COLUMN     "visibility" "organization_visibility" NOT NULL DEFAULT 'members';

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_act_created_at_id_idx" ON "audit_entries"("organization_id", "act", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_actor_id_created_at_id_idx" ON "audit_entries"("organization_id", "actor_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_subject_type_subject_id_creat_idx" ON "audit_entries"("organization_id", "subject_type", "subject_id", "created_at", "id");

-- By hand: everything below.

-- Entries on an app, whose filter is its client id.
CREATE INDEX "audit_entries_client" ON "audit_entries" ("organization_id", "client_id", "created_at", "id") WHERE "client_id" IS NOT NULL;

-- The subjects of existing entries, and the names of changed fields as changes without values.
UPDATE "audit_entries" SET "subject_type" = 'Webhook', "subject_id" = (details->>'webhookId')::int, "details" = details - 'webhookId'
  WHERE act LIKE 'webhook.%' AND details ? 'webhookId';
UPDATE "audit_entries" SET "subject_type" = 'Install', "subject_id" = (details->>'installId')::int, "details" = details - 'installId'
  WHERE act LIKE 'install.%' AND details ? 'installId';
UPDATE "audit_entries" a SET "subject_type" = 'OAuthApp', "subject_id" = app.id
  FROM "oauth_apps" app WHERE app.client_id = a.client_id AND a.subject_type IS NULL;
UPDATE "audit_entries" SET "details" = details - 'fields' || jsonb_build_object('changes',
    (SELECT coalesce(jsonb_agg(jsonb_build_object('field', field)), '[]') FROM jsonb_array_elements_text(details->'fields') AS field))
  WHERE details ? 'fields';

-- Organizations with entries in further languages have those locales.
UPDATE "organizations" o SET "locales" = array_prepend('en', used.locales)
  FROM (SELECT organization_id, array_agg(DISTINCT locale ORDER BY locale) AS locales
    FROM "changelogs" WHERE locale <> 'en' GROUP BY organization_id) used
  WHERE used.organization_id = o.id;
