import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { NEWEST, RELEVANCE } from '../support/clients/search-lists.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const LIST = `query ($orderBy: PostOrder, $after: String) {
  posts(first: 2, after: $after, filter: { search: "zeppelin" }, orderBy: $orderBy) {
    nodes { title } pageInfo { endCursor hasNextPage }
  }
}`

/** Whether a statement of a search reads the first rows of the list only. */
const isBounded = (text: string) => /^with query as/.test(text) && !text.includes('found as')

/** Runs `work` while the documents are locked, until a bounded search waits for them. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const holder = await app.database.pool.connect()
  try {
    await holder.query('begin; lock table post_documents in access exclusive mode')
    app.statements.length = 0
    const answer = work()
    await expect.poll(() => app.statements.some(isBounded)).toBe(true)
    await holder.query('commit')
    return await answer
  } finally {
    holder.release()
  }
}

test.each([NEWEST, RELEVANCE])(
  'a search that takes longer than 250 ms is repeated with a bound, by $field',
  async (orderBy) => {
    const titles = ['Zeppelins', 'A balloon', 'A zeppelin', 'My zeppelin'].map(
      (title) => `${title} by ${orderBy.field}`,
    )
    for (const title of titles)
      await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
    const { posts: all } = await run(app, tenant.key, LIST.replace('first: 2', 'first: 100'), {
      orderBy: NEWEST,
    })
    const read = async (after: string | null) => (await run(app, tenant.key, LIST, { orderBy, after })).posts
    const first = await whileLocked(() => read(null))
    const second = await whileLocked(() => read(first.pageInfo.endCursor))
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect([...first.nodes, ...second.nodes]).toEqual(all.nodes.slice(0, 4))
    expect(app.statements.filter((text) => text.includes('found as')).length).toBe(1)
  },
)
