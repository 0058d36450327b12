import { graphql, type ResultOf } from '../../graphql.ts'

export const DELETE_CUSTOMER = graphql(`
  mutation DeleteCustomer($id: ID!) {
    deleteCustomer(input: { id: $id }) {
      deletedCustomerId
      erasure {
        accountDeleted
        subscriptions
        sessions
        invitations
        events
        importEntries
        identifiers
        files
        exports
        keptFiles
        mentions
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export type Erasure = NonNullable<NonNullable<ResultOf<typeof DELETE_CUSTOMER>['deleteCustomer']>['erasure']>

/** Texts that contain the address of a person who was erased. */
export const MENTIONS = graphql(`
  query Mentions($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
      ... on Post {
        id
        title
      }
      ... on Comment {
        id
        post {
          id
          title
        }
      }
      ... on Changelog {
        id
        title
      }
    }
  }
`)
