-- CreateTable
CREATE TABLE "post_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "post_documents_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "comment_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "comment_documents_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "changelog_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "changelog_documents_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "customer_documents" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "customer_documents_pkey" PRIMARY KEY ("organization_id","id")
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
ALTER TABLE "comment_documents" ADD CONSTRAINT "comment_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "comments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_documents" ADD CONSTRAINT "changelog_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_documents" ADD CONSTRAINT "customer_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

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
  kind TEXT;
BEGIN
  FOREACH kind IN ARRAY ARRAY['post', 'comment', 'changelog', 'customer'] LOOP
    EXECUTE format('CREATE INDEX %I ON %I USING gin (%s"document")', kind || '_documents_search', kind || '_documents', first_column);
  END LOOP;
END $$;

-- Similar posts are found by rare words, which requires the frequencies of many.
ALTER TABLE "post_documents" ALTER COLUMN "document" SET STATISTICS 1000;

CREATE TRIGGER "dismissed_duplicates_insert_revision" AFTER INSERT ON "dismissed_duplicates" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();
CREATE TRIGGER "dismissed_duplicates_delete_revision" AFTER DELETE ON "dismissed_duplicates" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "mark_revision"();

-- Text in lower case without accents. In the locale "C", lower() knows ASCII only, so that the function uses a
-- collation with all letters where the server has one.
DO $$
DECLARE
  letters TEXT := (SELECT format('COLLATE pg_catalog.%I', collname) FROM pg_collation
    WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, 6)
    ORDER BY collname LIMIT 1);
BEGIN
  EXECUTE format($function$
    CREATE FUNCTION "search_folded"("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(normalize(lower("text" %s), NFKD), U&'[\0300-\036F]', '', 'g')
  $function$, letters);
END $$;

-- Document of a customer: the words of the name (A) and of the e-mail (C), and the endings (D) of those before its "@",
-- of three octets or more. All characters but the signs of ASCII belong to words. A word has at most 64 characters.
-- No phrase has words of both texts, because their positions are apart. A loop takes half the time of a query.
CREATE FUNCTION "customer_document"("name" TEXT, "email" TEXT) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT TEXT := E'\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\x7f';
  position INTEGER := 0;
  full_weight TEXT := 'A';
  has_endings BOOLEAN := true;
  lexemes TEXT := '';
  word TEXT;
  part TEXT;
BEGIN
  FOREACH part IN ARRAY ARRAY["name", split_part("email", '@', 1), split_part("email", '@', 2)] LOOP
    IF part IS NULL THEN CONTINUE; END IF;
    FOREACH word IN ARRAY string_to_array(translate(search_folded(part), signs, repeat(' ', length(signs))), ' ') LOOP
      IF word = '' THEN CONTINUE; END IF;
      word := left(word, 64);
      position := position + 1;
      lexemes := lexemes || '''' || word || ''':' || position || full_weight || ' ';
      IF has_endings THEN
        FOR start IN 2 .. length(word) - CASE WHEN octet_length(word) > length(word) THEN 0 ELSE 2 END LOOP
          lexemes := lexemes || '''' || substr(word, start) || ''':' || position || ' ';
        END LOOP;
      END IF;
    END LOOP;
    IF full_weight = 'A' THEN
      full_weight := 'C';
      position := position + 1;
    ELSE
      has_endings := false;
    END IF;
  END LOOP;
  RETURN lexemes::tsvector;
END $$;

-- Customers have names and e-mails from many verbs, so that triggers store their documents.
CREATE FUNCTION "store_customer_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO customer_documents (organization_id, id, document)
    SELECT organization_id, id, customer_document(name, email) FROM changed WHERE customer_since IS NOT NULL;
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM changed WHERE customer_since IS NULL) THEN
    DELETE FROM customer_documents d USING changed n
    WHERE n.customer_since IS NULL AND d.organization_id = n.organization_id AND d.id = n.id;
  END IF;
  INSERT INTO customer_documents (organization_id, id, document)
  SELECT n.organization_id, n.id, customer_document(n.name, n.email)
  FROM changed n JOIN former o ON o.organization_id = n.organization_id AND o.id = n.id
  WHERE n.customer_since IS NOT NULL
    AND (o.customer_since IS NULL OR o.name <> n.name OR o.email IS DISTINCT FROM n.email)
  ON CONFLICT (organization_id, id) DO UPDATE SET document = excluded.document;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_insert_document" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "store_customer_documents"();
CREATE TRIGGER "users_update_document" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "store_customer_documents"();

-- The customers of an organization in the order of their list.
CREATE INDEX "users_organization_id_customer_since_id_idx" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL;

-- The documents of existing rows are stored in the background.
INSERT INTO "document_backfills" ("organization_id", "kind")
SELECT "id", "kind" FROM "organizations" CROSS JOIN unnest(ARRAY['post', 'comment', 'changelog', 'customer']) AS kinds ("kind");
