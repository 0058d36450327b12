import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentRoadmap, ROADMAP } from '../shapes/roadmap.ts'

/** GET /api/v3/roadmaps. */
export const listRoadmaps = endpoint({
  operation: 'listRoadmaps',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        roadmaps(first: $first, offset: $offset) {
          nodes {
            ...roadmap
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [ROADMAP],
  ),
  variables: pageVariables,
  present: ({ roadmaps }) => ({ success: true, roadmaps: roadmaps.nodes.map(presentRoadmap) }),
  hasNext: ({ roadmaps }) => roadmaps.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
