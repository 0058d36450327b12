import { endpoint } from '../endpoint.ts'
import { presentTag, TAG, type TagData } from '../shapes/tag.ts'

/** PUT /api/v3/tags/:id. */
export const updateTag = endpoint<'updateTag', { updateTag: TagData }>({
  operation: 'updateTag',
  document: /* GraphQL */ `
    mutation ($id: ID!, $input: UpdateTagInput!) {
      updateTag(id: $id, input: $input) {
        ...tag
      }
    }
    ${TAG}
  `,
  variables: ({ id, name, color }) => ({ id, input: { name, color } }),
  present: ({ updateTag: tag }) => ({ success: true, tag: presentTag(tag) }),
})
