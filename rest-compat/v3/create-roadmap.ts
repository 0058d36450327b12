import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentRoadmap, ROADMAP } from '../shapes/roadmap.ts'
import { toRoadmapInput } from '../shapes/roadmap-input.ts'

/** POST /api/v3/roadmaps. */
export const createRoadmap = endpoint({
  operation: 'createRoadmap',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateRoadmapInput!) {
        createRoadmap(input: $input) {
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
  variables: ({ title, ...input }) => ({ input: { ...toRoadmapInput(input), title } }),
  present: ({ createRoadmap: { roadmap } }) => presentRoadmap(roadmap),
})
