import { containing, invalidParam } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId, nodeIds } from '../../src/lib/graphql-client/node-id.ts'
import { upperCase } from '../shapes/upper-case.ts'
import { dayBounds, pageVariables } from '../shapes/list.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** Orders of a list by their REST names. */
const ORDERS = {
  relevance: { field: 'RELEVANCE', direction: 'DESC' },
  top: { field: 'VOTES', direction: 'DESC' },
  latest_created_at: { field: 'CREATED_AT', direction: 'DESC' },
  oldest_created_at: { field: 'CREATED_AT', direction: 'ASC' },
  latest_updated_at: { field: 'UPDATED_AT', direction: 'DESC' },
  oldest_updated_at: { field: 'UPDATED_AT', direction: 'ASC' },
} as const

/** GET /api/v3/feature_requests. */
export const listFeatureRequests = endpoint({
  operation: 'listFeatureRequests',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($filter: PostFilter, $orderBy: PostOrder, $first: Int, $offset: Int, $isByStatus: Boolean!) {
        statuses @include(if: $isByStatus) {
          slug
          name
        }
        posts(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
          nodes {
            ...post
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [POST],
  ),
  variables: (input) => ({
    ...pageVariables(input),
    orderBy: input.sort && ORDERS[input.sort],
    isByStatus: (input.states?.length ?? 0) > 0,
    filter: {
      search: input.q,
      bucketId: input.bucket_id === undefined ? undefined : nodeId('bkt', input.bucket_id),
      approvalStatus: upperCase(input.approval_status),
      submitterEmails: input.submitter_emails,
      interactorEmails: input.interactor_emails,
      tagIds: nodeIds('tag', input.tag_ids),
      statuses: input.states?.map((slug) => ({ slug })),
      includePrivate: input['ALLOW-PRIVATE'],
      ...dayBounds(input),
    },
  }),
  present: ({ posts, statuses }, { states }) => {
    assertStatuses(statuses ?? [], states ?? [])
    return { success: true, feature_requests: posts.nodes.map(presentPost) }
  },
  hasNext: ({ posts }) => posts.pageInfo.hasNextPage,
  fields: {
    search: 'q',
    orderBy: 'sort',
    statuses: 'states',
    createdFrom: 'from_date',
    createdTo: 'to_date',
    first: 'per_page',
  },
})

/** Throws unless each text is the slug or the name of a status, because the filter of GraphQL ignores others. */
function assertStatuses(statuses: readonly { slug: string; name: string }[], texts: readonly string[]): void {
  const existing = new Set(statuses.flatMap(({ slug, name }) => [slug, name.toLowerCase()]))
  const unknown = texts.find((text) => !existing.has(text) && !existing.has(text.toLowerCase()))
  if (unknown !== undefined)
    throw invalidParam(
      'states',
      'is not a status of this organization',
      containing(unknown, 'is not a status'),
    )
}
