import { endpoint } from '../endpoint.ts'
import { CHANGELOG, presentChangelogAlone, type ChangelogData } from '../shapes/changelog.ts'

/** POST /api/v3/changelogs/:id/publish. */
export const publishChangelog = endpoint<'publishChangelog', { publishChangelog: ChangelogData }>({
  operation: 'publishChangelog',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      publishChangelog(id: $id) {
        ...changelog
      }
    }
    ${CHANGELOG}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ publishChangelog }) => presentChangelogAlone(publishChangelog),
})
