/**
 * A list of a person's data. Its rows are read page by page in the order of `#`, a whole number that is not written.
 */
export type PersonalList = {
  name: string
  title: string
  /** SQL with the organization (`$1`), the person (`$2`), the last `#` (`$3`) and the number of rows (`$4`). */
  text: string
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the query for rows of a table that belong to a person. */
const rowsOf = (columns: string, from: string, key: string, owner: string) =>
  `select ${key} as "#", ${columns} from ${from} where o.organization_id = $1 and ${owner} and ${key} > $3
   order by ${key} limit $4`

/**
 * The lists of a person's data: what they have written, voted and followed, their sign-ins, the actions of which they
 * are the actor, and where an import has found them. None contains the data of other people.
 */
export const PERSONAL_LISTS: readonly PersonalList[] = [
  {
    name: 'posts',
    title: 'Posts',
    text: rowsOf(
      `'post_' || o.id as "id", o.slug as "slug", o.title as "title", o.description_html as "descriptionHtml",
       upper(o.approval_status::text) as "approvalStatus", ${time('o.created_at')} as "createdAt", ${time('o.updated_at')} as "updatedAt"`,
      'posts o',
      'o.id',
      'o.submitter_id = $2',
    ),
  },
  {
    name: 'comments',
    title: 'Comments',
    text: rowsOf(
      `'cmt_' || o.id as "id", 'post_' || o.post_id as "postId", o.body_html as "bodyHtml", o.internal as "internal",
       ${time('o.created_at')} as "createdAt", ${time('o.updated_at')} as "updatedAt"`,
      'comments o',
      'o.id',
      'o.author_id = $2',
    ),
  },
  {
    name: 'votes',
    title: 'Votes',
    text: rowsOf(
      `'post_' || o.post_id as "postId", upper(o.direction::text) as "direction", ${time('o.created_at')} as "createdAt"`,
      'votes o',
      'o.post_id',
      'o.user_id = $2',
    ),
  },
  {
    name: 'subscriptions',
    title: 'Subscriptions',
    text: rowsOf(
      `'post_' || o.post_id as "postId", ${time('o.created_at')} as "createdAt"`,
      'post_subscribers o',
      'o.post_id',
      'o.user_id = $2',
    ),
  },
  {
    name: 'roadmaps',
    title: 'Roadmaps',
    text: rowsOf(
      `'rdm_' || o.id as "id", o.slug as "slug", o.title as "title", o.description as "description", ${time('o.created_at')} as "createdAt"`,
      'roadmaps o',
      'o.id',
      'o.owner_id = $2',
    ),
  },
  {
    name: 'changelogs',
    title: 'Changelog entries',
    text: rowsOf(
      `'chg_' || o.id as "id", o.slug as "slug", o.title as "title", o.description_html as "descriptionHtml",
       ${time('o.published_at')} as "publishedAt", ${time('o.created_at')} as "createdAt"`,
      'changelogs o',
      'o.id',
      'o.author_id = $2',
    ),
  },
  {
    name: 'sessions',
    title: 'Sessions of the organization',
    text: rowsOf(
      `o.user_agent as "userAgent", o.address as "address", ${time('o.created_at')} as "createdAt",
       ${time('o.last_seen_at')} as "lastSeenAt", ${time('o.expires_at')} as "expiresAt"`,
      'sessions o',
      'o.id',
      'o.user_id = $2',
    ),
  },
  {
    name: 'identities',
    title: 'Identities of OpenID providers',
    text: `select row_number() over (order by o.issuer) + $3::bigint as "#", o.issuer as "issuer",
        o.subject as "subject", ${time('o.created_at')} as "createdAt"
      from user_identities o where o.organization_id = $1 and o.user_id = $2 and $3::bigint = 0
      order by 1 limit $4`,
  },
  {
    name: 'mails',
    title: 'Mails of the last 30 days',
    text: rowsOf(
      `o.kind as "kind", o.state as "state", o.subject as "subject", ${time('o.created_at')} as "createdAt",
       ${time('o.sent_at')} as "sentAt"`,
      'mails o',
      'o.id',
      `(o.user_id = $2 or o.email = (select email from users where organization_id = $1 and id = $2))`,
    ),
  },
  {
    name: 'mailSuppressions',
    title: 'Reports for which no mail is sent',
    text: rowsOf(
      `o.reason as "reason", o.detail as "detail", ${time('o.created_at')} as "createdAt"`,
      'mail_suppressions o',
      'o.id',
      `o.email = (select email from users where organization_id = $1 and id = $2)`,
    ),
  },
  {
    name: 'notifications',
    title: 'Notifications of the last 90 days',
    text: rowsOf(
      `o.kinds::text[] as "kinds", o.frequency as "frequency", ${time('o.created_at')} as "createdAt", ${time('o.read_at')} as "readAt"`,
      'notifications o',
      'o.id',
      'o.user_id = $2',
    ),
  },
  {
    name: 'choices',
    title: 'Choices about notifications',
    text: rowsOf(
      `o.kind as "kind", o.frequency as "frequency", o.in_bell as "inBell"`,
      'notification_preferences o',
      'array_position(enum_range(null::notification_kind), o.kind)',
      'o.user_id = $2',
    ),
  },
  {
    name: 'mutes',
    title: 'Posts without notifications',
    text: rowsOf(
      `'post_' || o.post_id as "postId", ${time('o.created_at')} as "createdAt"`,
      'post_mutes o',
      'o.post_id',
      'o.user_id = $2',
    ),
  },
  {
    name: 'actions',
    title: 'Actions of the audit trail, with sign-ins',
    text: rowsOf(
      `'aud_' || o.id as "id", o.act as "action", o.subject_type as "subjectType", ${time('o.created_at')} as "createdAt"`,
      'audit_entries o',
      'o.id',
      'o.actor_id = $2',
    ),
  },
  {
    name: 'events',
    title: 'Events of the log, which has a limited retention',
    text: rowsOf(
      `o.type as "type", o.subject_id as "subjectId", 'post_' || o.post_id as "postId", ${time('o.created_at')} as "createdAt"`,
      'events o',
      'o.id',
      `(o.actor_kind = 'user' and o.actor_id = $2 or o.actor_user_id = $2)`,
    ),
  },
  {
    name: 'sources',
    title: 'Sources of imports',
    text: `select row_number() over (order by o.source_name, o.external_id) + $3::bigint as "#",
        o.source_name as "sourceName", o.external_id as "externalId", ${time('r.created_at')} as "importedAt"
      from external_refs o left join import_runs r on r.organization_id = o.organization_id and r.id = o.run_id
      where o.organization_id = $1 and o.kind = 'person' and o.local_id = $2 and o.second_id is null and $3::bigint = 0
      order by 1 limit $4`,
  },
]
