import pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

// Runs only with TEST_CITUS_URL, the coordinator of a cluster with at least two workers.

const app = useApp()
let tenant: Tenant
/** Commands to each server since the beginning of a test, by its port. */
const sent = new Map<number, string[]>()

const note = ({
  message = '',
  detail = '',
}: {
  message?: string | undefined
  detail?: string | undefined
}) => {
  const port = /on server \S+:(\d+)/.exec(detail)?.[1]
  if (port) sent.set(Number(port), [...(sent.get(Number(port)) ?? []), message])
}

beforeAll(async () => {
  const { pool } = app.database
  tenant = await createTenant(app)
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  await pool.query(`alter database ${rows[0]?.name} set citus.log_remote_commands = on`)
  pool.on('connect', (client: pg.PoolClient) => client.on('notice', note))
  const client = new pg.Client(app.database.url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
  await vi.waitFor(ownPort, { timeout: DEADLINE_MS })
})
beforeEach(() => sent.clear())

/** Port of the server with the rows of the organization. */
async function ownPort(): Promise<number> {
  const { rows } = await app.database.pool.query<{ port: number }>(
    `select nodeport as port from pg_dist_shard_placement where shardid = get_shard_id_for_distribution_column('users', $1::int)`,
    [tenant.organization.id],
  )
  return rows[0]?.port ?? 0
}

test.each<[string, () => Promise<unknown>]>([['a post', () => createPost(app, tenant, 'A post')]])(
  '%s asks only the server of its organization',
  async (_name, write) => {
    const own = await ownPort()
    sent.clear()
    await write()
    if (process.env.SHOW) console.log((sent.get(own) ?? []).map((x) => x.slice(0, 1200)).join('\n'))
    expect([...sent.keys()]).toContain(own)
    sent.delete(own)
    expect(Object.fromEntries(sent)).toEqual({})
  },
)
