import type { GraphQLSchema } from 'graphql'
import type { Db } from '../../db/database.ts'
import type { NotificationKind } from '../../db/generated/tables.ts'
import type { Services } from '../../graphql/context.ts'
import { createStoredRunner, type RunStored } from '../../graphql/execution/run-stored.ts'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import { mailKey } from '../../modules/notifications/links/mail-key.ts'
import { mailToken, type MailTarget } from '../../modules/notifications/links/mail-token.ts'
import { readChoices } from '../../modules/notifications/preferences/read-choices.ts'
import type { ClaimedMail } from '../claim-mails.ts'
import type { Block, MailContent } from '../kinds/kind.ts'
import { mailWords, type MailWords } from '../words.ts'
import { changelogSection } from './changelog-section.ts'
import { postSection, type Section } from './post-blocks.ts'
import { postNewsReader, type ReadPostNews } from './post-news.ts'
import { readNews, readReader, type News, type Reader } from './read-news.ts'
import { moderationSection, webhookSection, weekSection } from './team-sections.ts'

type NewsTools = {
  db: Db
  run: RunStored
  site: { readonly publicUrl: string }
}

/** A mail about notifications, or the reason why it is not sent. */
export type NewsMessage =
  { skip: string } | { content: MailContent; headers: Readonly<Record<string, string>> }

/** Makes the message of a mail about notifications, in the name of an organization. */
export type MakeNews = (mail: ClaimedMail, name: string) => Promise<NewsMessage>

const GONE = 'The person was erased, is blocked or has another address'
const UNWANTED = 'The person does not want it any more'
const NOTHING = 'Nothing has changed, or it is not visible to the person'
const MAX_KEYS = 1_000

/** Creates the maker of messages. Each is read as its reader, right before it is sent. */
export function newsMaker(schema: GraphQLSchema, services: Services): MakeNews {
  const tools = { db: services.db, site: services.site, run: createStoredRunner(schema, services) }
  const keys = promiseCache<Buffer>({ max: MAX_KEYS })
  const readPost = postNewsReader(tools.run)
  return async (mail, name) => {
    const { organizationId, userId } = mail
    const reader = userId === null ? null : await readReader(tools.db, organizationId, userId)
    if (!reader?.isReader || reader.email !== mail.email) return { skip: GONE }
    const news = await readNews(tools.db, mail, reader.userId)
    if (!(await isWanted(tools.db, mail, reader, news))) return { skip: UNWANTED }
    const words = mailWords(mail.locale)
    const sections =
      mail.kind === 'team_digest'
        ? [await weekSection({ ...tools, words }, reader, name)].filter((one) => one !== null)
        : await sectionsOf({ ...tools, readPost }, reader, { news, words, name })
    const [first] = sections
    if (!first) return { skip: NOTHING }
    const key = await keys.fetch(String(organizationId), () =>
      mailKey(tools.db, services.keys.encryption, organizationId),
    )
    const target = targetOf(mail, news, first)
    const link = (to: MailTarget, page: string) =>
      `${tools.site.publicUrl}/mail/${page}/${mailToken(key, { organizationId, userId: reader.userId, target: to })}`
    const links = {
      stop: target.type === 'preferences' ? null : link(target, 'unsubscribe'),
      preferences: link({ type: 'preferences' }, 'preferences'),
    }
    return {
      content: contentOf(sections, { words, name, links, isOfPost: target.type === 'post' }),
      headers: {
        'List-Id': `<${organizationId}.${new URL(tools.site.publicUrl).hostname}>`,
        ...oneClick(link(target, 'unsubscribe')),
      },
    }
  }
}

type Frame = {
  words: MailWords
  name: string
  links: { stop: string | null; preferences: string }
  isOfPost: boolean
}

/** Returns the message of sections, of which there is at least one, with its reason and the links that end it. */
function contentOf(sections: readonly Section[], { words, name, links, isOfPost }: Frame): MailContent {
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

/** Returns the headers with which a program can end the mails (RFC 8058), which requires https. */
const oneClick = (link: string) =>
  link.startsWith('https:')
    ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

/** Returns what the link of a mail ends: of a mail about one post that post, else its kind. */
function targetOf({ kind }: ClaimedMail, [news]: readonly News[], first: Section): MailTarget {
  if (kind === 'digest') return { type: 'preferences' }
  const isOfPost = news?.subject === 'post' && first.kind !== 'team_post'
  return isOfPost ? { type: 'post', postId: news.subjectId } : { type: 'kind', kind: first.kind }
}

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

async function isWanted(
  db: Db,
  { organizationId, kind }: ClaimedMail,
  { userId, email, noMail }: Reader,
  news: readonly News[],
): Promise<boolean> {
  const kinds = kind === 'team_digest' ? [kind] : [...new Set(news.flatMap((one) => one.kinds))]
  const choices = await readChoices(db, organizationId, [{ userId, kinds, email, noMail }])
  const frequency = choices.get(userId)?.frequency
  return kind === 'notification' ? frequency === 'at_once' : frequency !== 'never'
}

type Asked = { news: readonly News[]; words: MailWords; name: string }

/** Returns the parts of a mail that its reader sees, in the order of the notifications. */
async function sectionsOf(
  tools: NewsTools & { readPost: ReadPostNews },
  reader: Reader,
  { news, words, name }: Asked,
): Promise<Section[]> {
  const read = async (one: News): Promise<Section | null> => {
    const { subject, subjectId } = one
    if (subject === 'changelog') return changelogSection(tools, reader, { id: subjectId, words })
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
