import { afterAll, beforeAll, expect, test } from 'vitest'
import { changed, followEvents } from '../support/clients/follow-events.ts'
import { addressIn, invitationsAt } from '../support/clients/invitations.ts'
import { run } from '../support/clients/operations.ts'
import { PASSWORD } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { asAdmin, change, close, eventsOf, newPost } = {} as Awaited<ReturnType<typeof followEvents>>

beforeAll(async () => {
  ;({ asAdmin, change, close, eventsOf, newPost } = await followEvents(app, tenant))
})
afterAll(() => close())

test('changelog entries that are deleted', async () => {
  const created = await asAdmin('mutation { createChangelog(input: { title: "News" }) { changelog { id } } }')
  const { id } = created.createChangelog.changelog
  const { events } = await eventsOf(change('deleteChangelog', { id }, 'deletedChangelogId'))
  expect(events).toEqual([
    { type: 'CHANGELOG_DELETED', changelog: null, changelogSnapshot: { title: 'News' }, changes: [] },
  ])
})

test('buckets', async () => {
  const { data, events } = await eventsOf(change('createBucket', { name: 'Ideas' }, 'bucket { id }'))
  const { id } = data.createBucket.bucket
  const event = {
    type: 'BUCKET_UPDATED',
    bucket: { name: 'Ideas' },
    bucketSnapshot: { name: 'Ideas', private: false },
  }
  expect(events).toEqual([{ ...event, changes: [changed('created', false, true)] }])
  const updated = await eventsOf(
    change('updateBucket', { id, name: 'Ideas', private: true }, 'bucket { id }'),
  )
  const hidden = { name: 'Ideas', private: true }
  expect(updated.events).toEqual([
    { ...event, bucketSnapshot: hidden, changes: [changed('private', false, true)] },
  ])
  expect((await eventsOf(change('updateBucket', { id, name: 'Ideas' }, 'bucket { id }'))).events).toEqual([])
  const deleted = await eventsOf(change('deleteBucket', { id }, 'deletedBucketId'))
  expect(deleted.events).toEqual([
    { ...event, bucket: null, bucketSnapshot: hidden, changes: [changed('deleted', false, true)] },
  ])
})

test('roadmaps and their posts', async () => {
  const { data, events } = await eventsOf(change('createRoadmap', { title: 'Plan' }, 'roadmap { id }'))
  const { id } = data.createRoadmap.roadmap
  const event = { type: 'ROADMAP_UPDATED', roadmap: { title: 'Plan' }, roadmapSnapshot: { title: 'Plan' } }
  expect(events).toEqual([{ ...event, changes: [changed('created', false, true)] }])
  const [one, two] = [await newPost('One'), await newPost('Two')]
  const unscored = { reach: null, impact: null, confidence: null, effort: null, ease: null }
  const steps: [name: string, input: object, from: object | null, to: object | null][] = [
    ['addRoadmapPost', { postId: `post_${one}` }, null, { id: one, ...unscored, previous_id: null }],
    [
      'addRoadmapPost',
      { postId: `post_${two}`, scoring: { reach: 2 } },
      null,
      { id: two, ...unscored, reach: 2, previous_id: one },
    ],
    [
      'scoreRoadmapPost',
      { postId: `post_${one}`, scoring: { ease: 3 } },
      { id: one, ...unscored },
      { id: one, ...unscored, ease: 3 },
    ],
    [
      'moveRoadmapPost',
      { postId: `post_${two}`, position: { beforePostId: `post_${one}` } },
      { id: two, previous_id: one },
      { id: two, previous_id: null },
    ],
    ['removeRoadmapPost', { postId: `post_${one}` }, { id: one, ...unscored, ease: 3 }, null],
  ]
  for (const [name, input, from, to] of steps) {
    const run = change(name, { id, ...input }, 'roadmap { id }')
    expect((await eventsOf(run)).events).toEqual([{ ...event, changes: [changed('post', from, to)] }])
    if (name !== 'addRoadmapPost' || to === null) continue
    // The second time, nothing changes.
    expect((await eventsOf(run)).events).toEqual([])
  }
  const renamed = await eventsOf(change('updateRoadmap', { id, title: 'Way' }, 'roadmap { id }'))
  expect(renamed.events).toMatchObject([
    { roadmapSnapshot: { title: 'Way' }, changes: [changed('title', 'Plan', 'Way')] },
  ])
  expect((await eventsOf(change('updateRoadmap', { id, title: 'Way' }, 'roadmap { id }'))).events).toEqual([])
  const deleted = await eventsOf(change('deleteRoadmap', { id }, 'deletedRoadmapId'))
  expect(deleted.events).toMatchObject([{ roadmap: null, changes: [changed('deleted', false, true)] }])
})

test('team members', async () => {
  const input = { email: 'mia@team.example', name: 'Mia', role: 'COLLABORATOR' }
  const { data, events } = await eventsOf(change('addTeamMember', input, 'teamMember { id }'))
  const { id } = data.addTeamMember.teamMember
  const memberSnapshot = { name: 'Mia', role: 'COLLABORATOR' }
  const event = { type: 'MEMBER_ADDED', member: { role: 'COLLABORATOR' }, memberSnapshot, changes: [] }
  expect(events).toEqual([event])
  const removed = await eventsOf(change('removeTeamMember', { id }, 'removedTeamMemberId'))
  expect(removed.events).toEqual([{ ...event, type: 'MEMBER_REMOVED', member: null }])
})

test('people who join the team by an invitation, unless they are in it', async () => {
  const { accept, invite } = invitationsAt(app)
  const join = async (email: string) => {
    const { token } = await invite(tenant, email, 'CSM')
    return eventsOf(() => accept(token, { password: PASSWORD, name: 'Ann' }))
  }
  const { events, actors } = await join(addressIn(tenant, 'ann'))
  expect(events).toEqual([
    {
      type: 'MEMBER_ADDED',
      member: { role: 'CSM' },
      memberSnapshot: { name: 'Ann', role: 'CSM' },
      changes: [],
    },
  ])
  expect(actors).toEqual([{ kind: 'USER', user: { databaseId: expect.any(Number) as number } }])
  const added = addressIn(tenant, 'added')
  await asAdmin(
    'mutation ($email: EmailAddress!) { addTeamMember(input: { email: $email, role: MEMBER }) { teamMember { id } } }',
    {
      email: added,
    },
  )
  expect((await join(added)).events).toEqual([])
})

test('customers', async () => {
  const input = { email: 'ann@people.example', name: 'Ann' }
  const { data, events } = await eventsOf(change('createCustomer', input, 'customer { id databaseId }'))
  const { id, databaseId } = data.createCustomer.customer
  const customerSnapshot = { databaseId, name: 'Ann', email: 'ann@people.example' }
  const event = { type: 'CUSTOMER_CREATED', customer: { name: 'Ann' }, customerSnapshot, changes: [] }
  expect(events).toEqual([event])
  const update = (fields: object) =>
    change('updateCustomer', { customer: { id }, ...fields }, 'customer { id }')
  expect((await eventsOf(update({ labels: ['vip'], name: 'Ann' }))).events).toEqual([
    { ...event, type: 'CUSTOMER_UPDATED', changes: [changed('labels', [], ['vip'])] },
  ])
  expect((await eventsOf(update({ labels: ['vip'] }))).events).toEqual([])
  const entries = [{ email: 'ann@people.example', starred: true }, { email: 'ben@people.example' }]
  const imported = await eventsOf(change('importCustomers', { entries }, 'customers { id }'))
  expect(imported.events.map(({ type, changes }) => [type, changes])).toEqual([
    ['CUSTOMER_UPDATED', [changed('starred', false, true)]],
    ['CUSTOMER_CREATED', []],
  ])
  expect((await eventsOf(change('importCustomers', { entries }, 'customers { id }'))).events).toEqual([])
  const deleted = await eventsOf(change('deleteCustomer', { id }, 'deletedCustomerId'))
  expect(deleted.events).toEqual([
    {
      type: 'CUSTOMER_DELETED',
      customer: null,
      customerSnapshot: { databaseId, name: 'Deleted user', email: null },
      changes: [],
    },
  ])
  const { rows } = await app.database.pool.query(
    "select * from events where type like 'customer%' and subject_id = $1 order by id",
    [databaseId],
  )
  expect(rows).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/Ann|ann@|vip/)
  expect(rows.map(({ after }: { after: object | null }) => after && Object.keys(after))).toEqual([
    null,
    ['labels'],
    ['starred'],
    null,
  ])
})

test('customers who are created implicitly', async () => {
  const person = { email: 'new@people.example', name: 'New' }
  const submit = change('createPost', { title: 'For them', submitter: person }, 'post { id }')
  const types = (events: { type: string }[]) => events.map(({ type }) => type)
  expect(types((await eventsOf(submit)).events)).toEqual(['CUSTOMER_CREATED', 'POST_CREATED'])
  expect(types((await eventsOf(submit)).events)).toEqual(['POST_CREATED'])
})

test('customers whom an SSO token creates or changes, by themselves', async () => {
  const see = async (claims: object) =>
    run(app, await tenant.sso({ email: 'sam@people.example', ...claims }), '{ viewer { actor { id } } }')
  const recorded = async (claims: object) => {
    const { events, actors } = await eventsOf(() => see(claims))
    return events.map(({ type, changes, customerSnapshot }, index) => {
      expect(actors[index]).toEqual({ kind: 'USER', user: { databaseId: customerSnapshot.databaseId } })
      return [type, changes]
    })
  }
  expect(await recorded({ name: 'Sam' })).toEqual([])
  expect(await recorded({ name: 'Sam', add_as_customer: true })).toEqual([['CUSTOMER_CREATED', []]])
  expect(await recorded({ name: 'Sam', add_as_customer: true })).toEqual([])
  expect(await recorded({ name: 'Samuel' })).toEqual([
    ['CUSTOMER_UPDATED', [changed('name', 'Sam', 'Samuel')]],
  ])
})
