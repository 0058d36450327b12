-- CreateEnum
CREATE TYPE "import_state" AS ENUM ('planned', 'running', 'done');

-- CreateTable
CREATE TABLE "import_runs" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "state" "import_state" NOT NULL DEFAULT 'planned',
    "actor_kind" TEXT NOT NULL,
    "actor_id" INTEGER,
    "actor_user_id" INTEGER,
    "created_by_id" INTEGER NOT NULL,
    "ignored_columns" TEXT[],
    "total" INTEGER NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_runs_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "organization_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "fields" JSONB NOT NULL,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("organization_id","run_id","row")
);

-- CreateTable
CREATE TABLE "import_errors" (
    "organization_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "email" TEXT,
    "person_email" TEXT,
    "problems" JSONB NOT NULL,

    CONSTRAINT "import_errors_pkey" PRIMARY KEY ("organization_id","run_id","row")
);

-- CreateIndex
CREATE INDEX "import_runs_finished_at_idx" ON "import_runs"("finished_at");

-- CreateIndex
CREATE INDEX "import_rows_organization_id_email_idx" ON "import_rows"("organization_id", "email");

-- CreateIndex
CREATE INDEX "import_errors_organization_id_person_email_idx" ON "import_errors"("organization_id", "person_email");

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_errors" ADD CONSTRAINT "import_errors_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the models cannot say.

-- Workers look for the oldest unfinished run of each organization.
CREATE INDEX "import_runs_unfinished" ON "import_runs" ("organization_id", "id") WHERE "state" <> 'done';

-- A run has ended when it is done.
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_end" CHECK (("state" = 'done') = ("finished_at" IS NOT NULL));

-- Progress and errors are data of the organization.
CREATE TRIGGER "import_runs_insert_revision" AFTER INSERT ON "import_runs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "import_runs_update_revision" AFTER UPDATE ON "import_runs" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "import_runs_delete_revision" AFTER DELETE ON "import_runs" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "import_errors_insert_revision" AFTER INSERT ON "import_errors" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "import_errors_update_revision" AFTER UPDATE ON "import_errors" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "import_errors_delete_revision" AFTER DELETE ON "import_errors" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
