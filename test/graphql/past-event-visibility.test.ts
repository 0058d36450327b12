import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allEvents } from '../support/clients/event-pages.ts'
import { run } from '../support/clients/operations.ts'
import { openSource, past } from '../support/contract/subscription-sources.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { merging } from '../support/fixtures/merging.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const FIELDS = `id type
  ... on PostEvent { snapshot { title description preview mergedIntoId } mergeParent { postId votesCount } }
  ... on CommentEvent { comment: snapshot { body } } ... on VoteEvent { postSnapshot { title } }`
const OF_BUCKET = `subscription ($id: ID!, $after: ID) { bucketEvents(bucketId: $id, after: $after) { ${FIELDS} } }`
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Event { ${FIELDS} } } }`
const COMMENT =
  'mutation ($id: ID!, $body: String!) { createComment(input: { postId: $id, body: $body }) { comment { id } } }'

const app = useApp()
const tenant = useTenant(app)
let ada: Headers
let open: string
let secret: string
let start: string
let { asTeam, update } = {} as ReturnType<typeof postRecording>

beforeAll(async () => {
  const recording = postRecording(app, tenant)
  ;({ asTeam, update } = recording)
  open = await recording.bucket({ name: 'Open' })
  secret = await recording.bucket({ name: 'Secret', private: true })
  ;({ ada } = await customers(app, tenant, 'ada'))
})

beforeEach(async () => {
  const { events } = await run(app, tenant.key, '{ events(last: 1) { nodes { id } } }')
  start = events.nodes[0].id
})

async function post(title: string, bucketId = open): Promise<string> {
  const { createPost } = await asTeam(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { databaseId } } }',
    { input: { title, description: `About ${title}`, bucketId: `bkt_${bucketId}` } },
  )
  return String(createPost.post.databaseId)
}

async function comment(id: string, body: string): Promise<string> {
  return (await asTeam(COMMENT, { id: postId(id), body })).createComment.comment.id
}

/** The events since the start of the test that a caller can replay. They are those that are found by id. */
async function seenBy(headers: Headers) {
  const all = await allEvents(app, tenant.key)
  const replayed = await past(await openSource(app, headers, OF_BUCKET, { id: `bkt_${open}`, after: start }))
  const ids = all.map(({ id }) => id)
  const { nodes } = await run(app, headers, NODES, { ids: ids.slice(ids.indexOf(start) + 1) })
  expect(nodes.filter(Boolean)).toEqual(expect.arrayContaining(replayed))
  return nodes.filter((event: unknown) => event !== null) as { type: string }[]
}

const typesSeen = async () => (await seenBy(ada)).map(({ type }) => type)

describe('past events outside the team', () => {
  test('exclude a post from when it is private or waits for approval', async () => {
    for (const change of [{ bucketId: secret }, { approvalStatus: 'PENDING' }]) {
      const id = await post('Leaked')
      await comment(id, 'Leaked')
      expect(await typesSeen()).toEqual(['POST_CREATED', 'COMMENT_CREATED'])
      await update(id, change)
      expect(await seenBy(ada)).toEqual([])
      expect(JSON.stringify(await seenBy(tenant.key))).toContain('Leaked')
    }
  })

  test('exclude the private time of a post that is public now', async () => {
    const id = await post('Draft', secret)
    await update(id, { title: 'Final', bucketId: open })
    const seen = await seenBy(ada)
    expect(seen).toMatchObject([{ type: 'POST_UPDATED', snapshot: { title: 'Final' } }])
  })

  test('of a deleted post are its deletion, without the text', async () => {
    const id = await post('Mistake')
    await comment(id, 'Discussed')
    await asTeam('mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
      id: postId(id),
    })
    expect(await seenBy(ada)).toMatchObject([
      { type: 'POST_DELETED', snapshot: { title: 'Mistake', description: '', preview: '' } },
    ])
    const deletion = (await seenBy(tenant.key)).at(-1)
    expect(deletion).toMatchObject({ type: 'POST_DELETED', snapshot: { description: 'About Mistake' } })
  })

  test('of a deleted or internal comment have no text', async () => {
    const id = await post('Discussed')
    const gone = await comment(id, 'My phone number')
    const kept = await comment(id, 'Not for customers')
    await asTeam('mutation ($id: ID!) { deleteComment(input: { id: $id }) { deletedCommentId } }', {
      id: gone,
    })
    await asTeam(
      'mutation ($id: ID!) { updateComment(input: { id: $id, internal: true }) { comment { id } } }',
      { id: kept },
    )
    const seen = await seenBy(ada)
    expect(seen.map(({ type }) => type)).toEqual(['POST_CREATED', 'COMMENT_DELETED'])
    expect(JSON.stringify(seen)).not.toMatch(/phone|Not for/)
  })

  test('do not name a private post that another was merged into', async () => {
    const { merge } = merging(app, tenant)
    const child = await post('Child')
    const parent = await post('Parent', secret)
    await merge(parent, child)
    const merged = (events: { type: string }[]) => events.find(({ type }) => type === 'POST_MERGED')
    expect(merged(await seenBy(ada))).toMatchObject({ mergeParent: null, snapshot: { mergedIntoId: null } })
    const named = { mergeParent: { postId: postId(parent) }, snapshot: { mergedIntoId: postId(parent) } }
    expect(merged(await seenBy(tenant.key))).toMatchObject(named)
    const visible = await post('Visible')
    const other = await post('Other')
    await merge(visible, other)
    const last = (await seenBy(ada)).findLast(({ type }) => type === 'POST_MERGED')
    expect(last).toMatchObject({ mergeParent: { postId: postId(visible) } })
  })
})
