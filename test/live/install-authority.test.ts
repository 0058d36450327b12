import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ANONYMOUS, type Caller } from '../../src/auth/caller.ts'
import { INSTALL_COLUMNS, type InstallColumns } from '../../src/auth/install-authority.ts'
import type { Db } from '../../src/db/database.ts'
import { AppError } from '../../src/lib/errors.ts'
import { readInstallOwner } from '../../src/modules/webhooks/of-installs/read-install-owner.ts'
import { readFingerprints } from '../../src/server/live/credential-fingerprint.ts'
import { install, registerApp } from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let caller: Caller
let installId: number

beforeAll(async () => {
  await install(app, await registerApp(app, await createTenant(app)), tenant)
  const organizationId = tenant.organization.id
  const { rows } = await app.database.pool.query<{ id: number; install_id: number }>(
    'select id, install_id from oauth_tokens where organization_id = $1',
    [organizationId],
  )
  installId = Number(rows[0]?.install_id)
  const accessTokenId = Number(rows[0]?.id)
  caller = { ...ANONYMOUS, organizationId, accessTokenId, credential: `token:${accessTokenId}` }
})

/** A change of each column, of the only install. */
const CHANGES: Record<keyof InstallColumns, string[]> = {
  installId: [
    'update oauth_installs set id = id + 9000',
    'update oauth_tokens set install_id = install_id + 9000',
  ],
  actor: [`update oauth_installs set actor = case when actor = 'app' then 'self' else 'app' end::actor_mode`],
  userId: [
    `update oauth_installs i set user_id = (select max(id) from users u where u.organization_id = i.organization_id and u.id <> i.user_id)`,
  ],
  installScopes: [`update oauth_installs set scopes = '{tags:read}'`],
  revokedAt: ['update oauth_installs set revoked_at = now()'],
  declaredScopes: [`update oauth_apps set declared_scopes = '{tags:read}'`],
  suspendedAt: ['update oauth_apps set suspended_at = now()'],
  kind: [`update oauth_apps set kind = 'dynamic', secret_hash = null`],
  agentAccess: [`update organizations set agent_access = 'off'`],
  role: [`update users set role = case when role = 'csm' then 'member' else 'csm' end::team_role`],
  blocked: ['update users set blocked = not blocked'],
  slug: [`update organizations set slug = slug || '-changed'`],
  portalUrl: [`update organizations set portal_url = 'https://changed.example'`],
}

/** Runs `work` after statements whose constraints are not checked, and undoes them. */
async function after<Value>(statements: string[], work: (db: Db) => Promise<Value>): Promise<Value> {
  const undone = new Error('undone')
  let value: Value[] = []
  await app.database.kysely
    .transaction()
    .execute(async (tx) => {
      for (const statement of ['set local session_replication_role = replica', ...statements])
        await sql.raw(statement).execute(tx)
      value = [await work(tx)]
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return value[0] as Value
}

const fingerprintOf = async (db: Db) => {
  const { fingerprints } = await readFingerprints(db, [caller])
  return /token,[^=]*=(.*)/.exec(fingerprints[0] ?? '')?.[1]
}

test.each(Object.keys(INSTALL_COLUMNS) as (keyof InstallColumns)[])(
  'a change of %s changes the fingerprint of a token',
  async (column) => {
    const before = await fingerprintOf(app.database.kysely)
    expect(before).toMatch(/^\(/)
    expect(await after([], fingerprintOf)).toBe(before)
    expect(await after(CHANGES[column], fingerprintOf)).not.toBe(before)
  },
)

test.each([
  ['revoked', CHANGES.revokedAt],
  ['of a suspended app', CHANGES.suspendedAt],
  [
    'of a person outside the team',
    [`update oauth_installs set actor = 'self'`, 'update users set role = null'],
  ],
])('an install %s may not act', async (_name, statements) => {
  const owner = (db: Db) => readInstallOwner(db, tenant.organization.id, installId)
  expect(await after([], owner)).toMatchObject({ authority: 'app', install: { id: installId } })
  await expect(after(statements, owner)).rejects.toEqual(new AppError('NOT_FOUND', 'Install not found'))
})
