import { expect, test } from 'vitest'
import type { SourceFiles } from '../../../src/moving/sources/source-files.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource, type Given } from './run-source.ts'
import { undoImport } from './undo-import.ts'

const app = useApp()
const DAY = '2025-01-02T00:00:00Z'
const UNDONE = { state: 'UNDONE', remaining: { totalCount: 0, nodes: [] } }

type Rows = readonly Record<string, unknown>[]
type Tables = {
  users: Rows
  posts: Rows
  post_votes: Rows
  comments: Rows
  tags: Rows
  post_tags: Rows
  post_subscribers: Rows
}

const person = (id: number) => ({
  ...{ id, name: `Person ${id}`, email: `p${id}@x.example`, role: 1, status: 1, created_at: DAY },
})
const post = (id: number, more: object = {}) => ({
  ...{
    id,
    number: id,
    title: `Title ${id}`,
    slug: `title-${id}`,
    description: `Text ${id}`,
    user_id: 1,
    status: 0,
  },
  ...{ is_approved: true, created_at: DAY, original_id: null, response: null, response_user_id: null },
  ...{ response_date: null, ...more },
})
const vote = (post_id: number, user_id: number) => ({ post_id, user_id, created_at: DAY })
const comment = (id: number, post_id: number, content: string) => ({
  ...{ id, post_id, user_id: 1, content, created_at: DAY, deleted_at: null, is_approved: true },
})

const FIRST: Tables = {
  users: [person(1), person(2)],
  posts: [post(1), post(2), post(3)],
  post_votes: [vote(1, 1), vote(2, 1), vote(2, 2)],
  comments: [comment(1, 1, 'First'), comment(2, 2, 'Second')],
  tags: [{ id: 1, name: 'UI', slug: 'ui', color: '112233', is_public: true, created_at: DAY }],
  post_tags: [{ post_id: 1, tag_id: 1, created_at: DAY }],
  post_subscribers: [],
}

/** The source a month later: texts, tags and a status changed; a vote, a comment, a post and a merge are new. */
const SECOND: Tables = {
  users: [...FIRST.users, person(3)],
  posts: [
    post(1, { title: 'New title', description: 'New text', status: 1 }),
    post(2, { status: 5, original_id: 1, response_date: DAY }),
    post(3),
    post(4, { user_id: 3 }),
  ],
  post_votes: [...FIRST.post_votes, vote(3, 3), vote(4, 2)],
  comments: [comment(1, 1, 'First, edited'), comment(2, 2, 'Second'), comment(3, 3, 'Third')],
  tags: [
    ...FIRST.tags,
    { id: 2, name: 'API', slug: 'api', color: '445566', is_public: true, created_at: DAY },
  ],
  post_tags: [{ post_id: 1, tag_id: 2, created_at: DAY }],
  post_subscribers: [{ post_id: 3, user_id: 3, created_at: DAY, updated_at: DAY, status: 1 }],
}

const backup = (tables: Tables): Given => ({
  source: 'fider',
  open: (): Promise<SourceFiles> =>
    Promise.resolve(
      filesFrom({
        'tenants.json': [{ id: 1, name: 'X', subdomain: 'x', cname: '' }],
        'attachments.json': [],
        ...Object.fromEntries(Object.entries(tables).map(([name, rows]) => [`${name}.json`, rows])),
      }),
    ),
})

const query = (text: string, { organization }: Tenant) => app.database.pool.query(text, [organization.id])

test('the undo of a second run restores what it updated and separates what it merged', async () => {
  const tenant = await createTenant(app)
  const before = await rowsOfOrganization(app, tenant)
  const first = await importSource(app, tenant, backup(FIRST))
  const between = await rowsOfOrganization(app, tenant)
  const second = await importSource(app, tenant, backup(SECOND))
  expect(second.counts).toMatchObject({
    ...{ post: { created: 1, updated: 2 }, merge: { created: 1 }, vote: { created: 2 } },
    ...{ comment: { created: 1, updated: 1 }, subscription: { created: 1 }, tag: { created: 1 } },
  })
  expect(await undoImport(app, tenant, second)).toEqual(UNDONE)
  expect(await rowsOfOrganization(app, tenant)).toEqual(between)
  expect(await undoImport(app, tenant, first)).toEqual(UNDONE)
  expect(await rowsOfOrganization(app, tenant)).toEqual(before)
})

/** Post 4 is new, and is merged into post 3 with its comment. */
const MERGED: Tables = {
  ...FIRST,
  posts: [...FIRST.posts, post(4, { status: 5, original_id: 3, response_date: DAY })],
  post_votes: [...FIRST.post_votes, vote(4, 2)],
  comments: [...FIRST.comments, comment(4, 4, 'Moved'), comment(5, 4, 'Moved, too')],
}

test('a new post that was merged into one of the first run is removed, unless a person has replied', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, backup(FIRST))
  const between = await rowsOfOrganization(app, tenant)
  const second = await importSource(app, tenant, backup(MERGED))
  expect(await undoImport(app, tenant, second)).toEqual(UNDONE)
  expect(await rowsOfOrganization(app, tenant)).toEqual(between)

  const third = await importSource(app, tenant, backup(MERGED))
  await query(
    `insert into comments (organization_id, post_id, parent_id, author_id, body_html, body)
     select organization_id, post_id, id, author_id, 'Mine', 'Mine' from comments where organization_id = $1 and body = 'Moved'`,
    tenant,
  )
  const after = await rowsOfOrganization(app, tenant)
  const { remaining } = await undoImport(app, tenant, third)
  expect(remaining.nodes).toEqual([
    {
      kind: 'POST',
      nodeId: expect.stringMatching(/^post_/),
      name: 'Title 4',
      reason: 'COMMENTED',
      fields: [],
    },
  ])
  const left = await rowsOfOrganization(app, tenant)
  for (const table of ['posts', 'post_merges', 'votes', 'comments', 'users'])
    expect(left[table]).toEqual(after[table])
})

test('a field that was changed since the second run stays and is listed', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, backup(FIRST))
  const second = await importSource(app, tenant, backup(SECOND))
  await query(`update posts set title = 'Ours' where organization_id = $1 and title = 'New title'`, tenant)
  const { remaining } = await undoImport(app, tenant, second)
  expect(remaining.nodes).toEqual([
    {
      kind: 'POST',
      nodeId: expect.stringMatching(/^post_/),
      name: 'Ours',
      reason: 'EDITED',
      fields: ['title'],
    },
  ])
  const { rows } = await query(
    `select title, description from posts where organization_id = $1 and title = 'Ours'`,
    tenant,
  )
  expect(rows).toEqual([{ title: 'Ours', description: 'Text 1' }])
})

test('a comment of the second run with a reply stays on its post', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, backup(FIRST))
  const second = await importSource(app, tenant, backup(SECOND))
  await query(
    `insert into comments (organization_id, post_id, parent_id, author_id, body_html, body)
     select organization_id, post_id, id, author_id, 'Mine', 'Mine' from comments where organization_id = $1 and body = 'Third'`,
    tenant,
  )
  const { remaining } = await undoImport(app, tenant, second)
  expect(remaining.nodes).toEqual([
    expect.objectContaining({ kind: 'COMMENT', name: 'Third', reason: 'COMMENTED', fields: [] }),
  ])
})

test('a post that was deleted and created again is deleted, and a later run leaves it out', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, backup(FIRST))
  await query('delete from posts where organization_id = $1', tenant)
  const between = await rowsOfOrganization(app, tenant)
  const again = await importSource(app, tenant, { ...backup(FIRST), options: { recreate: true } })
  expect(again.counts.post).toMatchObject({ created: 3 })
  expect(await undoImport(app, tenant, again)).toEqual(UNDONE)
  const { posts: none, external_refs: refs } = await rowsOfOrganization(app, tenant)
  expect(none).toBeUndefined()
  const ofPosts = (rows: unknown[] = []) => rows.filter((row) => (row as { kind: string }).kind === 'post')
  expect(ofPosts(refs)).toEqual(ofPosts(between['external_refs']))
  expect((await importSource(app, tenant, backup(FIRST))).counts.post).toEqual({ skipped: 3 })
})
