import { graphql, type ResultOf } from '../../graphql.ts'
import { POST_ROW } from './post-documents.ts'

export const MERGE_POSTS = graphql(
  `
    mutation MergePosts($id: ID!, $postIds: [ID!]!) {
      mergePosts(input: { id: $id, postIds: $postIds }) {
        post {
          id
          ...PostRow
          mergedPosts(first: 30, includePrivate: true) {
            nodes {
              id
              title
              votesCount
            }
            pageInfo {
              hasNextPage
            }
          }
        }
        errors {
          message
        }
      }
    }
  `,
  [POST_ROW],
)

export const UNMERGE_POST = graphql(
  `
    mutation UnmergePost($id: ID!) {
      unmergePost(input: { id: $id }) {
        post {
          id
          ...PostRow
        }
        formerParent {
          id
          ...PostRow
          mergedPosts(first: 30, includePrivate: true) {
            nodes {
              id
              title
              votesCount
            }
            pageInfo {
              hasNextPage
            }
          }
        }
        errors {
          message
        }
      }
    }
  `,
  [POST_ROW],
)

/** All posts that were merged into a post. */
export const MERGED_POSTS = graphql(`
  query MergedPosts($id: ID!, $after: String) {
    post(by: { id: $id }) {
      id
      mergedPosts(first: 50, after: $after, includePrivate: true) {
        nodes {
          id
          title
          votesCount
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** Posts that may be duplicates of a post. */
export const DUPLICATES = graphql(
  `
    query PostDuplicates($id: ID!) {
      duplicateCandidates(postId: $id, first: 5) {
        score
        post {
          id
          ...PostRow
        }
      }
    }
  `,
  [POST_ROW],
)

/** A post that may be a duplicate of another one. */
export type Candidate = ResultOf<typeof DUPLICATES>['duplicateCandidates'][number]

/** Posts that contain words, to merge into one of them. */
export const MERGE_SEARCH = graphql(
  `
    query MergeSearch($search: String!) {
      posts(
        first: 8
        filter: { search: $search, includePrivate: true }
        orderBy: { field: RELEVANCE, direction: DESC }
      ) {
        nodes {
          id
          ...PostRow
        }
      }
    }
  `,
  [POST_ROW],
)

export const DISMISS_DUPLICATE = graphql(`
  mutation DismissDuplicate($id: ID!, $duplicateId: ID!) {
    dismissDuplicate(input: { id: $id, duplicateId: $duplicateId }) {
      dismissedPostId
      errors {
        message
      }
    }
  }
`)
