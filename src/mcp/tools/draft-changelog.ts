import { AppError } from '../../lib/errors.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { markdownDocumentToHtml } from '../../lib/rich-text/markdown.ts'
import { input, list, oneOf, output, text, UNCHANGED_SINCE } from '../schemas.ts'
import { CHANGELOG, changelog, presentChangelog, UPDATE_CHANGELOG } from '../shapes/changelog.ts'
import { composedTool } from '../tool.ts'

const CREATE = graphql(
  /* GraphQL */ `
    mutation ($input: CreateChangelogInput!) {
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
)

const STATE = graphql(/* GraphQL */ `
  query ($id: ID!) {
    changelog(by: { id: $id }) {
      state
    }
  }
`)

/** Locales of the schema. */
const LOCALES = [
  ...(['AR', 'DA', 'DE', 'EN', 'ES', 'FR', 'ID', 'IT', 'JA', 'KO', 'MS', 'NL', 'PL', 'PT', 'PT_BR'] as const),
  ...(['RU', 'SV', 'TH', 'TL', 'TR', 'VI', 'ZH', 'ZH_TW'] as const),
]

/** Writes an entry of the changelog without publishing it. */
export const draftChangelog = composedTool({
  name: 'draft_changelog',
  title: 'Draft a changelog entry',
  description:
    'Creates a draft from Markdown, or changes the entry with an id that is not published yet. Never publishes.',
  family: 'changelog',
  hints: [],
  input: input(
    {},
    {
      id: text('Draft to change.'),
      title: text(),
      text: text('Markdown.'),
      locale: oneOf(LOCALES, 'Needed if the changelog is multilingual.'),
      posts: list(text(), 'Ids of completed posts.'),
      unchanged_since: UNCHANGED_SINCE,
    },
  ),
  output: output({ entry: changelog }),
  documents: ({ id }) => (id === undefined ? [CREATE] : [STATE, UPDATE_CHANGELOG]),
  async run({ id, title, text: body, locale, posts, unchanged_since }, call) {
    const fields = {
      locale,
      postIds: posts,
      description: body === undefined ? undefined : markdownDocumentToHtml(body),
    }
    if (id === undefined) {
      const created = await call(CREATE, { input: { ...fields, title: title ?? '' } })
      return { entry: presentChangelog(created.createChangelog.changelog) }
    }
    const { changelog: found } = await call(STATE, { id }, 'Changelog')
    if (found?.state === 'PUBLISHED') throw new AppError('CONFLICT', 'The entry is published already')
    const changes = { ...fields, id, title, ifUnchangedSince: unchanged_since }
    return {
      entry: presentChangelog((await call(UPDATE_CHANGELOG, { input: changes })).updateChangelog.changelog),
    }
  },
  fields: { description: 'text', postIds: 'posts', ifUnchangedSince: 'unchanged_since' },
})
