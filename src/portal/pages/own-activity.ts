import { graphql } from '../../lib/graphql-client/graphql.ts'
import { nodeId } from '../../lib/graphql-client/node-id.ts'
import { html, type Html } from '../html.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { POST_ROW, postList, shortened } from '../parts/post-row.ts'
import { day } from '../parts/time.ts'
import { linkTo, parameter, type PortalVisit } from '../visit/portal-visit.ts'

const PAGE_SIZE = 20

const OWN_ADDRESS = graphql(/* GraphQL */ `
  query {
    viewer {
      user {
        email
      }
    }
  }
`)

const VOTED = graphql(
  /* GraphQL */ `
    query ($emails: [EmailAddress!]!, $first: Int, $after: String, $last: Int, $before: String) {
      posts(filter: { voterEmails: $emails }, first: $first, after: $after, last: $last, before: $before) {
        nodes {
          ...PostRow
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  `,
  [POST_ROW],
)

const WRITTEN = graphql(/* GraphQL */ `
  query ($authorId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    comments(
      filter: { authorId: $authorId }
      orderBy: { field: CREATED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        databaseId
        preview
        createdAt
        post {
          slug
          title
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`)

/** Lists of a person's own page, by the value of `part` in its address. Null is that of the posts, which all see. */
const PARTS = { votes, comments } as const

/** Returns the part of a person's own page that its address names. Null for that of the posts. */
export const ownPart = (visit: PortalVisit): keyof typeof PARTS | null => {
  const part = parameter(visit, 'part')
  return part === 'votes' || part === 'comments' ? part : null
}

/** Returns the links to the lists of a person's own page. */
export function ownTabs(visit: PortalVisit, id: number): Html {
  const { text } = visit.words
  const shown = ownPart(visit)
  const tab = (part: keyof typeof PARTS | null, label: string) =>
    html`<a href="${linkTo(visit, ['u', id], { part })}" ${part === shown ? html`aria-current="page"` : ''}
      >${label}</a
    >`
  return html`<nav class="tabs" aria-label="${text('data')}">
    ${tab(null, text('posts'))}${tab('votes', text('person.votes'))}${tab('comments', text('person.comments'))}
  </nav>`
}

/** Returns a page of the votes or the comments of the reader. */
export const ownList = (visit: PortalVisit, id: number, part: keyof typeof PARTS): Promise<Html> =>
  PARTS[part](visit, id)

async function votes(visit: PortalVisit, id: number): Promise<Html> {
  const { viewer } = await visit.run(OWN_ADDRESS, {})
  const email = viewer?.user?.email
  const empty = html`<p class="quiet">${visit.words.text('person.no-votes')}</p>`
  if (!email) return empty
  const { posts } = await visit.run(VOTED, { emails: [email], ...pageOf(visit, PAGE_SIZE) })
  return html`${posts.nodes.length > 0 ? postList(visit, posts.nodes) : empty}
  ${pager(visit, ['u', id], posts.pageInfo, { part: 'votes' })}`
}

async function comments(visit: PortalVisit, id: number): Promise<Html> {
  const { comments: written } = await visit.run(WRITTEN, {
    authorId: nodeId('usr', id),
    ...pageOf(visit, PAGE_SIZE),
  })
  if (written.nodes.length === 0) return html`<p class="quiet">${visit.words.text('post.no-comments')}</p>`
  return html`<ol class="posts">
      ${written.nodes.map(
        ({ databaseId, preview, createdAt, post }) =>
          html`<li class="post">
            <div>
              <h2 dir="auto">
                <a href="${linkTo(visit, ['p', post.slug])}#comment-${databaseId}">${post.title}</a>
              </h2>
              <p dir="auto">${shortened(preview)}</p>
              <div class="meta"><span>${day(visit, createdAt)}</span></div>
            </div>
          </li>`,
      )}
    </ol>
    ${pager(visit, ['u', id], written.pageInfo, { part: 'comments' })}`
}
