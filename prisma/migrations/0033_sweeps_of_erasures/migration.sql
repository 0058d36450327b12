-- CreateTable
CREATE TABLE "erasures" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "words_ciphertext" BYTEA,
    "stage" INTEGER NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "audit_entries" INTEGER NOT NULL DEFAULT 0,
    "import_rows" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "erasures_organization_id_user_id_idx" ON "erasures"("organization_id", "user_id");

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By hand: those that are not finished, and no words after the end.
CREATE INDEX "erasures_unfinished" ON "erasures"("due_at") WHERE "finished_at" IS NULL;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_end" CHECK ("finished_at" IS NULL OR "words_ciphertext" IS NULL);
