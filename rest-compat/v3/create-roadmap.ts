import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { USER_ERROR } from '../payload.ts'
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
