import type { Rule } from './statement-rules.ts'

/** Statements that a rule does not apply to. */
type Exemption = {
  /** Part of its text, with single spaces. */
  part: string
  reason: string
}

const ACCOUNT = 'An account is a person of any number of organizations.'
const APP = 'An app is installed in any number of organizations, all of which its owner sees or ends.'
const JOB = 'A job looks for work in all organizations, without locks, and then changes one after the other.'
const WHOLE = 'A metric, an answer of `doctor` or a rotation of keys concerns the whole installation.'
const REPORT = 'A report of a provider names an address, to which any organizations have sent mail.'
const PICTURE = 'The address of a picture consists of its random key. Small pictures stay in memory.'

/** The statements that look across organizations, each with its reason. A distributed database asks every server. */
const ACROSS: readonly Exemption[] = [
  { part: 'from "users" where "role" is not null and "account_id"', reason: ACCOUNT },
  {
    part: 'from "users" inner join "organizations" on "organizations"."id" = "users"."organization_id"',
    reason: ACCOUNT,
  },
  { part: 'from "users" where "account_id" = $1 and "organization_id" <> $2', reason: ACCOUNT },
  { part: 'where "users"."account_id" in ($1', reason: ACCOUNT },
  { part: 'where "users"."account_id" = $1 and "users"."accepted_at" is not null order by', reason: ACCOUNT },
  { part: 'and not exists (select 1 from users where account_id = $', reason: ACCOUNT },
  { part: 'select distinct account_id as id from users where account_id = any($', reason: ACCOUNT },

  {
    part: 'update "oauth_codes" set "expires_at" = statement_timestamp() where "app_organization_id"',
    reason: APP,
  },
  { part: 'from "oauth_installs" where "app_organization_id" = $1 and "app_id" = $2', reason: APP },
  { part: 'from oauth_installs where app_organization_id = $1 and app_id = $2', reason: APP },
  { part: 'from oauth_installs where app_organization_id = $1 and organization_id <>', reason: APP },
  { part: 'oauth_installs i join oauth_apps a', reason: APP },
  { part: 'from "oauth_installs" as "i" inner join "oauth_apps" as "a"', reason: APP },

  { part: 'from webhook_lanes where not slow and due_at <=', reason: JOB },
  { part: 'select distinct organization_id as id from webhook_lanes where owner = $1', reason: JOB },
  {
    part: 'select distinct organization_id as id from (select organization_id from revision_marks',
    reason: JOB,
  },
  { part: 'waiting_lanes: SELECT l.organization_id', reason: JOB },
  { part: 'renew_ids: UPDATE', reason: WHOLE },
  { part: 'from mails where email = $1 and sent_at is not null group by', reason: REPORT },
  { part: 'from "changelogs" where "scheduled_at" is not null', reason: JOB },
  { part: 'from event_heads h left join notification_cursors', reason: JOB },
  { part: 'from notification_cursors where digest_due_at <=', reason: JOB },
  { part: 'from notification_topics where planned_at is null and due_at <=', reason: JOB },
  { part: 'from "notifications" where created_at <=', reason: JOB },
  { part: 'from "notification_topics" where created_at <=', reason: JOB },
  { part: 'from "document_backfills" order by "after_id"', reason: JOB },
  { part: 'from "webhooks" where ("organization_id", id) > ($1)', reason: WHOLE },
  {
    part: 'from "organizations" inner join "users" on "users"."organization_id" = "organizations"."id" where "users"."account_id"',
    reason: ACCOUNT,
  },
  { part: 'from event_box where organization_id >= (select id from start)', reason: JOB },
  { part: 'from unqueued_events order by organization_id limit 1', reason: JOB },
  { part: 'select distinct organization_id as id from event_box', reason: JOB },
  { part: 'select distinct organization_id as id from unqueued_events', reason: JOB },
  {
    part: 'select distinct organization_id as "organizationId", install_id as id from tool_calls',
    reason: JOB,
  },
  { part: 'from unfinished_deliveries order by random()', reason: JOB },
  { part: 'select 1 from unfinished_deliveries limit 1', reason: JOB },
  { part: 'select 1 from import_runs where source = $1 and state <>', reason: JOB },
  { part: 'from import_runs r where r.source = $', reason: JOB },
  { part: 'from import_runs where finished_at <=', reason: JOB },
  { part: "from import_runs r where r.state in ('planning', 'running', 'undoing')", reason: JOB },
  { part: "where s.starts and r.state = 'planned'", reason: JOB },
  { part: "where s.key_ciphertext is not null and r.state <> 'planning'", reason: JOB },
  { part: 'from transfer_files f where f.created_at <=', reason: JOB },
  { part: "from export_runs r where r.state in ('waiting', 'running')", reason: JOB },
  { part: 'from "import_sources" where ("organization_id", id) > ($1)', reason: WHOLE },
  { part: 'from "import_sources" where "key_ciphertext" is not null', reason: WHOLE },
  { part: 'from invitations where expires_at <=', reason: JOB },
  { part: 'from sign_in_requests where created_at <=', reason: JOB },
  { part: "from mails where state in ('queued', 'sending') and due_at <=", reason: JOB },
  { part: 'from mails where created_at <=', reason: JOB },
  { part: '(select reply from mails where state in', reason: WHOLE },
  { part: 'from erasures where finished_at is null and due_at <=', reason: JOB },
  { part: 'from uploads where attached_at is null and created_at <=', reason: JOB },
  { part: 'as "organizationId", id from "oauth_codes" where expires_at <=', reason: JOB },
  { part: 'as "organizationId", id from "oauth_tokens" where', reason: JOB },

  { part: 'from webhook_lanes where leased_until >= now())::int as "queuesLeased"', reason: WHOLE },
  {
    part: '(select count(distinct organization_id)::int from document_backfills) as unfilled',
    reason: WHOLE,
  },
  { part: 'from "erasures" where ("organization_id", id) > ($1', reason: WHOLE },
  { part: 'from erasures where finished_at is null and substring(', reason: WHOLE },
  { part: 'from "erasures" where "words_ciphertext" is not null', reason: WHOLE },
  { part: 'from "mails" where ("organization_id", id) > ($1)', reason: WHOLE },
  { part: 'from "mails" where "content_ciphertext" is not null', reason: WHOLE },
  { part: 'from "sign_in_providers" where ("organization_id", id) > ($1)', reason: WHOLE },
  { part: 'from "sign_in_providers" where "client_secret_ciphertext" is not null', reason: WHOLE },
  { part: 'from "webhooks" where "secret_ciphertext" is not null', reason: WHOLE },
  { part: 'from "webhooks" where "previous_secret_ciphertext" is not null', reason: WHOLE },
  { part: 'from "webhooks" where "headers_ciphertext" is not null', reason: WHOLE },
  { part: 'update webhooks set previous_secret_ciphertext = null', reason: WHOLE },

  { part: 'from uploads where key = $', reason: PICTURE },
]

const ONE_SERVER =
  'Used on one server only, where it is cheaper. `isDistributed` selects another one for Citus.'
const WRITES_OF_CITUS =
  'Citus executes each query of WITH apart, those that write several servers too, as its own tests show.'

/** The exemptions by the rule that does not apply. All other rules apply to these statements too. */
export const EXEMPTIONS: { readonly [rule in Rule]?: readonly Exemption[] } = {
  organization: [...ACROSS, { part: 'store_results: WITH given', reason: WRITES_OF_CITUS }],
  recursion: [
    { part: 'from event_box where organization_id >= (select id from start)', reason: ONE_SERVER },
    { part: 'from unqueued_events order by organization_id limit 1', reason: ONE_SERVER },
  ],
  lateral: [
    { part: 'from event_box where organization_id >= (select id from start)', reason: ONE_SERVER },
    { part: 'from unqueued_events order by organization_id limit 1', reason: ONE_SERVER },
    {
      part: 'join webhook_lanes queue on queue.organization_id = k.organization_id',
      reason: ONE_SERVER,
    },
    { part: 'from oauth_installs i join oauth_apps a', reason: ONE_SERVER },
    { part: 'with waiting as (select min(created_at) as since from', reason: ONE_SERVER },
  ],
  local: [
    {
      part: 'left join users u on u.organization_id = o.id and u.id = coalesce(s.user_id',
      reason: ONE_SERVER,
    },
  ],
  nextval: [
    { part: "(select nextval(pg_get_serial_sequence('posts', 'id')) from b, s, u)", reason: ONE_SERVER },
  ],
  writes: [
    { part: 'update deliveries d set body = coalesce(d.body, r.body)', reason: WRITES_OF_CITUS },
    { part: 'store_results: WITH given', reason: WRITES_OF_CITUS },
  ],
}
