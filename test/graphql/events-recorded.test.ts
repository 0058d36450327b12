import { beforeAll, expect, test } from 'vitest'
import { toPostRow } from '../../src/modules/posts/post-snapshot.ts'
import { MERGE, UNMERGE } from '../support/fixtures/merging.ts'
import { run } from '../support/clients/operations.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import {
  CREATE_POST,
  ofPost,
  postRecording,
  recordedBy,
  contentOf,
  withNodeIds,
} from '../support/contract/recorded-events.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { asTeam, post, bucket, status, tag, update, stored } = {} as ReturnType<typeof postRecording>

beforeAll(() => {
  ;({ asTeam, post, bucket, status, tag, update, stored } = postRecording(app, tenant))
})

test('records a created post in one statement, with the stored row as the snapshot', async () => {
  await post('Prepares the statements')
  app.statements.length = 0
  const [event, ...others] = await recordedBy(app, () => post('Dark mode'))
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'post_created', before: null, after: null })
  expect(event?.organizationId).toBe(tenant.organization.id)
  const snapshot = toPostRow(event?.snapshot ?? {})
  expect(snapshot).toEqual(await stored(event?.subjectId ?? 0))
  expect(event?.snapshot).not.toHaveProperty('submitter')
  expect(app.statements.filter((text) => text.includes('into "events"'))).toHaveLength(1)
})

test('records a post created in a status of kind completed as created and then as completed', async () => {
  const done = await status({ name: 'Live', kind: 'COMPLETED' })
  const [b, a] = [await tag('beta'), await tag('alpha')]
  const input = withNodeIds({ title: 'Done', status: { id: `sts_${done}` }, tagIds: [b, a] })
  const events = await recordedBy(app, () => asTeam(CREATE_POST, { input }))
  expect(events.map(({ type }) => type)).toEqual(['post_created', 'post_completed'])
  for (const { subjectId, before, after, snapshot } of events) {
    expect([before, after]).toEqual([null, null])
    expect(toPostRow(snapshot)).toEqual(await stored(subjectId))
  }
})

test('records only the changed fields of an update', async () => {
  const id = await post('Old')
  const [reworded, ...none] = await update(id, { title: 'New', description: '<b>Bold</b>', pinned: false })
  expect(none).toEqual([])
  expect(contentOf(reworded ? [reworded] : [])).toEqual([
    ofPost(
      id,
      'post_updated',
      { title: 'Old', description: '', description_html: '' },
      { title: 'New', description: 'Bold', description_html: '<b>Bold</b>' },
    ),
  ])
  expect(toPostRow(reworded?.snapshot ?? {})).toEqual(await stored(id))
  const decisions = { hidden: true, pinned: true, approvalStatus: 'PENDING' }
  expect(contentOf(await update(id, decisions))).toEqual([
    ofPost(
      id,
      'post_updated',
      { hidden: false, pinned: false, approval_status: 'approved' },
      { hidden: true, pinned: true, approval_status: 'pending' },
    ),
  ])
})

test('records bucket, tags and status in the form of the webhook body', async () => {
  const id = await post('Moves')
  const ideas = await bucket({ name: 'Ideas' })
  const [red, green] = [await tag('red'), await tag('green')]
  await update(id, { tagIds: [red] })
  const input = { bucketId: ideas, tagIds: [red, green], status: { slug: 'planned' } }
  const events = await update(id, input)
  const facts = (id: string, name: string) => ({ id: Number(id), name, color: '#112233' })
  const first = (await stored(await post('On the first board'))).bucket
  expect(contentOf(events)).toEqual([
    ofPost(
      id,
      'post_updated',
      {
        bucket: { id: first.id, slug: first.slug, display_name: first.name },
        tags: [facts(red, 'red')],
        status: { label: 'Submitted', value: 'submitted' },
      },
      {
        bucket: { id: Number(ideas), slug: 'ideas', display_name: 'Ideas' },
        tags: [facts(green, 'green'), facts(red, 'red')],
        status: { label: 'Planned', value: 'planned' },
      },
    ),
  ])
  expect(toPostRow(events[0]?.snapshot ?? {})).toEqual(await stored(id))
})

test('records a completion when the status becomes one of that kind, not on a change within it', async () => {
  const id = await post('Nearly done')
  const shipped = await status({ name: 'Shipped', kind: 'COMPLETED' })
  const changes = [
    { status: { label: 'Submitted', value: 'submitted' } },
    { status: { label: 'Completed', value: 'completed' } },
  ] as const
  expect(contentOf(await update(id, { status: { slug: 'completed' } }))).toEqual([
    ofPost(id, 'post_updated', ...changes),
    ofPost(id, 'post_completed', ...changes),
  ])
  const moves = [
    await update(id, { status: { id: `sts_${shipped}` } }),
    await update(id, { status: { slug: 'closed' } }),
  ]
  expect(moves.flat().map(({ type }) => type)).toEqual(['post_updated', 'post_updated'])
})

test("records that a customer's changed text awaits approval", async () => {
  const bucketId = await bucket({ name: 'Moderated', requiresModeration: true })
  const { ben } = await customers(app, tenant, 'ben')
  const created = await run(app, ben, CREATE_POST, { input: withNodeIds({ title: 'Mine', bucketId }) })
  const mine = String(created.createPost.post.databaseId)
  await update(mine, { approvalStatus: 'APPROVED' })
  expect(contentOf(await update(mine, { title: 'Changed' }, ben))).toEqual([
    ofPost(
      mine,
      'post_updated',
      { title: 'Mine', approval_status: 'approved' },
      { title: 'Changed', approval_status: 'pending' },
    ),
  ])
})

test('records a merge as an update and a merge of each child, and its end likewise, with the resulting counts', async () => {
  const [parent, one, other] = [await post('Parent'), await post('One'), await post('Other')]
  const [alone, merged] = [{ merged_into_id: null }, { merged_into_id: Number(parent) }]
  const merge = await recordedBy(app, () =>
    asTeam(MERGE, { id: postId(parent), postIds: [other, one].map(postId) }),
  )
  expect(contentOf(merge)).toEqual([
    ofPost(other, 'post_updated', alone, merged),
    ofPost(other, 'post_merged', alone, merged),
    ofPost(one, 'post_updated', alone, merged),
    ofPost(one, 'post_merged', alone, merged),
  ])
  expect(toPostRow(merge[2]?.snapshot ?? {})).toEqual(await stored(one))
  const unmerge = await recordedBy(app, () => asTeam(UNMERGE, { id: postId(one) }))
  expect(contentOf(unmerge)).toEqual([
    ofPost(one, 'post_updated', merged, alone),
    ofPost(one, 'post_unmerged', merged, alone),
  ])
  expect(toPostRow(unmerge[0]?.snapshot ?? {})).toEqual(await stored(one))
})
