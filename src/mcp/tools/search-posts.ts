import { graphql } from '../../lib/graphql-client/graphql.ts'
import { input, list, oneOf, output, text, textOrNull } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

const ORDERS = {
  relevance: { field: 'RELEVANCE', direction: 'DESC' },
  votes: { field: 'VOTES', direction: 'DESC' },
  newest: { field: 'CREATED_AT', direction: 'DESC' },
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
} as const

/** Searches and lists posts. */
export const searchPosts = tool({
  name: 'search_posts',
  title: 'Search posts',
  description:
    'Lists 20 posts a page, those of private boards included. Slugs of statuses and ids of boards and tags are in get_workspace.',
  family: 'posts',
  hints: ['reads'],
  input: input(
    {},
    {
      query: text(),
      statuses: list(text()),
      board: text(),
      tags: list(text()),
      since: text('Created since, ISO 8601.'),
      approval: oneOf(['APPROVED', 'PENDING']),
      sort: oneOf(['relevance', 'votes', 'newest', 'oldest', 'updated']),
      cursor: text(),
    },
  ),
  output: output({ posts: list(post), nextCursor: textOrNull() }),
  document: graphql(
    /* GraphQL */ `
      query ($filter: PostFilter, $orderBy: PostOrder, $after: String) {
        posts(filter: $filter, orderBy: $orderBy, first: 20, after: $after) {
          nodes {
            ...post
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    `,
    [POST],
  ),
  variables: ({ query, statuses, board, tags, since, approval, sort, cursor }) => ({
    after: cursor,
    orderBy: sort && ORDERS[sort],
    filter: {
      search: query || undefined,
      statuses: statuses?.map((slug) => ({ slug })),
      bucketId: board,
      tagIds: tags,
      createdFrom: since,
      approvalStatus: approval,
      includePrivate: true,
    },
  }),
  present: ({ posts: { nodes, pageInfo } }) => ({
    posts: nodes.map((node) => presentPost(node)),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  }),
  fields: { search: 'query', bucketId: 'board', tagIds: 'tags', createdFrom: 'since', after: 'cursor' },
})
