-- CreateIndex. By hand: CONCURRENTLY, so that votes are cast while it is built.
CREATE INDEX CONCURRENTLY "votes_organization_id_created_at_idx" ON "votes"("organization_id", "created_at");
