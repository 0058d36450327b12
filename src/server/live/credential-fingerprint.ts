import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import { INSTALL_STATE, installJoins } from '../../auth/install-authority.ts'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/** A row on which a caller's credential depends: kind, organization (0 for none) and id. */
type CredentialRow = readonly [
  kind: 'token' | 'key' | 'user' | 'account' | 'session' | 'organization',
  organizationId: number,
  id: number,
]

/**
 * Returns a fingerprint of each caller's credential, which changes when the caller's identity or permissions
 * may have changed. It covers tokens, installs, apps, keys, roles, memberships, sessions and settings. One
 * statement reads all of them. `at` is the database's time in milliseconds.
 */
export async function readFingerprints(
  db: Db,
  callers: readonly Caller[],
): Promise<{ at: number; fingerprints: string[] }> {
  const credentialRows = callers.map(credentialRowsOf)
  const states = await readStates(
    db,
    new Map(credentialRows.flat().map((credentialRow) => [credentialRow.join(), credentialRow])),
  )
  return {
    at: Number(states.get(TIME)) * 1000,
    fingerprints: credentialRows.map((own) =>
      own.map((credentialRow) => `${credentialRow.join()}=${states.get(credentialRow.join())}`).join(' '),
    ),
  }
}

/** Key of the database's time among the rows. */
const TIME = 'time'

function credentialRowsOf({
  organizationId,
  actorId,
  accountId,
  sessionId,
  accessTokenId,
  credential,
}: Caller): CredentialRow[] {
  const [kind, id] = credential?.split(':') ?? []
  const credentialRows: CredentialRow[] = []
  if (accountId !== null) credentialRows.push(['account', 0, accountId])
  if (sessionId !== null) credentialRows.push(['session', 0, sessionId])
  if (organizationId === null) return credentialRows
  credentialRows.push(['organization', organizationId, organizationId])
  if (actorId !== null) credentialRows.push(['user', organizationId, actorId])
  if (accessTokenId !== null) credentialRows.push(['token', organizationId, accessTokenId])
  if (kind === 'key') credentialRows.push([kind, organizationId, Number(id)])
  return credentialRows
}

async function readStates(db: Db, credentialRows: Map<string, CredentialRow>): Promise<Map<string, string>> {
  const indexes = (kind: CredentialRow[0]) => {
    const own = [...credentialRows.values()].filter(([name]) => name === kind)
    return sql`select * from unnest(${own.map((credentialRow) => credentialRow[1])}::int[], ${own.map((credentialRow) => credentialRow[2])}::int[])`
  }
  const { rows } = await sql<{ credentialRow: string; state: string }>`
    select ${TIME} as "credentialRow", extract(epoch from ${databaseNow})::text as state
    union all
    select 'token,' || t.organization_id || ',' || t.id,
      (t.rotated_at, t.revoked_at, t.access_expires_at > ${databaseNow}, t.scopes, ${INSTALL_STATE})::text
    from oauth_tokens t ${installJoins('t')}
    where (t.organization_id, t.id) in (${indexes('token')})
    union all
    select 'key,' || organization_id || ',' || id, coalesce(revoked_at::text, 'good') from api_keys
    where (organization_id, id) in (${indexes('key')})
    union all
    select 'user,' || organization_id || ',' || id, (role, blocked, account_id, accepted_at, email)::text from users
    where (organization_id, id) in (${indexes('user')})
    union all
    select 'account,0,' || id, coalesce(sessions_valid_from::text, 'all') from accounts
    where (0, id) in (${indexes('account')})
    union all
    select 'session,0,' || id, 'valid' from sessions
    where (0, id) in (${indexes('session')}) and expires_at > ${databaseNow}
    union all
    select 'organization,' || id || ',' || id, (slug, portal_url, sso_key_rotated_at, sso_for_team)::text from organizations
    where (id, id) in (${indexes('organization')})`.execute(db)
  return new Map(rows.map(({ credentialRow, state }) => [credentialRow, state]))
}
