import { isEnumType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const LISTS = { posts: 'Post', comments: 'Comment', changelogs: 'Changelog', roadmaps: 'Roadmap' }

beforeAll(async () => {
  const id = await submit(app, tenant.key, 'Listed')
  await run(
    app,
    tenant.admin.session,
    `mutation ($id: ID!) {
      createComment(input: { postId: $id, body: "One" }) { comment { id } }
      createChangelog(input: { title: "One" }) { changelog { id } }
      createRoadmap(input: { title: "One" }) { roadmap { id } }
    }`,
    { id: postId(id) },
  )
})

/** Orders that a list has without a search. */
function ordersOf(type: string) {
  const fields = schema.getType(`${type}OrderField`)
  const names = isEnumType(fields) ? fields.getValues().map(({ name }) => name) : []
  return names
    .filter((name) => name !== 'RELEVANCE')
    .flatMap((field) => ['ASC', 'DESC'].map((direction) => ({ field, direction })))
}

const queryOf = (list: string, type: string, cursor: 'after' | 'before' = 'after') =>
  `query ($cursor: String, $orderBy: ${type}Order) {
    ${list}(${cursor}: $cursor, orderBy: $orderBy) { nodes { id } pageInfo { endCursor } }
  }`

test.each(Object.entries(LISTS))('rejects a cursor of another order in %s', async (list, type) => {
  const orders = ordersOf(type)
  expect(orders.length).toBeGreaterThan(1)
  for (const orderBy of orders) {
    const first = await run(app, tenant.key, queryOf(list, type), { orderBy })
    const cursor = first[list].pageInfo.endCursor as string
    const next = await run(app, tenant.key, queryOf(list, type), { orderBy, cursor })
    expect(next[list].nodes).toEqual([])
    for (const other of orders.filter((order) => order !== orderBy))
      for (const argument of ['after', 'before'] as const)
        expect(
          await refusal(app, tenant.key, queryOf(list, type, argument), { orderBy: other, cursor }),
          `${JSON.stringify(orderBy)} in ${JSON.stringify(other)}`,
        ).toMatchObject({
          code: 'INVALID_PARAM',
          status: 400,
          message: `"${argument}" is not a cursor of this list in this order.`,
        })
  }
})
