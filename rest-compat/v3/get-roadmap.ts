import { endpoint } from '../endpoint.ts'
import { presentRoadmap, ROADMAP, type RoadmapData } from '../shapes/roadmap.ts'

/** GET /api/v3/roadmaps/:id. */
export const getRoadmap = endpoint<'getRoadmap', { roadmap: RoadmapData }>({
  operation: 'getRoadmap',
  cacheable: true,
  document: /* GraphQL */ `
    query ($id: ID!) {
      roadmap(id: $id) {
        ...roadmap
      }
    }
    ${ROADMAP}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ roadmap }) => presentRoadmap(roadmap),
})
