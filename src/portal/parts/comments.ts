import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'
import { written } from './sanitized-html.ts'
import { replyForm } from './comment-form.ts'
import { commentEditForm } from './edit-forms.ts'
import { person } from './person.ts'
import { day } from './time.ts'

/** Fields of a comment on a page. */
export const COMMENT = graphql(/* GraphQL */ `
  fragment PortalComment on Comment {
    id
    databaseId
    parentId
    body @include(if: $isSignedIn)
    bodyHtml
    deleted
    internal
    pinned
    official
    approvalStatus
    createdAt
    author {
      databaseId
      name
      avatarUrl
      role
    }
  }
`)

type Comment = ResultOf<typeof COMMENT>
type Thread = { comment: Comment; replies: Thread[] }

/** Levels of replies that are indented. Deeper ones stay in order at the last level. */
const MAX_INDENT = 4

type Answer = Pick<Comment, 'databaseId' | 'bodyHtml' | 'createdAt' | 'author'>

/** Returns the last answer of the team, which links to the comment in its thread. */
export const answerOf = (visit: PortalVisit, { author, bodyHtml, createdAt, databaseId }: Answer): Html =>
  html`<section class="answer">
    <header>
      ${author ? person(visit, author) : ''}<a class="quiet" href="#comment-${databaseId}"
        >${day(visit, createdAt)}</a
      ><span class="tag">${visit.words.text('official')}</span>
    </header>
    <div class="prose" dir="auto">${written(visit, bodyHtml)}</div>
  </section>`

/** Returns comments as threads. A reply to a comment of another page is at the top. */
export function threads(visit: PortalVisit, slug: string, comments: readonly Comment[]): Html {
  const byId = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as Thread[] }]))
  const top: Thread[] = []
  for (const thread of byId.values()) {
    const { parentId } = thread.comment
    const parent = parentId === null ? undefined : byId.get(parentId)
    ;(parent?.replies ?? top).push(thread)
  }
  return level({ visit, slug }, top, 0)
}

/** The page of a post. */
type OnPost = { visit: PortalVisit; slug: string }

const level = (on: OnPost, list: readonly Thread[], depth: number): Html =>
  html`<ol class="comments">
    ${list.map((thread) => one(on, thread, depth))}
  </ol>`

function one(on: OnPost, thread: Thread, depth: number): Html {
  const { comment, replies } = thread
  const isFlat = depth >= MAX_INDENT
  return html`<li id="comment-${comment.databaseId}">
      <article class="comment">${contents(on, comment)}</article>
      ${!isFlat && replies.length > 0 ? level(on, replies, depth + 1) : ''}
    </li>
    ${isFlat ? flattened(replies).map((reply) => html`<li id="comment-${reply.databaseId}"><article class="comment">${contents(on, reply)}</article></li>`) : ''}`
}

/** Returns the comments below a level without their depth, which no markup repeats. */
function flattened(list: readonly Thread[]): Comment[] {
  const found: Comment[] = []
  const open = [...list].reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next.comment)
    open.push(...next.replies.toReversed())
  }
  return found
}

const contents = ({ visit, slug }: OnPost, comment: Comment): Html => {
  const { text } = visit.words
  const { author, bodyHtml, deleted, internal, pinned, official, createdAt, databaseId } = comment
  return deleted || !author
    ? html`<p class="gone">${text('comment.deleted')}</p>`
    : html`<header>
          ${person(visit, author)}<span class="quiet">${day(visit, createdAt)}</span
          >${official ? html`<span class="tag">${text('official')}</span>` : pinned ? html`<span class="tag">${text('pinned')}</span>` : ''}${internal ? html`<span class="tag">${text('comment.internal')}</span>` : ''}
          ${comment.approvalStatus === 'PENDING' ? html`<span class="tag">${text('comment.pending')}</span>` : ''}
        </header>
        <div class="prose" dir="auto">${written(visit, bodyHtml)}</div>
        ${replyForm(visit, slug, databaseId)} ${commentEditForm(visit, slug, comment)}`
}
