-- CreateEnum
CREATE TYPE "old_address_kind" AS ENUM ('post', 'changelog');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "erasure_key_ciphertext" BYTEA;

-- CreateTable
CREATE TABLE "erased_people" (
    "organization_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_people_pkey" PRIMARY KEY ("organization_id","hash")
);

-- CreateTable
CREATE TABLE "old_addresses" (
    "organization_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "kind" "old_address_kind" NOT NULL,
    "local_id" INTEGER NOT NULL,
    "run_id" INTEGER,

    CONSTRAINT "old_addresses_pkey" PRIMARY KEY ("organization_id","path")
);

-- CreateIndex
CREATE INDEX "erased_people_organization_id_user_id_idx" ON "erased_people"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "old_addresses_organization_id_run_id_idx" ON "old_addresses"("organization_id", "run_id");

-- CreateIndex
CREATE INDEX "old_addresses_organization_id_kind_local_id_idx" ON "old_addresses"("organization_id", "kind", "local_id");

-- AddForeignKey
ALTER TABLE "erased_people" ADD CONSTRAINT "erased_people_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "erased_people" ADD CONSTRAINT "erased_people_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "old_addresses" ADD CONSTRAINT "old_addresses_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
