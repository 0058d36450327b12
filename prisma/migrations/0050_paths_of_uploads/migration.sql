-- By hand: texts and addresses store the path of an uploaded picture instead of its whole address, so that they survive a
-- change of PUBLIC_URL. Only the pictures of their organization are rewritten.
CREATE FUNCTION pg_temp.with_paths("organization" INTEGER, "content" TEXT) RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
  found TEXT[];
BEGIN
  FOR found IN SELECT DISTINCT m FROM regexp_matches(content,
    '(https?://[^\s"''<>()?#,]*?(/uploads/([\w-]{22})\.(?:png|jpg|gif|webp|avif)))(?![\w-])', 'g') AS m
  LOOP
    IF EXISTS (SELECT FROM uploads u WHERE u.organization_id = organization AND u.key = found[3]) THEN
      content := replace(content, found[1], found[2]);
    END IF;
  END LOOP;
  RETURN content;
END $$;
UPDATE "posts" SET "description_html" = pg_temp.with_paths("organization_id", "description_html")
  WHERE "description_html" LIKE '%://%/uploads/%';
UPDATE "comments" SET "body_html" = pg_temp.with_paths("organization_id", "body_html")
  WHERE "body_html" LIKE '%://%/uploads/%';
UPDATE "changelogs" SET "description_html" = pg_temp.with_paths("organization_id", "description_html"),
    "description_markdown" = pg_temp.with_paths("organization_id", "description_markdown")
  WHERE "description_html" LIKE '%://%/uploads/%';
UPDATE "users" SET "avatar_url" = pg_temp.with_paths("organization_id", "avatar_url")
  WHERE "avatar_url" LIKE '%://%/uploads/%';
UPDATE "organizations" SET "avatar_url" = pg_temp.with_paths("id", "avatar_url")
  WHERE "avatar_url" LIKE '%://%/uploads/%';
