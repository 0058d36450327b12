import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'
import { localeName } from '../shapes/locale.ts'
import { POST_IDS_ALIAS, postIds } from '../shapes/post-ids.ts'
import { toTimestamp } from '../shapes/to-timestamp.ts'

/** PUT and PATCH /api/v3/changelogs/:id. */
export const updateChangelog = endpoint({
  operation: 'updateChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateChangelogInput!, $includePrivate: Boolean) {
        updateChangelog(input: $input) {
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
  variables: ({ id, ...input }) => ({
    includePrivate: input['ALLOW-PRIVATE'],
    input: {
      id: nodeId('chg', id),
      title: input.title,
      description: input.description,
      published: input.published,
      scheduledAt: toTimestamp('scheduled_published_at', input.scheduled_published_at),
      postIds: postIds(input),
      locale: localeName(input.locale),
    },
  }),
  present: ({ updateChangelog: { changelog } }) => presentChangelogAlone(changelog),
  fields: { scheduledAt: 'scheduled_published_at', postIds: 'feature_requests_ids' },
  aliases: POST_IDS_ALIAS,
})
