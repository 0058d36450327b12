-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "imported_downvotes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "imported_votes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "post_merges" ADD COLUMN     "imported_downvotes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "imported_votes" INTEGER NOT NULL DEFAULT 0;
