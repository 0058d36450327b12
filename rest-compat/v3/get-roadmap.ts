import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { presentRoadmap, ROADMAP } from '../shapes/roadmap.ts'

/** GET /api/v3/roadmaps/:id. */
export const getRoadmap = endpoint({
  operation: 'getRoadmap',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        roadmap(by: { databaseId: $id }) {
          ...roadmap
        }
      }
    `,
    [ROADMAP],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Roadmap',
  present: ({ roadmap }) => presentRoadmap(roadmap),
})
