import type { NotificationKind } from '../../db/generated/tables.ts'
import { commentsFor } from '../../modules/notifications/comments-for.ts'
import type { Block } from '../kinds/kind.ts'
import { excerpt } from '../layout/excerpt.ts'
import { isolated } from '../layout/isolate.ts'
import type { MailWords } from '../words.ts'
import type { PostNews } from './post-news.ts'
import type { News } from './read-news.ts'

/** The part of a mail about one topic. */
export type Section = {
  subject: string
  /** The kind that matters most to the reader. */
  kind: NotificationKind
  blocks: Block[]
  /** Whether its subject has the content of its first block. */
  isSaid?: boolean
  /** Why the reader receives it, instead of the reason of the kind. */
  reason?: string
}

type Input = { words: MailWords; news: News; post: PostNews; userId: number; name: string }

/** Maximum number of comments that a mail quotes, the last ones, and characters of an official answer. */
const QUOTES = 5
const ANSWER = 2_000

/**
 * Returns the part of a mail about a post as it is now. Null if nothing is left, such as for a status that has returned
 * since, or for deleted comments.
 */
export function postSection(input: Input): Section | null {
  const { words, news, post, userId, name } = input
  const host = new URL(post.url).host
  const title = excerpt(post.title, { host, most: 120 })
  const values = {
    title,
    status: post.status.name,
    person: excerpt(post.submitter.name, { host, most: 80 }),
    name,
  }
  const comments = commentsFor(news, userId).flatMap((comment) => {
    const words = post.comments.get(comment.id)
    return words ? [{ ...comment, ...words }] : []
  })
  const isChanged = news.content.statusBefore !== undefined && news.content.statusBefore !== post.status.slug
  const kinds = news.kinds.filter(isPostKind).filter((kind) => {
    if (kind === 'post_status_changed') return isChanged
    return !COMMENT_KINDS.includes(kind) || comments.length > 0
  })
  const [kind] = kinds
  if (!kind) return null
  const first = comments.find(({ replyTo, mentions }) => replyTo === userId || mentions.includes(userId))
  const own = { ...values, ...(first && { person: excerpt(first.author.name, { host, most: 80 }) }) }
  const description: Block[] = kinds.includes('team_post')
    ? [{ type: 'quote', author: values.person, text: excerpt(post.description, { host }) }]
    : []
  const within = isolated(values, words)
  return {
    kind,
    isSaid: kind !== 'post_merged',
    ...(isAwaited(kind) && reasonOf(input, host)),
    subject: words.text(`${KEYS[kind]}.subject`, own),
    blocks: [
      ...kinds.map((each): Block => ({ type: 'text', text: words.text(`${KEYS[each]}.text`, within) })),
      ...description,
      ...quotesOf(comments, { words, host }),
      { type: 'button', text: words.text('show'), link: post.url },
    ],
  }
}

/** Returns the reason of a mail to a person whose vote the team has added. */
function reasonOf({ words, news: { addedBy }, name }: Input, host: string): { reason?: string } {
  if (addedBy === null) return {}
  const person = excerpt(addedBy, { host, most: 80 })
  return { reason: words.text('reason.behalf', isolated({ person, name }, words)) }
}

type Quoted = { author: { name: string }; body: string; official: boolean }

/** Returns the last comments, and the number of the others. An official answer is longer. */
function quotesOf(comments: readonly Quoted[], { words, host }: { words: MailWords; host: string }): Block[] {
  const quotes = comments.slice(-QUOTES).map(({ author, body, official }): Block => {
    const text = excerpt(body, { host, ...(official && { most: ANSWER, isOurs: true }) })
    return { type: 'quote', author: excerpt(author.name, { host, most: 80 }), text }
  })
  const others = comments.length - quotes.length
  return others > 0
    ? [...quotes, { type: 'note', text: words.text('more', { count: String(others) }) }]
    : quotes
}

/** Whether a kind is about a post that people wait for. */
const isAwaited = (kind: PostKind) => ['post_status_changed', 'post_answered', 'post_merged'].includes(kind)

const COMMENT_KINDS: readonly PostKind[] = ['mention', 'comment_reply', 'post_answered', 'comment_added']

/** Beginnings of the names of texts of the kinds about posts. */
const KEYS = {
  mention: 'mention',
  comment_reply: 'reply',
  post_approved: 'approved',
  post_merged: 'merged',
  post_status_changed: 'status',
  post_answered: 'answer',
  comment_added: 'comment',
  team_post: 'team-post',
} as const

type PostKind = keyof typeof KEYS

const isPostKind = (kind: NotificationKind): kind is PostKind => kind in KEYS
