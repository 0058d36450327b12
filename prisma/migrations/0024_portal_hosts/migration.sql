ALTER TABLE "organizations" ADD COLUMN "portal_host" TEXT;

-- The oldest organization of a host keeps it. The addresses of the others only make links.
UPDATE "organizations" o SET "portal_host" = hosts.host
FROM (
    SELECT DISTINCT ON (host) id, host FROM (
        SELECT id, regexp_replace(
            lower(substring(portal_url from '^[a-zA-Z]+://([^/?#@]+)/*$')),
            CASE WHEN portal_url ILIKE 'https:%' THEN ':443$' ELSE ':80$' END, '') AS host
        FROM "organizations"
    ) own
    WHERE host IS NOT NULL
    ORDER BY host, id
) hosts
WHERE hosts.id = o.id;

CREATE UNIQUE INDEX "organizations_portal_host_key" ON "organizations"("portal_host");
