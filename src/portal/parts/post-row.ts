import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { dotted } from './dot.ts'
import { voteButton } from './vote-button.ts'

/** Fields of a post in a list. */
export const POST_ROW = graphql(/* GraphQL */ `
  fragment PostRow on Post {
    slug
    title
    preview
    votesCount
    commentsCount
    createdAt
    pinned
    viewerVote
    status {
      name
      color
    }
    bucket {
      name
    }
  }
`)

/** A post of a list. */
type PostRow = ResultOf<typeof POST_ROW>

/** Length from which the preview of a text may be a part of it. */
const LONG = 140

/** Marks a preview that ends within a sentence. */
export const shortened = (preview: string) =>
  preview.length < LONG || /[.!?…]$/.test(preview) ? preview : `${preview}…`

/** Returns the number of votes in a tile. It is no button. */
export const votes = ({ words }: PortalVisit, count: number): Html =>
  html`<span class="votes"
    ><span aria-hidden="true">▲</span><b>${words.number(count)}</b
    ><span class="unseen"> ${words.count('votes', count)}</span></span
  >`

/** Returns a list of posts. */
export const postList = (visit: PortalVisit, posts: readonly PostRow[]): Html =>
  html`<ol class="posts">
    ${posts.map(
      (post) =>
        html`<li class="post" id="post-${post.slug}">
          ${voteButton(visit, post)}
          <div>
            <h2 dir="auto"><a href="${linkTo(visit, ['p', post.slug])}">${post.title}</a></h2>
            ${post.preview ? html`<p dir="auto">${shortened(post.preview)}</p>` : ''}
            <div class="meta">
              ${dotted(post.status)}<span dir="auto">${post.bucket.name}</span
              >${post.commentsCount > 0 ? html`<span>${visit.words.count('comments', post.commentsCount)}</span>` : ''}${post.pinned ? html`<span>${visit.words.text('pinned')}</span>` : ''}
            </div>
          </div>
        </li>`,
    )}
  </ol>`
