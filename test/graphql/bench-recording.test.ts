import { expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createPost } from '../../src/modules/posts/create-post.ts'
import { updatePost } from '../../src/modules/posts/update-post.ts'
import { castVote } from '../../src/modules/votes/cast-vote.ts'
import { SYSTEM } from '../../src/events/actor.ts'
import { withoutRecording } from '../bench/without-recording.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test('the writes of the benchmark without recording store everything but events', async () => {
  const { organization, admin } = tenant
  const db = app.database.kysely
  const silent = withoutRecording(db)
  const events = async () =>
    (await db.selectFrom('events').selectAll().where('organizationId', '=', organization.id).execute()).length
  const before = await events()
  const input = { title: 'Silent', submitterId: admin.id, actor: SYSTEM, privateBuckets: true }
  const { id } = await inTransaction(silent, (tx) => createPost(tx, organization.id, input))
  await inTransaction(silent, (tx) => updatePost(tx, organization.id, id, { actor: SYSTEM, title: 'Still' }))
  await inTransaction(silent, (tx) => updatePost(tx, organization.id, id, { actor: SYSTEM, tagIds: [] }))
  const vote = { postId: id, userId: admin.id, direction: 'down', actor: SYSTEM } as const
  await inTransaction(silent, (tx) => castVote(tx, organization.id, vote))
  expect(await events()).toBe(before)
  const stored = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ title: 'Still', votesCount: 0, downvotesCount: 1 })
  await inTransaction(db, (tx) => updatePost(tx, organization.id, id, { actor: SYSTEM, title: 'Recorded' }))
  expect(await events()).toBe(before + 1)
})
