import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** POST /api/v3/tags. */
export const createTag = endpoint({
  operation: 'createTag',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateTagInput!) {
        createTag(input: $input) {
          tag {
            ...tag
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [TAG, USER_ERROR],
  ),
  variables: ({ name, color }) => ({ input: { name, color } }),
  present: ({ createTag: { tag } }) => ({ success: true, tag: presentTag(tag) }),
})
