import { endpoint } from '../endpoint.ts'
import { presentTag, TAG, type TagData } from '../shapes/tag.ts'

/** GET /api/v3/tags/:id. */
export const getTag = endpoint<'getTag', { tag: TagData }>({
  operation: 'getTag',
  cacheable: true,
  document: /* GraphQL */ `
    query ($id: ID!) {
      tag(id: $id) {
        ...tag
      }
    }
    ${TAG}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ tag }) => ({ success: true, tag: presentTag(tag) }),
})
