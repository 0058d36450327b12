import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CHANGELOG, presentChangelogAlone } from '../shapes/changelog.ts'
import { scheduledTime } from '../shapes/scheduled-time.ts'

/** PUT and PATCH /api/v3/changelogs/:id. */
export const updateChangelog = endpoint({
  operation: 'updateChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdateChangelogInput!) {
        updateChangelog(id: $id, input: $input) {
          ...changelog
        }
      }
    `,
    [CHANGELOG],
  ),
  variables: ({ id, ...input }) => ({
    id,
    input: {
      title: input.title,
      description: input.description,
      published: input.published,
      scheduledAt: scheduledTime(input.scheduled_published_at),
      postIds: input.feature_requests_ids,
      locale: input.locale,
    },
  }),
  present: ({ updateChangelog }) => presentChangelogAlone(updateChangelog),
  fields: { scheduledAt: 'scheduled_published_at', postIds: 'feature_requests_ids' },
})
