import { graphql, type ResultOf } from '../../graphql.ts'

/** API keys, newest first. */
export const API_KEYS = graphql(`
  query ApiKeys($after: String) {
    apiKeys(first: 50, after: $after) {
      nodes {
        id
        name
        lastFour
        createdAt
        lastUsedAt
        revokedAt
        createdBy {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type ApiKey = ResultOf<typeof API_KEYS>['apiKeys']['nodes'][number]

export const CREATE_API_KEY = graphql(`
  mutation CreateApiKey($name: String!) {
    createApiKey(input: { name: $name }) {
      apiKey {
        id
      }
      secret
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const REVOKE_API_KEY = graphql(`
  mutation RevokeApiKey($id: ID!) {
    revokeApiKey(input: { id: $id }) {
      apiKey {
        id
        revokedAt
      }
      errors {
        message
        field
        problem
      }
    }
  }
`)
