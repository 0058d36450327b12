import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketPosts, streamPosts } from '../support/clients/post-streams.ts'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { stopLogWriter } from '../support/faults/lost-tails.ts'
import type { PostgresServer } from '../support/postgres-server.ts'

const ROLLBACKS = 20
const POSTS = [1, 2, 3, 4, 5].map((number) => `after the crash ${number}`)

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
})
afterAll(() => installation.remove())

test('streams opened directly before a crash receive every later event, although transaction ids are repeated', async () => {
  const { servers, url, submit } = await installation.start(['web'])
  const { primary } = servers
  const { key } = installation.tenant
  await submit('before')
  let seen = 1
  for (let repeated = false; !repeated;) {
    // Keeps the log of rolled-back transactions in memory.
    await stopLogWriter(primary)
    await rollBack(primary)
    const streams = [await streamPosts({ url }, key), await socketPosts({ url }, key)]
    const before = await nextTransaction(primary)
    await primary.kill()
    await primary.start()
    // Another process may have written the log to disk before the crash.
    repeated = (await nextTransaction(primary)) < before - ROLLBACKS / 2
    for (const title of POSTS) await submit(title)
    seen += POSTS.length
    for (const stream of streams) {
      await stream.received(POSTS.length)
      expect(stream.titles()).toEqual(POSTS)
      stream.close()
    }
  }
  expect(await primary.query('select from posts')).toHaveLength(seen)
})

/** Runs transactions that get an id and end without a commit. */
async function rollBack(server: PostgresServer): Promise<void> {
  await server.query(
    `do $$ begin for i in 1..${ROLLBACKS} loop perform pg_current_xact_id(); rollback; end loop; end $$`,
  )
}

async function nextTransaction(server: PostgresServer): Promise<number> {
  const [row] = await server.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id')
  return Number(row?.id)
}
