-- CreateEnum
CREATE TYPE "export_kind" AS ENUM ('organization', 'person');

-- CreateEnum
CREATE TYPE "export_state" AS ENUM ('waiting', 'running', 'done', 'failed');

-- CreateTable
CREATE TABLE "export_runs" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" "export_kind" NOT NULL,
    "state" "export_state" NOT NULL DEFAULT 'waiting',
    "options" JSONB NOT NULL DEFAULT '{}',
    "person_id" INTEGER,
    "file_name" TEXT,
    "bytes" BIGINT,
    "reason" TEXT,
    "created_by_id" INTEGER,
    "owner" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_runs_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "export_runs_organization_id_person_id_idx" ON "export_runs"("organization_id", "person_id");

-- CreateIndex
CREATE INDEX "export_runs_expires_at_idx" ON "export_runs"("expires_at");

-- AddForeignKey
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- By hand: what the models cannot say.

-- Workers look for the oldest unfinished run of each organization.
CREATE INDEX "export_runs_unfinished" ON "export_runs" ("organization_id", "id") WHERE "state" IN ('waiting', 'running');

-- A run has ended when it is done or has failed.
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_end" CHECK (("state" IN ('done', 'failed')) = ("finished_at" IS NOT NULL));

-- A run of a person names the person.
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_person" CHECK (("kind" = 'person') = ("person_id" IS NOT NULL));

-- States and files are data of the organization.
CREATE TRIGGER "export_runs_insert_revision" AFTER INSERT ON "export_runs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "export_runs_update_revision" AFTER UPDATE ON "export_runs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "export_runs_delete_revision" AFTER DELETE ON "export_runs" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
