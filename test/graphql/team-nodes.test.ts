import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ responseCacheMb: 0 })
const idOf = ({ id }: { id: number }) => `mbr_${id}`

test('finds a member as a node, by key and through the person, for the team only', async () => {
  const [tenant, other] = [await createTenant(app), await createTenant(app)]
  const { cleo } = await customers(app, tenant, 'cleo')
  const find = `query ($id: ID!, $key: Int!, $user: ID!) {
    node(id: $id) { id } teamMember(by: { databaseId: $key }) { id }
    user: node(id: $user) { ... on User { membership { id role } } }
  }`
  const variables = ({ id }: { id: number }) => ({ id: `mbr_${id}`, key: id, user: `usr_${id}` })
  const id = idOf(tenant.admin)
  expect(await run(app, tenant.key, find, variables(tenant.admin))).toEqual({
    node: { id },
    teamMember: { id },
    user: { membership: { id, role: 'ADMIN' } },
  })
  expect(await run(app, tenant.key, find, variables(other.admin))).toEqual({
    node: null,
    teamMember: null,
    user: null,
  })
  const { viewer } = await run(app, cleo, '{ viewer { actor { id databaseId membership { id } } } }')
  expect(viewer.actor.membership).toBeNull()
  const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = [viewer.actor.id, `usr_${tenant.admin.id}`, id]
  expect((await run(app, cleo, nodes, { ids })).nodes).toEqual([{ id: viewer.actor.id }, null, null])
  expect((await run(app, tenant.key, nodes, { ids })).nodes.map((node: { id: string }) => node.id)).toEqual(
    ids,
  )
})

test('reads the memberships of the people of a list without a statement for each', async () => {
  const tenant = await createTenant(app)
  const statements = async () => {
    app.statements.length = 0
    const { teamMembers } = await run(
      app,
      tenant.key,
      '{ teamMembers(first: 100) { totalCount nodes { user { membership { role } } } } }',
    )
    return {
      count: teamMembers.totalCount,
      statements: app.statements.length,
    }
  }
  let size = 1
  const add = async (upTo: number) => {
    for (; size < upTo; size++) await tenant.member('csm')
    // The first request may read the API key.
    await statements()
    return statements()
  }
  const few = await add(10)
  expect(few.count).toBe(10)
  expect(await add(30)).toEqual({ ...few, count: 30 })
  expect(await add(100)).toEqual({ ...few, count: 100 })
})
