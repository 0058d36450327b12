CREATE TYPE "upload_type" AS ENUM ('png', 'jpeg', 'gif', 'webp', 'avif');

CREATE TABLE "uploads" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "type" "upload_type" NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "uploader_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attached_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("organization_id","id")
);

-- Pictures cannot be compressed.
ALTER TABLE "uploads" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

CREATE TABLE "upload_usage" (
    "organization_id" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "upload_usage_pkey" PRIMARY KEY ("organization_id")
);

CREATE UNIQUE INDEX "uploads_key_key" ON "uploads"("key");

CREATE INDEX "uploads_organization_id_uploader_id_created_at_idx" ON "uploads"("organization_id", "uploader_id", "created_at");

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_uploader_id_fkey" FOREIGN KEY ("organization_id", "uploader_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "upload_usage" ADD CONSTRAINT "upload_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: those that are deleted after a day.
CREATE INDEX "uploads_unattached" ON "uploads"("created_at") WHERE "attached_at" IS NULL;
