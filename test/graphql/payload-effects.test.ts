import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const ask = (query: string, variables: object = {}) => run(app, tenant.keyAndAdmin, query, { ...variables })

const newBucket = async (name: string): Promise<string> =>
  (await ask(`mutation { createBucket(input: { name: "${name}" }) { bucket { id } } }`)).createBucket.bucket
    .id

const newPost = async (input: object): Promise<string> =>
  (
    await ask('mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }', {
      input: { title: 'Counted', ...input },
    })
  ).createPost.post.id

test('a move and a deletion return the bucket that a post left, with its number of posts', async () => {
  const [from, to] = [await newBucket('From'), await newBucket('To')]
  const id = await newPost({ bucketId: from })
  await newPost({ bucketId: to })
  const update = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) {
    post { bucket { id postsCount } } formerBucket { id postsCount } } }`
  expect((await ask(update, { input: { id, bucketId: to } })).updatePost).toMatchObject({
    post: { bucket: { id: to, postsCount: 2 } },
    formerBucket: { id: from, postsCount: 0 },
  })
  expect((await ask(update, { input: { id, title: 'Renamed' } })).updatePost.formerBucket).toBeNull()
  const remove = `mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId bucket { id postsCount } } }`
  expect((await ask(remove, { id })).deletePost).toMatchObject({
    deletedPostId: id,
    bucket: { id: to, postsCount: 1 },
  })
})

test('the deletion of a customer returns the person, who remains anonymous', async () => {
  const { createCustomer } = await ask(
    'mutation { createCustomer(input: { email: "gone@people.example", name: "Ada" }) { customer { id user { id name customer { id } } } } }',
  )
  const { id, user } = createCustomer.customer as { id: string; user: { id: string } }
  expect(user).toMatchObject({ name: 'Ada', customer: { id } })
  const { deleteCustomer } = await ask(
    'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId user { id name email customer { id } } } }',
    { id },
  )
  expect(deleteCustomer).toMatchObject({
    deletedCustomerId: id,
    user: { id: user.id, name: 'Deleted user', email: null, customer: null },
  })
})

test('statuses of posts are named by id, database id or slug, in inputs and in filters', async () => {
  const { statuses } = await ask('{ statuses { id databaseId slug } }')
  const [one, two, three] = statuses as { id: string; databaseId: number; slug: string }[]
  if (!one || !two || !three) throw new Error('there are too few statuses')
  const keys = [{ id: one.id }, { databaseId: two.databaseId }, { slug: three.slug }]
  const bucketId = await newBucket('Staged')
  const ids = [
    await newPost({ bucketId, status: keys[0] }),
    await newPost({ bucketId, status: keys[1] }),
    await newPost({ bucketId, status: keys[2] }),
  ]
  const listed = async (chosen: object[]) => {
    const query =
      'query ($filter: PostFilter) { posts(filter: $filter, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id } totalCount } }'
    const { posts } = await ask(query, { filter: { bucketId, statuses: chosen } })
    expect(posts.totalCount).toBe(posts.nodes.length)
    return posts.nodes.map(({ id }: { id: string }) => id)
  }
  for (const [index, key] of keys.entries()) expect(await listed([key])).toEqual([ids[index]])
  expect(await listed(keys.slice(0, 2))).toEqual(ids.slice(0, 2))
  expect(await listed(keys)).toEqual(ids)
  expect(await listed([{ id: 'sts_2147483000' }])).toEqual([])
  const update =
    'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { status { slug } } errors { code field } } }'
  const moved = await ask(update, { input: { id: ids[0], status: keys[1] } })
  expect(moved.updatePost.post.status.slug).toBe(two.slug)
})
