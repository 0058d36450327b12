import { graphql, type ResultOf } from '../../graphql.ts'

/** Addresses that receive no mail, newest first. */
export const SUPPRESSIONS = graphql(`
  query MailSuppressions($filter: MailSuppressionFilter, $after: String) {
    mailSuppressions(first: 5, after: $after, filter: $filter) {
      nodes {
        id
        email
        reason
        detail
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Suppression = ResultOf<typeof SUPPRESSIONS>['mailSuppressions']['nodes'][number]

export const REMOVE_SUPPRESSION = graphql(`
  mutation RemoveMailSuppression($id: ID!) {
    removeMailSuppression(input: { id: $id }) {
      removedMailSuppressionId
      errors {
        field
        message
        problem
      }
    }
  }
`)
