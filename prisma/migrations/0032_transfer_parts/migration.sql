-- CreateEnum
CREATE TYPE "transfer_owner" AS ENUM ('upload', 'run', 'export');

-- CreateTable
CREATE TABLE "transfer_files" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "owner" "transfer_owner" NOT NULL,
    "owner_id" INTEGER,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "compressed" BOOLEAN NOT NULL DEFAULT false,
    "sha256" TEXT,
    "uploader_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_files_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "transfer_parts" (
    "organization_id" INTEGER NOT NULL,
    "file_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "transfer_parts_pkey" PRIMARY KEY ("organization_id","file_id","number")
);

-- CreateTable
CREATE TABLE "import_sources" (
    "organization_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "file_id" INTEGER,
    "votes_file_id" INTEGER,
    "address" TEXT,
    "key_ciphertext" BYTEA,
    "fetch_state" JSONB,
    "reports" JSONB NOT NULL DEFAULT '[]',
    "starts" BOOLEAN NOT NULL DEFAULT false,
    "fetched_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_sources_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "transfer_files_organization_id_owner_owner_id_idx" ON "transfer_files"("organization_id", "owner", "owner_id");

-- CreateIndex
CREATE INDEX "transfer_files_created_at_idx" ON "transfer_files"("created_at");

-- CreateIndex
CREATE INDEX "import_sources_organization_id_file_id_idx" ON "import_sources"("organization_id", "file_id");

-- AddForeignKey
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_organization_id_uploader_id_fkey" FOREIGN KEY ("organization_id", "uploader_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_organization_id_file_id_fkey" FOREIGN KEY ("organization_id", "file_id") REFERENCES "transfer_files"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_sources" ADD CONSTRAINT "import_sources_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- By hand: most files are compressed already, and parts of them are read by position.
ALTER TABLE "transfer_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
