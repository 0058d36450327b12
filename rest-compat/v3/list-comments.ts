import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'
import { dayBounds, pageVariables } from '../shapes/list.ts'

/** GET /api/v3/comments. */
export const listComments = endpoint({
  operation: 'listComments',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($filter: CommentFilter, $first: Int, $offset: Int) {
        comments(filter: $filter, first: $first, offset: $offset) {
          nodes {
            ...comment
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [COMMENT],
  ),
  variables: (input) => ({
    ...pageVariables(input),
    filter: {
      search: input.q,
      includePrivate: input['ALLOW-PRIVATE'],
      postId: input.feature_request_id == null ? undefined : nodeId('post', input.feature_request_id),
      ...dayBounds(input),
    },
  }),
  present: ({ comments }) => ({ success: true, comments: comments.nodes.map(presentComment) }),
  hasNext: ({ comments }) => comments.pageInfo.hasNextPage,
  fields: { 'filter.search': 'q', createdFrom: 'from_date', createdTo: 'to_date', first: 'per_page' },
})
