import { expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { SYSTEM } from '../../src/events/actor.ts'
import { updatePost } from '../../src/modules/posts/update-post.ts'
import { randomOf } from '../../src/seed/random.ts'
import { run } from '../support/clients/operations.ts'
import { connect, subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { storm, type Storm } from '../support/fixtures/storm.ts'
import { useApp, useTenant } from '../support/use.ts'
import type { Json } from '../support/json.ts'

const app = useApp()
const tenant = useTenant(app)

const COUNTS = 'votesCount downvotesCount commentsCount'
const FIELDS = `title approvalStatus hidden pinned ${COUNTS} bucket { slug } status { slug } tags { name }`
const FOLLOW = `subscription { events { id type
  ... on PostEvent { snapshot { postId mergedIntoId ${FIELDS} } mergeParent { postId ${COUNTS} } }
  ... on VoteEvent { postSnapshot { postId } votesCount downvotesCount }
  ... on CommentEvent { snapshot { commentsCount post { postId } } } } }`
const LIST = `query ($after: String, $hidden: Boolean) {
  posts(filter: { includePrivate: true, hidden: $hidden }, first: 100, after: $after) {
    nodes { id ${FIELDS} } pageInfo { hasNextPage endCursor } } }`

type LiveList = Map<string, Json>

/** Changes a list as a client does that has only the events. */
function apply(list: LiveList, event: Json): void {
  const merge = (id: string, change: object) => {
    const post = list.get(id)
    if (post) list.set(id, { ...post, ...change })
  }
  if (event.type.startsWith('VOTE')) {
    const { postSnapshot, votesCount, downvotesCount } = event
    return merge(postSnapshot.postId, { votesCount, downvotesCount })
  }
  if (event.type.startsWith('COMMENT'))
    return merge(event.snapshot.post.postId, { commentsCount: event.snapshot.commentsCount })
  if (!event.type.startsWith('POST')) return
  const { postId, mergedIntoId, ...post } = event.snapshot
  if (event.mergeParent) {
    const { postId: parentId, ...counts } = event.mergeParent
    merge(parentId, counts)
  }
  if (event.type === 'POST_DELETED' || mergedIntoId !== null) list.delete(postId)
  else list.set(postId, post)
}

async function listed(): Promise<LiveList> {
  const list: LiveList = new Map()
  for (const hidden of [false, true])
    for (let after: string | null = null, more = true; more;) {
      const { posts } = await run(app, tenant.key, LIST, { after, hidden })
      for (const { id, ...post } of posts.nodes) list.set(id, post)
      ;({ hasNextPage: more, endCursor: after } = posts.pageInfo)
    }
  return list
}

const sorted = (list: LiveList) =>
  Object.fromEntries([...list].sort(([one], [other]) => (one < other ? -1 : 1)))

test.each([1, 2, 3])(
  'a list that follows events equals the list queried after a storm, seed %i',
  async (seed) => {
    const client = await connect(app, tenant.keyAndAdmin)
    await subscriptionsOpen(app, 0)
    client.subscribe('1', FOLLOW)
    await subscriptionsOpen(app, 1)
    const list = await listed()
    const operations: Storm = await storm(app, tenant, randomOf(seed))
    await operations.run(200, 6)
    const last = await operations.createPost()
    const events = () => client.results('1').map(({ data }) => data.events)
    expect(await until(() => events().some(({ snapshot }) => snapshot?.postId === last))).toBe(true)
    for (const event of events()) apply(list, event)
    expect(sorted(list)).toEqual(sorted(await listed()))
    expect(events().length).toBeGreaterThan(100)
    client.socket.close()
  },
)

test('events of one post are in the order of its changes, whichever transaction began first', async () => {
  const operations = await storm(app, tenant, randomOf(9))
  const id = await operations.createPost()
  const postId = Number(id.replace('post_', ''))
  const rename = (tx: Parameters<Parameters<typeof inTransaction>[1]>[0], title: string) =>
    updatePost(tx, tenant.organization.id, postId, { actor: SYSTEM, title })
  await inTransaction(app.database.kysely, async (tx) => {
    // Has an older transaction id than the update that it follows.
    await tx.updateTable('users').set({ name: 'First' }).where('id', '=', tenant.admin.id).execute()
    await inTransaction(app.database.kysely, (other) => rename(other, 'Second'))
    await rename(tx, 'Third')
  })
  const events = await app.database.kysely
    .selectFrom('events')
    .select('after')
    .where('postId', '=', postId)
    .where('type', '=', 'post_updated')
    .orderBy('id')
    .execute()
  expect(events.map(({ after }) => (after as { title: string }).title)).toEqual(['Second', 'Third'])
})
