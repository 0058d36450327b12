-- AlterTable
ALTER TABLE "import_changes" ADD COLUMN     "reason" TEXT,
ADD COLUMN     "ref" JSONB,
ADD COLUMN     "written" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN     "undo_cursor" JSONB,
ADD COLUMN     "undone_by_id" INTEGER;

-- By hand: what the models cannot say.

-- An undo reads the references of a run in the order of their keys.
DROP INDEX "external_refs_run";
CREATE INDEX "external_refs_run" ON "external_refs" ("organization_id", "run_id", "kind", "external_id") WHERE "run_id" > 0;
