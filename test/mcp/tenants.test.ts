import { afterAll, beforeAll, expect, test } from 'vitest'
import { tools } from '../../src/mcp/tools.ts'
import { connectAgent, type Agent } from '../support/clients/mcp.ts'
import { digestOf, fillTenant } from '../support/contract/cross-tenant-fixtures.ts'
import { useApp, useTenant } from '../support/use.ts'

/** The ids of one object of every kind in the caller's organization and in another one, and an id without an object. */
const OWN = '555000001'
const FOREIGN = '777000001'
const UNKNOWN = '2147483000'

const app = useApp()
const tenant = useTenant(app)
let agent: Agent
let tables: string[]

beforeAll(async () => {
  await fillTenant(app.database.pool, tenant.organization.id, Number(OWN))
  tables = await fillTenant(app.database.pool, Number(FOREIGN), Number(FOREIGN))
  agent = await connectAgent(app, tenant.keyAndAdmin)
})
afterAll(() => agent.close())

type Args = (id: string) => Record<string, unknown>
const POST = `post_${OWN}`

/** Calls by the argument with the id of another organization. */
const CALLS: [name: string, argument: string, args: Args][] = [
  ['add_comment', 'post', (id) => ({ post: `post_${id}`, text: 'x' })],
  ['add_comment', 'reply_to', (id) => ({ post: POST, text: 'x', reply_to: `cmt_${id}` })],
  ['create_post', 'board', (id) => ({ title: 'x', board: `bkt_${id}` })],
  ['create_post', 'tags', (id) => ({ title: 'x', tags: [`tag_${id}`] })],
  ['delete_object', 'id', (id) => ({ id: `post_${id}`, title: `posts-title-${id}` })],
  ['delete_object', 'id', (id) => ({ id: `cmt_${id}`, title: `comments-body-${id}` })],
  ['delete_object', 'id', (id) => ({ id: `chg_${id}`, title: `changelogs-title-${id}` })],
  ['draft_changelog', 'id', (id) => ({ id: `chg_${id}`, title: 'x' })],
  ['draft_changelog', 'posts', (id) => ({ title: 'x', posts: [`post_${id}`] })],
  ['get_post', 'id', (id) => ({ id: `post_${id}`, comments: true, voters: true })],
  ['get_roadmap', 'id', (id) => ({ id: `rdm_${id}` })],
  ['list_changelog', 'id', (id) => ({ id: `chg_${id}` })],
  ['merge_posts', 'id', (id) => ({ id: `post_${id}`, duplicates: [POST] })],
  ['merge_posts', 'duplicates', (id) => ({ id: POST, duplicates: [`post_${id}`] })],
  ['publish_changelog', 'id', (id) => ({ id: `chg_${id}`, title: `changelogs-title-${id}` })],
  ['search_posts', 'board', (id) => ({ board: `bkt_${id}` })],
  ['search_posts', 'tags', (id) => ({ tags: [`tag_${id}`] })],
  ['set_vote', 'post', (id) => ({ post: `post_${id}`, vote: 'UP' })],
  ['set_vote', 'post', (id) => ({ post: `post_${id}`, vote: 'NONE' })],
  ['unmerge_post', 'id', (id) => ({ id: `post_${id}` })],
  ['update_comment', 'id', (id) => ({ id: `cmt_${id}`, text: 'x' })],
  ['update_post', 'id', (id) => ({ id: `post_${id}`, title: 'x' })],
  ['update_post', 'board', (id) => ({ id: POST, board: `bkt_${id}` })],
  ['update_post', 'tags', (id) => ({ id: POST, tags: [`tag_${id}`] })],
]

test.each(CALLS)('%s finds no %s of another organization', async (name, _, args) => {
  const answer = async (id: string) => JSON.stringify(await agent.call(name, args(id))).replaceAll(id, 'ID')
  const before = await digestOf(app.database.pool, tables, Number(FOREIGN))
  const unknown = await answer(UNKNOWN)
  expect(unknown).toMatch(/"(NOT_FOUND|UNPROCESSABLE|INVALID_PARAM): |"posts":\[\]/)
  expect(await answer(FOREIGN)).toBe(unknown)
  expect(await digestOf(app.database.pool, tables, Number(FOREIGN))).toBe(before)
})

/** Names of the arguments with ids of objects. */
const IDS = /^(id|post|posts|board|tags|duplicates|reply_to)$/

test('every argument with ids is here, and objects of the own organization are found', async () => {
  const tried = new Set(CALLS.map(([name, argument]) => `${name} ${argument}`))
  const all = tools.flatMap(({ name, input }) =>
    Object.keys(input.properties as object)
      .filter((argument) => IDS.test(argument))
      .map((argument) => `${name} ${argument}`),
  )
  expect([...tried].sort()).toEqual(all.sort())
  const { content } = await agent.call('get_post', { id: POST, comments: true })
  expect(content).toMatchObject({ post: { id: POST } })
})
