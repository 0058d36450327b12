import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'

/** GET /api/v3/changelogs/:id. */
export const getChangelog = endpoint({
  operation: 'getChangelog',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        changelog(id: $id) {
          ...changelog
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ changelog }) => presentChangelogAlone(changelog),
})
