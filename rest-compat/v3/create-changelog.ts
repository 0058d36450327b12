import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'
import { localeName } from '../shapes/locale.ts'
import { POST_IDS_ALIAS, postIds } from '../shapes/post-ids.ts'
import { toTimestamp } from '../shapes/to-timestamp.ts'

/** POST /api/v3/changelogs. */
export const createChangelog = endpoint({
  operation: 'createChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateChangelogInput!, $includePrivate: Boolean) {
        createChangelog(input: $input) {
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
  variables: (input) => ({
    includePrivate: input['ALLOW-PRIVATE'],
    input: {
      title: input.title,
      description: input.description,
      published: input.published,
      scheduledAt: toTimestamp('scheduled_published_at', input.scheduled_published_at),
      originalId: input.original_id == null ? input.original_id : nodeId('chg', input.original_id),
      postIds: postIds(input),
      locale: localeName(input.locale),
    },
  }),
  present: ({ createChangelog: { changelog } }) => presentChangelogAlone(changelog),
  fields: { scheduledAt: 'scheduled_published_at', postIds: 'feature_requests_ids' },
  aliases: POST_IDS_ALIAS,
})
