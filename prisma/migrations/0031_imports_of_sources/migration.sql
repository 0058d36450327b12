-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN     "counts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "credential_ciphertext" TEXT,
ADD COLUMN     "cursor" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "errors_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "file_bytes" BIGINT,
ADD COLUMN     "file_name" TEXT,
ADD COLUMN     "file_sha256" TEXT,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "owner" TEXT,
ADD COLUMN     "phase" TEXT,
ADD COLUMN     "plan" JSONB,
ADD COLUMN     "planned_at" TIMESTAMPTZ(3),
ADD COLUMN     "progress" JSONB,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "source_name" TEXT,
ADD COLUMN     "undo_until" TIMESTAMPTZ(3),
ALTER COLUMN "ignored_columns" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "total" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "import_errors" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "file" TEXT,
ADD COLUMN     "file_row" INTEGER,
ADD COLUMN     "kind" TEXT,
ADD COLUMN     "original" JSONB;

-- CreateTable
CREATE TABLE "external_refs" (
    "organization_id" INTEGER NOT NULL,
    "source_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "local_id" INTEGER NOT NULL,
    "second_id" INTEGER,
    "run_id" INTEGER NOT NULL,
    "created" BOOLEAN NOT NULL,
    "hash" TEXT NOT NULL,
    "written" JSONB,
    "parent_id" TEXT,
    "votes_count" INTEGER,
    "downvotes_count" INTEGER,

    CONSTRAINT "external_refs_pkey" PRIMARY KEY ("organization_id","source_name","kind","external_id")
);

-- CreateTable
CREATE TABLE "import_changes" (
    "organization_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "local_id" INTEGER NOT NULL,
    "second_id" INTEGER NOT NULL DEFAULT 0,
    "previous" JSONB NOT NULL,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("organization_id","run_id","kind","local_id","second_id")
);

-- AddForeignKey
ALTER TABLE "external_refs" ADD CONSTRAINT "external_refs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By hand: what the models cannot say.

-- A run's references, and those of a row. A statement that states the condition can use them. All others use the primary
-- key, also while there are no statistics of the rows that an import has just inserted.
CREATE INDEX "external_refs_run" ON "external_refs" ("organization_id", "run_id", "kind") WHERE "run_id" > 0;
CREATE INDEX "external_refs_local" ON "external_refs" ("organization_id", "kind", "local_id") WHERE "local_id" > 0;

-- A run has ended when it is done or undone.
ALTER TABLE "import_runs" DROP CONSTRAINT "import_runs_end";
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_end" CHECK (("state" IN ('done', 'undone')) = ("finished_at" IS NOT NULL)) NOT VALID;
ALTER TABLE "import_runs" VALIDATE CONSTRAINT "import_runs_end";

-- An organization has one working run of a source at a time. Imports of customers wait for each other.
CREATE UNIQUE INDEX "import_runs_working" ON "import_runs" ("organization_id")
  WHERE "state" IN ('running', 'undoing') AND "source" <> 'customers_csv';
