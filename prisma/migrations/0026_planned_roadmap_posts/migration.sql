ALTER TABLE "roadmap_posts" ADD COLUMN "planned_for" DATE;
