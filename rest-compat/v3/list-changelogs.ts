import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { CHANGELOG, presentChangelog } from '../shapes/changelog.ts'
import { pageVariables } from '../shapes/list.ts'
import { localeName } from '../shapes/locale.ts'

/** GET /api/v3/changelogs. */
export const listChangelogs = endpoint({
  operation: 'listChangelogs',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($filter: ChangelogFilter, $first: Int, $offset: Int, $includePrivate: Boolean) {
        changelogs(filter: $filter, first: $first, offset: $offset) {
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
    includePrivate: input['ALLOW-PRIVATE'],
    filter: {
      search: input.q,
      state: stateName(input.status),
      locale: localeName(input.locale),
      labelIds: input.label_ids?.map((id) => nodeId('lbl', id)),
    },
  }),
  present: ({ changelogs }) => ({ success: true, changelogs: changelogs.nodes.map(presentChangelog) }),
  hasNext: ({ changelogs }) => changelogs.pageInfo.hasNextPage,
  fields: { first: 'per_page', 'filter.search': 'q', 'filter.labelIds': 'label_ids' },
})

type Status = 'published' | 'draft' | 'scheduled' | 'all'

const stateName = (status: Status | undefined) =>
  status === undefined || status === 'all' ? undefined : (status.toUpperCase() as Uppercase<typeof status>)
