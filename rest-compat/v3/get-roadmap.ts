import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentRoadmap, ROADMAP } from '../shapes/roadmap.ts'

/** GET /api/v3/roadmaps/:id. */
export const getRoadmap = endpoint({
  operation: 'getRoadmap',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        roadmap(id: $id) {
          ...roadmap
        }
      }
    `,
    [ROADMAP],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ roadmap }) => presentRoadmap(roadmap),
})
