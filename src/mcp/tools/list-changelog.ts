import { graphql } from '../../lib/graphql-client/graphql.ts'
import { input, list, oneOf, output, text, textOrNull } from '../schemas.ts'
import { CHANGELOG, changelog, presentChangelog } from '../shapes/changelog.ts'
import { ALONE } from '../shapes/post.ts'
import { composedTool } from '../tool.ts'

const ONE = graphql(
  /* GraphQL */ `
    query ($id: ID!) {
      changelog(by: { id: $id }) {
        ...changelog
      }
    }
  `,
  [CHANGELOG],
)

const LIST = graphql(
  /* GraphQL */ `
    query ($filter: ChangelogFilter, $after: String) {
      changelogs(filter: $filter, first: 20, after: $after) {
        nodes {
          ...changelog
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [CHANGELOG],
)

/** Reads the changelog or one entry of it. */
export const listChangelog = composedTool({
  name: 'list_changelog',
  title: 'List the changelog',
  description: 'Lists 20 entries a page, newest first, or reads one by its id with up to 10,000 characters.',
  family: 'changelog',
  hints: ['reads'],
  input: input(
    {},
    {
      id: text('Such as chg_7. Reads one.'),
      query: text(),
      state: oneOf(['DRAFT', 'SCHEDULED', 'PUBLISHED']),
      cursor: text(),
    },
  ),
  output: output({ entries: list(changelog), nextCursor: textOrNull() }),
  documents: ({ id }) => [id === undefined ? LIST : ONE],
  async run({ id, query, state, cursor: after }, call) {
    if (id !== undefined) {
      const { changelog: found } = await call(ONE, { id }, 'Changelog')
      return { entries: [presentChangelog(found, ALONE)], nextCursor: null }
    }
    const { changelogs } = await call(LIST, { after, filter: { search: query || undefined, state } })
    const { nodes, pageInfo } = changelogs
    return {
      entries: nodes.map((node) => presentChangelog(node)),
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  },
  fields: { search: 'query', after: 'cursor' },
})
