import { graphql } from '../../graphql.ts'

/** People whom a new status or an answer reaches, and those whom the last changes have reached. */
export const POST_REACH = graphql(`
  query PostReach($id: ID!) {
    postReach(by: { id: $id }) {
      audience
      notified {
        at
        people
        mailed
        waiting
        failed
        bounced
      }
    }
  }
`)

/** Changes a post with the answer that explains it, both or neither. */
export const ANSWER_POST = graphql(`
  mutation AnswerPost($input: UpdatePostInput!) {
    updatePost(input: $input) {
      post {
        id
        commentsCount
        status {
          id
          name
          color
        }
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
