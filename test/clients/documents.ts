import type { Tenant } from '../support/fixtures/scenario.ts'
import { run } from '../support/clients/operations.ts'
import type { TestApp } from '../support/app.ts'
import type { Json } from '../support/json.ts'

/** Result of an operation. */
export type Data = Json

/** Posts in the order in which they were created. */
export const POSTS = `query Posts($first: Int, $after: String, $last: Int, $before: String) {
  posts(first: $first, after: $after, last: $last, before: $before, orderBy: { field: CREATED_AT, direction: ASC }) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { id title votesCount } }
  }
}`

export const NODE = `query Again($id: ID!) { node(id: $id) { id ... on Post { title } } }`

export const CHANGE = `mutation Change($input: UpdatePostInput!, $vote: CastVoteInput!) {
  updatePost(input: $input) { post { id title } }
  castVote(input: $vote) { post { id votesCount } }
}`

export const DELETE = `mutation Delete($input: DeletePostInput!) { deletePost(input: $input) { deletedPostId } }`

export const TWO_TAGS = `mutation TwoTags {
  first: createTag(input: { name: "Mobile" }) { tag { id name } errors { code } }
  again: createTag(input: { name: "mobile" }) { tag { id } errors { code field } }
}`

/** Events of posts. `post` is the live object, and `snapshot` the past one. */
export const EVENTS = `subscription Events($after: ID) {
  events(after: $after, filter: { types: [POST_CREATED, POST_UPDATED, POST_DELETED] }) {
    id
    type
    ... on PostEvent { post { id title votesCount } snapshot { postId title votesCount } }
  }
}`

export const TITLES = ['one', 'two', 'three', 'four', 'five']

/** Creates a post. Returns its id. */
async function createPost(app: TestApp, tenant: Tenant, title: string): Promise<string> {
  const query = `mutation ($title: String!) { createPost(input: { title: $title }) { post { id } } }`
  return (await run(app, tenant.keyAndAdmin, query, { title })).createPost.post.id as string
}

/** Changes the title of a post, as another person would do it. */
export async function rename(
  app: TestApp,
  tenant: Tenant,
  id: string | undefined,
  title: string,
): Promise<void> {
  const query = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { id } } }`
  await run(app, tenant.keyAndAdmin, query, { input: { id, title } })
}

/** Creates a post of each title. Returns their ids. */
export async function createPosts(app: TestApp, tenant: Tenant, titles = TITLES): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push(await createPost(app, tenant, title))
  return ids
}

/** Titles of a page of posts. */
export const titlesOf = (data: Data): string[] | undefined =>
  data?.posts?.edges.map(({ node }: Data) => node.title as string)
