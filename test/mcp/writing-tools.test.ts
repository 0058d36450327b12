import { beforeAll, expect, test } from 'vitest'
import { connectAgent, type Agent } from '../support/clients/mcp.ts'
import { run } from '../support/clients/operations.ts'
import { ALL_SCOPES, putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let agent: Agent

beforeAll(async () => {
  const owned = await putApp(app, await createTenant(app))
  const install = await putInstall(app, owned, tenant, { actor: 'self' })
  agent = await connectAgent(app, await putToken(app, install, ALL_SCOPES, 'mcp'))
  return () => agent.close()
})

const content = async (name: string, args: Record<string, unknown>) => {
  const { content: found, error } = await agent.call(name, args)
  if (error !== null) throw new Error(error)
  return found
}
const refused = async (name: string, args: Record<string, unknown>) => (await agent.call(name, args)).error
const newPost = async (title: string) => (await content('create_post', { title })).post.id as string
const titles = async () => {
  const { posts } = await run(app, tenant.admin.session, '{ posts(first: 100) { nodes { title } } }')
  return (posts.nodes as { title: string }[]).map(({ title }) => title)
}

test('writes a post as the person, with the words as typed, and the log names the app', async () => {
  const { post } = await content('create_post', {
    title: 'Buttons',
    text: 'The <Button> is **small**',
    customer_email: 'ada@people.example',
  })
  expect(post).toMatchObject({ text: 'The <Button> is **small**', author: 'ada' })
  const changed = await content('update_post', { id: post.id, status: 'planned', pinned: true })
  expect(changed.post).toMatchObject({ status: 'planned', title: 'Buttons' })
  const log = '{ events(last: 1) { nodes { type actor { kind user { id } install { app { name } } } } } }'
  const { events } = await run(app, tenant.admin.session, log)
  expect(events.nodes).toEqual([
    {
      type: 'POST_UPDATED',
      actor: {
        kind: 'INSTALL',
        user: { id: `usr_${tenant.admin.id}` },
        install: { app: { name: 'Roadmap Sync' } },
      },
    },
  ])
  const stale = { id: post.id, title: 'Knobs', unchanged_since: post.updated_at }
  expect(await refused('update_post', stale)).toMatch(/^CONFLICT: /)
  expect(await refused('update_post', { id: post.id, status: 'dreamt' })).toMatch(/"status"/)
})

test('a repeated call with its key creates nothing twice, and another call cannot use it', async () => {
  const call = { title: 'Once only', key: 'k-1' }
  const both = await Promise.all([agent.call('create_post', call), agent.call('create_post', call)])
  for (const { error } of both)
    expect(error ?? 'CONFLICT').toMatch(
      /^CONFLICT(: A request with this Idempotency-Key is still running\. Try again in \d+ s\.)?$/,
    )
  const first = both.find(({ error }) => error === null)?.content
  expect(await content('create_post', call)).toEqual(first)
  expect(await content('create_post', { key: 'k-1', title: 'Once only' })).toEqual(first)
  expect((await titles()).filter((title) => title === 'Once only')).toHaveLength(1)
  expect(await refused('create_post', { ...call, title: 'Another' })).toMatch(/^UNPROCESSABLE: /)
  expect(await refused('create_post', { ...call, key: '' })).toMatch(/^INVALID_PARAM: /)
})

test('comments, changes and hides a comment', async () => {
  const post = await newPost('Offline')
  const { comment } = await content('add_comment', { post, text: 'Soon', internal: true, key: 'c-1' })
  expect(comment).toMatchObject({ text: 'Soon', internal: true })
  const changed = await content('update_comment', { id: comment.id, text: 'In May', internal: false })
  expect(changed.comment).toMatchObject({ text: 'In May', internal: false })
  const stale = { id: comment.id, text: 'In June', unchanged_since: comment.updated_at }
  expect(await refused('update_comment', stale)).toMatch(/^CONFLICT: /)
  const reply = await content('add_comment', { post, text: 'Great', reply_to: comment.id })
  expect(reply.comment.reply_to).toBe(comment.id)
})

test('a vote that is set twice is one vote, also of a customer, and removing it twice is no error', async () => {
  const post = await newPost('Voted')
  const vote = async (args: object) => (await content('set_vote', { post, ...args })).votes as number
  const before = await vote({ vote: 'UP' })
  const bob = { customer_email: 'bob@people.example' }
  expect([await vote({ vote: 'UP', ...bob }), await vote({ vote: 'UP', ...bob })]).toEqual([
    before + 1,
    before + 1,
  ])
  expect([await vote({ vote: 'NONE', ...bob }), await vote({ vote: 'NONE', ...bob })]).toEqual([
    before,
    before,
  ])
})

test('merges duplicates and separates them again', async () => {
  const [id, duplicate] = [await newPost('Calendar'), await newPost('Calender')]
  await content('merge_posts', { id, duplicates: [duplicate] })
  expect((await content('get_post', { id })).merged_posts).toEqual([duplicate])
  await content('unmerge_post', { id: duplicate })
  expect((await content('get_post', { id })).merged_posts).toEqual([])
})

test('stores a customer once, and names what is invalid', async () => {
  const { customer } = await content('upsert_customer', {
    email: 'eve@people.example',
    name: 'Eve',
    labels: ['vip'],
  })
  const again = await content('upsert_customer', { email: 'EVE@people.example', name: 'Eva' })
  expect(again.customer).toMatchObject({ id: customer.id, name: 'Eva', labels: ['vip'] })
  expect(await refused('upsert_customer', { email: 'nobody' })).toMatch(
    /^(UNPROCESSABLE|INVALID_PARAM): .*email/,
  )
})

test('drafts an entry from Markdown, publishes it only with its title, and drafts no published one', async () => {
  const { entry } = await content('draft_changelog', { title: 'Spring', text: '## Faster\n\n- *Search* <b>' })
  expect(entry).toMatchObject({ state: 'DRAFT', published_at: null })
  expect(entry.text).toBe('## Faster\n\n-   _Search_ \\<b>')
  const changed = await content('draft_changelog', { id: entry.id, title: 'Spring 2' })
  expect(changed.entry).toMatchObject({ title: 'Spring 2', state: 'DRAFT' })
  const stale = { id: entry.id, title: 'Spring 2', unchanged_since: entry.updated_at }
  expect(await refused('draft_changelog', stale)).toMatch(/^CONFLICT: /)
  expect(await refused('publish_changelog', stale)).toMatch(/^CONFLICT: /)
  expect(await refused('publish_changelog', { id: entry.id, title: 'Spring' })).toMatch(
    /"title" is not that of/,
  )
  expect((await content('list_changelog', { id: entry.id })).entries[0].state).toBe('DRAFT')
  const published = await content('publish_changelog', { id: entry.id, title: ' spring  2' })
  expect(published.entry.state).toBe('PUBLISHED')
  expect(await refused('draft_changelog', { id: entry.id, title: 'x' })).toMatch(/^CONFLICT: /)
})

test('deletes an object only with its title or first words', async () => {
  const id = await newPost('Delete me')
  const { comment } = await content('add_comment', { post: id, text: 'Please delete all of these words' })
  for (const [wrong, title] of [
    [comment.id, 'Please'],
    [id, 'Delete'],
    [id, 'Another'],
  ])
    expect(await refused('delete_object', { id: wrong, title })).toMatch(/"title" is not that of the object/)
  expect(await content('delete_object', { id: comment.id, title: 'Please delete all' })).toEqual({
    deleted: comment.id,
  })
  expect(await content('delete_object', { id, title: 'Delete me' })).toEqual({ deleted: id })
  expect(await titles()).not.toContain('Delete me')
  expect(await refused('delete_object', { id, title: 'Delete me' })).toMatch(/^NOT_FOUND: /)
  expect(await refused('delete_object', { id: 'usr_1', title: 'x' })).toMatch(/^INVALID_PARAM: "id" must be/)
})

test('a person whose role only reads learns that no consent helps, and writes nothing', async () => {
  const member = await tenant.member('collaborator')
  const owned = await putApp(app, await createTenant(app))
  const install = await putInstall(app, owned, tenant, { actor: 'self', userId: member.id })
  const reader = await connectAgent(app, await putToken(app, install, ALL_SCOPES, 'mcp'))
  expect(await reader.call('create_post', { title: 'By a member' })).toEqual({
    content: null,
    error: 'FORBIDDEN: Your role only reads, so that more consent does not help',
  })
  expect(await titles()).not.toContain('By a member')
  await reader.close()
})
