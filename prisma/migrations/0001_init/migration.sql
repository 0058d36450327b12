-- CreateEnum
CREATE TYPE "approval_status" AS ENUM ('pending', 'approved');

-- CreateEnum
CREATE TYPE "roadmap_status" AS ENUM ('backlog', 'planned', 'in_progress', 'completed');

-- CreateEnum
CREATE TYPE "roadmap_mode" AS ENUM ('kanban', 'list', 'timeline');

-- CreateEnum
CREATE TYPE "score_type" AS ENUM ('none', 'votes', 'rice', 'ice');

-- CreateEnum
CREATE TYPE "kanban_view_group" AS ENUM ('status', 'month', 'quarter');

-- CreateEnum
CREATE TYPE "status_kind" AS ENUM ('submitted', 'under_review', 'planned', 'in_progress', 'completed', 'closed');

-- CreateEnum
CREATE TYPE "team_role" AS ENUM ('admin', 'member', 'csm', 'collaborator');

-- CreateEnum
CREATE TYPE "vote_direction" AS ENUM ('up', 'down');

-- CreateTable
CREATE TABLE "buckets" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "private" BOOLEAN NOT NULL DEFAULT false,
    "requires_moderation" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "buckets_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "changelogs" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description_html" TEXT NOT NULL DEFAULT '',
    "description_markdown" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "preview" TEXT NOT NULL DEFAULT '',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "original_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "scheduled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changelogs_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "changelog_labels" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changelog_labels_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "changelog_label_entries" (
    "organization_id" INTEGER NOT NULL,
    "changelog_id" INTEGER NOT NULL,
    "label_id" INTEGER NOT NULL,

    CONSTRAINT "changelog_label_entries_pkey" PRIMARY KEY ("organization_id","changelog_id","label_id")
);

-- CreateTable
CREATE TABLE "changelog_posts" (
    "organization_id" INTEGER NOT NULL,
    "changelog_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "changelog_posts_pkey" PRIMARY KEY ("organization_id","changelog_id","post_id")
);

-- CreateTable
CREATE TABLE "comments" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "post_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "body_html" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "internal" BOOLEAN NOT NULL DEFAULT false,
    "approval_status" "approval_status" NOT NULL DEFAULT 'approved',
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "home_page" TEXT,
    "avatar_url" TEXT,
    "portal_url" TEXT,
    "color_primary" TEXT NOT NULL DEFAULT '#4f46e5',
    "color_primary_light" TEXT NOT NULL DEFAULT '#eef2ff',
    "color_primary_dark" TEXT NOT NULL DEFAULT '#3730a3',
    "form_description" TEXT NOT NULL DEFAULT '',
    "submit_button_text" TEXT NOT NULL DEFAULT 'Submit feedback',
    "multilingual_changelog" BOOLEAN NOT NULL DEFAULT false,
    "sso_key_ciphertext" BYTEA NOT NULL,
    "sso_key_rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "key_hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "creator_id" INTEGER NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "posts" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description_html" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "preview" TEXT NOT NULL DEFAULT '',
    "bucket_id" INTEGER NOT NULL,
    "status_id" INTEGER NOT NULL,
    "submitter_id" INTEGER NOT NULL,
    "approval_status" "approval_status" NOT NULL DEFAULT 'approved',
    "private" BOOLEAN NOT NULL DEFAULT false,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "votes_count" INTEGER NOT NULL DEFAULT 0,
    "downvotes_count" INTEGER NOT NULL DEFAULT 0,
    "comments_count" INTEGER NOT NULL DEFAULT 0,
    "merged_into_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "post_subscribers" (
    "organization_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_subscribers_pkey" PRIMARY KEY ("organization_id","post_id","user_id")
);

-- CreateTable
CREATE TABLE "post_merges" (
    "organization_id" INTEGER NOT NULL,
    "child_id" INTEGER NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "merged_by_id" INTEGER NOT NULL,
    "voter_ids" INTEGER[],
    "comment_ids" INTEGER[],
    "subscriber_ids" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_merges_pkey" PRIMARY KEY ("organization_id","child_id")
);

-- CreateTable
CREATE TABLE "roadmaps" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "status" "roadmap_status" NOT NULL DEFAULT 'backlog',
    "icon_type" TEXT NOT NULL DEFAULT 'emoji',
    "icon_value" TEXT NOT NULL DEFAULT '🗺️',
    "mode" "roadmap_mode" NOT NULL DEFAULT 'kanban',
    "score_type" "score_type" NOT NULL DEFAULT 'none',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "kanban_view_group" "kanban_view_group" NOT NULL DEFAULT 'status',
    "start_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "end_date" TIMESTAMPTZ(3),
    "owner_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "roadmaps_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "roadmap_posts" (
    "organization_id" INTEGER NOT NULL,
    "roadmap_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "reach" DOUBLE PRECISION,
    "impact" DOUBLE PRECISION,
    "confidence" DOUBLE PRECISION,
    "effort" DOUBLE PRECISION,
    "ease" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "roadmap_posts_pkey" PRIMARY KEY ("organization_id","roadmap_id","post_id")
);

-- CreateTable
CREATE TABLE "statuses" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "status_kind" NOT NULL,
    "color" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "percentage" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statuses_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "tags" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "post_tags" (
    "organization_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "post_tags_pkey" PRIMARY KEY ("organization_id","post_id","tag_id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "sessions_valid_from" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "organization_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "account_id" INTEGER,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "avatar_url" TEXT,
    "role" "team_role",
    "joined_team_at" TIMESTAMPTZ(3),
    "role_changed_at" TIMESTAMPTZ(3),
    "bot" BOOLEAN NOT NULL DEFAULT false,
    "customer_since" TIMESTAMPTZ(3),
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "starred" BOOLEAN NOT NULL DEFAULT false,
    "labels" TEXT[],
    "custom_fields" JSONB NOT NULL DEFAULT '{}',
    "anonymized_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "votes" (
    "organization_id" INTEGER NOT NULL,
    "post_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "direction" "vote_direction" NOT NULL DEFAULT 'up',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("organization_id","post_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "buckets_organization_id_slug_key" ON "buckets"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "changelogs_organization_id_created_at_id_idx" ON "changelogs"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "changelogs_organization_id_slug_key" ON "changelogs"("organization_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "changelogs_organization_id_original_id_locale_key" ON "changelogs"("organization_id", "original_id", "locale");

-- CreateIndex
CREATE INDEX "changelog_label_entries_organization_id_label_id_idx" ON "changelog_label_entries"("organization_id", "label_id");

-- CreateIndex
CREATE INDEX "changelog_posts_organization_id_post_id_idx" ON "changelog_posts"("organization_id", "post_id");

-- CreateIndex
CREATE INDEX "comments_organization_id_post_id_created_at_id_idx" ON "comments"("organization_id", "post_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "comments_organization_id_created_at_id_idx" ON "comments"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "comments_organization_id_parent_id_idx" ON "comments"("organization_id", "parent_id");

-- CreateIndex
CREATE INDEX "comments_organization_id_author_id_idx" ON "comments"("organization_id", "author_id");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "posts_organization_id_slug_key" ON "posts"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "post_subscribers_organization_id_user_id_idx" ON "post_subscribers"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "post_merges_organization_id_parent_id_idx" ON "post_merges"("organization_id", "parent_id");

-- CreateIndex
CREATE INDEX "roadmaps_organization_id_created_at_id_idx" ON "roadmaps"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "roadmaps_organization_id_slug_key" ON "roadmaps"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "roadmap_posts_organization_id_post_id_idx" ON "roadmap_posts"("organization_id", "post_id");

-- CreateIndex
CREATE UNIQUE INDEX "statuses_organization_id_slug_key" ON "statuses"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "post_tags_organization_id_tag_id_post_id_idx" ON "post_tags"("organization_id", "tag_id", "post_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE INDEX "users_account_id_idx" ON "users"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_organization_id_email_key" ON "users"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "users_organization_id_account_id_key" ON "users"("organization_id", "account_id");

-- CreateIndex
CREATE INDEX "votes_organization_id_user_id_post_id_idx" ON "votes"("organization_id", "user_id", "post_id");

-- AddForeignKey
ALTER TABLE "buckets" ADD CONSTRAINT "buckets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_author_id_fkey" FOREIGN KEY ("organization_id", "author_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_original_id_fkey" FOREIGN KEY ("organization_id", "original_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_labels" ADD CONSTRAINT "changelog_labels_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_label_entries" ADD CONSTRAINT "changelog_label_entries_organization_id_changelog_id_fkey" FOREIGN KEY ("organization_id", "changelog_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_label_entries" ADD CONSTRAINT "changelog_label_entries_organization_id_label_id_fkey" FOREIGN KEY ("organization_id", "label_id") REFERENCES "changelog_labels"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_posts" ADD CONSTRAINT "changelog_posts_organization_id_changelog_id_fkey" FOREIGN KEY ("organization_id", "changelog_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changelog_posts" ADD CONSTRAINT "changelog_posts_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_parent_id_fkey" FOREIGN KEY ("organization_id", "parent_id") REFERENCES "comments"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_author_id_fkey" FOREIGN KEY ("organization_id", "author_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_creator_id_fkey" FOREIGN KEY ("organization_id", "creator_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_bucket_id_fkey" FOREIGN KEY ("organization_id", "bucket_id") REFERENCES "buckets"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_status_id_fkey" FOREIGN KEY ("organization_id", "status_id") REFERENCES "statuses"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_submitter_id_fkey" FOREIGN KEY ("organization_id", "submitter_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_merged_into_id_fkey" FOREIGN KEY ("organization_id", "merged_into_id") REFERENCES "posts"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_subscribers" ADD CONSTRAINT "post_subscribers_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_subscribers" ADD CONSTRAINT "post_subscribers_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_merges" ADD CONSTRAINT "post_merges_organization_id_merged_by_id_fkey" FOREIGN KEY ("organization_id", "merged_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roadmaps" ADD CONSTRAINT "roadmaps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roadmaps" ADD CONSTRAINT "roadmaps_organization_id_owner_id_fkey" FOREIGN KEY ("organization_id", "owner_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roadmap_posts" ADD CONSTRAINT "roadmap_posts_organization_id_roadmap_id_fkey" FOREIGN KEY ("organization_id", "roadmap_id") REFERENCES "roadmaps"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roadmap_posts" ADD CONSTRAINT "roadmap_posts_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statuses" ADD CONSTRAINT "statuses_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_organization_id_tag_id_fkey" FOREIGN KEY ("organization_id", "tag_id") REFERENCES "tags"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- By hand: what the models cannot say.

-- A tag's name is unique whatever its case; so is a changelog label's.
CREATE UNIQUE INDEX "tags_name_key" ON "tags" ("organization_id", lower("name"));
CREATE UNIQUE INDEX "changelog_labels_name_key" ON "changelog_labels" ("organization_id", lower("name"));

-- Lists of posts: one index for each order, over the posts that lists show.
CREATE INDEX "posts_created" ON "posts" ("organization_id", "created_at", "id") INCLUDE ("private") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_updated" ON "posts" ("organization_id", "updated_at", "id") INCLUDE ("private") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_top" ON "posts" ("organization_id", "votes_count", "created_at", "id") INCLUDE ("private") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_bucket" ON "posts" ("organization_id", "bucket_id", "created_at", "id") INCLUDE ("private") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status" ON "posts" ("organization_id", "status_id", "created_at", "id") INCLUDE ("private") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_submitter" ON "posts" ("organization_id", "submitter_id", "created_at", "id");
CREATE INDEX "posts_pending" ON "posts" ("organization_id", "created_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_pending_top" ON "posts" ("organization_id", "votes_count", "created_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_pending_updated" ON "posts" ("organization_id", "updated_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_merged" ON "posts" ("organization_id", "merged_into_id") WHERE "merged_into_id" IS NOT NULL;

-- Customers: the list, its search by label, and the team.
CREATE INDEX "users_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL;
CREATE INDEX "users_team" ON "users" ("organization_id", "joined_team_at", "id") WHERE "role" IS NOT NULL;

-- What the scheduler looks for, across organizations.
CREATE INDEX "changelogs_due" ON "changelogs" ("scheduled_at") WHERE "scheduled_at" IS NOT NULL;
