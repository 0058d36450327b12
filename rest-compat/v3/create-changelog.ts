import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'
import { scheduledTime } from '../shapes/scheduled-time.ts'

/** POST /api/v3/changelogs. */
export const createChangelog = endpoint({
  operation: 'createChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateChangelogInput!) {
        createChangelog(input: $input) {
          ...changelog
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: (input) => ({
    input: {
      title: input.title,
      description: input.description,
      published: input.published,
      scheduledAt: scheduledTime(input.scheduled_published_at),
      originalId: input.original_id,
      postIds: input.feature_requests_ids,
      locale: input.locale,
    },
  }),
  present: ({ createChangelog }) => presentChangelogAlone(createChangelog),
  fields: { scheduledAt: 'scheduled_published_at', postIds: 'feature_requests_ids' },
})
