import { endpoint } from '../endpoint.ts'
import { presentTag, TAG, type TagData } from '../shapes/tag.ts'

/** POST /api/v3/tags. */
export const createTag = endpoint<'createTag', { createTag: TagData }>({
  operation: 'createTag',
  document: /* GraphQL */ `
    mutation ($input: CreateTagInput!) {
      createTag(input: $input) {
        ...tag
      }
    }
    ${TAG}
  `,
  variables: ({ name, color }) => ({ input: { name, color } }),
  present: ({ createTag: tag }) => ({ success: true, tag: presentTag(tag) }),
})
