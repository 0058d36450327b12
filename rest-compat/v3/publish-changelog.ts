import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'

/** POST /api/v3/changelogs/:id/publish. */
export const publishChangelog = endpoint({
  operation: 'publishChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        publishChangelog(id: $id) {
          ...changelog
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ publishChangelog }) => presentChangelogAlone(publishChangelog),
})
