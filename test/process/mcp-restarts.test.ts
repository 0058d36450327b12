import type { FetchLike } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, ERAS } from '../support/clients/mcp.ts'
import { run } from '../support/clients/operations.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let proxy: DatabaseProxy
let cluster: Cluster

beforeAll(async () => {
  proxy = await startDatabaseProxy(app.database.url)
  cluster = await startCluster({ ...app, database: { url: proxy.url } }, ['web', 'web'])
})
afterAll(async () => {
  proxy.decide(null)
  await cluster.stop()
  await proxy.close()
})

let turn = 0
/** Sends each request to another process than the one before. */
const byTurns: FetchLike = (address, options) => {
  const urls = cluster.urls()
  return fetch(address.toString().replace(app.url, urls[turn++ % urls.length] ?? ''), options)
}

test.each(ERAS)(
  'the %s client goes on when two processes answer by turns, and when others replace them',
  async (era) => {
    const agent = await connectAgent(app, tenant.key, { era, fetch: byTurns })
    const title = `Of the ${era} client`
    const { content } = await agent.call('create_post', { title })
    const read = async () =>
      (await agent.call('get_post', { id: content.post.id })).content.post.title as string
    expect([await read(), await read(), await read()]).toEqual([title, title, title])
    for (const member of [...cluster.members]) await cluster.replace(member)
    for (const { ready } of cluster.members) await ready
    expect([await read(), await read()]).toEqual([title, title])
    expect((await agent.list()).length).toBeGreaterThan(10)
    await agent.close()
  },
)

test('a call with a key whose process is killed after the commit is answered when it is repeated, with the same post', async () => {
  const agent = await connectAgent(app, tenant.key, { fetch: byTurns })
  const call = { title: 'Once only', key: 'k-1' }
  let isStored = false
  proxy.decide((statement) => {
    isStored ||= /insert into "?posts"?\b/.test(statement)
    if (!isStored || !/^commit/i.test(statement)) return null
    for (const { program } of cluster.members) program.process.kill('SIGKILL')
    proxy.decide(null)
    return 'after'
  })
  await expect(agent.call('create_post', call)).rejects.toThrow()
  for (const member of [...cluster.members]) await cluster.replace(member)
  for (const { ready } of cluster.members) await ready
  const ids = async () =>
    (
      (await run(app, tenant.key, '{ posts(filter: { search: "Once" }) { nodes { id } } }')).posts.nodes as {
        id: string
      }[]
    ).map(({ id }) => id)
  const stored = await ids()
  expect(stored).toHaveLength(1)
  const { content } = await agent.call('create_post', call)
  expect(content.post).toMatchObject({ id: stored[0], title: 'Once only' })
  expect(await ids()).toEqual(stored)
  await agent.close()
})
