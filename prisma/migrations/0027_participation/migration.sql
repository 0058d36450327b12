-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "anonymous_posts" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "anonymous_votes" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "visitors" (
    "organization_id" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visitors_pkey" PRIMARY KEY ("organization_id","token_hash")
);

-- CreateIndex
CREATE INDEX "visitors_organization_id_user_id_idx" ON "visitors"("organization_id", "user_id");

-- AddForeignKey
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
