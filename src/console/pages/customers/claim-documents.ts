import { graphql } from '../../graphql.ts'

/** People whom the newest imports know without an e-mail address. */
export const CLAIMABLE_PEOPLE = graphql(`
  query ClaimablePeople {
    importRuns(first: 5) {
      nodes {
        id
        sourceName
        peopleWithoutEmail(first: 100) {
          nodes {
            id
            name
          }
        }
      }
    }
  }
`)

/** Customers, who can receive contributions. */
export const RECEIVERS = graphql(`
  query ClaimReceivers($search: String) {
    customers(first: 20, filter: { search: $search }) {
      nodes {
        id
        name
        email
        user {
          id
        }
      }
    }
  }
`)

export const CLAIM_PERSON = graphql(`
  mutation ClaimPerson($fromId: ID!, $intoId: ID!) {
    claimPerson(input: { fromId: $fromId, intoId: $intoId }) {
      claimedUserId
      user {
        id
        name
      }
      counts {
        posts
        votes
        comments
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
