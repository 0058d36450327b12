import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { OrganizationVisibility, TeamRole } from '../db/generated/tables.ts'
import { isDistributed } from '../db/sharding/is-distributed.ts'
import { databaseNow, databaseNowPlus } from '../db/time.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { hasValidChecksum, sha256 } from '../lib/crypto/secret.ts'
import { monotonicMs } from '../lib/time/clock.ts'
import type { Portal } from './portal-base.ts'

export const SESSION_PREFIX = 'fose_'

/** Seconds after its last request at which a session ends. */
export const SESSION_IDLE_S = 14 * 86_400
/** Seconds after its start at which a session ends. */
export const SESSION_MAX_S = 30 * 86_400
/** Minimum seconds between two updates of a session's last request, by the database's clock. */
const LAST_SEEN_PRECISION = 600
/** How long a process may still accept a session that another process ended, in milliseconds. */
const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
/** Longer than every slug. */
const MAX_NAME = 64

/** A session and the person as whom it acts in an organization. */
export type SessionRecord = {
  id: number
  /** Account of a sign-in by password. Null for a session of one person in one organization. */
  accountId: number | null
  /** Organization of the request, or the only one of the session. Null if none is named or it is unknown. */
  organization: Pick<Portal, 'id' | 'slug' | 'portalUrl' | 'visibility'> | null
  /**
   * The person in that organization, without a role in a session by SSO unless it has `ssoForTeam`, and in one by a
   * mailed code until the membership is accepted. Null if the account has not accepted to be one.
   */
  user: { id: number; role: TeamRole | null; blocked: boolean } | null
  /** Until when this process accepts the session, in `monotonicMs()`. The wall clock has no influence. */
  validUntil: number
}

export type Sessions = {
  /**
   * Returns the session of a token, acting in the organization with an id or slug. Null when it is unknown,
   * expired, signed out or revoked, or the key of its SSO token was replaced.
   */
  find(token: string, organization: number | string | undefined): Promise<SessionRecord | null>
  /** Clears the cache after the end of a session or a change of the team. */
  clear(): void
}

/** Whether a bearer token has the prefix of a session's token. */
export const looksLikeStoredSession = (token: string) => token.startsWith(SESSION_PREFIX)

/**
 * Resolves sessions with one indexed statement (two in a distributed database) per token, organization and half
 * second, which concurrent callers share. All processes apply the end of a session and a change of its person
 * within that time. The same statement extends the session, at most every ten minutes. Expiry is decided by the
 * database's clock.
 */
export function createSessions(db: Db): Sessions {
  const cache = promiseCache<SessionRecord | null>({ max: MAX_CACHED, ttlMs: CACHE_TTL_MS })
  return {
    async find(token, organization) {
      if (!hasValidChecksum(token, SESSION_PREFIX)) return null
      const name = typeof organization === 'string' ? organization.slice(0, MAX_NAME) : organization
      const found = await cache.fetch(JSON.stringify([token, name]), () => load(db, token, name))
      return found && monotonicMs() < found.validUntil ? found : null
    },
    clear: () => cache.clear(),
  }
}

/** Fields of a session and its organization. */
type OfSession = {
  id: number
  accountId: number | null
  userId: number | null
  organizationId: number | null
  isElsewhere: boolean
  slug: string | null
  portalUrl: string | null
  visibility: OrganizationVisibility | null
  bySso: boolean
  ssoForTeam: boolean | null
  /** Whether the key of the organization that signed the SSO token is still the current one. */
  hasKey: boolean | null
  secondsLeft: number
}

/** Fields of the person of a session. All are null without a person. */
type OfPerson = {
  personId: number | null
  role: TeamRole | null
  blocked: boolean | null
  isAccepted: boolean | null
  isAnonymized: boolean | null
}

async function load(db: Db, token: string, name: number | string | undefined): Promise<SessionRecord | null> {
  const askedAt = monotonicMs()
  const row = await read(db, sha256(token), name)
  if (!row || (row.userId !== null && (row.hasKey !== true || row.isAnonymized !== false))) return null
  const { id, accountId, organizationId, slug, portalUrl, visibility } = row
  return {
    id,
    accountId,
    organization:
      organizationId === null || slug === null || visibility === null
        ? null
        : { id: organizationId, slug, portalUrl, visibility },
    user: personOf(row),
    validUntil: askedAt + row.secondsLeft * 1000,
  }
}

function personOf(row: OfSession & OfPerson): SessionRecord['user'] {
  const { personId, isElsewhere, bySso, ssoForTeam, isAccepted, role, blocked } = row
  if (personId === null || isElsewhere) return null
  return { id: personId, role: (bySso ? ssoForTeam : isAccepted) ? role : null, blocked: blocked === true }
}

/** Expiry of a session that is used now. */
const EXTENDED = sql`least(${databaseNowPlus(SESSION_IDLE_S)},
  (created_at at time zone 'UTC' + make_interval(secs => ${SESSION_MAX_S})) at time zone 'UTC')`

const PERSON = sql`u.id as "personId", u.role, u.blocked, u.accepted_at is not null as "isAccepted",
  u.anonymized_at is not null as "isAnonymized"`

/** Reads a session with its person by one statement, or by two if people are on other servers than sessions. */
async function read(
  db: Db,
  hash: Buffer,
  name: number | string | undefined,
): Promise<(OfSession & OfPerson) | undefined> {
  if (!isDistributed(db)) {
    const isPerson = sql`u.organization_id = o.id and u.id = coalesce(s.user_id, (select m.id from users m
      where m.organization_id = o.id and m.account_id = s.account_id and m.accepted_at is not null))`
    const parts = { columns: sql`, ${PERSON}`, joins: sql`left join users u on ${isPerson}` }
    return (await readSession<OfSession & OfPerson>(db, hash, name, parts)).rows[0]
  }
  const [session] = (await readSession<OfSession>(db, hash, name, { columns: sql``, joins: sql`` })).rows
  if (!session) return undefined
  const { organizationId, userId, accountId } = session
  const isPerson =
    userId === null ? sql`u.account_id = ${accountId} and u.accepted_at is not null` : sql`u.id = ${userId}`
  const { rows } = await sql<OfPerson>`select ${PERSON} from users u
    where u.organization_id = ${organizationId} and ${isPerson}`.execute(db)
  return { ...session, ...(rows[0] ?? NOBODY) }
}

const NOBODY: OfPerson = {
  personId: null,
  role: null,
  blocked: null,
  isAccepted: false,
  isAnonymized: false,
}

type Parts = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }

/** Reads a session `s` with its organization `o`, and extends it. */
function readSession<Row>(
  db: Db,
  hash: Buffer,
  name: number | string | undefined,
  { columns, joins }: Parts,
) {
  const named =
    typeof name === 'string'
      ? sql`(select id from organizations where slug = ${name})`
      : sql`${name ?? null}::int`
  const isElsewhere = name === undefined ? sql`false` : sql`o.id is distinct from ${named}`
  return sql<Row>`
    with seen as (
      update sessions set last_seen_at = ${databaseNow}, expires_at = ${EXTENDED}
      where token_hash = ${hash} and expires_at > ${databaseNow}
        and last_seen_at < ${databaseNowPlus(-LAST_SEEN_PRECISION)})
    select s.id, s.account_id as "accountId", s.user_id as "userId", o.id as "organizationId",
      ${isElsewhere} as "isElsewhere", o.slug, o.portal_url as "portalUrl", o.visibility, s.by_sso as "bySso",
      o.sso_for_team as "ssoForTeam", o.sso_key_rotated_at = s.sso_key_rotated_at as "hasKey",
      extract(epoch from s.expires_at - ${databaseNow})::float8 as "secondsLeft" ${columns}
    from sessions s left join organizations o on o.id = coalesce(s.organization_id, ${named}) ${joins}
    where s.token_hash = ${hash} and s.expires_at > ${databaseNow}`.execute(db)
}
