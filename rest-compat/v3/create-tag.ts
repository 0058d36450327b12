import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** POST /api/v3/tags. */
export const createTag = endpoint({
  operation: 'createTag',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateTagInput!) {
        createTag(input: $input) {
          ...tag
        }
      }
    `,
    [TAG],
  ),
  variables: ({ name, color }) => ({ input: { name, color } }),
  present: ({ createTag: tag }) => ({ success: true, tag: presentTag(tag) }),
})
