-- By hand: what the models cannot say.

-- PostgreSQL takes an organization that it has not counted yet for one without rows, and reads all that it has through
-- whatever index comes first. By default a table is counted again when a tenth of it has changed: beside a million posts
-- a new organization would wait for its hundred-thousandth. So the tables that grow are counted after a few thousand changes.
ALTER TABLE "posts" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE "post_tags" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE "post_subscribers" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE "votes" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE "comments" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE "users" SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- The columns that the migration before filled.
ANALYZE "post_tags";
