import { beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../src/mcp/tools.ts'
import { connectAgent } from '../support/clients/mcp.ts'
import { ALL_SCOPES, putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { submit } from '../support/fixtures/people.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let install: { organizationId: number; id: number }

beforeAll(async () => {
  install = await putInstall(app, await putApp(app, await createTenant(app)), tenant)
})

/** Scopes of each call, as its documents need them. */
const CALLS: [name: string, args: Record<string, unknown>, scopes: string][] = [
  ['add_comment', { post: 'post_1', text: 'x' }, 'comments:write'],
  ['create_post', { title: 'x' }, 'posts:write'],
  ['delete_object', { id: 'post_1', title: 'x' }, 'posts:read posts:write'],
  ['delete_object', { id: 'cmt_1', title: 'x' }, 'comments:read comments:write'],
  ['delete_object', { id: 'chg_1', title: 'x' }, 'changelog:read changelog:write'],
  ['draft_changelog', { title: 'x' }, 'changelog:write'],
  ['draft_changelog', { id: 'chg_1', title: 'x' }, 'changelog:read changelog:write'],
  ['merge_posts', { id: 'post_1', duplicates: ['post_2'] }, 'posts:write'],
  ['publish_changelog', { id: 'chg_1', title: 'x' }, 'changelog:read changelog:write'],
  ['set_vote', { post: 'post_1', vote: 'UP' }, 'votes:write'],
  ['set_vote', { post: 'post_1', vote: 'NONE' }, 'votes:write'],
  ['unmerge_post', { id: 'post_1' }, 'posts:write'],
  ['update_comment', { id: 'cmt_1', text: 'x' }, 'comments:write'],
  ['update_post', { id: 'post_1', title: 'x' }, 'posts:write'],
  ['upsert_customer', { email: 'a@people.example' }, 'customers:write'],
  ['find_similar_posts', { title: 'x' }, 'posts:read'],
  ['get_post', { id: 'post_1' }, 'posts:read'],
  ['get_post', { id: 'post_1', comments: true }, 'comments:read posts:read'],
  ['get_post', { id: 'post_1', voters: true }, 'posts:read votes:read'],
  ['get_post', { id: 'post_1', comments: true, voters: true }, 'comments:read posts:read votes:read'],
  ['get_roadmap', {}, 'roadmap:read'],
  ['get_roadmap', { id: 'rdm_1' }, 'roadmap:read'],
  ['get_workspace', {}, 'posts:read tags:read'],
  ['list_changelog', {}, 'changelog:read'],
  ['list_changelog', { id: 'chg_1' }, 'changelog:read'],
  ['recent_events', {}, 'posts:read'],
  ['recent_events', { about: ['comments'] }, 'comments:read posts:read'],
  ['recent_events', { about: ['votes'] }, 'posts:read votes:read'],
  ['search_customers', {}, 'customers:read'],
  ['search_posts', {}, 'posts:read'],
]

const message = (name: string, args: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const call = (headers: Headers, name: string, args: Record<string, unknown>) =>
  app.call('POST', '/mcp', {
    headers: { ...headers, Accept: 'application/json, text/event-stream' },
    body: message(name, args),
  })

test('every tool is here', () => {
  expect(new Set(CALLS.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)))
})

test.each(CALLS)('%s %j needs %s, and asks for all of them without one', async (name, args, text) => {
  const scopes = text.split(' ') as typeof ALL_SCOPES
  const enough = await call(await putToken(app, install, scopes, 'mcp'), name, args)
  expect(enough.status).toBe(200)
  expect(JSON.stringify(enough)).not.toContain('scope')
  for (const scope of scopes) {
    const token = await putToken(
      app,
      install,
      ALL_SCOPES.filter((other) => other !== scope),
      'mcp',
    )
    const { status, headers } = await call(token, name, args)
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({
      status: 403,
      challenge: `Bearer error="insufficient_scope", scope="${text}", resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`,
    })
  }
})

test('an app does not list the tools whose scopes it never asks for', async () => {
  const foreign = await putApp(app, await createTenant(app), {
    declaredScopes: ['posts:read', 'comments:write'],
  })
  const token = await putToken(app, await putInstall(app, foreign, tenant), ALL_SCOPES, 'mcp')
  const agent = await connectAgent(app, token)
  const names = (await agent.list()).map(({ name }) => name)
  await agent.close()
  // delete_object needs the scopes of its object.
  expect(names).toEqual([
    'add_comment',
    'delete_object',
    'find_similar_posts',
    'get_post',
    'recent_events',
    'search_posts',
    'update_comment',
  ])
})

describe('a token of a person', () => {
  test('of another organization reaches none of its posts', async () => {
    const id = `post_${await submit(app, tenant.key, 'Ours')}`
    const other = await createTenant(app)
    const foreign = await putInstall(app, await putApp(app, other), other)
    const agent = await connectAgent(app, await putToken(app, foreign, ALL_SCOPES, 'mcp'))
    expect(await agent.call('get_post', { id })).toEqual({
      content: null,
      error: 'NOT_FOUND: Post not found',
    })
    expect((await agent.call('search_posts')).content.posts).toEqual([])
    await agent.close()
  })
})
