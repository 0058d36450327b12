import pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { numberRecorded } from '../../src/modules/events/current-head.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
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
  await app.services.sequencer.close()
  tenant = await createTenant(app)
  await createWebhook(app, tenant, { url: 'https://receiver.example/' })
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

const graphql = async (query: string) => {
  const { body, text } = await app.graphql(query, {}, tenant.admin.session)
  if (body.errors) throw new Error(text)
}

test.each<[string, () => Promise<unknown>]>([
  ['a post', () => createPost(app, tenant, 'A post')],
  [
    'a comment',
    () => graphql('mutation { createComment(input: { postId: "post_1", body: "Yes" }) { comment { id } } }'),
  ],
  [
    'a change of a post',
    () => graphql('mutation { updatePost(input: { id: "post_1", title: "Another" }) { post { id } } }'),
  ],
  [
    'a status',
    () =>
      graphql(
        'mutation { updatePost(input: { id: "post_1", status: { slug: "planned" } }) { post { id } } }',
      ),
  ],
  [
    'a vote',
    () => graphql('mutation { castVote(input: { id: "post_1", direction: DOWN }) { vote { direction } } }'),
  ],
  [
    'the end of a vote',
    () => graphql('mutation { removeVote(input: { id: "post_1" }) { removedVote { direction } } }'),
  ],
  [
    'a changelog',
    () => graphql('mutation { createChangelog(input: { title: "News" }) { changelog { id } } }'),
  ],
  [
    'a customer',
    () => graphql('mutation { createCustomer(input: { email: "a@people.example" }) { customer { id } } }'),
  ],
  ['the numbering of events', () => numberRecorded(app.database.kysely, tenant.organization.id)],
])('%s asks only the server of its organization', async (_name, write) => {
  const own = await ownPort()
  sent.clear()
  await write()
  expect([...sent.keys()]).toContain(own)
  sent.delete(own)
  expect(Object.fromEntries(sent)).toEqual({})
})
