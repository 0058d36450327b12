import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Finds the post of a path. */
export const POST_ID = graphql(/* GraphQL */ `
  query ($slug: String!) {
    post(by: { slug: $slug }) {
      id
      votesCount
    }
  }
`)

export const CAST_VOTE = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      castVote(input: { id: $id }) {
        post {
          votesCount
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const REMOVE_VOTE = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      removeVote(input: { id: $id }) {
        post {
          votesCount
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const CREATE_COMMENT = graphql(
  /* GraphQL */ `
    mutation ($postId: ID!, $body: String!, $parentId: ID) {
      createComment(input: { postId: $postId, body: $body, parentId: $parentId }) {
        comment {
          databaseId
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Reads the post that its submitter changes. */
export const OWN_POST = graphql(/* GraphQL */ `
  query ($slug: String!) {
    post(by: { slug: $slug }) {
      id
      description
    }
  }
`)

export const UPDATE_POST = graphql(
  /* GraphQL */ `
    mutation ($id: ID!, $title: String!, $description: String, $ifUnchangedSince: DateTime) {
      updatePost(
        input: { id: $id, title: $title, description: $description, ifUnchangedSince: $ifUnchangedSince }
      ) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const UPDATE_COMMENT = graphql(
  /* GraphQL */ `
    mutation ($id: ID!, $body: String!) {
      updateComment(input: { id: $id, body: $body }) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const DELETE_COMMENT = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      deleteComment(input: { id: $id }) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const UPDATE_PROFILE = graphql(
  /* GraphQL */ `
    mutation ($name: String!, $avatarUrl: URL, $locale: Locale) {
      updateProfile(input: { name: $name, avatarUrl: $avatarUrl, locale: $locale }) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const SUBSCRIBE = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      subscribeToPost(input: { id: $id }) {
        post {
          id
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const UNSUBSCRIBE = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      unsubscribeFromPost(input: { id: $id }) {
        post {
          id
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

export const CREATE_POST = graphql(
  /* GraphQL */ `
    mutation ($title: String!, $description: String!, $bucketId: ID) {
      createPost(input: { title: $title, description: $description, bucketId: $bucketId }) {
        post {
          slug
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Exports the data of the person who runs it. */
export const EXPORT_OWN_DATA = graphql(
  /* GraphQL */ `
    mutation {
      exportPerson(input: {}) {
        exportRun {
          id
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)
