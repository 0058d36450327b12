import { beforeAll, expect, test } from 'vitest'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { emails, mergeCalls, type MergeCalls } from '../support/fixtures/merge-calls.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { call, merge, unmerge, vote, comment, statesOf, lively, expectConsistent } = {} as MergeCalls

beforeAll(() => {
  ;({ call, merge, unmerge, vote, comment, statesOf, lively, expectConsistent } = mergeCalls(app, tenant))
})

test('one of several concurrent merges of a post succeeds, and its unmerge restores everything', async () => {
  const [child = 0, ...parents] = await lively('twice', 4)
  const before = await statesOf(child, ...parents)
  const tries = await Promise.all(parents.map((parent) => merge(parent, child)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const undone = await Promise.all([unmerge(child), unmerge(child)])
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await statesOf(child, ...parents)).toEqual(before)
})

test('votes cast during merges and unmerges count once, on the post that accepted them', async () => {
  const [parent = 0, child = 0] = await lively('voted', 2)
  const people = emails('during', 8)
  for (const email of people.slice(0, 4)) await vote(child, email)
  const before = await statesOf(parent, child)
  for (let round = 0; round < 4; round++) {
    const [merged, ...votes] = await Promise.all([
      merge(parent, child),
      ...people.map((email) => vote(child, email, round % 2 ? 'up' : 'down')),
      ...people.map((email) => vote(parent, email)),
    ])
    expect(merged.status).toBe(200)
    expect(new Set(votes.map(({ status }) => status)).difference(new Set([201, 422]))).toEqual(new Set())
    await expectConsistent()
    const removal = (email: string) =>
      call('DELETE', 'votes_on_behalf', { feature_request_id: parent, by_email: email })
    const [undone, ...removed] = await Promise.all([
      unmerge(child),
      ...people.map((email) => (round % 2 ? removal(email) : vote(parent, email, 'down'))),
    ])
    expect([undone.status, ...removed.map(({ status }) => status)].every((status) => status < 300)).toBe(true)
    await expectConsistent()
  }
  const { rows } = await app.database.pool.query(
    'select post_id, user_id from votes where post_id = any($1) group by 1, 2 having count(*) > 1',
    [[parent, child]],
  )
  expect(rows).toEqual([])
  expect((await statesOf(parent, child)).merges).toEqual(before.merges)
})

test('comments and replies written during an unmerge stay with their thread', async () => {
  const [parent = 0, child = 0] = await lively('written', 2)
  for (let round = 0; round < 4; round++) {
    const { body } = await comment(child)
    expect((await merge(parent, child)).status).toBe(200)
    const [undone, ...written] = await Promise.all([
      unmerge(child),
      ...Array.from({ length: 4 }, () => comment(parent, body.comment.id)),
      ...Array.from({ length: 4 }, () => comment(parent)),
    ])
    expect(undone.status).toBe(200)
    const { comments } = await statesOf(parent, child)
    for (const { status, body: answer } of written) {
      // A reply is refused once its thread has left the post.
      if (status === 422)
        expect(answer.errors).toEqual({ parent_id: ['is not a comment on this feature request'] })
      else {
        const stored = comments.find(({ id }) => id === answer.comment.id)
        expect(stored?.postId).toBe(answer.comment.parent_id === null ? parent : child)
      }
    }
    await expectConsistent()
  }
})

test('an unmerge that waits for a merge into the same parent counts the votes of both', async () => {
  const [parent = 0, first = 0, second = 0] = await lively('waiting', 3)
  const before = await statesOf(parent, first, second)
  // Only these posts have votes of these people, so that the vote on the second fills that of the first.
  for (const email of emails('both', 2)) for (const id of [first, second]) await vote(id, email)
  const voted = await statesOf(parent, first, second)
  await merge(parent, first)
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('select from posts where id = $1 for update', [second])
  const merged = merge(parent, second)
  await waitForLock(app)
  const undone = unmerge(first)
  await waitForLock(app, 2)
  await client.query('commit')
  client.release()
  expect([(await merged).status, (await undone).status]).toEqual([200, 200])
  await expectConsistent()
  expect((await unmerge(second)).status).toBe(200)
  const after = await statesOf(parent, first, second)
  expect(after).toEqual(voted)
  expect(after.votes).toHaveLength(before.votes.length + 4)
})
