-- CreateTable
CREATE TABLE "tag_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "tag_documents_pkey" PRIMARY KEY ("organization_id","id")
);

-- AddForeignKey
ALTER TABLE "tag_documents" ADD CONSTRAINT "tag_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "tags"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By hand: concatenates documents, each with its positions behind those of the ones before.
CREATE AGGREGATE "concat_documents"(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '');

-- Stores the words of the tags in the background, and then those of the posts that have them.
INSERT INTO "document_backfills" ("organization_id", "kind")
SELECT DISTINCT "organization_id", 'tag' FROM "tags"
ON CONFLICT ("organization_id", "kind") DO UPDATE SET "after_id" = 0;
