import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'

type BucketData = {
  id: string
  name: string
  slug: string
  description: string
  private: boolean
  postsCount: number
}

/** GET /api/v3/buckets. */
export const listBuckets = endpoint<'listBuckets', { buckets: PageData<BucketData> }>({
  operation: 'listBuckets',
  cacheable: true,
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      buckets(first: $first, page: $page) {
        nodes {
          id
          name
          slug
          description
          private
          postsCount
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  `,
  variables: pageVariables,
  present: ({ buckets }) => ({
    success: true,
    buckets: buckets.nodes.map(({ id, postsCount, ...bucket }) => ({
      ...bucket,
      id: Number(id),
      post_count: postsCount,
    })),
  }),
  hasNext: ({ buckets }) => buckets.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
