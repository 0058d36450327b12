import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'

/** GET /api/v3/changelogs/:id. */
export const getChangelog = endpoint({
  operation: 'getChangelog',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $includePrivate: Boolean) {
        changelog(by: { databaseId: $id }) {
          ...changelog
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: ({ id, ...input }) => ({ id: databaseId(id), includePrivate: input['ALLOW-PRIVATE'] }),
  object: 'Changelog',
  present: ({ changelog }) => presentChangelogAlone(changelog),
})
