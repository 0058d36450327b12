import type { Db } from '../../db/database.ts'
import type { MailKind, NotificationKind } from '../../db/generated/tables.ts'
import type { RunStored } from '../../graphql/execution/run-stored.ts'
import type { Block, MailContent } from '../kinds/kind.ts'
import type { MailWords } from '../words.ts'
import { changelogSection } from './changelog-section.ts'
import { postSection, type Section } from './post-blocks.ts'
import type { ReadPostNews } from './post-news.ts'
import type { News, Reader } from './read-news.ts'
import { moderationSection, webhookSection, weekSection } from './team-sections.ts'

/** Tools that read the parts of mails. */
type NewsTools = {
  db: Db
  run: RunStored
  site: { readonly publicUrl: string }
  readPost: ReadPostNews
}

type Asked = {
  kind: MailKind
  news: readonly News[]
  words: MailWords
  name: string
  /** Whether an entry of the changelog may be a draft, for a preview. */
  isPreview?: boolean
}

/** Returns the parts of a mail that its reader sees, in the order of the notifications. */
export async function newsSections(
  tools: NewsTools,
  reader: Reader,
  { kind, news, words, name, isPreview = false }: Asked,
): Promise<Section[]> {
  if (kind === 'team_digest')
    return [await weekSection({ ...tools, words }, reader, name)].filter((one) => one !== null)
  const read = async (one: News): Promise<Section | null> => {
    const { subject, subjectId } = one
    if (subject === 'changelog') return changelogSection(tools, reader, { id: subjectId, words, isPreview })
    if (subject === 'moderation') return moderationSection({ ...tools, words }, reader)
    if (subject === 'webhook') return webhookSection({ ...tools, words }, reader, subjectId)
    const post = await tools.readPost(one, reader)
    return post && postSection({ words, news: one, post, userId: reader.userId, name })
  }
  const sections: Section[] = []
  for (const one of news) {
    const section = await read(one)
    if (section) sections.push(section)
  }
  return sections
}

type NewsFrame = {
  words: MailWords
  name: string
  links: { stop: string | null; preferences: string }
  isOfPost: boolean
}

/** Returns the message of sections, of which there is at least one, with its reason and the links that end it. */
export function newsContent(
  sections: readonly Section[],
  { words, name, links, isOfPost }: NewsFrame,
): MailContent {
  const [first = NONE] = sections
  const isDigest = sections.length > 1
  const more = { text: words.text('preferences'), link: links.preferences }
  const stop = links.stop && { text: words.text(isOfPost ? 'stop.post' : 'stop.kind'), link: links.stop }
  return {
    subject: isDigest ? words.text('digest.subject', { name }) : first.subject,
    blocks: [
      ...sections.flatMap(({ subject, kind, blocks, isSaid }): Block[] => {
        if (!isDigest && kind !== 'changelog_published') return blocks
        return [{ type: 'heading', text: subject }, ...(isSaid ? blocks.slice(1) : blocks)]
      }),
      { type: 'note', text: isDigest ? words.text('reason.digest', { name }) : reasonOf(first, words) },
      { type: 'links', links: stop ? [stop, more] : [more] },
    ],
  }
}

const reasonOf = ({ reason, kind }: Section, words: MailWords) =>
  reason ?? words.text(`reason.${REASONS[kind]}`)

const NONE: Section = { subject: '', kind: 'team_digest', blocks: [] }

const REASONS = {
  mention: 'addressed',
  comment_reply: 'addressed',
  post_approved: 'own',
  post_merged: 'waiting',
  post_status_changed: 'waiting',
  post_answered: 'waiting',
  comment_added: 'waiting',
  changelog_published: 'changelog',
  team_moderation: 'team',
  team_post: 'team',
  team_digest: 'team',
  webhook_disabled: 'team',
} as const satisfies Record<NotificationKind, string>
