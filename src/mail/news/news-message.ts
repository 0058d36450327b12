import type { GraphQLSchema } from 'graphql'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../graphql/context.ts'
import { createStoredRunner } from '../../graphql/execution/run-stored.ts'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import { mailKey } from '../../modules/notifications/links/mail-key.ts'
import { mailToken, type MailTarget } from '../../modules/notifications/links/mail-token.ts'
import { readChoices } from '../../modules/notifications/preferences/read-choices.ts'
import type { ClaimedMail } from '../claim-mails.ts'
import type { MailContent } from '../kinds/kind.ts'
import { mailWords } from '../words.ts'
import { newsContent, newsSections } from './news-content.ts'
import type { Section } from './post-blocks.ts'
import { postNewsReader } from './post-news.ts'
import { readNews, readReader, type News, type Reader } from './read-news.ts'

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
  const run = createStoredRunner(schema, services)
  const tools = { db: services.db, site: services.site, run, readPost: postNewsReader(run) }
  const keys = promiseCache<Buffer>({ max: MAX_KEYS })
  return async (mail, name) => {
    const { organizationId, userId } = mail
    const reader = userId === null ? null : await readReader(tools.db, organizationId, userId)
    if (!reader?.isReader || reader.email !== mail.email) return { skip: GONE }
    const news = await readNews(tools.db, mail, reader.userId)
    if (!(await isWanted(tools.db, mail, reader, news))) return { skip: UNWANTED }
    const words = mailWords(mail.locale)
    const sections = await newsSections(tools, reader, { kind: mail.kind, news, words, name })
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
    const { hostname } = new URL(tools.site.publicUrl)
    return {
      content: newsContent(sections, { words, name, links, isOfPost: target.type === 'post' }),
      headers: {
        'List-Id': `<${organizationId}.${hostname}>`,
        ...threadOf(mail, news, hostname),
        ...oneClick(link(target, 'unsubscribe')),
      },
    }
  }
}

/** Returns the headers with which a program can end the mails (RFC 8058), which requires https. */
const oneClick = (link: string) =>
  link.startsWith('https:')
    ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

/** Returns the headers by which programs show the mails about a post as one thread. No mail has the id of the post. */
function threadOf({ kind, organizationId }: ClaimedMail, [news]: readonly News[], hostname: string) {
  if (kind !== 'notification' || news?.subject !== 'post') return {}
  const id = `<post.${organizationId}.${news.subjectId}@${hostname}>`
  return { 'In-Reply-To': id, References: id }
}

/** Returns what the link of a mail ends: of a mail about one post that post, else its kind. */
function targetOf({ kind }: ClaimedMail, [news]: readonly News[], first: Section): MailTarget {
  if (kind === 'digest') return { type: 'preferences' }
  const isOfPost = news?.subject === 'post' && first.kind !== 'team_post'
  return isOfPost ? { type: 'post', postId: news.subjectId } : { type: 'kind', kind: first.kind }
}

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
