import type { RunStored } from '../../graphql/execution/run-stored.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { excerpt } from '../layout/excerpt.ts'
import type { MailWords } from '../words.ts'
import type { Section } from './post-blocks.ts'
import { readerCaller, type Reader } from './read-news.ts'

const ENTRY = `query ChangelogNews($id: ID!) {
  entry: node(id: $id) { ... on Changelog { ...Words translations { ...Words } } }
}
fragment Words on Changelog { title url locale description publishedAt }`

type Words = { title: string; url: string; locale: string; description: string; publishedAt: string | null }

/** Characters of an entry that a mail has. */
const LENGTH = 1_000

/**
 * Returns the part of a mail about an entry of the changelog: its translation into the language of the reader if that
 * is published, else the original. Null if neither is.
 */
export async function changelogSection(
  { run }: { run: RunStored },
  reader: Reader,
  { id, words, isPreview }: { id: number; words: MailWords; isPreview: boolean },
): Promise<Section | null> {
  const request = { requestId: 'mail', address: '' }
  const { entry } = await run(ENTRY, { id: toNodeId('Changelog', id) }, readerCaller(reader), request)
  const { translations = [], ...original } = (entry ?? {}) as Partial<Words & { translations: Words[] }>
  const published = [original as Partial<Words>, ...translations].filter(
    (one) => one.publishedAt != null || (isPreview && one.title !== undefined),
  ) as Words[]
  const chosen = published.find(({ locale }) => locale === words.code) ?? published[0]
  if (!chosen) return null
  const { host } = new URL(chosen.url)
  return {
    kind: 'changelog_published',
    subject: chosen.title,
    blocks: [
      { type: 'text', text: excerpt(chosen.description, { host, most: LENGTH }) },
      { type: 'button', text: words.text('show'), link: chosen.url },
    ],
  }
}
