import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/** What in the database a caller's credential stands on: kind, organization (0 where there is none) and id. */
type Ground = readonly [
  kind: 'token' | 'key' | 'user' | 'account' | 'organization',
  organizationId: number,
  id: number,
]

/**
 * A text for each caller that becomes another when anything may have changed what they are or may do: a token, install,
 * app, key, role, membership, session or setting, and the database's time, `at`, in milliseconds. One statement, however
 * many they are.
 */
export async function readStandings(
  db: Db,
  callers: readonly Caller[],
): Promise<{ at: number; standings: string[] }> {
  const grounds = callers.map(groundsOf)
  const states = await readStates(db, new Map(grounds.flat().map((ground) => [ground.join(), ground])))
  return {
    at: Number(states.get(TIME)) * 1000,
    standings: grounds.map((own) =>
      own.map((ground) => `${ground.join()}=${states.get(ground.join())}`).join(' '),
    ),
  }
}

/** Under which the database's time stands among the grounds. */
const TIME = 'time'

function groundsOf({ organizationId, actorId, accountId, credential }: Caller): Ground[] {
  const [kind, id] = credential?.split(':') ?? []
  const grounds: Ground[] = []
  if (accountId !== null) grounds.push(['account', 0, accountId])
  if (organizationId === null) return grounds
  grounds.push(['organization', organizationId, organizationId])
  if (actorId !== null) grounds.push(['user', organizationId, actorId])
  if (kind === 'token' || kind === 'key') grounds.push([kind, organizationId, Number(id)])
  return grounds
}

async function readStates(db: Db, grounds: Map<string, Ground>): Promise<Map<string, string>> {
  const places = (kind: Ground[0]) => {
    const own = [...grounds.values()].filter(([name]) => name === kind)
    return sql`select * from unnest(${own.map((ground) => ground[1])}::int[], ${own.map((ground) => ground[2])}::int[])`
  }
  const { rows } = await sql<{ ground: string; state: string }>`
    select ${TIME} as ground, extract(epoch from ${databaseNow})::text as state
    union all
    select 'token,' || t.organization_id || ',' || t.id,
      (t.rotated_at, t.revoked_at, t.access_expires_at > ${databaseNow}, t.scopes, i.revoked_at, i.scopes,
        a.suspended_at, a.declared_scopes)::text
    from oauth_tokens t
    join oauth_installs i on i.organization_id = t.organization_id and i.id = t.install_id
    join oauth_apps a on a.organization_id = i.app_organization_id and a.id = i.app_id
    where (t.organization_id, t.id) in (${places('token')})
    union all
    select 'key,' || organization_id || ',' || id, coalesce(revoked_at::text, 'good') from api_keys
    where (organization_id, id) in (${places('key')})
    union all
    select 'user,' || organization_id || ',' || id, (role, blocked, account_id, email)::text from users
    where (organization_id, id) in (${places('user')})
    union all
    select 'account,0,' || id, coalesce(sessions_valid_from::text, 'all') from accounts
    where (0, id) in (${places('account')})
    union all
    select 'organization,' || id || ',' || id, (slug, portal_url, sso_key_rotated_at)::text from organizations
    where (id, id) in (${places('organization')})`.execute(db)
  return new Map(rows.map(({ ground, state }) => [ground, state]))
}
