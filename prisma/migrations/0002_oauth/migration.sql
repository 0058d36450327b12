-- CreateEnum
CREATE TYPE "actor_mode" AS ENUM ('app', 'self');

-- CreateTable
CREATE TABLE "audit_entries" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "act" TEXT NOT NULL,
    "actor_id" INTEGER,
    "client_id" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "oauth_apps" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "allowed_actor_modes" TEXT[],
    "declared_scopes" TEXT[],
    "webhook_url" TEXT,
    "subscribed_webhook_events" TEXT[],
    "secret_hash" BYTEA NOT NULL,
    "webhook_secret_ciphertext" BYTEA,
    "previous_webhook_secret_ciphertext" BYTEA,
    "previous_webhook_secret_until" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_apps_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "oauth_installs" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "app_organization_id" INTEGER NOT NULL,
    "app_id" INTEGER NOT NULL,
    "actor" "actor_mode" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "installed_by_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "webhook_events" TEXT[],
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_installs_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "app_organization_id" INTEGER NOT NULL,
    "app_id" INTEGER NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "actor" "actor_mode" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "webhook_events" TEXT[],
    "code_challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "oauth_tokens" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "install_id" INTEGER NOT NULL,
    "code_id" INTEGER NOT NULL,
    "access_hash" BYTEA NOT NULL,
    "refresh_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "grant_scopes" TEXT[],
    "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3),
    "replacement" BYTEA,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "install_id" INTEGER,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_created_at_id_idx" ON "audit_entries"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_apps_client_id_key" ON "oauth_apps"("client_id");

-- CreateIndex
CREATE INDEX "oauth_apps_organization_id_created_at_id_idx" ON "oauth_apps"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "oauth_installs_app_organization_id_app_id_idx" ON "oauth_installs"("app_organization_id", "app_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_codes_code_hash_key" ON "oauth_codes"("code_hash");

-- CreateIndex
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_tokens_access_hash_key" ON "oauth_tokens"("access_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_tokens_refresh_hash_key" ON "oauth_tokens"("refresh_hash");

-- CreateIndex
CREATE INDEX "oauth_tokens_organization_id_code_id_idx" ON "oauth_tokens"("organization_id", "code_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_organization_id_install_id_idx" ON "oauth_tokens"("organization_id", "install_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_organization_id_install_id_key" ON "webhooks"("organization_id", "install_id");

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_actor_id_fkey" FOREIGN KEY ("organization_id", "actor_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_apps" ADD CONSTRAINT "oauth_apps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_app_organization_id_app_id_fkey" FOREIGN KEY ("app_organization_id", "app_id") REFERENCES "oauth_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_installed_by_id_fkey" FOREIGN KEY ("organization_id", "installed_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_app_organization_id_app_id_fkey" FOREIGN KEY ("app_organization_id", "app_id") REFERENCES "oauth_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_organization_id_install_id_fkey" FOREIGN KEY ("organization_id", "install_id") REFERENCES "oauth_installs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_install_id_fkey" FOREIGN KEY ("organization_id", "install_id") REFERENCES "oauth_installs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the models cannot say.

-- One install per app, organization, actor and, for `self`, person; a bot user stands for `app`.
CREATE UNIQUE INDEX "oauth_installs_active" ON "oauth_installs" ("organization_id", "app_organization_id", "app_id", "actor", "user_id") WHERE "revoked_at" IS NULL;

-- What the sweep looks for, across organizations.
CREATE INDEX "oauth_tokens_ended" ON "oauth_tokens" ("access_expires_at") WHERE "rotated_at" IS NOT NULL OR "revoked_at" IS NOT NULL;
CREATE INDEX "oauth_tokens_replacement" ON "oauth_tokens" ("rotated_at") WHERE "replacement" IS NOT NULL;
CREATE INDEX "oauth_codes_unused" ON "oauth_codes" ("expires_at") WHERE "used_at" IS NULL;
