import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'
import { upperCase } from '../shapes/upper-case.ts'

/** POST /api/v3/comments. */
export const createComment = endpoint({
  operation: 'createComment',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateCommentInput!) {
        createComment(input: $input) {
          comment {
            ...comment
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [COMMENT, USER_ERROR],
  ),
  variables: (input) => ({
    input: {
      postId: nodeId('post', input.feature_request_id),
      body: input.comment,
      parentId: input.parent_id == null ? input.parent_id : nodeId('cmt', input.parent_id),
      internal: input.internal,
      pinned: input.pinned,
      approvalStatus: upperCase(input.approval_status),
    },
  }),
  present: ({ createComment: { comment } }) => ({ success: true, comment: presentComment(comment) }),
  fields: { postId: 'feature_request_id', body: 'comment' },
})
