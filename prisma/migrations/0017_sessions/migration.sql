-- AlterTable
ALTER TABLE "users" ADD COLUMN "accepted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitations" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "role" "team_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "account_id" INTEGER,
    "organization_id" INTEGER,
    "user_id" INTEGER,
    "sso_key_rotated_at" TIMESTAMPTZ(3),
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "sessions_organization_id_user_id_idx" ON "sessions"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_invited_by_id_fkey" FOREIGN KEY ("organization_id", "invited_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
-- By hand: what the models cannot say.

-- Members of before act as they did. Only people with an account are touched, through its index.
UPDATE "users" SET "accepted_at" = coalesce("joined_team_at", "created_at") WHERE "account_id" IS NOT NULL;

-- A session is either an account's or one person's of one organization.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_owner" CHECK (
    num_nonnulls("account_id", "user_id") = 1
    AND num_nonnulls("organization_id", "user_id", "sso_key_rotated_at") IN (0, 3)
);

-- One open link per address.
CREATE UNIQUE INDEX "invitations_open" ON "invitations" ("organization_id", "email") WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;
