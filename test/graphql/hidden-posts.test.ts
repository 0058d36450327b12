import { expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const READ = `query ($id: ID!, $slug: String!) {
  post(by: { id: $id }) { title } bySlug: post(by: { slug: $slug }) { title } node(id: $id) { id }
}`
const FOLLOW =
  'subscription ($bucket: ID!) { bucketEvents(bucketId: $bucket) { type ... on PostEvent { snapshot { slug } } ... on VoteEvent { postSnapshot { slug } } } }'
const WRITES = [
  'mutation ($id: ID!) { castVote(input: { id: $id }) { post { id } } }',
  'mutation ($id: ID!) { subscribeToPost(input: { id: $id }) { post { id } } }',
  'mutation ($id: ID!) { updatePost(input: { id: $id, title: "Changed" }) { post { id } } }',
  'mutation ($id: ID!) { createComment(input: { postId: $id, body: "Seen" }) { comment { id } } }',
]

test('a hidden post exists for the team and the key alone, and no entry lists it', async () => {
  const { ann, ben } = await customers(app, tenant, 'ann', 'ben')
  const id = `post_${await submit(app, ann, 'Abuse of a person')}`
  const { admin, key } = tenant
  const { createChangelog } = await run(
    app,
    admin.session,
    `mutation { createChangelog(input: { title: "Done", published: true, postIds: ["${id}"] }) { changelog { id posts { title } } } }`,
  )
  expect(createChangelog.changelog.posts).toHaveLength(1)
  const { buckets } = await run(app, key, '{ buckets { nodes { id } } }')
  const stream = await readEvents(app, FOLLOW, ann, { bucket: buckets.nodes[0].id })
  await run(
    app,
    admin.session,
    `mutation { updatePost(input: { id: "${id}", hidden: true }) { post { id } } }`,
  )
  await run(app, admin.session, WRITES[0] ?? '', { id })
  const slug = 'abuse-of-a-person'
  await submit(app, key, 'Later')
  const received = await stream.received(1)
  stream.close()
  expect(received.map(({ data }) => data)).toEqual([
    { data: { bucketEvents: { type: 'POST_CREATED', snapshot: { slug: 'later' } } } },
  ])
  const number = id.slice('post_'.length)
  const entry = `{ changelog(by: { id: "${createChangelog.changelog.id}" }) { posts { title } } }`
  for (const headers of [ann, ben, { ...key, ...ann }]) {
    expect(await run(app, headers, READ, { id, slug })).toEqual({ post: null, bySlug: null, node: null })
    for (const write of WRITES)
      expect(await refusal(app, headers, write, { id })).toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|UNPROCESSABLE/),
      })
    const follow = `subscription { postEvents(postId: "${id}") { id } }`
    const { text } = await app.graphql(follow, {}, { ...headers, Accept: 'text/event-stream' })
    expect(text).toContain('NOT_FOUND')
    expect((await run(app, headers, entry)).changelog.posts).toEqual([])
  }
  for (const headers of [key, admin.session]) {
    expect((await run(app, headers, READ, { id, slug })).post.title).toBe('Abuse of a person')
    expect((await run(app, headers, entry)).changelog.posts).toEqual([])
  }
  const statusFor = async (headers: typeof key) =>
    (await app.call('GET', `/api/v3/feature_requests/${number}`, { headers })).status
  expect(await Promise.all([statusFor(key), statusFor({ ...key, ...ben })])).toEqual([200, 404])
})
