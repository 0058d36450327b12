-- The schema of the models in their order, with what models cannot express: partitions, storage, partial and
-- functional indexes, checks, functions and triggers.

-- Types.

CREATE TYPE "export_kind" AS ENUM ('organization', 'person');
CREATE TYPE "export_state" AS ENUM ('waiting', 'running', 'done', 'failed');
CREATE TYPE "import_state" AS ENUM ('planned', 'running', 'done', 'planning', 'paused', 'failed', 'undoing', 'undone');
CREATE TYPE "old_address_kind" AS ENUM ('post', 'changelog');
CREATE TYPE "actor_mode" AS ENUM ('app', 'self');
CREATE TYPE "oauth_app_kind" AS ENUM ('registered', 'metadata', 'dynamic');
CREATE TYPE "agent_access" AS ENUM ('admins', 'team', 'off');
CREATE TYPE "oauth_resource" AS ENUM ('api', 'mcp');
CREATE TYPE "organization_visibility" AS ENUM ('public', 'members');
CREATE TYPE "approval_status" AS ENUM ('pending', 'approved');
CREATE TYPE "roadmap_status" AS ENUM ('backlog', 'planned', 'in_progress', 'completed');
CREATE TYPE "roadmap_mode" AS ENUM ('kanban', 'list', 'timeline');
CREATE TYPE "score_type" AS ENUM ('none', 'votes', 'rice', 'ice');
CREATE TYPE "kanban_view_group" AS ENUM ('status', 'month', 'quarter');
CREATE TYPE "status_kind" AS ENUM ('submitted', 'under_review', 'planned', 'in_progress', 'completed', 'closed');
CREATE TYPE "transfer_owner" AS ENUM ('upload', 'run', 'export');
CREATE TYPE "upload_type" AS ENUM ('png', 'jpeg', 'gif', 'webp', 'avif');
CREATE TYPE "team_role" AS ENUM ('admin', 'member', 'csm', 'collaborator');
CREATE TYPE "vote_direction" AS ENUM ('up', 'down');
CREATE TYPE "delivery_state" AS ENUM ('pending', 'succeeded', 'failed', 'held', 'canceled');
CREATE TYPE "mail_kind" AS ENUM ('sign_in_code', 'password_reset', 'password_changed', 'invitation', 'test', 'notification', 'digest', 'team_digest');
CREATE TYPE "mail_state" AS ENUM ('queued', 'sending', 'sent', 'stored', 'failed', 'skipped', 'suppressed', 'canceled');
CREATE TYPE "notification_kind" AS ENUM ('mention', 'comment_reply', 'post_approved', 'post_merged', 'post_status_changed', 'post_answered', 'comment_added', 'changelog_published', 'team_moderation', 'team_post', 'team_digest', 'webhook_disabled');
CREATE TYPE "mail_frequency" AS ENUM ('at_once', 'daily', 'weekly', 'never');
CREATE TYPE "topic_subject" AS ENUM ('post', 'changelog', 'webhook', 'moderation');
CREATE TYPE "mail_report" AS ENUM ('bounced', 'complained');
CREATE TYPE "suppression_reason" AS ENUM ('bounce', 'complaint');
CREATE TYPE "sign_up" AS ENUM ('open', 'domains', 'known');
CREATE TYPE "attempt_outcome" AS ENUM ('delivered', 'failed', 'refused');

-- Tables with their indexes. Events and deliveries have a partition for each week, which the service creates ahead of time,
-- and one for all other rows. Statistics of an organization without rows mislead PostgreSQL, so that tables that grow are
-- analyzed after a few thousand changes instead of a tenth of all rows. Small rows that change all the time have space on
-- their pages. Counts of the last minutes need not survive a crash, so that their tables are not logged.

CREATE TABLE "audit_entries" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "act" TEXT NOT NULL,
  "actor_id" INTEGER,
  "client_id" TEXT,
  "subject_type" TEXT,
  "subject_id" INTEGER,
  "details" JSONB NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "audit_entries_organization_id_created_at_id_idx" ON "audit_entries"("organization_id", "created_at", "id");
CREATE INDEX "audit_entries_organization_id_act_created_at_id_idx" ON "audit_entries"("organization_id", "act", "created_at", "id");
CREATE INDEX "audit_entries_organization_id_actor_id_created_at_id_idx" ON "audit_entries"("organization_id", "actor_id", "created_at", "id");
CREATE INDEX "audit_entries_organization_id_subject_type_subject_id_creat_idx" ON "audit_entries"("organization_id", "subject_type", "subject_id", "created_at", "id");
-- Entries on an app, whose filter is its client id.
CREATE INDEX "audit_entries_client" ON "audit_entries" ("organization_id", "client_id", "created_at", "id") WHERE "client_id" IS NOT NULL;

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
CREATE UNIQUE INDEX "buckets_organization_id_slug_key" ON "buckets"("organization_id", "slug");

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
  "notify" BOOLEAN NOT NULL DEFAULT true,
  "notified_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "changelogs_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "changelogs_organization_id_created_at_id_idx" ON "changelogs"("organization_id", "created_at", "id");
CREATE UNIQUE INDEX "changelogs_organization_id_slug_key" ON "changelogs"("organization_id", "slug");
CREATE UNIQUE INDEX "changelogs_organization_id_original_id_locale_key" ON "changelogs"("organization_id", "original_id", "locale");
-- What the scheduler looks for, across organizations.
CREATE INDEX "changelogs_due" ON "changelogs" ("scheduled_at") WHERE "scheduled_at" IS NOT NULL;

CREATE TABLE "changelog_labels" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "color" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "changelog_labels_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "changelog_labels_name_key" ON "changelog_labels" ("organization_id", lower("name"));

CREATE TABLE "changelog_label_entries" (
  "organization_id" INTEGER NOT NULL,
  "changelog_id" INTEGER NOT NULL,
  "label_id" INTEGER NOT NULL,
  CONSTRAINT "changelog_label_entries_pkey" PRIMARY KEY ("organization_id","changelog_id","label_id")
);
CREATE INDEX "changelog_label_entries_organization_id_label_id_idx" ON "changelog_label_entries"("organization_id", "label_id");

CREATE TABLE "changelog_posts" (
  "organization_id" INTEGER NOT NULL,
  "changelog_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "position" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "changelog_posts_pkey" PRIMARY KEY ("organization_id","changelog_id","post_id")
);
CREATE INDEX "changelog_posts_organization_id_post_id_idx" ON "changelog_posts"("organization_id", "post_id");

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
  "official" BOOLEAN NOT NULL DEFAULT false,
  "approval_status" "approval_status" NOT NULL DEFAULT 'approved',
  "deleted_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "comments_pkey" PRIMARY KEY ("organization_id","id")
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE INDEX "comments_organization_id_post_id_created_at_id_idx" ON "comments"("organization_id", "post_id", "created_at", "id");
CREATE INDEX "comments_organization_id_created_at_id_idx" ON "comments"("organization_id", "created_at", "id");
CREATE INDEX "comments_organization_id_parent_id_idx" ON "comments"("organization_id", "parent_id");
CREATE INDEX "comments_organization_id_author_id_idx" ON "comments"("organization_id", "author_id");
-- The few comments that wait for approval, and the placeholders of deleted ones.
-- Answers of the team, the last of which is shown with its post.
CREATE INDEX "comments_official" ON "comments" ("organization_id", "post_id", "id") WHERE "official";
CREATE INDEX "comments_to_review" ON "comments" ("organization_id", "created_at") INCLUDE ("approval_status", "deleted_at") WHERE "approval_status" = 'pending' OR "deleted_at" IS NOT NULL;

CREATE TABLE "events" (
  "organization_id" INTEGER NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "type" TEXT NOT NULL,
  "subject_id" INTEGER NOT NULL,
  "post_id" INTEGER,
  "actor_kind" TEXT,
  "actor_id" INTEGER,
  "actor_user_id" INTEGER,
  "snapshot" JSONB NOT NULL,
  "before" JSONB,
  "after" JSONB,
  "size" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "events_pkey" PRIMARY KEY ("organization_id","id","created_at")
) PARTITION BY RANGE ("created_at");
CREATE TABLE "events_other" PARTITION OF "events" DEFAULT;
-- The events of an actor. Those of the service itself are not in the indexes, so that they cost nothing.
CREATE INDEX "events_actor" ON "events" ("organization_id", "actor_id", "actor_kind") WHERE "actor_id" IS NOT NULL;
CREATE INDEX "events_actor_user" ON "events" ("organization_id", "actor_user_id") WHERE "actor_user_id" IS NOT NULL;

CREATE TABLE "event_box" (
  "organization_id" INTEGER NOT NULL,
  "event_id" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "event_box_pkey" PRIMARY KEY ("organization_id","event_id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

CREATE TABLE "event_heads" (
  "organization_id" INTEGER NOT NULL,
  "last" BIGINT NOT NULL DEFAULT 0,
  "forgotten" BIGINT NOT NULL DEFAULT 0,
  "deferred" BOOLEAN NOT NULL DEFAULT false,
  "lineage" TEXT NOT NULL DEFAULT '',
  CONSTRAINT "event_heads_pkey" PRIMARY KEY ("organization_id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

CREATE TABLE "event_order" (
  "organization_id" INTEGER NOT NULL,
  "number" BIGINT NOT NULL,
  "event_id" BIGINT NOT NULL,
  "of_post" INTEGER,
  "of_object" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "event_order_pkey" PRIMARY KEY ("organization_id","number","created_at")
) PARTITION BY RANGE ("created_at");
CREATE TABLE "event_order_other" PARTITION OF "event_order" DEFAULT;
CREATE INDEX "event_order_organization_id_event_id_idx" ON "event_order"("organization_id", "event_id");
-- The events of a post, its votes and its comments, and those of any other object.
CREATE INDEX "event_order_of_post" ON "event_order" ("organization_id", "of_post", "number") WHERE "of_post" IS NOT NULL;
CREATE INDEX "event_order_of_object" ON "event_order" ("organization_id", "of_object", "number") WHERE "of_object" IS NOT NULL;

CREATE TABLE "unqueued_events" (
  "organization_id" INTEGER NOT NULL,
  "position" BIGINT NOT NULL,
  "event_id" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "unqueued_events_pkey" PRIMARY KEY ("organization_id","position","event_id")
);

CREATE TABLE "export_runs" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "kind" "export_kind" NOT NULL,
  "state" "export_state" NOT NULL DEFAULT 'waiting',
  "options" JSONB NOT NULL DEFAULT '{}',
  "person_id" INTEGER,
  "file_name" TEXT,
  "bytes" BIGINT,
  "reason" TEXT,
  "created_by_id" INTEGER,
  "owner" TEXT,
  "leased_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "export_runs_pkey" PRIMARY KEY ("organization_id","id"),
  -- A run has ended when it is done or has failed.
  CONSTRAINT "export_runs_end" CHECK (("state" IN ('done', 'failed')) = ("finished_at" IS NOT NULL)),
  -- A run of a person names the person.
  CONSTRAINT "export_runs_person" CHECK (("kind" = 'person') = ("person_id" IS NOT NULL))
);
CREATE INDEX "export_runs_organization_id_person_id_idx" ON "export_runs"("organization_id", "person_id");
CREATE INDEX "export_runs_expires_at_idx" ON "export_runs"("expires_at");
-- Workers look for the oldest unfinished run of each organization.
CREATE INDEX "export_runs_unfinished" ON "export_runs" ("organization_id", "id") WHERE "state" IN ('waiting', 'running');

CREATE TABLE "idempotency_keys" (
  "id" BYTEA NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "response" BYTEA NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);
-- Encrypted responses cannot be compressed.
ALTER TABLE "idempotency_keys" ALTER COLUMN "response" SET STORAGE EXTERNAL;
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

CREATE TABLE "import_runs" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "source" TEXT NOT NULL,
  "state" "import_state" NOT NULL DEFAULT 'planned',
  "actor_kind" TEXT NOT NULL,
  "actor_id" INTEGER,
  "actor_user_id" INTEGER,
  "created_by_id" INTEGER NOT NULL,
  "ignored_columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "total" INTEGER NOT NULL DEFAULT 0,
  "created" INTEGER NOT NULL DEFAULT 0,
  "updated" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  "source_name" TEXT,
  "reason" TEXT,
  "options" JSONB NOT NULL DEFAULT '{}',
  "credential_ciphertext" TEXT,
  "file_name" TEXT,
  "file_bytes" BIGINT,
  "file_sha256" TEXT,
  "plan" JSONB,
  "planned_at" TIMESTAMPTZ(3),
  "counts" JSONB NOT NULL DEFAULT '{}',
  "phase" TEXT,
  "cursor" INTEGER NOT NULL DEFAULT 0,
  "errors_count" INTEGER NOT NULL DEFAULT 0,
  "owner" TEXT,
  "leased_until" TIMESTAMPTZ(3),
  "progress" JSONB,
  "undo_until" TIMESTAMPTZ(3),
  "undone_by_id" INTEGER,
  "undo_cursor" JSONB,
  CONSTRAINT "import_runs_pkey" PRIMARY KEY ("organization_id","id"),
  CONSTRAINT "import_runs_end" CHECK (("state" IN ('done', 'undone')) = ("finished_at" IS NOT NULL))
);
CREATE INDEX "import_runs_finished_at_idx" ON "import_runs"("finished_at");
-- Workers look for the oldest unfinished run of each organization.
CREATE INDEX "import_runs_unfinished" ON "import_runs" ("organization_id", "id") WHERE "state" <> 'done';
-- An organization has one working run of a source at a time. Imports of customers wait for each other.
CREATE UNIQUE INDEX "import_runs_working" ON "import_runs" ("organization_id")
  WHERE "state" IN ('running', 'undoing') AND "source" <> 'customers_csv';

CREATE TABLE "import_rows" (
  "organization_id" INTEGER NOT NULL,
  "run_id" INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  "rows" INTEGER NOT NULL,
  "email" TEXT NOT NULL,
  "fields" JSONB NOT NULL,
  CONSTRAINT "import_rows_pkey" PRIMARY KEY ("organization_id","run_id","row")
);
CREATE INDEX "import_rows_organization_id_email_idx" ON "import_rows"("organization_id", "email");

CREATE TABLE "import_errors" (
  "organization_id" INTEGER NOT NULL,
  "run_id" INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  "email" TEXT,
  "person_email" TEXT,
  "problems" JSONB NOT NULL,
  "file" TEXT,
  "file_row" INTEGER,
  "kind" TEXT,
  "external_id" TEXT,
  "original" JSONB,
  CONSTRAINT "import_errors_pkey" PRIMARY KEY ("organization_id","run_id","row")
);
CREATE INDEX "import_errors_organization_id_person_email_idx" ON "import_errors"("organization_id", "person_email");

CREATE TABLE "external_refs" (
  "organization_id" INTEGER NOT NULL,
  "source_name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "external_id" TEXT NOT NULL,
  "local_id" INTEGER NOT NULL,
  "second_id" INTEGER,
  "run_id" INTEGER NOT NULL,
  "created" BOOLEAN NOT NULL,
  "hash" TEXT NOT NULL,
  "written" JSONB,
  "parent_id" TEXT,
  "votes_count" INTEGER,
  "downvotes_count" INTEGER,
  CONSTRAINT "external_refs_pkey" PRIMARY KEY ("organization_id","source_name","kind","external_id")
);
CREATE INDEX "external_refs_local" ON "external_refs" ("organization_id", "kind", "local_id") WHERE "local_id" > 0;
CREATE INDEX "external_refs_run" ON "external_refs" ("organization_id", "run_id", "kind", "external_id") WHERE "run_id" > 0;

CREATE TABLE "import_changes" (
  "organization_id" INTEGER NOT NULL,
  "run_id" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "local_id" INTEGER NOT NULL,
  "second_id" INTEGER NOT NULL DEFAULT 0,
  "previous" JSONB NOT NULL,
  "written" JSONB NOT NULL DEFAULT '{}',
  "ref" JSONB,
  "reason" TEXT,
  CONSTRAINT "import_changes_pkey" PRIMARY KEY ("organization_id","run_id","kind","local_id","second_id")
);

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
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");
CREATE UNIQUE INDEX "invitations_token_hash_organization_id_key" ON "invitations"("token_hash", "organization_id");
-- One open link per address.
CREATE UNIQUE INDEX "invitations_open" ON "invitations" ("organization_id", "email") WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;

CREATE TABLE "encryption_keys" (
  "id" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "encryption_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "id_history" (
  "history" TEXT NOT NULL,
  CONSTRAINT "id_history_pkey" PRIMARY KEY ("history")
);

CREATE TABLE "mails" (
  "organization_id" INTEGER NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "kind" "mail_kind" NOT NULL,
  "topic_id" BIGINT,
  "user_id" INTEGER,
  "account_id" INTEGER,
  "email" TEXT,
  "locale" TEXT NOT NULL,
  "state" "mail_state" NOT NULL DEFAULT 'queued',
  "reason" TEXT,
  "reply" TEXT,
  "report" "mail_report",
  "tries" INTEGER NOT NULL DEFAULT 0,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "owner" TEXT,
  "subject" TEXT,
  "content_ciphertext" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sent_at" TIMESTAMPTZ(3),
  CONSTRAINT "mails_pkey" PRIMARY KEY ("organization_id","id")
) WITH (fillfactor = 80);
CREATE INDEX "mails_email_organization_id_idx" ON "mails"("email", "organization_id");
CREATE INDEX "mails_organization_id_topic_id_state_idx" ON "mails"("organization_id", "topic_id", "state");
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at");
-- Workers look for what is due, the urgent kinds first, and for mails of workers that have died.
CREATE INDEX "mails_unfinished" ON "mails" ("kind", "due_at") WHERE "state" IN ('queued', 'sending');

CREATE TABLE "notification_cursors" (
  "organization_id" INTEGER NOT NULL,
  "read_to" BIGINT NOT NULL,
  "digest_due_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notification_cursors_pkey" PRIMARY KEY ("organization_id")
);
CREATE INDEX "notification_cursors_digest_due_at_idx" ON "notification_cursors"("digest_due_at");

CREATE TABLE "notification_topics" (
  "organization_id" INTEGER NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "subject" "topic_subject" NOT NULL,
  "subject_id" INTEGER NOT NULL,
  "post_ids" INTEGER[],
  "first_number" BIGINT NOT NULL,
  "last_number" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "content" JSONB,
  "planned_to" INTEGER NOT NULL DEFAULT 0,
  "planned_at" TIMESTAMPTZ(3),
  CONSTRAINT "notification_topics_pkey" PRIMARY KEY ("organization_id","id")
) WITH (fillfactor = 80);
CREATE INDEX "notification_topics_organization_id_subject_subject_id_id_idx" ON "notification_topics"("organization_id", "subject", "subject_id", "id");
CREATE INDEX "notification_topics_created_at_idx" ON "notification_topics"("created_at");
-- One open topic per object.
CREATE UNIQUE INDEX "notification_topics_open" ON "notification_topics" ("organization_id", "subject", "subject_id") WHERE "content" IS NULL;
-- Workers look for what is due.
CREATE INDEX "notification_topics_unplanned" ON "notification_topics" ("due_at") WHERE "planned_at" IS NULL;

CREATE TABLE "notifications" (
  "organization_id" INTEGER NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "topic_id" BIGINT NOT NULL,
  "user_id" INTEGER NOT NULL,
  "kinds" "notification_kind"[],
  "in_bell" BOOLEAN NOT NULL,
  "frequency" "mail_frequency" NOT NULL,
  "digest_id" BIGINT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "read_at" TIMESTAMPTZ(3),
  CONSTRAINT "notifications_pkey" PRIMARY KEY ("organization_id","id")
) WITH (fillfactor = 80);
CREATE INDEX "notifications_organization_id_user_id_id_idx" ON "notifications"("organization_id", "user_id", "id");
CREATE INDEX "notifications_organization_id_digest_id_idx" ON "notifications"("organization_id", "digest_id");
CREATE INDEX "notifications_created_at_idx" ON "notifications"("created_at");
CREATE UNIQUE INDEX "notifications_organization_id_topic_id_user_id_key" ON "notifications"("organization_id", "topic_id", "user_id");
-- A digest gathers what was not mailed yet.
CREATE INDEX "notifications_for_digest" ON "notifications" ("organization_id", "frequency", "user_id") WHERE "frequency" IN ('daily', 'weekly') AND "digest_id" IS NULL;

CREATE TABLE "notification_preferences" (
  "organization_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "kind" "notification_kind" NOT NULL,
  "frequency" "mail_frequency" NOT NULL,
  "in_bell" BOOLEAN NOT NULL,
  CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("organization_id","user_id","kind")
);

CREATE TABLE "post_mutes" (
  "organization_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "post_mutes_pkey" PRIMARY KEY ("organization_id","post_id","user_id")
);
CREATE INDEX "post_mutes_organization_id_user_id_idx" ON "post_mutes"("organization_id", "user_id");

CREATE TABLE "changelog_subscribers" (
  "organization_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "changelog_subscribers_pkey" PRIMARY KEY ("organization_id","user_id")
);

CREATE TABLE "comment_mentions" (
  "organization_id" INTEGER NOT NULL,
  "comment_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  CONSTRAINT "comment_mentions_pkey" PRIMARY KEY ("organization_id","comment_id","user_id")
);
CREATE INDEX "comment_mentions_organization_id_user_id_idx" ON "comment_mentions"("organization_id", "user_id");

CREATE TABLE "mail_suppressions" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "email" TEXT,
  "email_hash" BYTEA,
  "reason" "suppression_reason" NOT NULL,
  "detail" TEXT,
  "import_run_id" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("organization_id","id"),
  CONSTRAINT "mail_suppressions_address" CHECK ("email" IS NULL OR "email_hash" IS NULL)
);
CREATE UNIQUE INDEX "mail_suppressions_organization_id_email_key" ON "mail_suppressions"("organization_id", "email");
CREATE UNIQUE INDEX "mail_suppressions_organization_id_email_hash_key" ON "mail_suppressions"("organization_id", "email_hash");

CREATE TABLE "sign_in_requests" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "email" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "link_hash" BYTEA NOT NULL,
  "code_hash" BYTEA NOT NULL,
  "network" TEXT NOT NULL,
  "return_to" TEXT NOT NULL,
  "locale" TEXT NOT NULL,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "sign_in_requests_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "sign_in_requests_token_hash_organization_id_key" ON "sign_in_requests"("token_hash", "organization_id");
CREATE UNIQUE INDEX "sign_in_requests_link_hash_organization_id_key" ON "sign_in_requests"("link_hash", "organization_id");
CREATE INDEX "sign_in_requests_organization_id_email_created_at_idx" ON "sign_in_requests"("organization_id", "email", "created_at");
CREATE INDEX "sign_in_requests_created_at_idx" ON "sign_in_requests"("created_at");

CREATE TABLE "sign_in_providers" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "issuer" TEXT NOT NULL,
  "client_id" TEXT NOT NULL,
  "client_secret_ciphertext" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "sign_in_providers_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "sign_in_providers_organization_id_issuer_key" ON "sign_in_providers"("organization_id", "issuer");

CREATE TABLE "user_identities" (
  "organization_id" INTEGER NOT NULL,
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "user_identities_pkey" PRIMARY KEY ("organization_id","issuer","subject")
);
CREATE UNIQUE INDEX "user_identities_organization_id_user_id_issuer_key" ON "user_identities"("organization_id", "user_id", "issuer");

CREATE TABLE "account_identities" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "account_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "account_identities_pkey" PRIMARY KEY ("issuer","subject")
);
CREATE UNIQUE INDEX "account_identities_account_id_issuer_key" ON "account_identities"("account_id", "issuer");

CREATE TABLE "password_resets" (
  "id" SERIAL NOT NULL,
  "email" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");
CREATE INDEX "password_resets_email_created_at_idx" ON "password_resets"("email", "created_at");
CREATE INDEX "password_resets_created_at_idx" ON "password_resets"("created_at");

CREATE TABLE "erased_people" (
  "organization_id" INTEGER NOT NULL,
  "hash" BYTEA NOT NULL,
  "user_id" INTEGER NOT NULL,
  "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "erased_people_pkey" PRIMARY KEY ("organization_id","hash")
);
CREATE INDEX "erased_people_organization_id_user_id_idx" ON "erased_people"("organization_id", "user_id");

CREATE TABLE "old_addresses" (
  "organization_id" INTEGER NOT NULL,
  "path" TEXT NOT NULL,
  "kind" "old_address_kind" NOT NULL,
  "local_id" INTEGER NOT NULL,
  "run_id" INTEGER,
  CONSTRAINT "old_addresses_pkey" PRIMARY KEY ("organization_id","path")
);
CREATE INDEX "old_addresses_organization_id_run_id_idx" ON "old_addresses"("organization_id", "run_id");
CREATE INDEX "old_addresses_organization_id_kind_local_id_idx" ON "old_addresses"("organization_id", "kind", "local_id");

CREATE TABLE "erasures" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "user_id" INTEGER NOT NULL,
  "words_ciphertext" BYTEA,
  "stage" INTEGER NOT NULL DEFAULT 0,
  "after_id" BIGINT NOT NULL DEFAULT 0,
  "deliveries" INTEGER NOT NULL DEFAULT 0,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "audit_entries" INTEGER NOT NULL DEFAULT 0,
  "import_rows" INTEGER NOT NULL DEFAULT 0,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "erasures_pkey" PRIMARY KEY ("organization_id","id"),
  CONSTRAINT "erasures_end" CHECK ("finished_at" IS NULL OR "words_ciphertext" IS NULL)
);
CREATE INDEX "erasures_organization_id_user_id_idx" ON "erasures"("organization_id", "user_id");
-- Those that are not finished, and no words after the end.
CREATE INDEX "erasures_unfinished" ON "erasures"("due_at") WHERE "finished_at" IS NULL;

CREATE TABLE "oauth_apps" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "kind" "oauth_app_kind" NOT NULL DEFAULT 'registered',
  "client_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "redirect_uris" TEXT[],
  "allowed_actor_modes" TEXT[],
  "declared_scopes" TEXT[],
  "webhook_url" TEXT,
  "subscribed_webhook_events" TEXT[],
  "secret_hash" BYTEA,
  "webhook_secret_ciphertext" BYTEA,
  "previous_webhook_secret_ciphertext" BYTEA,
  "previous_webhook_secret_until" TIMESTAMPTZ(3),
  "suspended_at" TIMESTAMPTZ(3),
  "ending_since" TIMESTAMPTZ(3),
  "deleted_at" TIMESTAMPTZ(3),
  "created_by_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "oauth_apps_pkey" PRIMARY KEY ("organization_id","id"),
  CONSTRAINT "oauth_apps_secret" CHECK (("kind" = 'registered') = ("secret_hash" IS NOT NULL))
);
CREATE UNIQUE INDEX "oauth_apps_registered" ON "oauth_apps"("client_id") WHERE "kind" = 'registered';
-- A public client is an app of each organization that has consented to it.
CREATE UNIQUE INDEX "oauth_apps_public" ON "oauth_apps"("organization_id", "client_id") WHERE "kind" <> 'registered';
CREATE INDEX "oauth_apps_organization_id_created_at_id_idx" ON "oauth_apps"("organization_id", "created_at", "id");
-- The few apps whose installs are still being removed, which workers look for.
CREATE INDEX "oauth_apps_ending" ON "oauth_apps" ("ending_since") WHERE "ending_since" IS NOT NULL;

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
  "own_webhook" BOOLEAN NOT NULL DEFAULT false,
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "oauth_installs_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "oauth_installs_app_organization_id_app_id_idx" ON "oauth_installs"("app_organization_id", "app_id");
-- One install per app, organization, actor and, for `self`, person; a bot user stands for `app`.
CREATE UNIQUE INDEX "oauth_installs_active" ON "oauth_installs" ("organization_id", "app_organization_id", "app_id", "actor", "user_id") WHERE "revoked_at" IS NULL;
-- The installs of an app that have not been removed, in the order of their removal.
CREATE INDEX "oauth_installs_present" ON "oauth_installs" ("app_organization_id", "app_id", "organization_id", "id") WHERE "revoked_at" IS NULL;

CREATE TABLE "tool_calls" (
  "organization_id" INTEGER NOT NULL,
  "install_id" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "tool" TEXT NOT NULL,
  "calls" INTEGER NOT NULL,
  CONSTRAINT "tool_calls_pkey" PRIMARY KEY ("organization_id","install_id","day","tool")
);
CREATE INDEX "tool_calls_day_idx" ON "tool_calls"("day");

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
  "resource" "oauth_resource" NOT NULL DEFAULT 'api',
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");
CREATE UNIQUE INDEX "oauth_codes_code_hash_organization_id_key" ON "oauth_codes"("code_hash", "organization_id");
CREATE INDEX "oauth_codes_unused" ON "oauth_codes" ("expires_at") WHERE "used_at" IS NULL;

CREATE TABLE "oauth_tokens" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "install_id" INTEGER NOT NULL,
  "code_id" INTEGER NOT NULL,
  "access_hash" BYTEA NOT NULL,
  "refresh_hash" BYTEA NOT NULL,
  "scopes" TEXT[],
  "grant_scopes" TEXT[],
  "resource" "oauth_resource" NOT NULL DEFAULT 'api',
  "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
  "rotated_at" TIMESTAMPTZ(3),
  "replacement" BYTEA,
  "replacement_until" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "oauth_tokens_organization_id_code_id_idx" ON "oauth_tokens"("organization_id", "code_id");
CREATE INDEX "oauth_tokens_organization_id_install_id_idx" ON "oauth_tokens"("organization_id", "install_id");
CREATE UNIQUE INDEX "oauth_tokens_access_hash_organization_id_key" ON "oauth_tokens"("access_hash", "organization_id");
CREATE UNIQUE INDEX "oauth_tokens_refresh_hash_organization_id_key" ON "oauth_tokens"("refresh_hash", "organization_id");
-- What the sweep looks for, across organizations.
CREATE INDEX "oauth_tokens_ended" ON "oauth_tokens" ("access_expires_at") WHERE "rotated_at" IS NOT NULL OR "revoked_at" IS NOT NULL;
CREATE INDEX "oauth_tokens_replacement" ON "oauth_tokens" ("replacement_until") WHERE "replacement" IS NOT NULL;

CREATE TABLE "organizations" (
  "id" SERIAL NOT NULL,
  "slug" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "home_page" TEXT,
  "avatar_url" TEXT,
  "portal_url" TEXT,
  "portal_host" TEXT,
  "color_primary" TEXT NOT NULL DEFAULT '#4f46e5',
  "color_primary_light" TEXT NOT NULL DEFAULT '#eef2ff',
  "color_primary_dark" TEXT NOT NULL DEFAULT '#3730a3',
  "form_description" TEXT NOT NULL DEFAULT '',
  "submit_button_text" TEXT NOT NULL DEFAULT 'Submit feedback',
  "multilingual_changelog" BOOLEAN NOT NULL DEFAULT false,
  "visibility" "organization_visibility" NOT NULL DEFAULT 'members',
  "anonymous_votes" BOOLEAN NOT NULL DEFAULT false,
  "anonymous_posts" BOOLEAN NOT NULL DEFAULT false,
  "locales" TEXT[] DEFAULT ARRAY['en']::TEXT[],
  "default_locale" TEXT NOT NULL DEFAULT 'en',
  "sso_key_ciphertext" BYTEA NOT NULL,
  "sso_key_rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sso_for_team" BOOLEAN NOT NULL DEFAULT false,
  "agent_access" "agent_access" NOT NULL DEFAULT 'admins',
  "sign_up" "sign_up" NOT NULL DEFAULT 'known',
  "sign_up_domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "mail_sender_name" TEXT,
  "mail_sender_address" TEXT,
  "mail_reply_to" TEXT,
  "mail_footer" TEXT NOT NULL DEFAULT '',
  "notify_people_of_imports" BOOLEAN NOT NULL DEFAULT false,
  "time_zone" TEXT NOT NULL DEFAULT 'UTC',
  "mail_key_ciphertext" BYTEA,
  "erasure_key_ciphertext" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");
CREATE UNIQUE INDEX "organizations_portal_host_key" ON "organizations"("portal_host");

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
CREATE UNIQUE INDEX "api_keys_key_hash_organization_id_key" ON "api_keys"("key_hash", "organization_id");

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
  "imported_votes" INTEGER NOT NULL DEFAULT 0,
  "imported_downvotes" INTEGER NOT NULL DEFAULT 0,
  "comments_count" INTEGER NOT NULL DEFAULT 0,
  "merged_into_id" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "posts_pkey" PRIMARY KEY ("organization_id","id")
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE UNIQUE INDEX "posts_organization_id_slug_key" ON "posts"("organization_id", "slug");
CREATE INDEX "posts_submitter" ON "posts" ("organization_id", "submitter_id", "created_at", "id");
CREATE INDEX "posts_pending" ON "posts" ("organization_id", "created_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_pending_top" ON "posts" ("organization_id", "votes_count", "created_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_pending_updated" ON "posts" ("organization_id", "updated_at", "id") WHERE "merged_into_id" IS NULL AND NOT "hidden" AND "approval_status" = 'pending';
CREATE INDEX "posts_merged" ON "posts" ("organization_id", "merged_into_id") WHERE "merged_into_id" IS NOT NULL;
CREATE INDEX "posts_created" ON "posts" ("organization_id", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_updated" ON "posts" ("organization_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_top" ON "posts" ("organization_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_bucket" ON "posts" ("organization_id", "bucket_id", "created_at", "id") INCLUDE ("private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status" ON "posts" ("organization_id", "status_id", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
-- The same for the posts of one board and of one status in each order.
CREATE INDEX "posts_bucket_updated" ON "posts" ("organization_id", "bucket_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_bucket_top" ON "posts" ("organization_id", "bucket_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status_updated" ON "posts" ("organization_id", "status_id", "updated_at", "id") INCLUDE ("created_at", "private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "posts_status_top" ON "posts" ("organization_id", "status_id", "votes_count", "created_at", "id") INCLUDE ("private", "approval_status", "bucket_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";

CREATE TABLE "post_subscribers" (
  "organization_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "post_subscribers_pkey" PRIMARY KEY ("organization_id","post_id","user_id")
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE INDEX "post_subscribers_organization_id_user_id_idx" ON "post_subscribers"("organization_id", "user_id");

CREATE TABLE "post_merges" (
  "organization_id" INTEGER NOT NULL,
  "child_id" INTEGER NOT NULL,
  "parent_id" INTEGER NOT NULL,
  "merged_by_id" INTEGER NOT NULL,
  "voter_ids" INTEGER[],
  "comment_ids" INTEGER[],
  "subscriber_ids" INTEGER[],
  "mute_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "imported_votes" INTEGER NOT NULL DEFAULT 0,
  "imported_downvotes" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "post_merges_pkey" PRIMARY KEY ("organization_id","child_id")
);
CREATE INDEX "post_merges_organization_id_parent_id_idx" ON "post_merges"("organization_id", "parent_id");

CREATE TABLE "revisions" (
  "organization_id" INTEGER NOT NULL,
  "transactions" BIGINT NOT NULL,
  CONSTRAINT "revisions_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "revision_marks" (
  "organization_id" INTEGER NOT NULL,
  "transaction" BIGINT NOT NULL,
  CONSTRAINT "revision_marks_pkey" PRIMARY KEY ("organization_id","transaction")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

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
CREATE INDEX "roadmaps_organization_id_created_at_id_idx" ON "roadmaps"("organization_id", "created_at", "id");
CREATE UNIQUE INDEX "roadmaps_organization_id_slug_key" ON "roadmaps"("organization_id", "slug");

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
  "planned_for" DATE,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "roadmap_posts_pkey" PRIMARY KEY ("organization_id","roadmap_id","post_id")
);
CREATE INDEX "roadmap_posts_organization_id_post_id_idx" ON "roadmap_posts"("organization_id", "post_id");

CREATE TABLE "post_documents" (
  "organization_id" INTEGER NOT NULL,
  "id" INTEGER NOT NULL,
  "language" TEXT NOT NULL,
  "document" tsvector NOT NULL,
  CONSTRAINT "post_documents_pkey" PRIMARY KEY ("organization_id","id")
);
-- Similar posts are found by rare words, which requires the frequencies of many.
ALTER TABLE "post_documents" ALTER COLUMN "document" SET STATISTICS 1000;

CREATE TABLE "tag_documents" (
  "organization_id" INTEGER NOT NULL,
  "id" INTEGER NOT NULL,
  "language" TEXT NOT NULL,
  "document" tsvector NOT NULL,
  CONSTRAINT "tag_documents_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "comment_documents" (
  "organization_id" INTEGER NOT NULL,
  "id" INTEGER NOT NULL,
  "language" TEXT NOT NULL,
  "document" tsvector NOT NULL,
  CONSTRAINT "comment_documents_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "changelog_documents" (
  "organization_id" INTEGER NOT NULL,
  "id" INTEGER NOT NULL,
  "language" TEXT NOT NULL,
  "document" tsvector NOT NULL,
  CONSTRAINT "changelog_documents_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "customer_documents" (
  "organization_id" INTEGER NOT NULL,
  "id" INTEGER NOT NULL,
  "document" tsvector NOT NULL,
  CONSTRAINT "customer_documents_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "document_backfills" (
  "organization_id" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "after_id" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "document_backfills_pkey" PRIMARY KEY ("organization_id","kind")
);

CREATE TABLE "dismissed_duplicates" (
  "organization_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "duplicate_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "dismissed_duplicates_pkey" PRIMARY KEY ("organization_id","post_id","duplicate_id")
);
CREATE INDEX "dismissed_duplicates_organization_id_duplicate_id_idx" ON "dismissed_duplicates"("organization_id", "duplicate_id");

CREATE TABLE "sessions" (
  "id" SERIAL NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "account_id" INTEGER,
  "organization_id" INTEGER,
  "user_id" INTEGER,
  "sso_key_rotated_at" TIMESTAMPTZ(3),
  "by_sso" BOOLEAN NOT NULL DEFAULT false,
  "user_agent" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  -- A session is either an account's or one person's of one organization.
  CONSTRAINT "sessions_owner" CHECK ( num_nonnulls("account_id", "user_id") = 1 AND num_nonnulls("organization_id", "user_id", "sso_key_rotated_at") IN (0, 3) )
);
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");
CREATE INDEX "sessions_organization_id_user_id_idx" ON "sessions"("organization_id", "user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

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
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "statuses_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "statuses_organization_id_slug_key" ON "statuses"("organization_id", "slug");

CREATE TABLE "tags" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "color" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "tags_pkey" PRIMARY KEY ("organization_id","id")
);
-- A tag's name is unique whatever its case; so is a changelog label's.
CREATE UNIQUE INDEX "tags_name_key" ON "tags" ("organization_id", lower("name"));

CREATE TABLE "post_tags" (
  "organization_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "tag_id" INTEGER NOT NULL,
  "bucket_id" INTEGER NOT NULL DEFAULT 0,
  "status_id" INTEGER NOT NULL DEFAULT 0,
  "submitter_id" INTEGER NOT NULL DEFAULT 0,
  "approval_status" "approval_status" NOT NULL DEFAULT 'approved',
  "private" BOOLEAN NOT NULL DEFAULT false,
  "hidden" BOOLEAN NOT NULL DEFAULT false,
  "merged_into_id" INTEGER,
  "votes_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "post_tags_pkey" PRIMARY KEY ("organization_id","post_id","tag_id")
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE INDEX "post_tags_organization_id_tag_id_post_id_idx" ON "post_tags"("organization_id", "tag_id", "post_id");
CREATE INDEX "post_tags_created" ON "post_tags" ("organization_id", "tag_id", "created_at", "post_id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "post_tags_updated" ON "post_tags" ("organization_id", "tag_id", "updated_at", "post_id") INCLUDE ("created_at", "private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";
CREATE INDEX "post_tags_top" ON "post_tags" ("organization_id", "tag_id", "votes_count", "created_at", "post_id") INCLUDE ("private", "approval_status", "bucket_id", "status_id") WHERE "merged_into_id" IS NULL AND NOT "hidden";

CREATE UNLOGGED TABLE "failed_attempts" (
  "slot" INTEGER NOT NULL,
  "key" BYTEA NOT NULL,
  "failures" INTEGER NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "failed_attempts_pkey" PRIMARY KEY ("slot")
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE "rate_limit_windows" (
  "credential" TEXT NOT NULL,
  "window_number" INTEGER NOT NULL,
  "units" INTEGER NOT NULL,
  CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("credential")
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE "rate_limit_servers" (
  "id" UUID NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "rate_limit_servers_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);

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
CREATE INDEX "transfer_files_organization_id_owner_owner_id_idx" ON "transfer_files"("organization_id", "owner", "owner_id");
CREATE INDEX "transfer_files_created_at_idx" ON "transfer_files"("created_at");

CREATE TABLE "transfer_parts" (
  "organization_id" INTEGER NOT NULL,
  "file_id" INTEGER NOT NULL,
  "number" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "transfer_parts_pkey" PRIMARY KEY ("organization_id","file_id","number")
);
-- Most files are compressed already, and parts of them are read by position.
ALTER TABLE "transfer_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

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
CREATE INDEX "import_sources_organization_id_file_id_idx" ON "import_sources"("organization_id", "file_id");

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
CREATE INDEX "uploads_organization_id_uploader_id_created_at_idx" ON "uploads"("organization_id", "uploader_id", "created_at");
CREATE UNIQUE INDEX "uploads_key_organization_id_key" ON "uploads"("key", "organization_id");
-- Those that are deleted after a day.
CREATE INDEX "uploads_unattached" ON "uploads"("created_at") WHERE "attached_at" IS NULL;

CREATE TABLE "upload_usage" (
  "organization_id" INTEGER NOT NULL,
  "bytes" BIGINT NOT NULL,
  CONSTRAINT "upload_usage_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "accounts" (
  "id" SERIAL NOT NULL,
  "email" TEXT NOT NULL,
  "acts_in_id" INTEGER,
  "name" TEXT NOT NULL,
  "password_hash" TEXT,
  "sessions_valid_from" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);
-- An address has one account that belongs to no organization.
CREATE UNIQUE INDEX "accounts_email_acts_in_id_key" ON "accounts"("email", "acts_in_id") NULLS NOT DISTINCT;

CREATE TABLE "users" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "account_id" INTEGER,
  "email" TEXT,
  "name" TEXT NOT NULL,
  "avatar_url" TEXT,
  "locale" TEXT,
  "reachable" BOOLEAN NOT NULL DEFAULT true,
  "no_mail" BOOLEAN NOT NULL DEFAULT false,
  "role" "team_role",
  "joined_team_at" TIMESTAMPTZ(3),
  "role_changed_at" TIMESTAMPTZ(3),
  "accepted_at" TIMESTAMPTZ(3),
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
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE INDEX "users_account_id_idx" ON "users"("account_id");
CREATE UNIQUE INDEX "users_organization_id_email_key" ON "users"("organization_id", "email");
CREATE UNIQUE INDEX "users_organization_id_account_id_key" ON "users"("organization_id", "account_id");
-- Customers: the list, its search by label, and the team.
CREATE INDEX "users_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL;
CREATE INDEX "users_team" ON "users" ("organization_id", "joined_team_at", "id") WHERE "role" IS NOT NULL;
-- The few blocked customers, in the order of their list.
CREATE INDEX "users_blocked_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL AND "blocked";
-- The few starred customers, in the order of their list.
CREATE INDEX "users_starred_customers" ON "users" ("organization_id", "customer_since", "id") WHERE "customer_since" IS NOT NULL AND "starred";
-- People of imports without an e-mail address, in the order of their list.
CREATE INDEX "users_without_email" ON "users" ("organization_id", "name", "id") WHERE "email" IS NULL AND "anonymized_at" IS NULL AND "role" IS NULL AND NOT "bot";

CREATE TABLE "visitors" (
  "organization_id" INTEGER NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "user_id" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "visitors_pkey" PRIMARY KEY ("organization_id","token_hash")
);
CREATE INDEX "visitors_organization_id_user_id_idx" ON "visitors"("organization_id", "user_id");

CREATE TABLE "votes" (
  "organization_id" INTEGER NOT NULL,
  "post_id" INTEGER NOT NULL,
  "user_id" INTEGER NOT NULL,
  "direction" "vote_direction" NOT NULL DEFAULT 'up',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "added_by_id" INTEGER,
  CONSTRAINT "votes_pkey" PRIMARY KEY ("organization_id","post_id","user_id")
) WITH (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
CREATE INDEX "votes_organization_id_user_id_post_id_idx" ON "votes"("organization_id", "user_id", "post_id");
CREATE INDEX "votes_organization_id_created_at_idx" ON "votes"("organization_id", "created_at");

CREATE TABLE "webhooks" (
  "organization_id" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "install_id" INTEGER,
  "created_by_id" INTEGER,
  "name" TEXT NOT NULL DEFAULT '',
  "url" TEXT NOT NULL,
  "events" TEXT[],
  "document" TEXT,
  "secret_ciphertext" BYTEA,
  "previous_secret_ciphertext" BYTEA,
  "previous_secret_until" TIMESTAMPTZ(3),
  "headers_ciphertext" BYTEA,
  "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "disabled_at" TIMESTAMPTZ(3),
  "disabled_reason" TEXT,
  "failing_since" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "webhooks_organization_id_install_id_key" ON "webhooks"("organization_id", "install_id");

CREATE TABLE "webhook_lanes" (
  "organization_id" INTEGER NOT NULL,
  "webhook_id" INTEGER NOT NULL,
  "due_at" TIMESTAMPTZ(3),
  "owner" TEXT,
  "leased_until" TIMESTAMPTZ(3),
  "app_organization_id" INTEGER,
  "slow" BOOLEAN NOT NULL DEFAULT false,
  "wakes" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("organization_id","webhook_id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
CREATE INDEX "webhook_lanes_slow_due_at_idx" ON "webhook_lanes"("slow", "due_at");
CREATE INDEX "webhook_lanes_organization_id_slow_due_at_idx" ON "webhook_lanes"("organization_id", "slow", "due_at");

CREATE TABLE "deliveries" (
  "organization_id" INTEGER NOT NULL,
  "webhook_id" INTEGER NOT NULL,
  "event_position" BIGINT NOT NULL,
  "event_id" BIGINT NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "event_type" TEXT NOT NULL,
  "state" "delivery_state" NOT NULL DEFAULT 'pending',
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "body" TEXT,
  "reason" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "deliveries_pkey" PRIMARY KEY ("organization_id","webhook_id","event_position","event_id","created_at")
) PARTITION BY RANGE ("created_at");
CREATE TABLE "deliveries_other" PARTITION OF "deliveries" DEFAULT;
CREATE INDEX "deliveries_organization_id_id_idx" ON "deliveries"("organization_id", "id");
-- What a webhook's lane has in hand: what is due first, in the order of events.
CREATE INDEX "deliveries_pending" ON "deliveries" ("organization_id", "webhook_id", "due_at", "event_position", "event_id") WHERE "state" = 'pending';
-- What a receiver has not had, in the order in which it is made once more.
CREATE INDEX "deliveries_undelivered" ON "deliveries" ("organization_id", "id") WHERE "state" IN ('failed', 'held', 'canceled');
CREATE INDEX "deliveries_held" ON "deliveries" ("organization_id", "webhook_id", "event_position", "event_id") WHERE "state" = 'held';

CREATE TABLE "unfinished_deliveries" (
  "organization_id" INTEGER NOT NULL,
  "webhook_id" INTEGER NOT NULL,
  "state" "delivery_state" NOT NULL,
  "reason" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "unfinished_deliveries_pkey" PRIMARY KEY ("organization_id","webhook_id")
);

CREATE TABLE "delivery_attempts" (
  "organization_id" INTEGER NOT NULL,
  "webhook_id" INTEGER NOT NULL,
  "delivery_id" BIGINT NOT NULL,
  "id" BIGSERIAL NOT NULL,
  "number" INTEGER NOT NULL,
  "outcome" "attempt_outcome" NOT NULL,
  "status" INTEGER,
  "duration_ms" INTEGER NOT NULL,
  "request_headers" JSON,
  "response_headers" JSON,
  "headers_truncated" BOOLEAN,
  "response" TEXT,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("organization_id","delivery_id","number","created_at")
) PARTITION BY RANGE ("created_at");
CREATE TABLE "delivery_attempts_other" PARTITION OF "delivery_attempts" DEFAULT;
CREATE INDEX "delivery_attempts_organization_id_webhook_id_id_idx" ON "delivery_attempts"("organization_id", "webhook_id", "id");
-- The attempts without a success, by the status of the response. Successes, most rows, are not in it, so that
-- they cost nothing.
CREATE INDEX "attempts_without_success" ON "delivery_attempts" ("organization_id", "status", "delivery_id") WHERE "status" NOT BETWEEN 200 AND 299;

-- Foreign keys.

ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_actor_id_fkey" FOREIGN KEY ("organization_id", "actor_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "buckets" ADD CONSTRAINT "buckets_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_author_id_fkey" FOREIGN KEY ("organization_id", "author_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "changelogs" ADD CONSTRAINT "changelogs_organization_id_original_id_fkey" FOREIGN KEY ("organization_id", "original_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "changelog_labels" ADD CONSTRAINT "changelog_labels_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_label_entries" ADD CONSTRAINT "changelog_label_entries_organization_id_changelog_id_fkey" FOREIGN KEY ("organization_id", "changelog_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_label_entries" ADD CONSTRAINT "changelog_label_entries_organization_id_label_id_fkey" FOREIGN KEY ("organization_id", "label_id") REFERENCES "changelog_labels"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_posts" ADD CONSTRAINT "changelog_posts_organization_id_changelog_id_fkey" FOREIGN KEY ("organization_id", "changelog_id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_posts" ADD CONSTRAINT "changelog_posts_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_parent_id_fkey" FOREIGN KEY ("organization_id", "parent_id") REFERENCES "comments"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_author_id_fkey" FOREIGN KEY ("organization_id", "author_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_person_id_fkey" FOREIGN KEY ("organization_id", "person_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "export_runs" ADD CONSTRAINT "export_runs_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "import_errors" ADD CONSTRAINT "import_errors_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "external_refs" ADD CONSTRAINT "external_refs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_organization_id_run_id_fkey" FOREIGN KEY ("organization_id", "run_id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_invited_by_id_fkey" FOREIGN KEY ("organization_id", "invited_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "erased_people" ADD CONSTRAINT "erased_people_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "erased_people" ADD CONSTRAINT "erased_people_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "old_addresses" ADD CONSTRAINT "old_addresses_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "oauth_apps" ADD CONSTRAINT "oauth_apps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_app_organization_id_app_id_fkey" FOREIGN KEY ("app_organization_id", "app_id") REFERENCES "oauth_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "oauth_installs" ADD CONSTRAINT "oauth_installs_organization_id_installed_by_id_fkey" FOREIGN KEY ("organization_id", "installed_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_app_organization_id_app_id_fkey" FOREIGN KEY ("app_organization_id", "app_id") REFERENCES "oauth_apps"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_organization_id_install_id_fkey" FOREIGN KEY ("organization_id", "install_id") REFERENCES "oauth_installs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_organization_id_install_id_fkey" FOREIGN KEY ("organization_id", "install_id") REFERENCES "oauth_installs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_creator_id_fkey" FOREIGN KEY ("organization_id", "creator_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_bucket_id_fkey" FOREIGN KEY ("organization_id", "bucket_id") REFERENCES "buckets"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_status_id_fkey" FOREIGN KEY ("organization_id", "status_id") REFERENCES "statuses"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_submitter_id_fkey" FOREIGN KEY ("organization_id", "submitter_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "posts" ADD CONSTRAINT "posts_organization_id_merged_into_id_fkey" FOREIGN KEY ("organization_id", "merged_into_id") REFERENCES "posts"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "post_subscribers" ADD CONSTRAINT "post_subscribers_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_subscribers" ADD CONSTRAINT "post_subscribers_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_mutes" ADD CONSTRAINT "post_mutes_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_mutes" ADD CONSTRAINT "post_mutes_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_subscribers" ADD CONSTRAINT "changelog_subscribers_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_organization_id_comment_id_fkey" FOREIGN KEY ("organization_id", "comment_id") REFERENCES "comments"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_merges" ADD CONSTRAINT "post_merges_organization_id_merged_by_id_fkey" FOREIGN KEY ("organization_id", "merged_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "roadmaps" ADD CONSTRAINT "roadmaps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "roadmaps" ADD CONSTRAINT "roadmaps_organization_id_owner_id_fkey" FOREIGN KEY ("organization_id", "owner_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "roadmap_posts" ADD CONSTRAINT "roadmap_posts_organization_id_roadmap_id_fkey" FOREIGN KEY ("organization_id", "roadmap_id") REFERENCES "roadmaps"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "roadmap_posts" ADD CONSTRAINT "roadmap_posts_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_documents" ADD CONSTRAINT "post_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "tag_documents" ADD CONSTRAINT "tag_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "tags"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "comment_documents" ADD CONSTRAINT "comment_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "comments"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "changelog_documents" ADD CONSTRAINT "changelog_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "changelogs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "customer_documents" ADD CONSTRAINT "customer_documents_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "document_backfills" ADD CONSTRAINT "document_backfills_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_organization_id_duplicate_id_fkey" FOREIGN KEY ("organization_id", "duplicate_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "sign_in_requests" ADD CONSTRAINT "sign_in_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "sign_in_providers" ADD CONSTRAINT "sign_in_providers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "account_identities" ADD CONSTRAINT "account_identities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "statuses" ADD CONSTRAINT "statuses_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_organization_id_tag_id_fkey" FOREIGN KEY ("organization_id", "tag_id") REFERENCES "tags"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_organization_id_uploader_id_fkey" FOREIGN KEY ("organization_id", "uploader_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_organization_id_file_id_fkey" FOREIGN KEY ("organization_id", "file_id") REFERENCES "transfer_files"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "import_sources" ADD CONSTRAINT "import_sources_organization_id_id_fkey" FOREIGN KEY ("organization_id", "id") REFERENCES "import_runs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organization_id_uploader_id_fkey" FOREIGN KEY ("organization_id", "uploader_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "upload_usage" ADD CONSTRAINT "upload_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_acts_in_id_fkey" FOREIGN KEY ("acts_in_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "votes" ADD CONSTRAINT "votes_organization_id_post_id_fkey" FOREIGN KEY ("organization_id", "post_id") REFERENCES "posts"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "votes" ADD CONSTRAINT "votes_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "users"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_install_id_fkey" FOREIGN KEY ("organization_id", "install_id") REFERENCES "oauth_installs"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_created_by_id_fkey" FOREIGN KEY ("organization_id", "created_by_id") REFERENCES "users"("organization_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_organization_id_webhook_id_fkey" FOREIGN KEY ("organization_id", "webhook_id") REFERENCES "webhooks"("organization_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Functions and triggers.

-- Citus requires this for triggers of distributed tables. PostgreSQL accepts the unknown setting.
SET citus.enable_unsafe_triggers = on;

-- An organization's revision is the number of transactions that changed its data and were committed. Each leaves a mark,
-- which is visible when its changes are and never before. No transaction waits for another. A mark names the server of its
-- transaction, because the rows of an organization, with their marks, may be moved to another server, on which a
-- transaction has the same id. Ids of transactions need fewer than 48 bits. The others come from the start time of the
-- server. The rows of a statement and the marks are read and written by separate statements, because a distributed
-- statement cannot read the rows of a trigger.
CREATE FUNCTION "mark_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization INTEGER;
  server CONSTANT BIGINT := (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint & 32767;
BEGIN
  FOR organization IN SELECT DISTINCT organization_id FROM changed LOOP
    INSERT INTO revision_marks (organization_id, transaction)
    VALUES (organization, server << 48 | pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;

-- Each server has a copy of "organizations", and the trigger of a copy may not write elsewhere: the verbs mark its changes.
DO $$
DECLARE
  changed TEXT;
  verb TEXT;
  rows TEXT;
BEGIN
  FOREACH changed IN ARRAY ARRAY[
    'buckets', 'changelogs', 'changelog_labels', 'changelog_label_entries', 'changelog_posts', 'comments',
    'export_runs', 'import_runs', 'import_errors', 'posts', 'post_subscribers', 'post_merges', 'roadmaps',
    'roadmap_posts', 'dismissed_duplicates', 'statuses', 'tags', 'post_tags', 'users', 'votes'
  ] LOOP
    FOR verb, rows IN VALUES ('insert', 'NEW'), ('update', 'NEW'), ('delete', 'OLD') LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_revision()',
        changed || '_' || verb || '_revision', verb, changed, rows);
    END LOOP;
  END LOOP;
END $$;

-- Adds up to "most" marks of organizations to their counters. Returns their number.
CREATE FUNCTION "fold_revisions"("organizations" INTEGER[], "most" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  organization INTEGER;
  folded BIGINT;
  total INTEGER := 0;
BEGIN
  FOREACH organization IN ARRAY organizations LOOP
    WITH gone AS (
      DELETE FROM revision_marks WHERE organization_id = organization AND transaction IN (
        SELECT transaction FROM revision_marks WHERE organization_id = organization
        ORDER BY transaction LIMIT most - total FOR UPDATE SKIP LOCKED)
      RETURNING organization_id)
    SELECT count(*) INTO folded FROM gone;
    CONTINUE WHEN folded = 0;
    INSERT INTO revisions (organization_id, transactions) VALUES (organization, folded)
    ON CONFLICT (organization_id) DO UPDATE SET transactions = revisions.transactions + excluded.transactions;
    total := total + folded;
    EXIT WHEN total >= most;
  END LOOP;
  RETURN total;
END $$;

-- Identifies the history in which ids are given. A restore has another cluster, database or table, and a promoted standby
-- or a recovery to a time has another timeline. A crash can lose ids only where commits are asynchronous. It then resets
-- the statistics, which a restart does not.
CREATE FUNCTION "present_history"() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()), to_regclass('revisions')::oid,
    CASE WHEN current_setting('synchronous_commit') = 'off' THEN extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) END)
$$;

-- Moves each sequence of ids above all ids that a lost history may have given, if the history is not the one before, or
-- always. Returns whether it did. The gap is random and the seconds since 2025 differ, so that two restores of one backup
-- continue with different ids. Runs as the owner of the sequences. Other callers wait until they are moved.
CREATE FUNCTION "renew_ids"("always" BOOLEAN) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  present TEXT;
  former TEXT;
  spent TEXT;
  gap CONSTANT BIGINT := 1000000 + floor(random() * 15000000);
BEGIN
  IF current_setting('transaction_read_only')::boolean THEN
    RETURN FALSE;
  END IF;
  present := present_history();
  IF NOT always AND EXISTS (SELECT 1 FROM id_history WHERE history = present) THEN
    RETURN FALSE;
  END IF;
  PERFORM pg_advisory_xact_lock(4702394924);
  SELECT history INTO former FROM id_history;
  IF NOT always AND former = present THEN
    RETURN FALSE;
  END IF;
  -- A database in which nobody has worked yet begins with 1.
  IF always OR former IS NOT NULL THEN
    SELECT string_agg(sequencename, ', ') INTO spent FROM pg_sequences
      WHERE schemaname = current_schema() AND data_type = 'integer'::regtype AND last_value > 1984000000;
    IF spent IS NOT NULL THEN
      RAISE sequence_generator_limit_exceeded USING MESSAGE = format(
        'After a restore, ids continue up to 16 million later, and %s would exceed 2,000,000,000. If no id was lost, run: update id_history set history = present_history()', spent);
    END IF;
    PERFORM setval(s.oid::regclass, greatest(coalesce(pg_sequence_last_value(s.oid), 0) + gap,
        extract(epoch FROM statement_timestamp() - timestamptz '2025-01-01 00:00Z')::bigint))
      FROM pg_class s JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
      WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace;
  END IF;
  -- After a restore, people may have been notified before of what waits.
  IF always THEN
    UPDATE notification_cursors c SET read_to = h.last FROM event_heads h WHERE h.organization_id = c.organization_id;
    UPDATE notification_topics SET content = coalesce(content, '{}'), planned_at = now() WHERE planned_at IS NULL;
    UPDATE notifications SET frequency = 'never' WHERE frequency IN ('daily', 'weekly') AND digest_id IS NULL;
    UPDATE mails SET state = 'canceled', reason = 'The database was restored'
      WHERE kind IN ('notification', 'digest', 'team_digest') AND state IN ('queued', 'sending');
  END IF;
  DELETE FROM id_history;
  INSERT INTO id_history (history) VALUES (present);
  RETURN TRUE;
END $$;

-- Keys of the uploads whose addresses a text contains. Those who may see such a text may see these pictures.
CREATE FUNCTION "upload_keys"("text" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT found[1] FROM regexp_matches("text", '/uploads/([A-Za-z0-9_-]{22})\.', 'g') AS matches(found));
CREATE INDEX "posts_uploads" ON "posts" USING gin (upload_keys("description_html")) WITH (fastupdate = off)
  WHERE "description_html" LIKE '%/uploads/%';
CREATE INDEX "comments_uploads" ON "comments" USING gin (upload_keys("body_html")) WITH (fastupdate = off)
  WHERE "body_html" LIKE '%/uploads/%';
CREATE INDEX "changelogs_uploads" ON "changelogs" USING gin (upload_keys("description_html")) WITH (fastupdate = off)
  WHERE "description_html" LIKE '%/uploads/%';
CREATE INDEX "users_uploads" ON "users"("organization_id", "avatar_url") WHERE "avatar_url" LIKE '/uploads/%';

-- The columns by which lists of posts filter and sort are also in each tag of a post, so that the posts of a tag are read
-- in order from one index. The post is locked until the end of the transaction: a concurrent change of it is waited for,
-- and the next one finds the new row.
CREATE FUNCTION "place_post_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT bucket_id, status_id, submitter_id, approval_status, private, hidden, merged_into_id, votes_count, created_at, updated_at
    INTO NEW.bucket_id, NEW.status_id, NEW.submitter_id, NEW.approval_status, NEW.private, NEW.hidden, NEW.merged_into_id,
      NEW.votes_count, NEW.created_at, NEW.updated_at
    FROM posts WHERE organization_id = NEW.organization_id AND id = NEW.post_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a tag of a post that does not exist',
      TABLE = 'post_tags', CONSTRAINT = 'post_tags_organization_id_post_id_fkey';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION "place_tags_of_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_tags SET bucket_id = NEW.bucket_id, status_id = NEW.status_id, submitter_id = NEW.submitter_id,
    approval_status = NEW.approval_status, private = NEW.private, hidden = NEW.hidden, merged_into_id = NEW.merged_into_id,
    votes_count = NEW.votes_count, created_at = NEW.created_at, updated_at = NEW.updated_at
    WHERE organization_id = NEW.organization_id AND post_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "post_tags_place" BEFORE INSERT ON "post_tags" FOR EACH ROW EXECUTE FUNCTION "place_post_tag"();
CREATE TRIGGER "posts_place_tags" AFTER UPDATE ON "posts" FOR EACH ROW
  WHEN ((OLD.bucket_id, OLD.status_id, OLD.submitter_id, OLD.approval_status, OLD.private, OLD.hidden, OLD.merged_into_id,
      OLD.votes_count, OLD.created_at, OLD.updated_at)
    IS DISTINCT FROM (NEW.bucket_id, NEW.status_id, NEW.submitter_id, NEW.approval_status, NEW.private, NEW.hidden,
      NEW.merged_into_id, NEW.votes_count, NEW.created_at, NEW.updated_at))
  EXECUTE FUNCTION "place_tags_of_post"();

-- Only the owner of a partitioned table creates and drops its partitions. These functions run as that owner, for partitions
-- by week only, so that the service can connect as a role that owns no table.
CREATE FUNCTION "make_part"("parent" text, "part" text, "first" timestamptz, "last" timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
BEGIN
  IF parent NOT IN ('event_order', 'events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$') THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('CREATE TABLE IF NOT EXISTS %1$I.%2$I PARTITION OF %1$I.%3$I FOR VALUES FROM (%4$L) TO (%5$L)',
    current_schema(), part, parent, first, last);
END $$;

CREATE FUNCTION "drop_part"("parent" text, "part" text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF parent NOT IN ('event_order', 'events', 'deliveries', 'delivery_attempts') OR part !~ ('^' || parent || '_[0-9]{8}$')
    OR NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits
      WHERE inhrelid = to_regclass(format('%I.%I', current_schema(), part))
        AND inhparent = to_regclass(format('%I.%I', current_schema(), parent))) THEN
    RAISE EXCEPTION '% is not a part by week', part USING ERRCODE = 'insufficient_privilege';
  END IF;
  EXECUTE format('DROP TABLE %I.%I', current_schema(), part);
END $$;

REVOKE EXECUTE ON FUNCTION "make_part"(text, text, timestamptz, timestamptz), "drop_part"(text, text) FROM PUBLIC;

-- Text search configuration of a language, in which words are reduced to stems. The input has no case and no
-- punctuation.
CREATE FUNCTION "search_config"("language" TEXT) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE split_part("language", '-', 1)
  WHEN 'en' THEN 'pg_catalog.english'::regconfig
  WHEN 'es' THEN 'pg_catalog.spanish'::regconfig
  WHEN 'pt' THEN 'pg_catalog.portuguese'::regconfig
  WHEN 'de' THEN 'pg_catalog.german'::regconfig
  WHEN 'fr' THEN 'pg_catalog.french'::regconfig
  WHEN 'ru' THEN 'pg_catalog.russian'::regconfig
  WHEN 'it' THEN 'pg_catalog.italian'::regconfig
  WHEN 'nl' THEN 'pg_catalog.dutch'::regconfig
  WHEN 'tr' THEN 'pg_catalog.turkish'::regconfig
  WHEN 'id' THEN 'pg_catalog.indonesian'::regconfig
  WHEN 'sv' THEN 'pg_catalog.swedish'::regconfig
  WHEN 'da' THEN 'pg_catalog.danish'::regconfig
  WHEN 'ar' THEN 'pg_catalog.arabic'::regconfig
  ELSE 'pg_catalog.simple'::regconfig
END;

-- Document of a text: the stems of its words and of those without accents, and the words without accents. Each begins 64
-- positions after what is before it, so that no phrase continues from one to the next.
CREATE FUNCTION "search_part"("language" TEXT, "words" TEXT, "variants" TEXT, "folded" TEXT) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ts_delete(''' '':64'::tsvector || to_tsvector("search_config"("language"), "words")
  || ''' '':64'::tsvector || to_tsvector("search_config"("language"), "variants")
  || ''' '':64'::tsvector || to_tsvector('pg_catalog.simple', "folded"), ' ');

-- Query of terms. "alternatives" is a list of lists of terms {stem, folded, exact, not}, in tsquery syntax. One
-- list must match, with all of its terms. A term without a stem is a stop word, which matters only alone.
CREATE FUNCTION "search_query"("language" TEXT, "alternatives" JSONB) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
  config regconfig := search_config(language);
  alternative jsonb;
  term jsonb;
  found tsquery;
  stem tsquery;
  exact tsquery;
  required tsquery;
  words tsquery;
BEGIN
  FOR alternative IN SELECT value FROM jsonb_array_elements(alternatives) LOOP
    required := NULL;
    words := NULL;
    FOR term IN SELECT value FROM jsonb_array_elements(alternative) LOOP
      stem := to_tsquery(config, term->>'stem');
      exact := to_tsquery('pg_catalog.simple', term->>'exact');
      IF (term->>'not')::boolean THEN
        exact := !!(exact || stem || to_tsquery(config, term->>'folded'));
        required := CASE WHEN required IS NULL THEN exact ELSE required && exact END;
      ELSIF numnode(stem) > 0 THEN
        exact := exact || stem || to_tsquery(config, term->>'folded');
        required := CASE WHEN required IS NULL THEN exact ELSE required && exact END;
      ELSE
        words := CASE WHEN words IS NULL THEN exact ELSE words && exact END;
      END IF;
    END LOOP;
    IF required IS NULL THEN required := words; END IF;
    IF required IS NOT NULL THEN found := CASE WHEN found IS NULL THEN required ELSE found || required END; END IF;
  END LOOP;
  RETURN found;
END $$;

-- Concatenates documents, each with its positions behind those of the ones before.
CREATE AGGREGATE "concat_documents"(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '');

-- An index that starts with the organization requires the extension btree_gin. Where it is missing and cannot be
-- created, an index of the documents alone is used, and `doctor` reports it.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE NOTICE 'search is slower: %', SQLERRM;
END $$;
DO $$
DECLARE
  first_column TEXT := CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'btree_gin') THEN '"organization_id", ' ELSE '' END;
  kind TEXT;
BEGIN
  FOREACH kind IN ARRAY ARRAY['post', 'comment', 'changelog', 'customer'] LOOP
    EXECUTE format('CREATE INDEX %I ON %I USING gin (%s"document")', kind || '_documents_search', kind || '_documents', first_column);
  END LOOP;
END $$;

-- Text in lower case without accents. In the locale "C", lower() knows ASCII only, so that the function uses a
-- collation with all letters where the server has one.
DO $$
DECLARE
  letters TEXT := (SELECT format('COLLATE pg_catalog.%I', collname) FROM pg_collation
    WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, 6)
    ORDER BY collname LIMIT 1);
BEGIN
  EXECUTE format($function$
    CREATE FUNCTION "search_folded"("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(normalize(lower("text" %s), NFKD), U&'[\0300-\036F]', '', 'g')
  $function$, letters);
END $$;

-- Document of a customer: the words of the name (A) and of the e-mail (C), and the endings (D) of those before its "@",
-- of three octets or more. All characters but the signs of ASCII belong to words. A word has at most 64 characters.
-- No phrase has words of both texts, because their positions are apart. A loop takes half the time of a query.
CREATE FUNCTION "customer_document"("name" TEXT, "email" TEXT) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT TEXT := E'\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\x7f';
  position INTEGER := 0;
  full_weight TEXT := 'A';
  has_endings BOOLEAN := true;
  lexemes TEXT := '';
  word TEXT;
  part TEXT;
BEGIN
  FOREACH part IN ARRAY ARRAY["name", split_part("email", '@', 1), split_part("email", '@', 2)] LOOP
    IF part IS NULL THEN CONTINUE; END IF;
    FOREACH word IN ARRAY string_to_array(translate(search_folded(part), signs, repeat(' ', length(signs))), ' ') LOOP
      IF word = '' THEN CONTINUE; END IF;
      word := left(word, 64);
      position := position + 1;
      lexemes := lexemes || '''' || word || ''':' || position || full_weight || ' ';
      IF has_endings THEN
        FOR start IN 2 .. length(word) - CASE WHEN octet_length(word) > length(word) THEN 0 ELSE 2 END LOOP
          lexemes := lexemes || '''' || substr(word, start) || ''':' || position || ' ';
        END LOOP;
      END IF;
    END LOOP;
    IF full_weight = 'A' THEN
      full_weight := 'C';
      position := position + 1;
    ELSE
      has_endings := false;
    END IF;
  END LOOP;
  RETURN lexemes::tsvector;
END $$;

-- Customers have names and e-mails from many verbs, so that triggers store their documents.
CREATE FUNCTION "store_customer_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  customer RECORD;
  words TSVECTOR;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR customer IN SELECT organization_id, id, name, email FROM changed WHERE customer_since IS NOT NULL LOOP
      words := customer_document(customer.name, customer.email);
      INSERT INTO customer_documents (organization_id, id, document) VALUES (customer.organization_id, customer.id, words);
    END LOOP;
    RETURN NULL;
  END IF;
  FOR customer IN
    SELECT n.organization_id, n.id, n.name, n.email, n.customer_since
    FROM changed n JOIN former o ON o.organization_id = n.organization_id AND o.id = n.id
    WHERE (n.customer_since IS NULL) <> (o.customer_since IS NULL)
      OR (n.customer_since IS NOT NULL AND (o.name <> n.name OR o.email IS DISTINCT FROM n.email))
  LOOP
    IF customer.customer_since IS NULL THEN
      DELETE FROM customer_documents WHERE organization_id = customer.organization_id AND id = customer.id;
    ELSE
      words := customer_document(customer.name, customer.email);
      INSERT INTO customer_documents (organization_id, id, document) VALUES (customer.organization_id, customer.id, words)
      ON CONFLICT (organization_id, id) DO UPDATE SET document = words;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER "users_insert_document" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "store_customer_documents"();
CREATE TRIGGER "users_update_document" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "store_customer_documents"();

-- The following functions run one statement for each organization, in one transaction and one round trip, because rows of
-- a distributed table can be locked for one organization at a time. A statement names variables, not elements of arrays,
-- with which Citus crashes the server. The settings of some keep PostgreSQL from reading a whole table for some rows, which
-- it prefers while its statistics are old.

-- Leases webhook queues that are due and free to "holder". Returns those that no other worker has locked or taken.
CREATE FUNCTION "claim_lanes"("holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "lease" INTERVAL)
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  organization INTEGER;
  webhook INTEGER;
BEGIN
  FOR number IN 1 .. cardinality(organizations) LOOP
    organization := organizations[number];
    webhook := webhooks[number];
    RETURN QUERY
      WITH taken AS (
        SELECT l.organization_id, l.webhook_id FROM webhook_lanes l
        WHERE l.organization_id = organization AND l.webhook_id = webhook
          AND l.due_at <= now()::timestamptz(3) AND (l.leased_until IS NULL OR l.leased_until < now())
        FOR UPDATE SKIP LOCKED)
      UPDATE webhook_lanes l SET owner = holder, leased_until = now() + lease FROM taken
      WHERE l.organization_id = organization AND l.webhook_id = webhook AND l.webhook_id = taken.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

-- Extends the leases of "holder" in organizations. Returns its queues.
CREATE FUNCTION "renew_lanes"("holder" TEXT, "organizations" INTEGER[], "lease" INTERVAL)
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  organization INTEGER;
BEGIN
  FOREACH organization IN ARRAY organizations LOOP
    RETURN QUERY
      UPDATE webhook_lanes l SET leased_until = now() + lease
      WHERE l.organization_id = organization AND l.owner = holder AND l.leased_until >= now()
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

-- Returns up to "most" free queues of a class, at most "share" of each organization less its held ones. Organizations
-- have their turns by id, from the one after "start" on. The backlog of one is not read to find the queues of others.
CREATE FUNCTION "waiting_lanes"("start" INTEGER, "class" BOOLEAN, "share" INTEGER, "held" JSONB, "most" INTEGER)
RETURNS SETOF webhook_lanes LANGUAGE plpgsql STABLE AS $$
DECLARE
  moment CONSTANT TIMESTAMPTZ := now()::timestamptz(3);
  organization INTEGER := start;
  found_rows INTEGER;
  total INTEGER := 0;
  is_second BOOLEAN := false;
BEGIN
  WHILE total < most LOOP
    SELECT l.organization_id INTO organization FROM webhook_lanes l
    WHERE l.organization_id > organization AND l.slow = class AND l.due_at <= moment AND (l.leased_until IS NULL OR l.leased_until < now())
    ORDER BY l.organization_id LIMIT 1;
    IF organization IS NULL THEN
      EXIT WHEN is_second;
      is_second := true;
      organization := 0;
      CONTINUE;
    END IF;
    EXIT WHEN is_second AND organization > start;
    RETURN QUERY
      SELECT l.* FROM webhook_lanes l
      WHERE l.organization_id = organization AND l.slow = class AND l.due_at <= moment AND (l.leased_until IS NULL OR l.leased_until < now())
      ORDER BY l.due_at LIMIT greatest(share - coalesce((held ->> organization::text)::int, 0), 0);
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    total := total + found_rows;
  END LOOP;
END $$;

-- Releases webhook queues of "holder" at the versions in which it has found them empty, until their next delivery is due.
-- Returns those that were released. A queue that another transaction has locked is left out, so that the others do not
-- wait for it.
CREATE FUNCTION "release_lanes"(
  "holder" TEXT, "organizations" INTEGER[], "webhooks" INTEGER[], "versions" BIGINT[], "slows" BOOLEAN[])
RETURNS TABLE ("organization_id" INTEGER, "webhook_id" INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
#variable_conflict use_column
DECLARE
  organization INTEGER;
  webhook INTEGER;
  version BIGINT;
  is_slow BOOLEAN;
BEGIN
  FOR number IN 1 .. cardinality(organizations) LOOP
    organization := organizations[number];
    webhook := webhooks[number];
    version := versions[number];
    is_slow := slows[number];
    RETURN QUERY
      WITH held AS (
        SELECT l.organization_id, l.webhook_id FROM webhook_lanes l
        WHERE l.organization_id = organization AND l.webhook_id = webhook AND l.owner = holder AND l.wakes = version
        FOR UPDATE SKIP LOCKED)
      UPDATE webhook_lanes l SET owner = NULL, leased_until = NULL, slow = is_slow, due_at = (
        SELECT greatest(next.due_at, now()) FROM (
          SELECT d.due_at FROM deliveries d
          WHERE d.organization_id = organization AND d.webhook_id = webhook AND d.state = 'pending'
          ORDER BY d.due_at LIMIT 1) next)
      FROM held
      WHERE l.organization_id = organization AND l.webhook_id = webhook AND l.webhook_id = held.webhook_id
      RETURNING l.organization_id, l.webhook_id;
  END LOOP;
END $$;

-- Stores results of attempts as `src/delivery/store-results.ts` describes. With "again", leaves out those that are stored,
-- one by one, because Citus refuses a query that is correlated with values. The bodies of results are one text in UTF-8,
-- of which each result has a part from `body_start` on, both in bytes: in JSON, PostgreSQL reads each character of a body
-- twice. A delivery is found by its id and by its position, because with statistics of an empty partition PostgreSQL reads
-- all deliveries of the organization by the shorter index.
CREATE FUNCTION "store_results"("results" JSON, "bodies" BYTEA, "again" BOOLEAN) RETURNS VOID LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  result JSON;
  missing JSON[] := '{}';
BEGIN
  IF again THEN
    FOR result IN SELECT value FROM json_array_elements(results) LOOP
      CONTINUE WHEN EXISTS (
        SELECT 1 FROM delivery_attempts a
        WHERE a.organization_id = (result ->> 'organization_id')::int
          AND a.delivery_id = (result ->> 'delivery_id')::bigint AND a.number >= (result ->> 'number')::int
          AND a.created_at = (result ->> 'created_at')::timestamptz);
      missing := array_append(missing, result);
    END LOOP;
    results := array_to_json(missing);
  END IF;
  -- The times are computed before they meet the rows, because each server has some of these.
  WITH given AS MATERIALIZED (
    SELECT r.*, now() + wait_ms * interval '1 millisecond' AS due_at,
      convert_from(substring(bodies, r.body_start, r.body_length), 'UTF8') AS sent_body
    FROM json_to_recordset(results) AS r (
      organization_id int, webhook_id int, delivery_id bigint, event_position bigint, event_id bigint,
      event_created_at timestamptz, number int, tries int, body_start int, body_length int,
      outcome attempt_outcome, status int, duration_ms int, request_headers json, response_headers json,
      headers_truncated bool, response text, error text, created_at timestamptz, state delivery_state, wait_ms float8,
      reason text)),
  updated AS (
    UPDATE deliveries d SET
      state = CASE WHEN d.state = 'pending' THEN r.state ELSE d.state END,
      reason = CASE WHEN d.state = 'pending' THEN r.reason ELSE d.reason END,
      due_at = CASE WHEN d.attempts < r.number THEN r.due_at ELSE d.due_at END,
      tries = CASE WHEN d.attempts < r.number THEN r.tries ELSE d.tries END,
      attempts = d.attempts + 1, body = coalesce(d.body, r.sent_body), updated_at = now()
    FROM given r
    WHERE d.organization_id = r.organization_id AND d.webhook_id = r.webhook_id AND d.event_position = r.event_position
      AND d.event_id = r.event_id AND d.created_at = r.event_created_at AND d.id = r.delivery_id
    RETURNING r.organization_id, r.webhook_id, r.delivery_id, d.attempts AS number, r.outcome, r.status, r.duration_ms,
      r.request_headers, r.response_headers, r.headers_truncated, r.response, r.error, r.created_at)
  INSERT INTO delivery_attempts (organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at)
  SELECT organization_id, webhook_id, delivery_id, number, outcome, status, duration_ms,
    request_headers, response_headers, headers_truncated, response, error, created_at FROM updated;
END $$;
