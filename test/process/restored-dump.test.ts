import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamPosts } from '../support/clients/post-streams.ts'
import { dump, restore } from '../support/faults/dump.ts'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { createPostgresServer, until, type PostgresServer } from '../support/postgres-server.ts'

/** Transaction ids of the source that the target has not used. */
const USED_IDS = 5_000

let installation: FailoverInstallation
let target: PostgresServer

beforeAll(async () => {
  installation = await createInstallation()
  target = await createPostgresServer()
  await target.start()
  // Its files are a copy of those of the source, which a new cluster shares nothing with.
  await target.query('alter database echolog rename to former', 'postgres')
  await target.query('create database echolog template former', 'postgres')
})
afterAll(async () => {
  await installation.remove()
  await target.remove()
})

test('a dump restored into a new cluster continues ids, and subscriptions and webhooks with exactly the new events', async () => {
  const { key } = installation.tenant
  const { received } = installation.receiver
  const delivered = () => received.map(({ body }) => body.data.title as string)
  const source = await installation.start(['web', 'worker'])
  const { primary } = source.servers
  await primary.query(
    `do $$ begin for i in 1..${USED_IDS} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  const first = ['one', 'two', 'three']
  const stream = await streamPosts(source, key)
  for (const title of first) await source.submit(title)
  const seen = await stream.received(first.length)
  await until(async () => delivered().length >= first.length)
  const pending = `select from deliveries where state <> 'succeeded'`
  await until(async () => (await primary.query(pending)).length === 0)
  await source.cluster.stop()

  const backup = await dump(primary)
  const lossy = await installation.startOn(primary, ['web'])
  for (const title of ['lost 1', 'lost 2', 'lost 3', 'lost 4']) await lossy.submit(title)
  const [lost] = await primary.query('select max(id) as id from posts')
  await lossy.cluster.stop()
  await restore(target, backup)
  await primary.stop()
  const next = await installation.startOn(target, ['web', 'worker'])
  expect(await next.titles(50)).toEqual(first)
  const early = await Promise.all(seen.map(({ id }) => streamPosts(next, key, id)))
  const later = ['four', 'five', 'six']
  for (const title of later) await next.submit(title)
  const given = `select from posts where title in ('four', 'five', 'six') and id > ${String(lost?.id)}`
  expect(await target.query(given)).toHaveLength(later.length)
  const all = [...first, ...later]
  const late = await Promise.all(seen.map(({ id }) => streamPosts(next, key, id)))
  for (const streams of [early, late])
    for (const [index, resumed] of streams.entries()) {
      const expected = all.slice(index + 1)
      await resumed.received(expected.length)
      expect(resumed.titles()).toEqual(expected)
      resumed.close()
    }
  await until(async () => delivered().length >= all.length)
  expect(delivered()).toEqual(all)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(all.length)
})
