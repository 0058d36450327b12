import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { COMMENT } from '../parts/comments.ts'

/** Reads a post with a page of its comments. */
export const POST = graphql(
  /* GraphQL */ `
    query ($slug: String!, $isSignedIn: Boolean!, $first: Int, $after: String, $last: Int, $before: String) {
      post(by: { slug: $slug }) {
        slug
        title
        preview
        approvalStatus
        viewerVote
        viewerSubscribed
        mergedInto {
          slug
        }
        description @include(if: $isSignedIn)
        descriptionHtml
        votesCount
        commentsCount
        createdAt
        updatedAt
        status {
          name
          color
        }
        bucket {
          slug
          name
        }
        tags {
          name
          color
        }
        submitter {
          databaseId
          name
          avatarUrl
          role
        }
        changelogs(first: 5) {
          nodes {
            slug
            title
            locale
            publishedAt
          }
        }
        answer {
          databaseId
          bodyHtml
          createdAt
          author {
            databaseId
            name
            avatarUrl
            role
          }
        }
        comments(first: $first, after: $after, last: $last, before: $before) {
          nodes {
            ...PortalComment
          }
          pageInfo {
            hasNextPage
            hasPreviousPage
            startCursor
            endCursor
          }
        }
      }
    }
  `,
  [COMMENT],
)

/** Finds the post into which the post of an address was merged. */
export const SURVIVING = graphql(/* GraphQL */ `
  query ($slug: String!) {
    survivingPost(slug: $slug) {
      slug
    }
  }
`)

/** The post of a page. */
export type Post = NonNullable<ResultOf<typeof POST>['post']>
