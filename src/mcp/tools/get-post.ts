import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { flag, input, list, oneOf, output, text, textOrNull } from '../schemas.ts'
import { comment, COMMENT, presentComment } from '../shapes/comment.ts'
import { ALONE, post, POST, presentPost } from '../shapes/post.ts'
import { composedTool } from '../tool.ts'

const WITH_MERGES = graphql(
  /* GraphQL */ `
    fragment withMerges on Post {
      ...post
      mergedInto {
        id
      }
      mergedPosts(first: 20, includePrivate: true) {
        nodes {
          id
        }
      }
    }
  `,
  [POST],
)

const VOTERS = graphql(/* GraphQL */ `
  fragment voters on Post {
    voters(first: 20) {
      nodes {
        direction
        user {
          name
        }
      }
    }
  }
`)

const COMMENTS = graphql(
  /* GraphQL */ `
    fragment comments on CommentConnection {
      nodes {
        ...comment
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  `,
  [COMMENT],
)

// A field below a condition needs its scope nevertheless, so each combination is a document.
const ALONE_DOCUMENT = graphql(
  /* GraphQL */ `
    query ($id: ID!) {
      post(by: { id: $id }) {
        ...withMerges
      }
    }
  `,
  [WITH_MERGES],
)

const VOTERS_DOCUMENT = graphql(
  /* GraphQL */ `
    query ($id: ID!) {
      post(by: { id: $id }) {
        ...withMerges
        ...voters
      }
    }
  `,
  [WITH_MERGES, VOTERS],
)

const COMMENTS_DOCUMENT = graphql(
  /* GraphQL */ `
    query ($id: ID!, $after: String) {
      post(by: { id: $id }) {
        ...withMerges
      }
      comments(filter: { postId: $id, includePrivate: true }, first: 20, after: $after) {
        ...comments
      }
    }
  `,
  [WITH_MERGES, COMMENTS],
)

const WHOLE_DOCUMENT = graphql(
  /* GraphQL */ `
    query ($id: ID!, $after: String) {
      post(by: { id: $id }) {
        ...withMerges
        ...voters
      }
      comments(filter: { postId: $id, includePrivate: true }, first: 20, after: $after) {
        ...comments
      }
    }
  `,
  [WITH_MERGES, VOTERS, COMMENTS],
)

/** Reads a post. */
export const getPost = composedTool({
  name: 'get_post',
  title: 'Get a post',
  description:
    'Reads a post with up to 10,000 characters, and if asked 20 comments a page or the last 20 voters.',
  family: 'posts',
  hints: ['reads'],
  input: input({ id: text() }, { comments: flag(), voters: flag(), cursor: text() }),
  output: output(
    { post, merged_posts: list(text()), merged_into: textOrNull() },
    {
      comments: list(comment),
      nextCursor: textOrNull(),
      voters: list(output({ name: text(), direction: oneOf(['UP', 'DOWN']) })),
    },
  ),
  documents: (args) => [documentOf(args)],
  async run({ id, comments, voters, cursor: after }, call) {
    if (comments && voters) {
      const found = await call(WHOLE_DOCUMENT, { id, after }, 'Post')
      return { ...present(found.post), ...presentVoters(found.post), ...presentComments(found.comments) }
    }
    if (comments) {
      const found = await call(COMMENTS_DOCUMENT, { id, after }, 'Post')
      return { ...present(found.post), ...presentComments(found.comments) }
    }
    if (!voters) return present((await call(ALONE_DOCUMENT, { id }, 'Post')).post)
    const found = await call(VOTERS_DOCUMENT, { id }, 'Post')
    return { ...present(found.post), ...presentVoters(found.post) }
  },
  fields: { after: 'cursor' },
})

function documentOf({ comments, voters }: { comments?: boolean | undefined; voters?: boolean | undefined }) {
  if (comments) return voters ? WHOLE_DOCUMENT : COMMENTS_DOCUMENT
  return voters ? VOTERS_DOCUMENT : ALONE_DOCUMENT
}

function present(found: ResultOf<typeof WITH_MERGES> | null) {
  const known = found as ResultOf<typeof WITH_MERGES>
  return {
    post: presentPost(known, ALONE),
    merged_posts: known.mergedPosts.nodes.map(({ id }) => String(id)),
    merged_into: known.mergedInto && String(known.mergedInto.id),
  }
}

const presentVoters = (found: ResultOf<typeof VOTERS> | null) => ({
  voters: (found?.voters?.nodes ?? []).map(({ direction, user }) => ({ name: user.name, direction })),
})

const presentComments = ({ nodes, pageInfo }: ResultOf<typeof COMMENTS>) => ({
  comments: nodes.map((node) => presentComment(node)),
  nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})
