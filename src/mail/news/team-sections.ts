import type { Db } from '../../db/database.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { countPending } from '../../modules/moderation/count-pending.ts'
import { readWeek } from '../../modules/notifications/digests/read-week.ts'
import { excerpt } from '../layout/excerpt.ts'
import type { MailWords } from '../words.ts'
import type { Section } from './post-blocks.ts'
import type { Reader } from './read-news.ts'

type Input = { db: Db; site: { readonly publicUrl: string }; words: MailWords }

const consoleOf = ({ site }: Input, { slug }: Reader, page: string) =>
  `${site.publicUrl}/console/${slug}/${page}`

/** Returns the part of a mail about what waits for approval. Null if nothing does. */
export async function moderationSection(input: Input, reader: Reader): Promise<Section | null> {
  const { pendingPosts, pendingComments } = await countPending(input.db, reader.organizationId)
  if (pendingPosts + pendingComments === 0 || reader.role !== 'admin') return null
  const values = { posts: String(pendingPosts), comments: String(pendingComments) }
  return {
    kind: 'team_moderation',
    subject: input.words.text('moderation.subject'),
    blocks: [
      { type: 'text', text: input.words.text('moderation.text', values) },
      { type: 'button', text: input.words.text('show'), link: consoleOf(input, reader, 'moderation') },
    ],
  }
}

/** Returns the mail about the week of an organization. Null for a week without anything new. */
export async function weekSection(input: Input, reader: Reader, name: string): Promise<Section | null> {
  const { posts, votes, comments, top } = await readWeek(input.db, reader.organizationId)
  if (posts + votes + comments === 0 || reader.role === null) return null
  const values = { posts: String(posts), votes: String(votes), comments: String(comments) }
  const { host } = new URL(input.site.publicUrl)
  const lines = top.map((post) => ({
    type: 'text' as const,
    text: `▲ ${post.votes}  ${excerpt(post.title, { host, most: 120 })}`,
  }))
  return {
    kind: 'team_digest',
    subject: input.words.text('team-digest.subject', { name }),
    blocks: [
      { type: 'text', text: input.words.text('team-digest.numbers', values) },
      ...(lines.length > 0
        ? [{ type: 'heading' as const, text: input.words.text('team-digest.posts') }, ...lines]
        : []),
      { type: 'button', text: input.words.text('show'), link: consoleOf(input, reader, '') },
    ],
  }
}

/** Returns the part of a mail about a disabled webhook. Null if it was enabled or deleted since. */
export async function webhookSection(input: Input, reader: Reader, id: number): Promise<Section | null> {
  const webhook = await input.db
    .selectFrom('webhooks')
    .select(['url', 'disabledAt'])
    .where('organizationId', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!webhook?.disabledAt || reader.role !== 'admin') return null
  return {
    kind: 'webhook_disabled',
    subject: input.words.text('webhook.subject'),
    blocks: [
      { type: 'text', text: input.words.text('webhook.text', { host: new URL(webhook.url).host }) },
      {
        type: 'button',
        text: input.words.text('show'),
        link: consoleOf(input, reader, `developers/webhooks/${toNodeId('Webhook', id)}`),
      },
    ],
  }
}
