import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../client/with-client.ts'
import { grantsOf, OWNER, rolesOf, SERVICE } from './role-statements.ts'

/** Addresses of the database for its roles. */
type RoleUrls = {
  /** The cluster's superuser, used only to create the roles. */
  superuser: string
  /** Owner of the database and its objects, used for migrations. */
  owner: string
  /** Reads and writes rows and owns nothing. Used for all other work. */
  service: string
}

const SILENT_MS = 20_000
const RETRY_TIMEOUT_MS = 60_000
const REST_MS = 500
/** Lock timeout, deadlock, a partition that another process drops. */
const IN_THE_WAY = new Set(['55P03', '40P01', '42P01'])
/** PostgreSQL's message, without a code of its own, when two transactions change one object's definition. */
const CHANGED_ELSEWHERE = 'tuple concurrently updated'
/** Key of the advisory lock that admits one change of roles and rights at a time. */
const ROLES_LOCK = 4_702_394_923n

/** Returns the addresses of all roles. Each role's password is derived from the superuser's. */
export function roleUrls(superuser: string): RoleUrls {
  const secret = new URL(superuser).password
  const urlOf = (role: string) => {
    const url = new URL(superuser)
    url.username = role
    // No other password can be computed from a derived one (RFC 5869 section 1).
    url.password = createHmac('sha256', secret).update(role).digest('hex')
    return url.href
  }
  return { superuser, owner: urlOf(OWNER), service: urlOf(SERVICE) }
}

/**
 * Creates or repairs the two roles. Runs in one transaction, which is skipped if nothing lacks. The caller holds the
 * start lock.
 */
export async function prepareRoles(urls: RoleUrls): Promise<void> {
  await withClient(at(urls.superuser), async (client) => {
    const ready = (await isPrepared(client)) && (await accepts(urls.owner)) && (await accepts(urls.service))
    if (ready) return
    await inTransaction(client, async () => {
      await client.query(rolesOf(passwordIn(urls.owner), passwordIn(urls.service)))
    })
  })
}

/**
 * Grants the service's role its rights on the tables of the migrations. Only checks them if none are missing.
 */
export async function grantToService(urls: RoleUrls): Promise<void> {
  await withClient(at(urls.owner), async (client) => {
    if ((await client.query(grantsOf())).rowCount === 0) return
    await inTransaction(client, () => runListed(client, grantsOf()))
  })
}

/** Runs the statements that `query` lists. */
async function runListed(client: pg.Client, query: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query)
  for (const { statement } of rows) await client.query(statement)
}

async function isPrepared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ roles: number }>(
    `select count(*)::int as roles from pg_roles
      where rolname = any($1) and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)`,
    [[OWNER, SERVICE]],
  )
  return rows[0]?.roles === 2
}

async function accepts(url: string): Promise<boolean> {
  try {
    await withClient(at(url), async () => {})
    return true
  } catch (error) {
    // SQLSTATE class 28 (invalid authorization), or no right to connect.
    if (/^(28|42501)/.test((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/**
 * Runs `work` in a transaction, one at a time in the database. The lock timeout is short, because others may
 * write to the tables at the same time. Retried for a minute after a lock timeout, a deadlock, or a change of
 * the same object by another transaction, such as a new or dropped partition.
 */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = '1s'; select pg_advisory_xact_lock(${ROLES_LOCK})`)
      await work()
      return void (await client.query('commit'))
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isInTheWay(error) || performance.now() > deadline) throw error
      await sleep(Math.random() * REST_MS)
    }
  }
}

function isInTheWay(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return IN_THE_WAY.has(code) || message === CHANGED_ELSEWHERE
}

const at = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: SILENT_MS,
})

const passwordIn = (url: string) => new URL(url).password
