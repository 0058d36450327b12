import { endpoint } from '../endpoint.ts'
import { CHANGELOG, presentChangelogAlone, type ChangelogData } from '../shapes/changelog.ts'
import { scheduledTime } from '../shapes/scheduled-time.ts'

/** POST /api/v3/changelogs. */
export const createChangelog = endpoint<'createChangelog', { createChangelog: ChangelogData }>({
  operation: 'createChangelog',
  document: /* GraphQL */ `
    mutation ($input: CreateChangelogInput!) {
      createChangelog(input: $input) {
        ...changelog
      }
    }
    ${CHANGELOG}
  `,
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
