import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'
import { presentTag, TAG, type TagData } from '../shapes/tag.ts'

/** GET /api/v3/tags. */
export const listTags = endpoint<'listTags', { tags: PageData<TagData> }>({
  operation: 'listTags',
  cacheable: true,
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      tags(first: $first, page: $page) {
        nodes {
          ...tag
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${TAG}
  `,
  variables: pageVariables,
  present: ({ tags }) => ({ success: true, tags: tags.nodes.map(presentTag) }),
  hasNext: ({ tags }) => tags.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
