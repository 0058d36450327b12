import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
} from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { nodeTypes } from '../../src/graphql/schema/node/node.ts'
import type { NodeType, PairType } from '../../src/graphql/schema/node/prefixes.ts'
import { schema } from '../../src/schema.ts'
import { addImportRuns, fillTenant, nodeIdOf } from '../support/contract/cross-tenant-fixtures.ts'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Database ids of the objects of every type. Each object refers to those with its own id. */
const IDS = Array.from({ length: 20 }, (_, index) => 555_000_001 + index)

/** Types with one object that a caller can see, or whose objects have ids of another form. */
const ALONE = new Set<NodeType | PairType>(['Account', 'Organization'])

const app = useApp()
const tenant = useTenant(app)

beforeAll(async () => {
  const { pool } = app.database
  for (const id of IDS) await fillTenant(pool, tenant.organization.id, id)
  await addImportRuns(pool)
  // People see their own sessions only.
  await pool.query(
    `update sessions set account_id = $1, organization_id = null, user_id = null, sso_key_rotated_at = null,
       expires_at = now() + interval '1 day' where id = any($2)`,
    [tenant.admin.accountId, IDS],
  )
  await pool.query('update notifications set user_id = $1, in_bell = true where id = any($2)', [
    tenant.admin.id,
    IDS,
  ])
  for (const number of [1, 2, 3]) await causeEvents(number)
})

/** Causes an event of every type of subject, each about an object of its own. */
async function causeEvents(number: number): Promise<void> {
  const ask = (fields: string) => run(app, tenant.keyAndAdmin, `mutation { ${fields} }`)
  const { createBucket, createWebhook } = await ask(`
    createBucket(input: { name: "Open ${number}" }) { bucket { id } }
    createRoadmap(input: { title: "Next ${number}" }) { roadmap { id } }
    addTeamMember(input: { email: "member-${number}@edges.example", role: MEMBER }) { teamMember { id } }
    createWebhook(input: { url: "https://example.com/${number}", events: [POST_CREATED] }) { webhook { id } }`)
  const { createPost } = await ask(`
    createPost(input: { title: "Post ${number}", bucketId: "${createBucket.bucket.id}" }) { post { id } }
    sendTestEvent(input: { id: "${createWebhook.webhook.id}" }) { webhookDelivery { id } }`)
  const { id } = createPost.post as { id: string }
  await ask(`
    castVote(input: { id: "${id}", onBehalfOf: { email: "voter-${number}@edges.example" } }) { vote { direction } }
    createComment(input: { postId: "${id}", body: "Yes" }) { comment { id } }
    createChangelog(input: { title: "News ${number}", postIds: ["${id}"], published: true }) { changelog { id } }`)
}

type Field = GraphQLField<unknown, unknown>

const typeOf = (name: string) => schema.getType(name) as GraphQLObjectType

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')

/** Selects a field for each path through types without an id, to a value or to an object with an id. */
function selectionsOf(field: Field): string[] {
  const type = getNamedType(field.type)
  const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
  if (field.args.some(isRequiredArgument)) return []
  if (isLeafType(type)) return [field.name]
  if (isAbstractType(type) || (isObjectType(type) && isNode(type))) return [`${field.name}${page} { id }`]
  return fieldsOf(type as GraphQLObjectType).map((below) => `${field.name}${page} { ${below} }`)
}

const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields())
    .filter(({ name }) => name !== 'edges')
    .flatMap(selectionsOf)

const types = nodeTypes().filter((type) => !ALONE.has(type))

/** Returns the number of statements of a query, which must return `size` objects. */
async function statementsOf(
  query: string,
  variables: Record<string, unknown>,
  size: number,
): Promise<number> {
  app.statements.length = 0
  const { body } = await app.graphql(query, variables, tenant.keyAndAdmin)
  expect(body.errors, query).toBeUndefined()
  const [list] = Object.values(body.data) as [object[] | { nodes: object[] }]
  expect((Array.isArray(list) ? list : list.nodes).filter(Boolean), query).toHaveLength(size)
  // A busy machine may identify the credentials of one query again, and not those of the other.
  return app.statements.length
}

/** Returns the fields that need more statements for many objects than for one. */
async function growing(type: string, count: (selection: string) => Promise<[number, number]>) {
  const found: string[] = []
  const selections = fieldsOf(typeOf(type))
  expect(selections.length).toBeGreaterThan(2)
  for (const selection of selections) {
    let [one, many] = [0, 1]
    // Cached credentials are checked again from time to time, with a statement of their own.
    for (let attempt = 0; attempt < 4 && one !== many; attempt += 1) [one, many] = await count(selection)
    if (one !== many) found.push(`${selection}: ${one} and ${many}`)
  }
  return found
}

test.each(types)('%s: a field of 20 objects is read with as many statements as that of one', async (type) => {
  const read = (ids: number[], selection: string) =>
    statementsOf(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${selection} } } }`,
      { ids: ids.map((id) => nodeIdOf(type, id)) },
      ids.length,
    )
  const found = await growing(type, async (selection) => [
    await read(IDS.slice(0, 1), selection),
    await read(IDS, selection),
  ])
  expect(found).toEqual([])
})

const eventTypes = schema.getPossibleTypes(schema.getType('Event') as GraphQLInterfaceType)

test.each(eventTypes.map(({ name }) => name))(
  '%s: a field of many events is read with as many statements as that of one',
  async (type) => {
    const names = EVENT_TYPES.map((name) => name.toUpperCase()).filter((name) =>
      name.startsWith(prefixOf(type)),
    )
    const list = `query ($size: Int) { events(first: $size, filter: { types: [${names.join(', ')}] }) { nodes`
    const { body } = await app.graphql(`${list} { id } } }`, { size: 100 }, tenant.keyAndAdmin)
    const size = body.data.events.nodes.length as number
    expect(size).toBeGreaterThan(2)
    const read = (count: number, selection: string) =>
      statementsOf(`${list} { ... on ${type} { ${selection} } } } }`, { size: count }, count)
    const found = await growing(type, async (selection) => [
      await read(1, selection),
      await read(size, selection),
    ])
    expect(found).toEqual([])
  },
)

/** Returns the start of the names of the events of a type: `POST_` for `PostEvent`. */
const prefixOf = (type: string) => `${type.replace('Event', '').toUpperCase()}_`
