import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { postNodeId } from '../support/fixtures/comments.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)
const PLANNED = 'roadmapPost { plannedFor post { title } }'
const calls = () => roadmapCalls(app, tenant)

async function roadmapWith(title: string) {
  const postId = await calls().post(title)
  const id = await calls().create({})
  await calls().add(id, postId)
  return { id, postId: postNodeId(postId) }
}

test('plans a post for a day, moves the plan and removes it', async () => {
  const key = await roadmapWith('Dark mode')
  const plan = (plannedFor: string | null) =>
    calls().change('planRoadmapPost', { ...key, plannedFor }, PLANNED)
  const post = { title: 'Dark mode' }
  for (const plannedFor of ['2026-11-21', '2028-02-29', '0001-01-01', '9999-12-31', null])
    expect((await plan(plannedFor)).roadmapPost).toEqual({ plannedFor, post })
  await plan('2027-01-31')
  const query = 'query ($id: ID!) { roadmap(by: { id: $id }) { posts { nodes { plannedFor } } } }'
  expect((await calls().ask(query, { id: key.id })).roadmap.posts.nodes).toEqual([
    { plannedFor: '2027-01-31' },
  ])
  expect(
    (await calls().change('scoreRoadmapPost', { ...key, scoring: { reach: 2 } }, PLANNED)).roadmapPost,
  ).toEqual({ plannedFor: '2027-01-31', post })
})

test('records a plan once, and the changes of other posts stay as they are documented', async () => {
  const key = await roadmapWith('Offline')
  const newest = async () =>
    (
      await app.database.pool.query<{ before: object; after: { post: object } }>(
        "select before, after from events where organization_id = $1 and type = 'roadmap_updated' order by id desc limit 1",
        [tenant.organization.id],
      )
    ).rows[0]
  expect(Object.keys((await newest())?.after.post ?? {})).not.toContain('planned_for')
  await calls().change('planRoadmapPost', { ...key, plannedFor: '2026-12-01' })
  const planned = await newest()
  expect(planned).toMatchObject({ after: { post: { planned_for: '2026-12-01' } } })
  expect(Object.keys(planned?.before ?? {})).toEqual(['post'])
  const events = async () =>
    (await app.database.pool.query('select from events where organization_id = $1', [tenant.organization.id]))
      .rowCount
  const before = await events()
  await calls().change('planRoadmapPost', { ...key, plannedFor: '2026-12-01' })
  expect(await events()).toBe(before)
})

test('refuses days that do not exist, posts of no roadmap and other organizations', async () => {
  const key = await roadmapWith('Export')
  for (const plannedFor of [
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2026-11-21T00:00:00Z',
    '21.11.2026',
    7,
  ]) {
    const { status, body } = await app.graphql(
      'mutation ($input: PlanRoadmapPostInput!) { planRoadmapPost(input: $input) { errors { code } } }',
      { input: { ...key, plannedFor } },
      tenant.admin.session,
    )
    expect([plannedFor, status, body.data ?? null]).toEqual([plannedFor, expect.any(Number), null])
    expect(body.errors[0].message).toContain('Date must be a day')
  }
  const elsewhere = postNodeId(await calls().post('Elsewhere'))
  expect(await calls().refuse('planRoadmapPost', { id: key.id, postId: elsewhere })).toMatchObject({
    field: ['postId'],
  })
  const input = { ...key, plannedFor: '2026-12-01' }
  expect(await calls().refuse('planRoadmapPost', input, other.admin.session)).toMatchObject({
    code: 'NOT_FOUND',
  })
  const read = 'query ($id: ID!) { roadmap(by: { id: $id }) { posts { nodes { plannedFor } } } }'
  expect((await run(app, tenant.key, read, { id: key.id })).roadmap.posts.nodes).toEqual([
    { plannedFor: null },
  ])
})
