import { graphql } from '../../graphql.ts'

/** People of the team. */
export const TEAM = graphql(`
  query ActorsOfTeam($after: String) {
    teamMembers(first: 100, after: $after) {
      nodes {
        id
        user {
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

/** API keys, which only admins read. */
export const KEYS = graphql(`
  query ActorKeys($after: String) {
    apiKeys(first: 100, after: $after) {
      nodes {
        id
        name
        lastFour
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** Installed apps, which only admins read. */
export const INSTALLS = graphql(`
  query ActorInstalls($after: String) {
    installs(first: 100, after: $after) {
      nodes {
        id
        app {
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
