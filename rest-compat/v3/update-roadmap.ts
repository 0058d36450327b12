import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentRoadmap, ROADMAP } from '../shapes/roadmap.ts'
import { toRoadmapInput } from '../shapes/roadmap-input.ts'

/** PUT and PATCH /api/v3/roadmaps/:id. */
export const updateRoadmap = endpoint({
  operation: 'updateRoadmap',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateRoadmapInput!) {
        updateRoadmap(input: $input) {
          roadmap {
            ...roadmap
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [ROADMAP, USER_ERROR],
  ),
  variables: ({ id, title, ...input }) => ({
    input: { ...toRoadmapInput(input), id: nodeId('rdm', id), title },
  }),
  present: ({ updateRoadmap: { roadmap } }) => presentRoadmap(roadmap),
})
