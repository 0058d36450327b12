import { graphql } from '../../lib/graphql-client/graphql.ts'
import { assertNamed } from '../assert-named.ts'
import { input, output, text, UNCHANGED_SINCE } from '../schemas.ts'
import { changelog, presentChangelog, UPDATE_CHANGELOG } from '../shapes/changelog.ts'
import { composedTool } from '../tool.ts'

const READ = graphql(/* GraphQL */ `
  query ($id: ID!) {
    changelog(by: { id: $id }) {
      title
    }
  }
`)

/** Publishes an entry of the changelog. */
export const publishChangelog = composedTool({
  name: 'publish_changelog',
  title: 'Publish a changelog entry',
  description:
    'Publishes a draft, and mails it to the subscribers unless the draft says otherwise. Repeat its title. Ask the person first.',
  family: 'changelog',
  hints: ['destroys', 'repeatable', 'open-world'],
  input: input({ id: text(), title: text() }, { unchanged_since: UNCHANGED_SINCE }),
  output: output({ entry: changelog }),
  documents: () => [READ, UPDATE_CHANGELOG],
  async run({ id, title, unchanged_since }, call) {
    const { changelog: found } = await call(READ, { id }, 'Changelog')
    assertNamed(title, found?.title ?? '')
    const changes = { id, published: true, ifUnchangedSince: unchanged_since }
    return {
      entry: presentChangelog((await call(UPDATE_CHANGELOG, { input: changes })).updateChangelog.changelog),
    }
  },
  fields: { ifUnchangedSince: 'unchanged_since' },
})
