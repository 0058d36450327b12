import { endpoint } from '../endpoint.ts'
import { COMMENT, presentComment, type CommentData } from '../shapes/comment.ts'
import { dayBounds, pageVariables, type PageData } from '../shapes/list.ts'

/** GET /api/v3/comments. */
export const listComments = endpoint<'listComments', { comments: PageData<CommentData> }>({
  operation: 'listComments',
  cacheable: true,
  document: /* GraphQL */ `
    query ($filter: CommentFilter, $first: Int, $page: Int) {
      comments(filter: $filter, first: $first, page: $page) {
        nodes {
          ...comment
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${COMMENT}
  `,
  variables: (input) => ({
    ...pageVariables(input),
    filter: { postId: input.feature_request_id, ...dayBounds(input) },
  }),
  present: ({ comments }) => ({ success: true, comments: comments.nodes.map(presentComment) }),
  hasNext: ({ comments }) => comments.pageInfo.hasNextPage,
  fields: { createdFrom: 'from_date', createdBefore: 'to_date', first: 'per_page' },
})
