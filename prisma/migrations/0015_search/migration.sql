-- AlterTable
ALTER TABLE "organizations" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';

-- CreateTable
CREATE TABLE "post_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "post_documents_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "document_backfills" (
    "organization_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "after_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "document_backfills_pkey" PRIMARY KEY ("organization_id","kind")
);

-- CreateTable
CREATE TABLE "dismissed_duplicates" (
    "organization_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "duplicate_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dismissed_duplicates_pkey" PRIMARY KEY ("organization_id","post_id","duplicate_id")
);

-- CreateIndex
CREATE INDEX "dismissed_duplicates_organization_id_duplicate_id_idx" ON "dismissed_duplicates"("organization_id", "duplicate_id");

-- AddForeignKey
ALTER TABLE "post_documents" ADD CONSTRAINT "post_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_backfills" ADD CONSTRAINT "document_backfills_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_organization_id_duplicate_id_fkey" FOREIGN KEY ("organization_id", "duplicate_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: everything below.

-- Text search configuration of a language, in which words are reduced to stems. The input has no case and no
-- punctuation.
CREATE FUNCTION "search_config"("language" TEXT) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE split_part("language", '-', 1)
  WHEN 'en' THEN 'pg_catalog.english'::regconfig
  WHEN 'es' THEN 'pg_catalog.spanish'::regconfig
  WHEN 'pt' THEN 'pg_catalog.portuguese'::regconfig
  WHEN 'de' THEN 'pg_catalog.german'::regconfig
  WHEN 'fr' THEN 'pg_catalog.french'::regconfig
  WHEN 'ru' THEN 'pg_catalog.russian'::regconfig
  WHEN 'it' THEN 'pg_catalog.italian'::regconfig
  WHEN 'nl' THEN 'pg_catalog.dutch'::regconfig
  WHEN 'tr' THEN 'pg_catalog.turkish'::regconfig
  WHEN 'id' THEN 'pg_catalog.indonesian'::regconfig
  WHEN 'sv' THEN 'pg_catalog.swedish'::regconfig
  WHEN 'da' THEN 'pg_catalog.danish'::regconfig
  WHEN 'ar' THEN 'pg_catalog.arabic'::regconfig
  ELSE 'pg_catalog.simple'::regconfig
END;

-- Document of a text: the stems of its words and of those without accents, and the words without accents.
CREATE FUNCTION "search_part"("language" TEXT, "words" TEXT, "variants" TEXT, "folded" TEXT) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector("search_config"("language"), "words")
  || to_tsvector("search_config"("language"), "variants")
  || to_tsvector('pg_catalog.simple', "folded");

-- Query of terms. "alternatives" is a list of lists of terms {stem, folded, exact, not}, in tsquery syntax. One
-- list must match, with all of its terms. A term without a stem is a stop word, which matters only alone.
CREATE FUNCTION "search_query"("language" TEXT, "alternatives" JSONB) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
  config regconfig := search_config(language);
  alternative jsonb;
  term jsonb;
  found tsquery;
  stem tsquery;
  exact tsquery;
  required tsquery;
  words tsquery;
BEGIN
  FOR alternative IN SELECT value FROM jsonb_array_elements(alternatives) LOOP
    required := NULL;
    words := NULL;
    FOR term IN SELECT value FROM jsonb_array_elements(alternative) LOOP
      stem := to_tsquery(config, term->>'stem');
      exact := to_tsquery('pg_catalog.simple', term->>'exact');
      IF (term->>'not')::boolean THEN
        exact := !!(exact || stem || to_tsquery(config, term->>'folded'));
        required := CASE WHEN required IS NULL THEN exact ELSE required && exact END;
      ELSIF numnode(stem) > 0 THEN
        exact := exact || stem || to_tsquery(config, term->>'folded');
        required := CASE WHEN required IS NULL THEN exact ELSE required && exact END;
      ELSE
        words := CASE WHEN words IS NULL THEN exact ELSE words && exact END;
      END IF;
    END LOOP;
    IF required IS NULL THEN required := words; END IF;
    IF required IS NOT NULL THEN found := CASE WHEN found IS NULL THEN required ELSE found || required END; END IF;
  END LOOP;
  RETURN found;
END $$;

-- An index that starts with the organization requires the extension btree_gin. Where it is missing and cannot be
-- created, an index of the documents alone is used, and `doctor` reports it.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE NOTICE 'search is slower: %', SQLERRM;
END $$;
DO $$
DECLARE
  first_column TEXT := CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN '"organization_id", ' ELSE '' END;
BEGIN
  EXECUTE format('CREATE INDEX "post_documents_search" ON "post_documents" USING gin (%s"document")', first_column);
END $$;

-- Similar posts are found by rare words, which requires the frequencies of many.
ALTER TABLE "post_documents" ALTER COLUMN "document" SET STATISTICS 1000;

CREATE TRIGGER "dismissed_duplicates_insert_revision" AFTER INSERT ON "dismissed_duplicates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "dismissed_duplicates_delete_revision" AFTER DELETE ON "dismissed_duplicates" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();

-- The documents of existing rows are stored in the background.
INSERT INTO "document_backfills" ("organization_id", "kind")
SELECT "id", 'post' FROM "organizations";
