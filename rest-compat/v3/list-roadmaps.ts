import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'
import { presentRoadmap, ROADMAP, type RoadmapData } from '../shapes/roadmap.ts'

/** GET /api/v3/roadmaps. */
export const listRoadmaps = endpoint<'listRoadmaps', { roadmaps: PageData<RoadmapData> }>({
  operation: 'listRoadmaps',
  cacheable: true,
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      roadmaps(first: $first, page: $page) {
        nodes {
          ...roadmap
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${ROADMAP}
  `,
  variables: pageVariables,
  present: ({ roadmaps }) => ({ success: true, roadmaps: roadmaps.nodes.map(presentRoadmap) }),
  hasNext: ({ roadmaps }) => roadmaps.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
