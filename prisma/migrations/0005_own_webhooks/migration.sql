-- AlterTable
ALTER TABLE "oauth_installs" ADD COLUMN "own_webhook" BOOLEAN NOT NULL DEFAULT false;
