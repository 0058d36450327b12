import { graphql, type ResultOf } from '../../graphql.ts'

/** Sessions of the person, newest first. */
export const SESSIONS = graphql(`
  query Sessions($after: String) {
    sessions(first: 50, after: $after) {
      nodes {
        id
        current
        userAgent
        address
        createdAt
        lastSeenAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** A session as its row shows it. */
export type Session = ResultOf<typeof SESSIONS>['sessions']['nodes'][number]

export const REVOKE_SESSION = graphql(`
  mutation RevokeSession($id: ID!) {
    revokeSession(input: { id: $id }) {
      revokedSessionId
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const REVOKE_OTHERS = graphql(`
  mutation RevokeOtherSessions {
    revokeOtherSessions(input: {}) {
      revokedSessionIds
      errors {
        field
        message
        problem
      }
    }
  }
`)
