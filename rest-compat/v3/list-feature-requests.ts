import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { dayBounds, pageVariables } from '../shapes/list.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/feature_requests. */
export const listFeatureRequests = endpoint({
  operation: 'listFeatureRequests',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($filter: PostFilter, $sort: PostSort, $includePrivate: Boolean, $first: Int, $offset: Int) {
        posts(filter: $filter, sort: $sort, includePrivate: $includePrivate, first: $first, offset: $offset) {
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
    sort: input.sort && upperCase(input.sort),
    includePrivate: input['ALLOW-PRIVATE'],
    filter: {
      search: input.q,
      bucketId: input.bucket_id,
      approvalStatus: input.approval_status,
      submitterEmails: input.submitter_emails,
      interactorEmails: input.interactor_emails,
      tagIds: input.tag_ids,
      statuses: input.states,
      ...dayBounds(input),
    },
  }),
  present: ({ posts }) => ({ success: true, feature_requests: posts.nodes.map(presentPost) }),
  hasNext: ({ posts }) => posts.pageInfo.hasNextPage,
  fields: {
    search: 'q',
    statuses: 'states',
    createdFrom: 'from_date',
    createdBefore: 'to_date',
    first: 'per_page',
  },
})

const upperCase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>
