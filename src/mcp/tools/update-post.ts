import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { flag, input, list, oneOf, output, text, UNCHANGED_SINCE } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

/** Changes a post. */
export const updatePost = tool({
  name: 'update_post',
  title: 'Update a post',
  description:
    'Changes the given fields of a post. A new status is mailed to the people who wait for the post.',
  family: 'posts',
  hints: ['repeatable', 'open-world'],
  input: input(
    { id: text() },
    {
      title: text(),
      text: text(),
      board: text(),
      tags: list(text(), 'Ids, replacing all.'),
      status: text('Slug.'),
      approval: oneOf(['APPROVED', 'PENDING']),
      hidden: flag(),
      pinned: flag(),
      unchanged_since: UNCHANGED_SINCE,
    },
  ),
  output: output({ post }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdatePostInput!) {
        updatePost(input: $input) {
          post {
            ...post
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [POST, USER_ERROR],
  ),
  variables: ({ text: body, board, tags, status, approval, unchanged_since, ...rest }) => ({
    input: {
      ...rest,
      description: body === undefined ? undefined : typedText(body),
      bucketId: board,
      tagIds: tags,
      status: status === undefined ? undefined : { slug: status },
      approvalStatus: approval,
      ifUnchangedSince: unchanged_since,
    },
  }),
  present: ({ updatePost: { post: updated } }) => ({ post: presentPost(updated) }),
  fields: {
    description: 'text',
    bucketId: 'board',
    tagIds: 'tags',
    'status.slug': 'status',
    approvalStatus: 'approval',
    ifUnchangedSince: 'unchanged_since',
  },
})
