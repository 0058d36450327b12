import { endpoint } from '../endpoint.ts'
import { CHANGELOG, presentChangelogAlone, type ChangelogData } from '../shapes/changelog.ts'

/** GET /api/v3/changelogs/:id. */
export const getChangelog = endpoint<'getChangelog', { changelog: ChangelogData }>({
  operation: 'getChangelog',
  cacheable: true,
  document: /* GraphQL */ `
    query ($id: ID!) {
      changelog(id: $id) {
        ...changelog
      }
    }
    ${CHANGELOG}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ changelog }) => presentChangelogAlone(changelog),
})
