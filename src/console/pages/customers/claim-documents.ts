import { graphql } from '../../graphql.ts'

/** Imported people without an e-mail address. */
export const CLAIMABLE_PEOPLE = graphql(`
  query ClaimablePeople($search: String, $after: String) {
    peopleWithoutEmail(first: 20, after: $after, filter: { search: $search }) {
      nodes {
        id
        name
        posts(first: 1) {
          totalCount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
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
