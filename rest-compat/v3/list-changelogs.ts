import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CHANGELOG, presentChangelog } from '../shapes/changelog.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /api/v3/changelogs. */
export const listChangelogs = endpoint({
  operation: 'listChangelogs',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($filter: ChangelogFilter, $first: Int, $page: Int) {
        changelogs(filter: $filter, first: $first, page: $page) {
          nodes {
            ...changelog
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: (input) => ({
    ...pageVariables(input),
    filter: { status: input.status, locale: input.locale, labelIds: input.label_ids },
  }),
  present: ({ changelogs }) => ({ success: true, changelogs: changelogs.nodes.map(presentChangelog) }),
  hasNext: ({ changelogs }) => changelogs.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
