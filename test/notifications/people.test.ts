import { beforeEach, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { planned, setStatus } = notifying(app, tenant)
const { merge, vote } = merging(app, tenant)
const people = ['ada', 'bob', 'cem', 'dot', 'eve'] as const
let as: Awaited<ReturnType<typeof customers<(typeof people)[number]>>>
let id: string

/** A post of ada that bob and cem vote for, and dot votes against. */
beforeEach(async () => {
  as = await customers(app, tenant, ...people)
  id = await submit(app, as.ada, 'Dark mode')
  await vote(as.bob, id)
  await vote(as.cem, id)
  await vote(as.dot, id, 'DOWN')
  await planned()
})

const idOf = async (name: string) =>
  `usr_${(await app.database.pool.query<{ id: number }>('select id from users where name = $1', [name])).rows[0]?.id}`

test('a new status reaches the submitter, followers and up-voters, each once, and not its cause', async () => {
  await run(app, as.eve, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
    id: postId(id),
  })
  await run(app, as.bob, 'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }', {
    id: postId(id),
  })
  await setStatus(id, 'planned')
  expect(await planned()).toEqual(['ada', 'bob', 'cem', 'eve'].map((name) => `${name}: post_status_changed`))
  await vote(tenant.admin.session, id)
  await setStatus(id, 'completed')
  expect(await planned()).not.toContain(expect.stringContaining('admin'))
})

test('a status that has returned is no notification, and five changes are one notification', async () => {
  await setStatus(id, 'planned')
  await setStatus(id, 'submitted')
  expect(await planned()).toEqual([])
  for (const status of ['planned', 'in_progress', 'planned', 'completed', 'in_progress'])
    await setStatus(id, status)
  expect(await planned()).toEqual(['ada', 'bob', 'cem'].map((name) => `${name}: post_status_changed`))
})

test('comments reach followers, and answers everybody who waits', async () => {
  const comment = await createComment(app, as.eve, id, 'Me too')
  expect(await planned()).toEqual(['ada: comment_added'])
  await createComment(app, as.ada, id, 'Thanks', { parentId: comment })
  expect(await planned()).toEqual(['eve: comment_reply comment_added'])
  await createComment(app, tenant.keyAndAdmin, id, 'We work on it', { official: true })
  expect(await planned()).toEqual(['ada', 'bob', 'cem', 'eve'].map((name) => `${name}: post_answered`))
})

test('a mention reaches a person, an internal one only the team', async () => {
  const mentionIds = [await idOf('eve')]
  await createComment(app, tenant.keyAndAdmin, id, 'What do you think?', { mentionIds })
  expect(await planned()).toEqual(['ada: comment_added', 'eve: mention'])
  await createComment(app, tenant.keyAndAdmin, id, 'Secret', { mentionIds, internal: true })
  expect(await planned()).toEqual([])
  const input = { id: postId(id), pinned: true, comment: { body: 'Pinned', mentionIds } }
  await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { errors { message } } }',
    { input },
  )
  expect(await planned()).toEqual(['ada: comment_added', 'eve: mention'])
})

test('a merge reaches those who waited for the merged post once, also with a change of the other', async () => {
  const other = await submit(app, as.eve, 'Night mode')
  await vote(as.dot, other)
  await planned()
  await setStatus(other, 'planned')
  await merge(id, other)
  await setStatus(id, 'planned')
  expect(await planned()).toEqual([
    'ada: post_status_changed',
    'bob: post_status_changed',
    'cem: post_status_changed',
    // Dot has voted against the remaining post, and eve has submitted the merged one and follows both.
    'eve: post_merged post_status_changed',
  ])
})

test('a change and its answer are one notification, and neither is stored without the other', async () => {
  const update =
    'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { commentsCount status { slug } } comment { official pinned } } }'
  const input = { id: postId(id), status: { slug: 'planned' }, comment: { body: 'In May', official: true } }
  const { updatePost } = await run(app, tenant.keyAndAdmin, update, { input })
  expect(updatePost).toMatchObject({
    post: { commentsCount: 1, status: { slug: 'planned' } },
    comment: { official: true, pinned: true },
  })
  expect(await planned()).toEqual(
    ['ada', 'bob', 'cem'].map((name) => `${name}: post_status_changed post_answered`),
  )
  const empty = { ...input, status: { slug: 'closed' }, comment: { body: ' ' } }
  expect(await refusal(app, tenant.keyAndAdmin, update, { input: empty })).toMatchObject({
    field: ['comment', 'body'],
  })
  expect(
    await refusal(app, as.ada, update, { input: { id: postId(id), comment: { body: 'Mine' } } }),
  ).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await planned()).toEqual([])
})

test('thousands of people are planned in batches, also if one of them is the cause', async () => {
  await app.database.pool.query(
    `with person as (
       insert into users (organization_id, email, name, labels)
       select $1, 'many-' || n || '@people.example', 'many', '{}' from generate_series(1, 2100) n returning organization_id, id)
     insert into votes (organization_id, post_id, user_id) select organization_id, $2, id from person`,
    [tenant.organization.id, id],
  )
  await vote(tenant.admin.session, id)
  await setStatus(id, 'planned')
  expect((await planned()).filter((line) => line.startsWith('many'))).toHaveLength(2_100)
})
