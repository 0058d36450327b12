import { graphql, type ResultOf } from '../../graphql.ts'

export const POST_VOTERS = graphql(`
  query PostVoters($id: ID!, $after: String) {
    post(by: { id: $id }) {
      id
      voters(first: 50, after: $after) {
        nodes {
          id
          direction
          createdAt
          user {
            id
            name
            email
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

export const POST_FOLLOWERS = graphql(`
  query PostFollowers($id: ID!, $after: String) {
    post(by: { id: $id }) {
      id
      subscribers(first: 50, after: $after) {
        nodes {
          id
          createdAt
          user {
            id
            name
            email
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

export const CAST_VOTE = graphql(`
  mutation CastVote($id: ID!, $person: PersonInput) {
    castVote(input: { id: $id, onBehalfOf: $person }) {
      post {
        id
        votesCount
        downvotesCount
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const REMOVE_VOTE = graphql(`
  mutation RemoveVote($id: ID!, $person: PersonInput) {
    removeVote(input: { id: $id, onBehalfOf: $person }) {
      post {
        id
        votesCount
        downvotesCount
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const ADD_FOLLOWER = graphql(`
  mutation AddFollower($id: ID!, $person: PersonInput) {
    subscribeToPost(input: { id: $id, subscriber: $person }) {
      post {
        id
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

/** The last events of a post. */
export const POST_HISTORY = graphql(`
  query PostHistory($id: ID!, $last: Int!) {
    post(by: { id: $id }) {
      id
      events(last: $last) {
        nodes {
          __typename
          id
          type
          createdAt
          actor {
            kind
            user {
              id
              name
            }
            install {
              id
              app {
                name
              }
            }
          }
          changes {
            field
            from
            to
          }
        }
        pageInfo {
          hasPreviousPage
        }
      }
    }
  }
`)

export type HistoryEvent = NonNullable<
  NonNullable<ResultOf<typeof POST_HISTORY>['post']>['events']
>['nodes'][number]
