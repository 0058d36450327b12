import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'

/** POST /api/v3/changelogs/:id/publish. */
export const publishChangelog = endpoint({
  operation: 'publishChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $includePrivate: Boolean) {
        updateChangelog(input: { id: $id, published: true }) {
          changelog {
            ...changelog
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [CHANGELOG, USER_ERROR],
  ),
  variables: ({ id, ...input }) => ({ id: nodeId('chg', id), includePrivate: input['ALLOW-PRIVATE'] }),
  present: ({ updateChangelog: { changelog } }) => presentChangelogAlone(changelog),
})
