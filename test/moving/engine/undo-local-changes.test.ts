import { expect, test } from 'vitest'
import { run } from '../../support/clients/operations.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource } from './run-source.ts'
import { SAMPLES } from './samples.ts'
import { undoImport } from './undo-import.ts'

const app = useApp()

/** Imports the answers of Canny: "Dark mode", into which "Night theme" is merged, and a post of its own. */
async function imported() {
  const tenant = await createTenant(app)
  const { given } = SAMPLES['answers of Canny'] ?? {}
  if (!given) throw new Error('there is no such sample')
  const { id } = await importSource(app, tenant, given)
  const postId = await postCalled(tenant, 'Dark mode')
  return { tenant, run: { id }, postId, rows: await rowsOfOrganization(app, tenant) }
}

async function postCalled({ organization }: Tenant, title: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select id from posts where organization_id = $1 and title = $2',
    [organization.id, title],
  )
  return `post_${rows[0]?.id}`
}

const change = (tenant: Tenant, document: string, variables: Record<string, unknown>) =>
  run(app, tenant.admin.session, document, variables)

const ROADMAP = `mutation { createRoadmap(input: { title: "Next" }) { roadmap { id } } }`
const LOCAL = {
  VOTED: (tenant: Tenant, id: string) =>
    change(tenant, 'mutation ($id: ID!) { castVote(input: { id: $id }) { post { id } } }', { id }),
  COMMENTED: (tenant: Tenant, id: string) =>
    change(
      tenant,
      'mutation ($id: ID!) { createComment(input: { postId: $id, body: "Me too" }) { comment { id } } }',
      { id },
    ),
  EDITED: (tenant: Tenant, id: string) =>
    change(tenant, 'mutation ($id: ID!) { updatePost(input: { id: $id, pinned: true }) { post { id } } }', {
      id,
    }),
  ON_ROADMAP: async (tenant: Tenant, id: string) => {
    const { createRoadmap } = await change(tenant, ROADMAP, {})
    await change(
      tenant,
      'mutation ($id: ID!, $post: ID!) { addRoadmapPost(input: { id: $id, postId: $post }) { roadmap { id } } }',
      { id: createRoadmap.roadmap.id, post: id },
    )
  },
  IN_CHANGELOG: (tenant: Tenant, id: string) =>
    change(
      tenant,
      `mutation ($id: ID!) { createChangelog(input: { title: "Done", postIds: [$id] }) { changelog { id } } }`,
      { id },
    ),
  FOLLOWED: (tenant: Tenant, id: string) =>
    change(tenant, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', { id }),
  MERGED: async (tenant: Tenant, id: string) => {
    const text = 'mutation { createPost(input: { title: "Local" }) { post { id } } }'
    const { createPost } = await change(tenant, text, {})
    await change(
      tenant,
      'mutation ($id: ID!, $children: [ID!]!) { mergePosts(input: { id: $id, postIds: $children }) { post { id } } }',
      { id, children: [createPost.post.id] },
    )
  },
}

test.each(Object.entries(LOCAL))('a post stays as a whole if it was %s here', async (reason, act) => {
  const { tenant, run, postId } = await imported()
  await act(tenant, postId)
  const after = await rowsOfOrganization(app, tenant)
  const { state, remaining } = await undoImport(app, tenant, run)
  expect(state).toBe('UNDONE')
  expect(remaining.nodes).toContainEqual({
    kind: 'POST',
    nodeId: postId,
    name: 'Dark mode',
    reason,
    fields: [],
  })
  const left = await rowsOfOrganization(app, tenant)
  const numbers = postId.slice('post_'.length)
  const ofPost = (rows: Record<string, unknown[]>) =>
    Object.fromEntries(
      ['votes', 'comments', 'post_subscribers', 'post_tags', 'roadmap_posts', 'post_merges'].map((table) => [
        table,
        rows[table]?.filter(
          (row) =>
            String((row as { post_id?: number }).post_id ?? (row as { parent_id?: number }).parent_id) ===
            numbers,
        ) ?? [],
      ]),
    )
  expect(ofPost(left)).toEqual(ofPost(after))
  expect(left['posts']).toEqual(
    after['posts']?.filter((row) => (left['posts'] ?? []).some((one) => idOf(one) === idOf(row))),
  )
  // The third post was not touched.
  expect(left['posts']?.length).toBe((after['posts']?.length ?? 0) - 1)
})

const idOf = (row: unknown) => (row as { id: number }).id

test('people, tags and entries that a post which stays needs stay, and others go', async () => {
  const { tenant, run, postId } = await imported()
  await LOCAL.VOTED(tenant, postId)
  const { remaining } = await undoImport(app, tenant, run)
  const kinds = remaining.nodes.map(
    ({ kind, reason }: { kind: string; reason: string }) => `${kind} ${reason}`,
  )
  expect(new Set(kinds)).toEqual(
    new Set([
      'POST VOTED',
      'CHANGELOG USED',
      'PERSON USED',
      'TAG USED',
      'CHANGELOG_LABEL USED',
      'BUCKET USED',
    ]),
  )
  const { tags = [] } = await rowsOfOrganization(app, tenant)
  expect(tags.map((tag) => (tag as { name: string }).name)).not.toContain('mobile')
})

test('old addresses of posts that stay lead there, and others go', async () => {
  const { tenant, run, postId } = await imported()
  await app.database.pool.query(
    `insert into old_addresses (organization_id, path, kind, local_id, run_id)
     select organization_id, '/old/' || slug, 'post', id, $2::int from posts where organization_id = $1`,
    [tenant.organization.id, run.id],
  )
  await LOCAL.VOTED(tenant, postId)
  const { remaining } = await undoImport(app, tenant, run)
  const posts = remaining.nodes.filter(({ kind }: { kind: string }) => kind === 'POST')
  const { old_addresses: left = [] } = await rowsOfOrganization(app, tenant)
  const ofPosts = (left as { kind: string; local_id: number }[]).filter(({ kind }) => kind === 'post')
  expect(new Set(ofPosts.map((row) => `post_${row.local_id}`))).toEqual(
    new Set(posts.map(({ nodeId }: { nodeId: string }) => nodeId)),
  )
})

test('a person who was changed here stays', async () => {
  const { tenant, run } = await imported()
  await change(
    tenant,
    `mutation { updateCustomer(input: { customer: { email: "ada@example.com" }, labels: ["VIP"] }) { customer { id } } }`,
    {},
  )
  const { remaining } = await undoImport(app, tenant, run)
  expect(remaining.nodes).toEqual([
    {
      kind: 'PERSON',
      nodeId: expect.stringMatching(/^usr_/),
      name: 'Ada Byron',
      reason: 'EDITED',
      fields: [],
    },
  ])
})

test('an entry that was changed here stays with its labels', async () => {
  const { tenant, run, rows } = await imported()
  const [entry] = rows['changelogs'] ?? []
  const id = `chg_${idOf(entry)}`
  await change(
    tenant,
    'mutation ($id: ID!) { updateChangelog(input: { id: $id, title: "Ours" }) { changelog { id } } }',
    { id },
  )
  const { remaining } = await undoImport(app, tenant, run)
  expect(remaining.nodes).toContainEqual({
    kind: 'CHANGELOG',
    nodeId: id,
    name: 'Ours',
    reason: 'EDITED',
    fields: [],
  })
  const left = await rowsOfOrganization(app, tenant)
  expect(left['changelog_label_entries']).toEqual(rows['changelog_label_entries'])
  expect(left['posts']).toBeUndefined()
})
